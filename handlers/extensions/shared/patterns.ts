/** Patterns: texts with the fields of a track (extensions.md, "Patterns"). */

import type { Track } from "../../../host_stdio/api/shapes.ts";
import { foldCase } from "../../../limits/unicode.ts";
import { type Slices, sortInSlices } from "./long_work.ts";
import { type TrackField, trackFields } from "./query.ts";

/** The maximum length of a pattern. */
export const MAX_PATTERN_LENGTH = 2048;

/** The error text for a longer pattern. */
export function patternTooLong(key: string): string {
  return `${key} exceeds maximum length (${MAX_PATTERN_LENGTH})`;
}

/** The error text for a function or an unclosed part. */
export const unsupportedPattern = "Unsupported pattern";

/** The text for an empty field. */
const EMPTY = "?";

/** The maximum length of a text: a pattern may repeat a long field. */
const MAX_TEXT_LENGTH = 2048;

/** The maximum length of the text by which tracks are sorted. A large library has half a million of them. */
const MAX_KEY_LENGTH = 256;

/** Returns the text of a track, with at most `most` characters. */
export type Pattern = (track: Track, most?: number) => string;

/** A piece of a pattern: text, a field (undefined for an unknown one), or a part in brackets. */
type Piece = string | { readonly field: TrackField | undefined } | readonly Piece[];

const FUNCTION = /\$\w*\(/;
const TOKEN = /%[^%]*%|[[\]%]|[^[\]%]+/g;

/** Parses a pattern; undefined when it is unsupported. */
export function parsePattern(text: string): Pattern | undefined {
  if (FUNCTION.test(text)) return undefined;
  const fields = trackFields();
  const whole: Piece[] = [];
  const open = [whole];
  for (const [token] of text.matchAll(TOKEN)) {
    const pieces = open.at(-1);
    if (!pieces || token === "%") return undefined;
    if (token === "[") {
      const part: Piece[] = [];
      pieces.push(part);
      open.push(part);
    } else if (token === "]") {
      open.pop();
    } else if (token.startsWith("%")) {
      pieces.push({ field: fields.get(foldCase(token.slice(1, -1))) });
    } else {
      pieces.push(token);
    }
  }
  if (open.length !== 1) return undefined;
  return (track, most = MAX_TEXT_LENGTH) => textOf(whole, track, most, EMPTY) ?? "";
}

/** @param empty The text for an empty field; when left out, the whole part is undefined. */
function textOf(pieces: readonly Piece[], track: Track, most: number, empty?: string): string | undefined {
  let text = "";
  for (const piece of pieces) {
    let value: string | undefined;
    if (typeof piece === "string") value = piece;
    else if ("field" in piece) {
      value = piece.field?.isPresent(track) ? piece.field.text(track) : empty;
      if (value === undefined) return undefined;
    } else value = textOf(piece, track, most) ?? "";
    // A slice of a text keeps the whole text in memory, so nothing is added that would be cut.
    if (text.length < most) text += value;
  }
  return text.slice(0, most);
}

/** Compares texts without regard to case, and digits as numbers. */
const { compare } = new Intl.Collator("en", { numeric: true, sensitivity: "accent" });

/** A track's place in a list and the text by which it is sorted. */
export interface SortKey {
  readonly text: string;
  readonly place: number;
}

/** Compares two tracks of a list. Equal ones keep their order. */
export function compareKeys(a: SortKey, b: SortKey): number {
  return compare(a.text, b.text) || a.place - b.place;
}

export function sortKey(textOf: Pattern, track: Track, place: number): SortKey {
  return { text: textOf(track, MAX_KEY_LENGTH), place };
}

/** Sorts the places of tracks by their keys. */
export async function sortedPlaces(keys: readonly SortKey[], slices: Slices): Promise<number[]> {
  return (await sortInSlices(keys, compareKeys, slices)).map(({ place }) => place);
}

/** Sorts tracks by the text of a pattern. */
export async function sortedTracks<Sorted extends Track>(
  tracks: readonly Sorted[],
  textOf: Pattern,
  slices: Slices,
): Promise<Sorted[]> {
  const keys: SortKey[] = [];
  for (const [place, track] of tracks.entries()) {
    keys.push(sortKey(textOf, track, place));
    if (slices.isDue()) await slices.pause();
  }
  return (await sortedPlaces(keys, slices)).flatMap((place) => tracks[place] ?? []);
}

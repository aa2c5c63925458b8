/** Title formats: patterns with fields, optional parts and functions (extensions.md, "Title formats"). */

import type { Track } from "../../../host_stdio/api/shapes.ts";
import { foldCase } from "../../../limits/unicode.ts";
import { Failure } from "../../core/operation.ts";

/**
 * Splits a text at each occurrence of a part, like `split`, in time proportional to the sum of both lengths (Knuth, Morris
 * and Pratt). `split` and `indexOf` take the product for parts like `aaabaaa`.
 *
 * @param part Not empty.
 * @param most The maximum number of pieces.
 */
export function splitText(text: string, part: string, most: number): string[] {
  const overlaps = overlapsOf(part);
  const pieces: string[] = [];
  let start = 0;
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    matched = matchedWith(text.charCodeAt(at), part, matched, overlaps);
    if (matched < part.length) continue;
    pieces.push(text.slice(start, at + 1 - matched));
    if (pieces.length === most) return pieces;
    start = at + 1;
    matched = 0;
  }
  return [...pieces, text.slice(start)];
}

/** For each beginning of a text, the length of its longest other end with which the text begins. */
function overlapsOf(part: string): Uint32Array {
  const overlaps = new Uint32Array(part.length);
  for (let at = 1, length = 0; at < part.length; at++) {
    length = matchedWith(part.charCodeAt(at), part, length, overlaps);
    overlaps[at] = length;
  }
  return overlaps;
}

/** Returns how much of a part is matched with one more character. */
function matchedWith(code: number, part: string, matched: number, overlaps: Uint32Array): number {
  let length = matched;
  while (length > 0 && code !== part.charCodeAt(length)) length = overlaps[length - 1] ?? 0;
  return code === part.charCodeAt(length) ? length + 1 : length;
}

/** The maximum depth of functions and brackets. */
const MAX_DEPTH = 64;
/** The maximum length of a text, in UTF-16 code units; longer ones are cut. */
const MAX_TEXT = 65_536;
/** The maximum length of all texts that are made in one call, in UTF-16 code units. */
const MAX_WORK = 2 ** 24;

/** The error text for a pattern that does not end what it begins. */
export const invalidPattern = "Invalid pattern";

/** The error text for patterns that take too long. */
export const tooMuchWork = `patterns make more than ${MAX_WORK} characters`;

/** The texts that a call may still make, in UTF-16 code units. */
export interface Budget {
  left: number;
}

/** Returns the texts that one call may make. */
export function budget(): Budget {
  return { left: MAX_WORK };
}

/** What a pattern is evaluated for. */
export interface Subject {
  readonly track: Track;
  /** The values of the tags, by their folded names. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
}

/** A text, and whether a field in it has a value. */
interface Value {
  readonly text: string;
  readonly has: boolean;
}

interface Evaluation extends Subject {
  readonly budget: Budget;
}

type Part = (of: Evaluation) => Value;

/** A parsed pattern. */
export interface TitleFormat {
  /** Functions that do not exist; their text is `[UNKNOWN FUNCTION]`. */
  readonly unknown: readonly string[];
  /** @throws {Failure} When the call has made too many texts. */
  textFor(subject: Subject, budget: Budget): string;
}

const text = (content: string | number, has = false): Value => ({ text: String(content), has });
const stem = (name: string) => name.replace(/\.[^.]*$/, "");
const nameOf = (path: string) => path.split(/[\\/]/).at(-1) ?? "";
const folderOf = (path: string) => path.split(/[\\/]/).at(-2) ?? "";
const padded = (number: number, digits: number) =>
  (number < 0 ? "-" : "") + String(Math.abs(number)).padStart(digits, "0");

function lengthText(duration: number): string {
  const seconds = Math.round(duration);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = padded(seconds % 60, 2);
  return hours > 0 ? `${hours}:${padded(minutes, 2)}:${rest}` : `${minutes}:${rest}`;
}

/** The built-in fields, each with its sentence; "" and 0 are unknown. Other fields are tags. */
export const builtinFields: Readonly<
  Record<string, { readonly about: string; readonly of: (track: Track) => string | number }>
> = {
  artist: { about: "The artist, else the album artist.", of: (track) => track.artist || track.albumArtist },
  title: {
    about: "The title, else the name of the file.",
    of: (track) => track.title || stem(nameOf(track.path)),
  },
  album: { about: "The album.", of: (track) => track.album },
  "album artist": {
    about: "The album artist, else the artist.",
    of: (track) => track.albumArtist || track.artist,
  },
  genre: { about: "The genre.", of: (track) => track.genre },
  date: { about: "The date.", of: (track) => track.date },
  tracknumber: {
    about: "The track number in two digits.",
    of: ({ trackNumber }) => trackNumber && padded(trackNumber, 2),
  },
  "track number": { about: "The track number.", of: (track) => track.trackNumber },
  discnumber: { about: "The disc number.", of: (track) => track.discNumber },
  length: { about: "The length as `3:25`.", of: ({ duration }) => duration && lengthText(duration) },
  length_seconds: { about: "The length in seconds.", of: (track) => Math.round(track.duration) },
  bitrate: { about: "The bit rate in kbit/s.", of: (track) => track.bitrate },
  samplerate: { about: "The sample rate in Hz.", of: (track) => track.sampleRate },
  channels: {
    about: "The number of channels, or `mono` or `stereo`.",
    of: ({ channels }) => ["", "mono", "stereo"][channels] ?? channels,
  },
  codec: { about: "The codec.", of: (track) => track.codec },
  path: { about: "The path.", of: (track) => track.absolutePath },
  filename: { about: "The name of the file without its extension.", of: ({ path }) => stem(nameOf(path)) },
  filename_ext: { about: "The name of the file.", of: ({ path }) => nameOf(path) },
  directoryname: { about: "The name of the folder.", of: ({ path }) => folderOf(path) },
  filesize: { about: "The size of the file in bytes.", of: (track) => track.fileSize ?? "" },
  subsong: { about: "The number of the subsong.", of: (track) => String(track.subsong) },
};

function fieldValue(name: string, { track, tags }: Subject): Value {
  const key = name.toLowerCase();
  const builtin = Object.hasOwn(builtinFields, key) ? builtinFields[key]?.of(track) : undefined;
  const found = builtin || tags.get(foldCase(name))?.join(", ");
  return found ? text(found, true) : text("?");
}

/** Reads the whole number that a text begins with; 0 when it begins with none. */
const whole = ({ text }: Value): number => {
  const number = Number.parseInt(text, 10);
  return Number.isSafeInteger(number) ? number : 0;
};

/** A function of evaluated arguments; `least` and `most` of them. */
interface TextFunction {
  readonly least: number;
  readonly most?: number;
  readonly run: (args: readonly Value[], of: Evaluation) => Value;
}

const none = text("");

/** A function that makes a text of a text and two more arguments, and has a value when the text has. */
function ofText(
  least: number,
  most: number,
  run: (content: string, a: Value, b: Value) => string,
): TextFunction {
  return {
    least,
    most,
    run: ([first = none, a = none, b = none]) => text(run(first.text, a, b), first.has),
  };
}

/** A calculation that goes on from argument to argument. */
function calculation(run: (a: number, b: number) => number): TextFunction {
  return {
    least: 2,
    run: (args) => {
      const numbers = args.map(whole);
      const result = numbers.slice(1).reduce(run, numbers[0] ?? 0);
      return text(Number.isSafeInteger(result) ? result : 0, args.some(({ has }) => has));
    },
  };
}

const yes = (is: boolean): Value => ({ text: is ? "1" : "", has: is });
const within = (number: number) => Math.min(Math.max(number, 0), MAX_TEXT);

/** The functions by name. */
const functions: Readonly<Record<string, TextFunction>> = {
  if: { least: 2, most: 3, run: ([is, then = none, otherwise = none]) => is?.has ? then : otherwise },
  if2: { least: 2, most: 2, run: ([first = none, second = none]) => first.has ? first : second },
  if3: { least: 1, run: (args) => args.find(({ has }) => has) ?? args.at(-1) ?? none },
  ifequal: {
    least: 4,
    most: 4,
    run: ([a = none, b = none, then = none, otherwise = none]) => whole(a) === whole(b) ? then : otherwise,
  },
  ifgreater: {
    least: 4,
    most: 4,
    run: ([a = none, b = none, then = none, otherwise = none]) => whole(a) > whole(b) ? then : otherwise,
  },
  not: { least: 1, most: 1, run: ([is]) => yes(!is?.has) },
  and: { least: 1, run: (args) => yes(args.every(({ has }) => has)) },
  or: { least: 1, run: (args) => yes(args.some(({ has }) => has)) },
  strcmp: { least: 2, most: 2, run: ([a, b]) => yes(a?.text === b?.text) },
  stricmp: { least: 2, most: 2, run: ([a = none, b = none]) => yes(foldCase(a.text) === foldCase(b.text)) },
  num: {
    least: 2,
    most: 2,
    run: ([number = none, digits = none]) =>
      text(padded(whole(number), Math.min(within(whole(digits)), 64)), number.has),
  },
  pad: ofText(2, 3, (content, length, filler) => content.padEnd(within(whole(length)), filler.text || " ")),
  left: ofText(2, 2, (content, length) => content.slice(0, within(whole(length)))),
  cut: ofText(2, 2, (content, length) => content.slice(0, within(whole(length)))),
  right: ofText(
    2,
    2,
    (content, length) => content.slice(content.length - Math.min(within(whole(length)), content.length)),
  ),
  len: ofText(1, 1, (content) => String(content.length)),
  upper: ofText(1, 1, (content) => content.toUpperCase()),
  lower: ofText(1, 1, (content) => content.toLowerCase()),
  caps: ofText(
    1,
    1,
    (content) => content.toLowerCase().replace(/(?<![\p{L}\p{N}'])\p{L}/gu, (letter) => letter.toUpperCase()),
  ),
  trim: ofText(1, 1, (content) => content.trim()),
  replace: {
    least: 3,
    run: ([first = none, ...pairs], { budget }) => {
      let content = first.text;
      for (let at = 0; at + 1 < pairs.length; at += 2) {
        const [from, to] = [pairs[at]?.text ?? "", pairs[at + 1]?.text ?? ""];
        if (from === "") continue;
        // A short text that is replaced by a long one would take more memory than the limit.
        const parts = splitText(content, from, Math.ceil(MAX_TEXT / Math.max(to.length, 1)) + 1);
        content = spent(text(parts.join(to)), budget).text;
      }
      return text(content, first.has);
    },
  },
  strstr: {
    least: 2,
    most: 2,
    run: ([content = none, part = none]) => {
      const [before = "", after] = part.text === "" ? [] : splitText(content.text, part.text, 2);
      return after === undefined ? text(0) : text(before.length + 1, true);
    },
  },
  repeat: ofText(
    2,
    2,
    (content, times) =>
      content.repeat(Math.min(within(whole(times)), Math.ceil(MAX_TEXT / Math.max(content.length, 1)))),
  ),
  char: {
    least: 1,
    most: 1,
    run: ([code = none]) => {
      const point = whole(code);
      return text(point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : "");
    },
  },
  add: calculation((a, b) => a + b),
  sub: calculation((a, b) => a - b),
  mul: calculation((a, b) => a * b),
  div: calculation((a, b) => b === 0 ? a : Math.trunc(a / b)),
  mod: calculation((a, b) => b === 0 ? a : a % b),
  year: ofText(1, 1, (content) => /\d{4}/.exec(content)?.[0] ?? ""),
  directory: ofText(1, 1, folderOf),
  filename: ofText(1, 1, (content) => stem(nameOf(content))),
  ext: ofText(1, 1, (content) => /\.([^.]*)$/.exec(nameOf(content))?.[1] ?? ""),
  meta: {
    least: 1,
    most: 2,
    run: ([name = none, at], { tags }) => {
      const values = tags.get(foldCase(name.text)) ?? [];
      const found = at ? values[whole(at)] : values.join(", ");
      return found ? text(found, true) : text("?");
    },
  },
};

export const functionNames: readonly string[] = Object.keys(functions);

const unknownFunction = text("[UNKNOWN FUNCTION]");

/**
 * Parses a pattern.
 *
 * @throws {Failure} When a bracket, quote, field or function has no end.
 */
export function parseTitleFormat(pattern: string): TitleFormat {
  let at = 0;
  const unknown = new Set<string>();
  const invalid = () => new Failure(invalidPattern, undefined, "INVALID_PARAMS");

  /** Reads up to a sign and skips it. */
  function until(end: string): string {
    const place = pattern.indexOf(end, at);
    if (place < 0) throw invalid();
    const read = pattern.slice(at, place);
    at = place + end.length;
    return read;
  }

  function sequence(ends: string, depth: number): Part {
    if (depth > MAX_DEPTH) throw invalid();
    const parts: Part[] = [];
    while (at < pattern.length && !ends.includes(pattern.charAt(at))) parts.push(part(depth));
    return (of) => {
      const values = parts.map((each) => each(of));
      return spent(
        { text: values.map(({ text }) => text).join(""), has: values.some(({ has }) => has) },
        of.budget,
      );
    };
  }

  function part(depth: number): Part {
    const sign = pattern.charAt(at++);
    if (sign === "%" || sign === "'") {
      const content = until(sign);
      // A doubled sign stands for itself.
      if (content === "") return () => text(sign);
      return sign === "%" ? (of) => fieldValue(content, of) : () => text(content);
    }
    if (sign === "[") {
      const inner = sequence("]", depth + 1);
      if (pattern.charAt(at++) !== "]") throw invalid();
      return (of) => {
        const value = inner(of);
        return value.has ? value : none;
      };
    }
    if (sign === "]") throw invalid();
    if (sign === "$") return call(depth);
    const content = sign + (/^[^%'[\]$,)]*/.exec(pattern.slice(at))?.[0] ?? "");
    at += content.length - 1;
    return () => text(content);
  }

  function call(depth: number): Part {
    if (pattern.charAt(at) === "$") {
      at++;
      return () => text("$");
    }
    const [head, name = ""] = /^(\w+)\(/.exec(pattern.slice(at)) ?? [];
    if (head === undefined) return () => text("$");
    at += head.length;
    const args: Part[] = [];
    do args.push(sequence(",)", depth + 1)); while (pattern.charAt(at++) === ",");
    if (pattern.charAt(at - 1) !== ")") throw invalid();
    const key = name.toLowerCase();
    const found = Object.hasOwn(functions, key) ? functions[key] : undefined;
    if (!found || args.length < found.least || args.length > (found.most ?? Infinity)) {
      unknown.add(`$${name}`);
      return () => unknownFunction;
    }
    return (of) => spent(found.run(args.map((arg) => arg(of)), of), of.budget);
  }

  const whole = sequence("", 0);
  return { unknown: [...unknown], textFor: (subject, budget) => whole({ ...subject, budget }).text };
}

/** Cuts a text to the limit and counts it. */
function spent({ text, has }: Value, budget: Budget): Value {
  const cut = text.slice(0, MAX_TEXT);
  budget.left -= cut.length + 1;
  if (budget.left < 0) throw new Failure(tooMuchWork, undefined, "INVALID_PARAMS");
  return { text: cut, has };
}

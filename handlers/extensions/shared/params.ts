/**
 * Parameters that several extensions have, with their error texts (extensions.md, "Conventions"), the limit for values that
 * the bridge keeps or passes on (extensions.md, "Limits"), and guids of playlists, by which pages for version 2 of the model
 * name them (extensions.md, "playlist"): the player's ids may be any texts.
 */

import * as v from "valibot";
import type { Handle } from "../../../host_stdio/api/shapes.ts";
import type { Player } from "../../../host_stdio/player.ts";
import { isPathTooLong, MAX_PATH_LENGTH, parseTrackHandle, pathTooLong } from "../../../limits/paths.ts";
import { utf8Length } from "../../../limits/unicode.ts";
import { described, documentedAs } from "../../core/documented_schema.ts";
import { Failure } from "../../core/operation.ts";
import { integer, mustBe, optional, requiredString, string, withDefault } from "../../core/params.ts";
import {
  authorizeMedia,
  refusedMedia,
  type ResolvedPaths,
  resolvePaths,
} from "../../core/player_requests.ts";
import { playlistIndex, type PlaylistList, type TargetPlaylist } from "../../core/playlists.ts";

/** The maximum number of entries of `paths`. */
export const MAX_PATHS = 100_000;

/** The error text for more entries of `paths`. */
export const tooManyPaths = `Batch exceeds maximum size (${MAX_PATHS})`;

const notNegative = v.pipe(integer, v.minValue(0, mustBe.notNegative));

/**
 * A count, limit or offset with a default.
 *
 * @param most The maximum. Larger values are reduced to it.
 */
// deno-lint-ignore explicit-module-boundary-types -- the type is valibot's own and longer than the function
export function counted(value: number, most = Number.MAX_SAFE_INTEGER) {
  return withDefault(v.pipe(notNegative, v.transform((given) => Math.min(given, most))), value);
}

/** A count or limit without a default. */
// deno-lint-ignore explicit-module-boundary-types -- the type is valibot's own and longer than the function
export function optionalCount(most: number) {
  return optional(v.pipe(notNegative, v.transform((given) => Math.min(given, most))));
}

/** A required path or URL, with or without `|subsong:N`. */
export const mediaPath = described(
  v.pipe(requiredString("path is required"), v.maxLength(MAX_PATH_LENGTH, pathTooLong("path"))),
  "A path or URL, with or without `|subsong:N`.",
);

/** A path or URL where an empty text, the default, means the playing track. */
export const pathOrPlaying = described(
  withDefault(v.pipe(v.string(mustBe.string), v.maxLength(MAX_PATH_LENGTH, pathTooLong("path"))), ""),
  "A path or URL, with or without `|subsong:N`; empty for the playing track.",
);

/** The failures of {@linkcode authorizedHandle}, for the `errors` of an operation. */
export const pathDenied = "path: <reason>";

/**
 * Returns the track that a path names.
 *
 * @throws {Failure} When a page may not read it.
 * @throws {NativeActionError} When the player fails.
 */
export async function authorizedHandle(player: Player, path: string): Promise<Handle> {
  const { path: media, subsong } = parseTrackHandle(path);
  const denied = await authorizeMedia(player, [media]);
  if (denied) throw new Failure(`path: ${denied.reason}`, undefined, "PERMISSION_DENIED");
  return { path: media, subsong };
}

/** The entries of `paths` as the page gave them: unusable ones are counted, not refused. */
// deno-lint-ignore explicit-module-boundary-types -- the type is valibot's own and longer than the function
export function pathList(missing: string, wrongType: string = missing) {
  return described(
    documentedAs(
      v.pipe(
        v.array(v.unknown(), ({ input }) => input === null || input === undefined ? missing : wrongType),
        v.maxLength(MAX_PATHS, tooManyPaths),
      ),
      v.array(v.string()),
    ),
    "Paths or URLs, with or without `|subsong:N`. Unusable entries are dropped.",
  );
}

/**
 * Returns the tracks of the entries that a page may read.
 *
 * @throws {NativeActionError} When the player fails.
 */
export async function resolveAllowed(player: Player, paths: readonly unknown[]): Promise<ResolvedPaths> {
  const texts = paths.filter(isUsablePath);
  const refused = await refusedMedia(player, texts.map((text) => parseTrackHandle(text).path));
  const allowed = texts.filter((_text, index) => !refused.has(index));
  const { handles, invalidCount } = await resolvePaths(player, allowed);
  return { handles, invalidCount: invalidCount + paths.length - allowed.length };
}

/** Whether an entry of `paths` can be a path, judged by its text alone. */
export function isUsablePath(entry: unknown): entry is string {
  return typeof entry === "string" && !isPathTooLong(entry) && parseTrackHandle(entry).path !== "";
}

/** The maximum size of a value, in bytes of JSON. */
const MAX_VALUE_BYTES = 256 * 1024;

/** The maximum length of a name, in characters. */
export const MAX_NAME_LENGTH = 256;

/** The error text for a larger value. */
export function valueTooLarge(key: string): string {
  return `${key} exceeds maximum size (${MAX_VALUE_BYTES})`;
}

/** The error text for a longer name. */
export function nameTooLong(key: string): string {
  return `${key} exceeds maximum length (${MAX_NAME_LENGTH})`;
}

/**
 * Returns the size of a value in bytes of JSON.
 *
 * @throws {Failure} When it is above {@linkcode MAX_VALUE_BYTES}.
 */
export function checkedSize(key: string, value: unknown): number {
  const size = utf8Length(JSON.stringify(value));
  if (size > MAX_VALUE_BYTES) throw new Failure(valueTooLarge(key), undefined, "INVALID_PARAMS");
  return size;
}

const PARTS = [8, 4, 4, 4, 12];
/** The start and the factor of the FNV-1a hash of 128 bits. */
const BASIS = 0x6c62272e07bb014262b821756295c58dn;
const PRIME = 0x1000000000000000000013bn;

/** Returns the guid of a playlist: the same id gives the same guid. */
export function guidOf(id: string): string {
  let hash = BASIS;
  for (const byte of new TextEncoder().encode(id)) hash = BigInt.asUintN(128, (hash ^ BigInt(byte)) * PRIME);
  const digits = hash.toString(16).toUpperCase().padStart(32, "0");
  let at = 0;
  return `{${PARTS.map((length) => digits.slice(at, at += length)).join("-")}}`;
}

/** The parameters that name a playlist. */
export const selectors = {
  playlist: described(optional(integer), "The playlist's index; by default the active playlist."),
  playlistGuid: described(optional(string), "The playlist's `guid`, used instead of `playlist`."),
};

/** Finds the playlist that a call names by guid or index; undefined when there is none. */
export function selected(
  list: PlaylistList,
  { playlist, playlistGuid }: { playlist?: number | undefined; playlistGuid?: string | undefined },
): TargetPlaylist | undefined {
  const index = playlistGuid === undefined
    ? playlist ?? playlistIndex(list, list.active)
    : list.playlists.findIndex(({ id }) => guidOf(id) === playlistGuid.toUpperCase());
  const found = list.playlists[index];
  return found && { ...found, index };
}

/**
 * Guids of playlists, as pages for version 2 of the model name playlists (extensions.md, "playlist"). The player's ids may
 * be any texts.
 */

import { described } from "../../core/documented_schema.ts";
import { integer, optional, string } from "../../core/params.ts";
import { playlistIndex, type PlaylistList, type TargetPlaylist } from "../../core/playlists.ts";

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

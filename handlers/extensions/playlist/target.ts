/**
 * The playlist that an operation names, and changes of it (extensions.md, "Conventions"). An operation checks the
 * playlist first, then its lock, then the other parameters.
 */

import * as v from "valibot";
import type { Player } from "../../../host_stdio/player.ts";
import { schemaOf } from "../../../host_stdio/schema_check.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { checkParams, integer, optional, params, string } from "../../core/params.ts";
import {
  invalidPlaylist,
  lockedPlaylist,
  playlistIndex,
  type PlaylistList,
  type TargetPlaylist,
  targetPlaylist,
  unlockedPlaylist,
} from "../../core/playlists.ts";
import { MAX_NAME_LENGTH, nameTooLong } from "../shared/params.ts";
import type { PlaylistState } from "./state.ts";

/** The parameter `playlist` where it may be left out. */
export const playlist = described(optional(integer), "The playlist's index; by default the active playlist.");

/** The parameter `index` of the operations where it is another name of `playlist`. */
export const playlistAlias = described(optional(integer), "The same as `playlist`, read only without it.");

/** The name of a new playlist. A player may draw it as one line, and take minutes for a very long one. */
export const playlistName = v.pipe(string, v.maxLength(MAX_NAME_LENGTH, nameTooLong("name")));

/** The error texts of an operation that changes a playlist. */
export const changeErrors = [invalidPlaylist, lockedPlaylist] as const;

/** Parameters of an operation on a playlist. */
export type PlaylistParams<Entries extends v.ObjectEntries> = v.ObjectSchema<
  Entries & { readonly playlist: v.GenericSchema<unknown, number | undefined> },
  v.ErrorMessage<v.ObjectIssue>
>;

/** What a change gets: the playlist, the other parameters, and the list with the playlist. */
interface Given<Values> {
  readonly playlist: TargetPlaylist;
  readonly given: Values;
  readonly list: PlaylistList;
}

/** Finds the playlist of an index; throws a `Failure` when it cannot be used. */
type FindPlaylist = (list: PlaylistList, index: number | undefined) => TargetPlaylist;

/**
 * Finds a playlist without waiting for earlier changes.
 *
 * @throws {Failure} When the parameters do not fit, or there is no such playlist.
 * @throws {NativeActionError} When the player fails.
 */
export async function readPlaylist<Entries extends v.ObjectEntries>(
  { player }: Context,
  schema: () => PlaylistParams<Entries>,
  raw: unknown,
  find: FindPlaylist = targetPlaylist,
): Promise<Given<v.InferOutput<PlaylistParams<Entries>>>> {
  const index = givenIndex(schemaOf(schema), raw);
  const list = await player.request("player.playlist.list", {});
  const playlist = find(list, index);
  return { playlist, given: otherParams(schema, raw), list };
}

/**
 * Changes a playlist when all earlier changes have ended.
 *
 * The index is translated to an id at once, because it was valid when the page called. After a wait the playlist may
 * have another index and other items, so it is looked up again by its id.
 *
 * @param change Gets the player for actions that change something.
 * @throws {Failure} When the parameters do not fit, or the playlist is locked or does not exist.
 * @throws {NativeActionError} When the player fails.
 * @throws {CancelledError} When the call was cancelled before the change began.
 */
export function changePlaylist<Entries extends v.ObjectEntries, Result>(
  context: Context<PlaylistState>,
  schema: () => PlaylistParams<Entries>,
  raw: unknown,
  change: (player: Player, target: Given<v.InferOutput<PlaylistParams<Entries>>>) => Promise<Result>,
  find: FindPlaylist = unlockedPlaylist,
): Promise<Result> {
  const index = givenIndex(schemaOf(schema), raw);
  const mustWait = context.state.changes.size > 0;
  const listed = context.player.request("player.playlist.list", {});
  // The change below awaits it, perhaps later, and reports its error.
  listed.catch(() => {});
  return context.state.changes.run(context, async (player) => {
    let list = await listed;
    let playlist = find(list, index);
    if (mustWait) {
      list = await context.player.request("player.playlist.list", {});
      playlist = find(list, playlistIndex(list, playlist.id));
    }
    return await change(player, { playlist, given: otherParams(schema, raw), list });
  });
}

/**
 * Returns the index that a call gives, undefined for the active playlist.
 *
 * @throws {Failure} When it is not an index.
 */
export function givenIndex<Entries extends v.ObjectEntries>(
  { entries }: PlaylistParams<Entries>,
  raw: unknown,
): number | undefined {
  const given = checkParams(() => params({ playlist: entries.playlist }), raw).playlist;
  if (given !== undefined || entries["index"] !== playlistAlias) return given;
  return checkParams(() => params({ index: playlistAlias }), raw).index;
}

/** Checks the parameters except the alias, which was read before or is unused. */
function otherParams<Entries extends v.ObjectEntries>(
  schema: () => PlaylistParams<Entries>,
  raw: unknown,
): v.InferOutput<PlaylistParams<Entries>> {
  const hasAlias = schemaOf(schema).entries["index"] === playlistAlias;
  return checkParams(schema, hasAlias ? { ...raw as object, index: undefined } : raw);
}

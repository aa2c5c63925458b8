/**
 * Playing paths that are appended to the active playlist. `playback.playPaths` and `playlist.playPaths` are the same
 * operation (extensions.md, "playback").
 */

import * as v from "valibot";
import { type Handle, index } from "../../../host_stdio/api/shapes.ts";
import { badAnswer, CancelledError, type Player } from "../../../host_stdio/player.ts";
import type { ChangeQueue } from "../../core/change_queue.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import type { Event } from "../../core/event.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import { boolean, checkParams, params, uncheckedParams, withDefault } from "../../core/params.ts";
import {
  createdPlaylist,
  invalidPlaylist,
  lockedPlaylist,
  lockFields,
  playlistAnswer,
  playlistIndex,
  unlockedPlaylist,
} from "../../core/playlists.ts";
import { counted, pathList, resolveAllowed } from "./params.ts";
import { appendTracks } from "./playlist_changes.ts";

/** The name of a playlist that is created because there is no active one. */
const NEW_PLAYLIST_NAME = "New Playlist";

const pathsRequired = "paths array is required";
const nothingPlayable = "No playable content found";

/** The native actions that operations need to play paths. */
export const playNewItemsNeeds = [
  "player.playlist.list",
  "player.media.authorize",
  "player.media.resolve",
  "player.playlist.append",
  "player.playback.play",
] as const;

/** The error texts of {@linkcode playTarget} and {@linkcode playNewItems}. */
export const playNewItemsErrors = [invalidPlaylist, lockedPlaylist] as const;

/**
 * Finds the playlist to which tracks are appended: the active one.
 *
 * @returns Its id; undefined when there is no active playlist.
 * @throws {Failure} When it is locked.
 * @throws {NativeActionError} When the player fails.
 */
export async function playTarget(player: Player): Promise<string | undefined> {
  const list = await player.request("player.playlist.list", {});
  return list.active === null ? undefined : unlockedPlaylist(list).id;
}

/** What {@linkcode playNewItems} plays. */
export interface NewItems {
  /** The playlist's id; undefined for the active one, which is created when there is none. */
  readonly target: string | undefined;
  /** The tracks to append, at least one. */
  readonly handles: Handle[];
  /** Which of them to play; the first one when there are fewer. */
  readonly startIndex: number;
  /** Whether the playlist is emptied first. */
  readonly replace: boolean;
}

/**
 * Appends tracks to a playlist and plays one of them.
 *
 * @returns How many tracks were added, and the index of the played one in the playlist.
 * @throws {Failure} When the playlist was removed or locked meanwhile.
 * @throws {NativeActionError} When the player fails.
 * @throws {CancelledError} When the call was cancelled before the first change.
 */
export function playNewItems(
  context: Context,
  changes: ChangeQueue,
  { target, handles, startIndex, replace }: NewItems,
): Promise<{ tracksAdded: number; startedAt: number }> {
  return changes.run(context, async (player) => {
    const list = await context.player.request("player.playlist.list", {});
    const found = target === undefined && list.active === null
      ? undefined
      : unlockedPlaylist(list, playlistIndex(list, target ?? list.active));
    // After this point a cancelled call leaves changes behind.
    if (context.cancelSignal.aborted) throw new CancelledError();
    const playlist = found?.id ?? await createdPlaylist(player, NEW_PLAYLIST_NAME, list);
    if (!found) await player.request("player.playlist.activate", { playlist });
    if (replace && found && found.count > 0) {
      await playlistAnswer(
        player.request("player.playlist.remove", { playlist, start: 0, count: found.count }),
      );
    }
    const { start, count } = await appendTracks(player, playlist, handles);
    if (count === 0) throw badAnswer("player.playlist.append", "that it added nothing");
    const item = start + (startIndex < count ? startIndex : 0);
    await playlistAnswer(player.request("player.playback.play", { playlist, item }));
    return { tracksAdded: count, startedAt: item };
  });
}

/**
 * Defines the operation `playPaths` of a namespace.
 *
 * @param name Its full name.
 * @param changesOf Returns the queue of playlist changes from the namespace's state.
 * @param events The events that it can cause.
 */
// deno-lint-ignore explicit-module-boundary-types -- the type is the operation's own and longer than the function
export function definePlayPaths<const Name extends string, State>(
  name: Name,
  changesOf: (state: State) => ChangeQueue,
  events: readonly Event[],
) {
  const schema = () =>
    params({
      paths: pathList(pathsRequired),
      startIndex: described(counted(0), "Which of the tracks to play; the first one when there are fewer."),
      replace: described(withDefault(boolean, false), "Whether the playlist is emptied first."),
    });
  return defineOperation({
    name,
    description: "Appends tracks to the active playlist and plays one of them.",
    needs: playNewItemsNeeds,
    // The lock is checked before the parameters.
    params: () => uncheckedParams(schema()),
    result: () =>
      v.strictObject({
        success: v.literal(true),
        tracksAdded: index,
        startedAt: described(index, "The index of the played track in the playlist."),
      }),
    failureFields: lockFields,
    errors: [...playNewItemsErrors, nothingPlayable],
    events,
    handle: async (raw, context: Context<State>) => {
      const { player, state } = context;
      const target = await playTarget(player);
      const { paths, startIndex, replace } = checkParams(schema, raw);
      const { handles } = await resolveAllowed(player, paths);
      if (handles.length === 0) throw new Failure(nothingPlayable, undefined, "NOT_FOUND");
      return succeeded(
        await playNewItems(context, changesOf(state), { target, handles, startIndex, replace }),
      );
    },
  });
}

/** `queue.addPaths` (specification, "queue.addPaths"; decisions.md, "queue"). */

import * as v from "valibot";
import { type Handle, index } from "../../host_stdio/api/shapes.ts";
import { badAnswer, CancelledError, type Player } from "../../host_stdio/player.ts";
import type { Context } from "../core/context.ts";
import { described, documentedAs } from "../core/documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../core/operation.ts";
import {
  boolean,
  integer,
  isAbsent,
  mustBe,
  optional,
  selectiveParams,
  withDefault,
} from "../core/params.ts";
import { resolvePaths } from "../core/player_requests.ts";
import {
  createdPlaylist,
  invalidPlaylist,
  lockedPlaylist,
  lockFields,
  MAX_ITEMS,
  playlistAnswer,
  playlistIndex,
  type PlaylistList,
  type TargetPlaylist,
  unlockedPlaylist,
} from "../core/playlists.ts";
import { appendEntries, changeQueue, type QueueState } from "./changes.ts";

/** The name of the dedicated playlist, to which tracks queued by path are added. */
const QUEUE_PLAYLIST_NAME = "[WebView Queue]";

const noPaths = "No paths specified";
const noActivePlaylist = "No active playlist";
export const noTracks = "No valid tracks found";

export const addPaths = defineOperation({
  name: "queue.addPaths",
  description: "Queues tracks by file path, adding them to a playlist first.",
  needs: ["player.playlist.list", "player.media.resolve", "player.playlist.append", "player.queue.append"],
  params: () =>
    selectiveParams({
      paths: described(
        documentedAs(
          v.pipe(
            v.array(v.unknown(), ({ input }) => isAbsent(input) ? noPaths : mustBe.array),
            v.nonEmpty(noPaths),
          ),
          v.pipe(v.array(v.string()), v.nonEmpty()),
        ),
        "File paths, with or without `|subsong:N`. Unusable paths and paths without tracks are counted.",
      ),
      useQueuePlaylist: described(
        withDefault(boolean, true),
        `Whether the tracks are added to the playlist \`${QUEUE_PLAYLIST_NAME}\`, which is created if needed.`,
      ),
      playlist: described(
        optional(integer),
        "The index of the playlist to add to, used only when `useQueuePlaylist` is false; by default the active one.",
      ),
    }, ({ useQueuePlaylist }) => useQueuePlaylist === false ? [] : ["playlist"]),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      addedCount: described(index, "How many entries were queued."),
      invalidCount: described(index, "How many paths are unusable or have no tracks."),
      playlist: described(index, "The index of the playlist that the tracks were added to."),
      queueCount: described(index, "How many entries are queued now."),
    }),
  failureFields: () => ({
    invalidCount: described(v.optional(index), "When nothing was found."),
    ...lockFields(),
  }),
  errors: [noPaths, noActivePlaylist, invalidPlaylist, lockedPlaylist, noTracks],
  handle: async ({ paths, useQueuePlaylist, playlist }, context: Context<QueueState>) => {
    const { player, signal } = context;
    const before = await player.request("player.playlist.list", {});
    const chosen = useQueuePlaylist ? dedicatedPlaylist(before) : chosenPlaylist(before, playlist);
    // Outside the change queue: a slow file system must not delay other calls.
    const { handles, invalidCount } = await resolvePaths(player, paths);
    if (handles.length === 0) throw new Failure(noTracks, { invalidCount });

    return await changeQueue(context, async (changing, view) => {
      const list = await player.request("player.playlist.list", {});
      const found = !useQueuePlaylist && chosen
        ? unlockedPlaylist(list, playlistIndex(list, chosen.id))
        : dedicatedPlaylist(list);
      // After this point a cancelled call leaves changes behind.
      if (signal.aborted) throw new CancelledError();
      const target = found ?? await createPlaylist(changing, list);
      const entries = await append(changing, target, handles);
      const { addedCount, queueCount } = await appendEntries(changing, view, entries);
      if (addedCount === 0) throw badAnswer("player.queue.append", "that it queued nothing");
      return succeeded({ addedCount, invalidCount, playlist: target.index, queueCount });
    });
  },
});

/** The playlist that tracks are added to. */
type QueuePlaylist = Pick<TargetPlaylist, "id" | "index">;

/** Finds the dedicated playlist. */
export function dedicatedPlaylist(list: PlaylistList): QueuePlaylist | undefined {
  const index = list.playlists.findIndex(({ name }) => name === QUEUE_PLAYLIST_NAME);
  return index < 0 ? undefined : unlockedPlaylist(list, index);
}

/** Finds the playlist of an index, or the active one without an index. */
function chosenPlaylist(list: PlaylistList, index: number | undefined): QueuePlaylist {
  if (index === undefined && list.active === null) throw new Failure(noActivePlaylist);
  return unlockedPlaylist(list, index);
}

export async function createPlaylist(player: Player, list: PlaylistList): Promise<QueuePlaylist> {
  const id = await createdPlaylist(player, QUEUE_PLAYLIST_NAME, list);
  return { id, index: list.playlists.length };
}

/** Appends tracks to a playlist and returns the queue entries for the new items. */
export async function append(
  player: Player,
  { id }: QueuePlaylist,
  handles: Handle[],
): Promise<{ playlist: string; item: number }[]> {
  const action = "player.playlist.append";
  const { start, count } = await playlistAnswer(player.request(action, { playlist: id, handles }));
  if (count === 0) throw badAnswer(action, "that it added nothing");
  // A player expands a link, such as a radio's playlist file.
  if (count > MAX_ITEMS) throw badAnswer(action, "more items than any playlist has");
  if (!Number.isSafeInteger(start + count)) throw badAnswer(action, "a start beyond any playlist");
  return Array.from({ length: count }, (_, offset) => ({ playlist: id, item: start + offset }));
}

/**
 * `queue.add` (specification, "queue").
 *
 * @module
 */

import * as v from "valibot";
import { index } from "../../host_stdio/shapes.ts";
import { indicesTooMany, MAX_QUEUE_SIZE } from "../../limits/queue_size.ts";
import { described } from "../documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../operation.ts";
import { integer, integers, optional } from "../params.ts";
import { isAbsent, selectiveParams } from "../selective_params.ts";
import { invalidPlaylist, playlistAnswer, playlistIndex } from "./target_playlist.ts";

/** `queue.add`: queues items of a playlist. */
export const add = defineOperation({
  name: "queue.add",
  description: "Queues tracks by their position in a playlist.",
  params: selectiveParams({
    playlist: described(optional(integer), "The playlist's index; the active playlist when left out."),
    tracks: described(
      optional(integers(MAX_QUEUE_SIZE, indicesTooMany("tracks"))),
      "Indices of tracks in the playlist. Those out of range are skipped.",
    ),
    track: described(optional(integer), "One such index, used only when `tracks` is left out."),
  }, ({ tracks }) => isAbsent(tracks) ? undefined : "track"),
  result: v.strictObject({
    success: described(v.boolean(), "Whether something was queued."),
    addedCount: described(index, "How many entries were queued."),
    queueCount: described(index, "How many entries are queued now."),
  }),
  errors: [invalidPlaylist],
  handle: ({ playlist, tracks, track }, context) =>
    context.services.queueChanges.run(context, async (player) => {
      const list = await context.player.request("player.playlist.list", {});
      const target = list.playlists[playlist ?? playlistIndex(list, list.active)];
      if (!target) throw new Failure(invalidPlaylist);

      const given = tracks ?? (track === undefined ? [] : [track]);
      const items = given.filter((item) => item >= 0 && item < target.count);
      if (items.length === 0) {
        const { count: queueCount } = await context.player.request("player.queue.count", {});
        return { success: false, addedCount: 0, queueCount };
      }
      const entries = items.map((item) => ({ playlist: target.id, item }));
      const { count: queueCount } = await playlistAnswer(player.request("player.queue.append", { entries }));
      return succeeded({ addedCount: entries.length, queueCount });
    }),
});

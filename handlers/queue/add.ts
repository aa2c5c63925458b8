/**
 * `queue.add` (specification, "queue").
 *
 * @module
 */

import * as v from "valibot";
import { index } from "../../host_stdio/shapes.ts";
import { described } from "../documented_schema.ts";
import { defineOperation, Failure } from "../operation.ts";
import { integer, mustBe, optional } from "../params.ts";
import { isAbsent, selectiveParams } from "../selective_params.ts";
import { addedEntries } from "./player_queue.ts";
import { invalidPlaylist } from "./target_playlist.ts";

/** `queue.add`: queues items of a playlist. */
export const add = defineOperation({
  name: "queue.add",
  description: "Queues tracks by their position in a playlist.",
  params: selectiveParams({
    playlist: described(optional(integer), "The playlist's index; the active playlist when left out."),
    tracks: described(
      optional(v.array(integer, mustBe.array)),
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
    context.services.queueTurns.run(context, async (turn) => {
      const { active, playlists } = await context.player.request("player.playlist.list", {});
      const wanted = playlist ?? active;
      const target = playlists.find(({ index }) => index === wanted);
      if (!target) throw new Failure(invalidPlaylist);
      const held = turn.hold(target.index);

      const given = tracks ?? (track === undefined ? [] : [track]);
      const items = given.filter((item) => item >= 0 && item < target.count);
      const { count: before } = await context.player.request("player.queue.count", {});
      if (items.length === 0) return { success: false, addedCount: 0, queueCount: before };

      const { index } = held;
      if (index === undefined) throw new Failure(invalidPlaylist);
      const entries = items.map((item) => ({ playlist: index, item }));
      const { count: queueCount } = await turn.player.request("player.queue.append", { entries });
      const addedCount = addedEntries(before, queueCount, entries.length);
      return { success: addedCount > 0, addedCount, queueCount };
    }),
});

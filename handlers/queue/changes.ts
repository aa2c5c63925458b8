/** Changes of the queue, one at a time, by panels that saw it at different moments. */

import { badAnswer, type Player } from "../../host_stdio/player.ts";
import { ChangeQueue } from "../core/change_queue.ts";
import type { Context } from "../core/context.ts";
import type { Part } from "../core/namespace.ts";
import { playlistAnswer } from "../core/playlists.ts";
import { type EntryIds, queueViews, tellCount, type View, type Views } from "./views.ts";

/** The state of the namespace on one connection. */
export interface QueueState {
  /** The changes of the queue. */
  readonly changes: ChangeQueue;
  /** What the panels saw. */
  readonly views: Views;
}

/** The changes and views of a connection, which the extension `queue` shares. */
export const queueState: Part<QueueState> = {
  name: "queue changes",
  createState: ({ player, part }) => ({ changes: new ChangeQueue(player), views: part(queueViews) }),
};

/**
 * Carries out a change.
 *
 * @param player The player, for actions that change something.
 * @param view What the calling panel sees, to be updated with the answer.
 * @param seen The entries that the panel saw when it made the call; undefined when an index means the queue at the call.
 */
export type QueueChange<Result> = (
  player: Player,
  view: View,
  seen: EntryIds | undefined,
) => Promise<Result>;

/**
 * Carries out a change when all earlier ones have ended.
 *
 * @throws {CancelledError} When the call was cancelled before the change began.
 */
export function changeQueue<Result>(
  context: Context<QueueState>,
  change: QueueChange<Result>,
): Promise<Result> {
  const { changes, views } = context.state;
  const view = views.of(context.panel);
  // An earlier call of the panel may be answered meanwhile, but this one was made before.
  const { ids } = view;
  return changes.run(context, (player) => change(player, view, ids));
}

/**
 * Queues playlist items.
 *
 * @returns How many of them the player has queued, and how many entries are queued now.
 * @throws {Failure} When their playlist no longer exists.
 * @throws {NativeActionError} When the player fails.
 */
export async function appendEntries(
  player: Player,
  view: View,
  items: { playlist: string; item: number }[],
): Promise<{ addedCount: number; queueCount: number }> {
  const action = "player.queue.append";
  const { count, entries } = await playlistAnswer(player.request(action, { entries: items }));
  if (entries.length > items.length) throw badAnswer(action, "more added entries than were given");
  const queueCount = await tellCount(player, count, [view], (ids) => [...ids, ...entries]);
  return { addedCount: entries.length, queueCount };
}

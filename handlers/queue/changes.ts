/**
 * Changes of the queue, one at a time, and what each panel saw of it. An index that a panel gives means that list, not the
 * queue at the moment (decisions.md, "queue"): the player takes entries from the queue whenever it goes on.
 */

import { badAnswer, NativeActionError, type Player } from "../../host_stdio/player.ts";
import { ChangeQueue } from "../core/change_queue.ts";
import type { Context } from "../core/context.ts";
import type { Listeners, Part } from "../core/namespace.ts";
import { playlistAnswer } from "../core/playlists.ts";

/** The largest number of entries that the bridge remembers for one panel. */
const MAX_VIEW_SIZE = 100_000;

/** The ids of queue entries in the order in which a panel saw them. */
export type EntryIds = readonly string[];

/** The queue as one panel saw it. */
export class View {
  #ids: EntryIds | undefined;

  /**
   * The ids of the entries; undefined when the panel has not seen the queue, or saw more than {@linkcode MAX_VIEW_SIZE}
   * entries.
   */
  get ids(): EntryIds | undefined {
    return this.#ids;
  }

  /** Replaces what the panel saw. Called right before the panel is told. */
  show(ids: EntryIds | undefined): void {
    this.#ids = ids && ids.length > MAX_VIEW_SIZE ? undefined : ids;
  }
}

/** The queue as each panel of a connection saw it. */
export class Views implements Listeners {
  readonly #views = new Map<string, View>();

  /** The view of a panel, for the duration of one call. A call without a panel gets one that nobody sees again. */
  of(panel: string | undefined): View {
    const view = (panel === undefined ? undefined : this.#views.get(panel)) ?? new View();
    if (panel !== undefined) this.#views.set(panel, view);
    return view;
  }

  /** Returns the number of entries that all panels are to be told, as {@linkcode tellCount} does. */
  tellAll(player: Player, count: number): Promise<number> {
    return tellCount(player, count, [...this.#views.values()]);
  }

  /** Forgets the panel. A call of it that has not ended yet keeps the view to itself. */
  onPanelClosed(panel: string): void {
    this.#views.delete(panel);
  }
}

/** What the panels of a connection saw of the queue. */
export const queueViews: Part<Views> = {
  name: "queue views",
  createState: () => new Views(),
  listeners: (views) => views,
};

/**
 * Prepares panels for being told how many entries are queued. When one saw another number, others have changed the queue:
 * it sees the queue as it is now. Nothing is changed before that queue is known, because calls that arrive meanwhile
 * still mean what the panel saw before.
 *
 * @param count The number that the player has answered.
 * @param change What the answer itself changes in a view.
 * @returns The number to tell, which is that of the queue that the panels see now.
 */
export async function tellCount(
  player: Player,
  count: number,
  views: readonly View[],
  change: (ids: EntryIds) => EntryIds = (ids) => ids,
): Promise<number> {
  const changed = ({ ids }: View): EntryIds | undefined => ids && change(ids);
  const isOther = views.some((view) => (changed(view)?.length ?? count) !== count);
  const now = isOther ? await idsOf(player) : undefined;
  const told = now?.length ?? count;
  for (const view of views) {
    const ids = changed(view);
    view.show(ids?.length === told ? ids : ids && now);
  }
  return told;
}

/** Returns the ids of the queue; undefined when the player fails: an index then means the list at the call. */
async function idsOf(player: Player): Promise<EntryIds | undefined> {
  try {
    return (await player.request("player.queue.ids", {})).entries;
  } catch (error) {
    if (error instanceof NativeActionError) return undefined;
    throw error;
  }
}

/** The state of the namespace on one connection. */
export interface QueueState {
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

/** Ids for the queue of a player that has none (native-actions.md). */

/** An entry as it was last seen. */
interface Known {
  readonly key: string;
  readonly id: string;
}

/**
 * Gives the entries of a queue ids, by comparing the queue before and after each change. For a player that knows only what
 * is queued, as foobar2000 does.
 *
 * Call {@linkcode QueueTracker.see} after every change of the queue, and before anything is done with ids: two changes
 * that are seen together may be taken for another one.
 *
 * @example
 * ```ts
 * import { QueueTracker } from "../../mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const queue = ["a.flac", "b.flac", "a.flac"];
 * const tracker = new QueueTracker();
 * const [, second, third] = tracker.see(queue);
 * // The player takes the first entry.
 * queue.shift();
 * assertEquals(tracker.see(queue), [second, third]);
 * // "player.queue.remove"
 * for (const at of tracker.remove([second ?? ""])) queue.splice(at, 1);
 * assertEquals(tracker.see(queue), [third]);
 * ```
 */
export class QueueTracker {
  #known: readonly Known[] = [];
  #last = 0;

  /**
   * Compares the queue with what was seen last. Entries that are no longer there lose their ids, new ones get new ids. Of
   * entries with equal keys those at the end are kept, since a player takes the first one when it goes on.
   *
   * @param keys What the player knows of each entry, such as its path and subsong. A key that stays the same while items of
   * playlists move is best.
   * @returns The id of each entry.
   */
  see(keys: readonly string[]): string[] {
    const before = this.#known;
    const now: (Known | undefined)[] = keys.map(() => undefined);
    const shortest = Math.min(before.length, keys.length);
    // A queue that is longer has new entries at its end, a shorter one has lost the first: match the other end first.
    const grown = keys.length > before.length;
    let start = 0;
    let end = 0;
    for (const fromStart of [grown, !grown]) {
      while (start + end < shortest) {
        const from = fromStart ? start : before.length - 1 - end;
        const to = fromStart ? start : keys.length - 1 - end;
        if (before[from]?.key !== keys[to]) break;
        now[to] = before[from];
        if (fromStart) start++;
        else end++;
      }
    }
    // What is left was moved, removed or added.
    const left = keys.slice(start, keys.length - end);
    const places = grouped(left.keys(), (at) => left[at]);
    for (const [key, ones] of grouped(before.slice(start, before.length - end), ({ key }) => key)) {
      const free = places.get(key) ?? [];
      const kept = ones.slice(Math.max(0, ones.length - free.length));
      for (const [nth, one] of kept.entries()) now[start + (free[nth] ?? 0)] = one;
    }
    this.#known = keys.map((key, at) => now[at] ?? { key, id: `queued-${++this.#last}` });
    return this.#known.map(({ id }) => id);
  }

  /**
   * Forgets entries that the player is about to remove.
   *
   * @param ids Their ids. Unknown ones are left out.
   * @returns The indices at which the player has to remove them, the highest first.
   */
  remove(ids: readonly string[]): number[] {
    const gone = new Set(ids);
    const places = [...this.#known.keys()].filter((at) => gone.has(this.#known[at]?.id ?? ""));
    this.#known = this.#known.filter(({ id }) => !gone.has(id));
    return places.reverse();
  }

  /**
   * Puts entries first that the player is about to put first.
   *
   * @param ids Their ids. Unknown ones are left out.
   * @returns The new order of the whole queue: order[new] = old.
   */
  putFirst(ids: readonly string[]): number[] {
    const places = new Map(this.#known.map(({ id }, at) => [id, at]));
    const order = [...new Set([...ids.flatMap((id) => places.get(id) ?? []), ...places.values()])];
    this.#known = order.flatMap((old) => this.#known[old] ?? []);
    return order;
  }
}

function grouped<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

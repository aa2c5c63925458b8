/**
 * Orders of items: order[new] = old.
 *
 * @module
 */

/** Returns a random order. */
export function shuffledOrder(count: number): number[] {
  const order = Array.from({ length: count }, (_, place) => place);
  for (let left = count; left > 1; left--) {
    const chosen = Math.floor(Math.random() * left);
    [order[chosen], order[left - 1]] = [order[left - 1] as number, order[chosen] as number];
  }
  return order;
}

/**
 * Returns the order after items have moved step by step (extensions.md, "playlist").
 *
 * Moved items keep their relative order, so an item stops only at the end, or next to the moved items that have stopped
 * there.
 *
 * @param moved The items that move, in ascending order and without duplicates.
 * @param delta By how many places; negative towards the beginning.
 */
export function movedOrder(moved: readonly number[], delta: number, count: number): number[] {
  const order = Array<number>(count).fill(-1);
  for (const [rank, item] of moved.entries()) {
    const place = delta < 0
      ? Math.max(item + delta, rank)
      : Math.min(item + delta, count - moved.length + rank);
    order[place] = item;
  }
  const isMoved = new Set(moved);
  let next = 0;
  for (let place = 0; place < count; place++) {
    if (order[place] !== -1) continue;
    while (isMoved.has(next)) next++;
    order[place] = next++;
  }
  return order;
}

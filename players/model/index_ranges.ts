/**
 * Selected items of a playlist as ranges of indices: all of 200,000 items are one range.
 *
 * @module
 */

interface Range {
  readonly start: number;
  readonly end: number;
  /** The number of indices in the ranges before this one. */
  readonly before: number;
}

/** An immutable set of indices in ascending order. */
export class IndexRanges {
  /** The empty set. */
  static readonly none: IndexRanges = new IndexRanges([]);

  /** The number of indices. */
  readonly length: number;
  readonly #ranges: readonly Range[];

  private constructor(spans: readonly (readonly [start: number, end: number])[]) {
    const ranges: Range[] = [];
    let before = 0;
    for (const [start, end] of spans) {
      if (end <= start) continue;
      ranges.push({ start, end, before });
      before += end - start;
    }
    this.#ranges = ranges;
    this.length = before;
  }

  /** Returns all indices below a number. */
  static below(count: number): IndexRanges {
    return new IndexRanges([[0, count]]);
  }

  /** Returns a set of indices given in any order, with or without repetitions. */
  static of(indices: Iterable<number>): IndexRanges {
    const spans: [number, number][] = [];
    for (const index of [...new Set(indices)].sort((a, b) => a - b)) {
      const last = spans.at(-1);
      if (last && last[1] === index) last[1]++;
      else spans.push([index, index + 1]);
    }
    return new IndexRanges(spans);
  }

  /**
   * Returns an index by its rank in ascending order.
   *
   * @throws {RangeError} When the rank is negative, or not below `length`.
   */
  at(place: number): number {
    let low = 0;
    let high = this.#ranges.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#ranges[middle]?.before ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    const range = this.#ranges[low];
    const index = range ? range.start + place - range.before : -1;
    if (!range || index < range.start || index >= range.end) throw new RangeError(`No index at ${place}`);
    return index;
  }

  /** The ranges in ascending order. */
  get spans(): readonly { readonly start: number; readonly count: number }[] {
    return this.#ranges.map(({ start, end }) => ({ start, count: end - start }));
  }

  /** Returns the indices below `count` that are not in the set. */
  othersBelow(count: number): IndexRanges {
    const gaps = this.#ranges.map((
      range,
      at,
    ): [number, number] => [this.#ranges[at - 1]?.end ?? 0, range.start]);
    return new IndexRanges([...gaps, [this.#ranges.at(-1)?.end ?? 0, count]]);
  }

  /** Returns the indices of the same items after `count` others were inserted at an index. */
  afterInsertion(at: number, count: number): IndexRanges {
    return new IndexRanges(this.#ranges.flatMap(({ start, end }) => [
      [start, Math.min(end, at)],
      [Math.max(start, at) + count, end + count],
    ]));
  }

  /** Returns the indices of the items that are left after `count` of them were removed from an index on. */
  afterRemoval(from: number, count: number): IndexRanges {
    return new IndexRanges(this.#ranges.flatMap(({ start, end }) => [
      [start, Math.min(end, from)],
      [Math.max(start, from + count) - count, end - count],
    ]));
  }
}

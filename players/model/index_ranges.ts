/**
 * Selected items of a playlist as ranges of indices: 200,000 adjacent items take one range.
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
      const last = ranges.at(-1);
      if (last?.end === start) ranges[ranges.length - 1] = { ...last, end };
      else ranges.push({ start, end, before });
      before += end - start;
    }
    this.#ranges = ranges;
    this.length = before;
  }

  /** Returns `count` indices from `start` on. */
  static from(start: number, count: number): IndexRanges {
    return new IndexRanges([[start, start + count]]);
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
    const range = this.#lastRange(({ before }) => before <= place);
    const index = range ? range.start + place - range.before : -1;
    if (!range || index < range.start || index >= range.end) throw new RangeError(`No index at ${place}`);
    return index;
  }

  /** Returns how many of the indices are below a number. */
  countBelow(index: number): number {
    const range = this.#lastRange(({ start }) => start < index);
    return range ? range.before + Math.min(index, range.end) - range.start : 0;
  }

  /** Finds the last range that passes a test. All ranges before it must pass too. */
  #lastRange(test: (range: Range) => boolean): Range | undefined {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const range = this.#ranges[middle];
      if (range && test(range)) low = middle + 1;
      else high = middle;
    }
    return this.#ranges[low - 1];
  }

  /** The ranges in ascending order. */
  get spans(): readonly { readonly start: number; readonly count: number }[] {
    return this.#ranges.map(({ start, end }) => ({ start, count: end - start }));
  }

  /** Whether another set has the same indices. */
  equals({ spans: others }: IndexRanges): boolean {
    const { spans } = this;
    return spans.length === others.length &&
      spans.every(({ start, count }, at) => start === others[at]?.start && count === others[at].count);
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

  /** Returns the new indices of the remaining items after a removal. `removed` may contain items of this set. */
  afterRemoval(removed: IndexRanges): IndexRanges {
    return new IndexRanges(this.#ranges.map(({ start, end }) => [
      start - removed.countBelow(start),
      end - removed.countBelow(end),
    ]));
  }

  /**
   * Returns the indices of the same items after all were reordered.
   *
   * @param places The new index of each item, by its old index.
   */
  afterReordering(places: readonly number[]): IndexRanges {
    return IndexRanges.of(
      this.#ranges.flatMap(({ start, end }) => places.slice(start, end)),
    );
  }
}

/**
 * Which items of a playlist are selected, kept as ranges: all of 200,000 items are one range.
 *
 * @module
 */

interface Range {
  readonly start: number;
  readonly end: number;
  /** How many indices the ranges before this one hold. */
  readonly before: number;
}

/** A set of indices in ascending order that does not change. */
export class IndexRanges {
  /** No index at all. */
  static readonly none: IndexRanges = new IndexRanges([]);

  /** How many indices there are. */
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

  /**
   * All indices below a number.
   *
   * @param count The number.
   * @returns The indices from 0 on.
   */
  static below(count: number): IndexRanges {
    return new IndexRanges([[0, count]]);
  }

  /**
   * Some indices.
   *
   * @param indices The indices in any order; repeated ones count once.
   * @returns The indices.
   */
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
   * Gives one index.
   *
   * @param place Its place in ascending order, from 0 and below `length`.
   * @returns The index.
   * @throws {RangeError} When there is none at that place.
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

  /** The ranges, in ascending order. */
  get spans(): readonly { readonly start: number; readonly count: number }[] {
    return this.#ranges.map(({ start, end }) => ({ start, count: end - start }));
  }

  /**
   * The indices below a number that are not among these.
   *
   * @param count The number, above all of these indices.
   * @returns The others.
   */
  othersBelow(count: number): IndexRanges {
    const gaps = this.#ranges.map((
      range,
      at,
    ): [number, number] => [this.#ranges[at - 1]?.end ?? 0, range.start]);
    return new IndexRanges([...gaps, [this.#ranges.at(-1)?.end ?? 0, count]]);
  }

  /**
   * The same items after others were put in among them.
   *
   * @param at Where.
   * @param count How many.
   * @returns The items' new indices.
   */
  afterInsertion(at: number, count: number): IndexRanges {
    return new IndexRanges(this.#ranges.flatMap(({ start, end }) => [
      [start, Math.min(end, at)],
      [Math.max(start, at) + count, end + count],
    ]));
  }

  /**
   * The same items after some were taken out.
   *
   * @param from The first one taken out.
   * @param count How many.
   * @returns The new indices of those that are left.
   */
  afterRemoval(from: number, count: number): IndexRanges {
    return new IndexRanges(this.#ranges.flatMap(({ start, end }) => [
      [start, Math.min(end, from)],
      [Math.max(start, from + count) - count, end - count],
    ]));
  }
}

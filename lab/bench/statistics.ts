/**
 * What many noisy measurements come to.
 *
 * @module
 */

/** Measurements of one thing, in the order in which they were made. */
export type Series = readonly number[];

/**
 * The value below which a part of the measurements lies.
 *
 * @param series The measurements.
 * @param part The part, from 0 to 1.
 * @returns One of the measurements; NaN when there is none.
 */
export function quantile(series: Series, part: number): number {
  const sorted = series.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

/**
 * The measurement in the middle.
 *
 * @param series The measurements.
 * @returns The upper one of two; NaN when there is none.
 */
export function median(series: Series): number {
  return quantile(series, 0.5);
}

/**
 * How many times one thing takes as much as another: the median of the ratios of the rounds. What else the machine does
 * changes from round to round, and both sides of a ratio have met the same.
 *
 * @param series Measurements of the one, by rounds.
 * @param base Measurements of the other, in the same rounds.
 * @returns The ratio.
 */
export function ratio(series: Series, base: Series): number {
  return median(series.map((value, round) => value / (base[round] ?? NaN)));
}

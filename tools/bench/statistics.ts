/** Statistics of noisy measurements, and the number of rounds that a benchmark makes. */

import { integerOption, readOptions } from "../support/options.ts";

/** Measurements of one thing, in the order of the rounds. */
export type Series = readonly number[];

/** The quantile of a series at a part from 0 to 1; NaN for an empty series. */
export function quantile(series: Series, part: number): number {
  const sorted = series.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

/** The median, the upper of two middle values; NaN for an empty series. */
export function median(series: Series): number {
  return quantile(series, 0.5);
}

/**
 * The median of the ratios of two series, round by round. Other load of the machine changes between rounds and affects both
 * measurements of a round.
 */
export function ratio(series: Series, base: Series): number {
  return median(series.map((value, round) => value / (base[round] ?? NaN)));
}

/** The value of `--rounds` of this process. */
export function roundsOrDefault(defaultRounds: number): number {
  return readOptions(Deno.args, { rounds: integerOption({ min: 1 }, defaultRounds) })?.rounds ??
    defaultRounds;
}

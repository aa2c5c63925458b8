/** Measurements of several contenders in turns, and their table. */

// deno-lint-ignore-file no-console -- it prints a table

import { integerOption, optionsOrExit } from "../support/options.ts";

/** Measurements of one thing, in the order of the rounds. */
export type Series = readonly number[];

/** The quantile of a series at a part from 0 to 1; NaN for an empty series. */
function quantile(series: Series, part: number): number {
  const sorted = series.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

/** The median, the upper of two middle values. */
export function median(series: Series): number {
  return quantile(series, 0.5);
}

/**
 * The median of the ratios of two series, round by round: other load of the machine changes between rounds and affects both
 * measurements of a round.
 */
export function ratio(series: Series, base: Series): number {
  return median(series.map((value, round) => value / (base[round] ?? NaN)));
}

/** The value of `--rounds` of this process. */
export function roundsOrDefault(defaultRounds: number): number {
  const usage = `Prints a table of measurements; docs/performance.md has those of a quiet machine.

  --rounds=N  how often each is measured (default: ${defaultRounds})
`;
  const options = { rounds: integerOption({ min: 1 }, defaultRounds) };
  return optionsOrExit({ name: "bench", usage, options }).rounds;
}

/** Measurements by row and contender. */
export class Results {
  readonly #rows = new Map<string, Map<string, number[]>>();

  add(row: string, contender: string, value: number | undefined): void {
    if (value === undefined) throw new Error(`${contender} has no value for ${row}`);
    const cells = this.#rows.get(row) ?? new Map<string, number[]>();
    this.#rows.set(row, cells);
    cells.set(contender, [...cells.get(contender) ?? [], value]);
  }

  /**
   * Prints the table: of each contender the least and the median; and in brackets the median of the ratios to the first contender,
   * and the ratio of the least ones.
   */
  print(): void {
    for (const [row, cells] of this.#rows) {
      const [base = []] = cells.values();
      for (const [contender, series] of cells) {
        const [least, middle] = [Math.min(...series), median(series)].map((value) =>
          value.toFixed(2).padStart(10)
        );
        const ratios = series === base
          ? ""
          : ` (${ratio(series, base).toFixed(2)}; least ${
            (Math.min(...series) / Math.min(...base)).toFixed(2)
          })`;
        console.log(`${row.padEnd(46)} ${contender.padEnd(8)}${least} ${middle}${ratios}`);
      }
    }
  }
}

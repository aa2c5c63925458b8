/** Results as Markdown tables, for the terminal and docs/performance.md. */

import { checkAims } from "./aims.ts";
import { names } from "./contenders.ts";
import { type Measure, type MeasureKey, measures, type Results } from "./measures.ts";
import { median, quantile, ratio, type Series } from "./statistics.ts";

/**
 * Formats results, by name of contender.
 *
 * @param facts Lines about the machine and the run.
 */
export function report(results: ReadonlyMap<string, Results>, facts: readonly string[]): string {
  return [
    ...facts.map((fact) => `- ${fact}`),
    "",
    "Medians of the rounds, and in brackets the ratio to the Deno echo, which is the median of the ratios of the rounds:",
    "",
    ...table(results, (measure, series, base) => {
      const value = format(measure, median(series));
      return base === series ? value : `${value} (${ratio(series, base).toFixed(2)})`;
    }),
    "",
    "The best round, and in brackets the range of the middle half of the rounds:",
    "",
    ...table(results, (measure, series) => {
      const best = quantile(series, measure.moreIsBetter ? 1 : 0);
      const half = [quantile(series, 0.25), quantile(series, 0.75)].map((value) => format(measure, value));
      return `${format(measure, best)} (${half.join("–")})`;
    }),
    "",
    "The aims of the bridge, run from source unless a row says bundled:",
    "",
    "| measured | against | aim | measured | |",
    "| --- | --- | --- | --- | --- |",
    ...checkAims(results).map(({ text, to, bound, measured, reached }) =>
      `| ${text} | ${to} | ${bound} | ${measured} | ${reached ? "reached" : "**missed**"} |`
    ),
    "",
  ].join("\n");
}

type Cell = (measure: Measure, series: Series, base: Series) => string;

function table(results: ReadonlyMap<string, Results>, cell: Cell): string[] {
  const contenders = [...results];
  const rows = (Object.keys(measures) as MeasureKey[]).map((key) => {
    const measure: Measure = measures[key];
    const base = results.get(names.deno)?.[key] ?? [];
    const cells = contenders.map(([, result]) => cell(measure, result[key], base));
    return `| ${measure.title}, ${measure.unit} | ${cells.join(" | ")} |`;
  });
  return [
    `| | ${contenders.map(([name]) => name).join(" | ")} |`,
    `| --- |${" ---: |".repeat(contenders.length)}`,
    ...rows,
  ];
}

function format({ scale, digits }: Measure, value: number): string {
  return (value / scale).toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** The aims of the bridge, as ratios within one run. */

import { names } from "./contenders.ts";
import type { MeasureKey, Results } from "./measures.ts";
import { median, ratio } from "./statistics.ts";

interface Aim {
  readonly text: string;
  readonly measure: MeasureKey;
  /** The bridge. */
  readonly of: string;
  /** The contender that it is compared with; undefined for an absolute bound. */
  readonly to?: string;
  /** What is compared: a ratio, a difference in megabytes, or megabytes. */
  readonly as: "times" | "MB more" | "MB";
  readonly bound: number;
  /** Whether the bound is a minimum; a maximum otherwise. */
  readonly atLeast?: true;
}

const { source, bundle } = names;

const aims: readonly Aim[] = [
  { text: "start", measure: "start", of: source, to: names.deno, as: "times", bound: 1.8 },
  { text: "start, bundled", measure: "start", of: bundle, to: names.deno, as: "times", bound: 1.25 },
  { text: "start", measure: "start", of: source, to: names.node, as: "times", bound: 1 / 3 },
  { text: "start, bundled", measure: "start", of: bundle, to: names.node, as: "times", bound: 1 / 3 },
  { text: "round trip, p50", measure: "trip50", of: source, to: names.deno, as: "times", bound: 1.2 },
  {
    text: "with a native action, p50",
    measure: "nested50",
    of: source,
    to: names.deno,
    as: "times",
    bound: 1.2,
  },
  {
    text: "64 in flight",
    measure: "flight",
    of: source,
    to: names.deno,
    as: "times",
    bound: 0.8,
    atLeast: true,
  },
  {
    text: "64 in flight",
    measure: "flight",
    of: source,
    to: names.vscodeNode,
    as: "times",
    bound: 4,
    atLeast: true,
  },
  { text: "20 MB request", measure: "request", of: source, to: names.c, as: "times", bound: 3 },
  { text: "memory at the peak of it", measure: "requestPeak", of: source, as: "MB", bound: 120 },
  {
    text: "1 MB in writes of one byte",
    measure: "dribble",
    of: source,
    to: names.c,
    as: "times",
    bound: 1.3,
  },
  { text: "memory, idle", measure: "idle", of: source, to: names.deno, as: "MB more", bound: 8 },
];

/** An aim with its measurement, as texts. */
export interface Outcome {
  readonly text: string;
  /** The contender that it is compared with; empty for none. */
  readonly to: string;
  readonly bound: string;
  readonly measured: string;
  readonly reached: boolean;
}

/** Compares results, by name of contender, with each aim whose contenders were measured. */
export function checkAims(results: ReadonlyMap<string, Results>): Outcome[] {
  return aims.flatMap(({ text, measure, of, to, as, bound, atLeast }) => {
    const series = results.get(of)?.[measure];
    const base = to === undefined ? [] : results.get(to)?.[measure];
    if (!series || !base) return [];
    let number: number;
    if (as === "times") number = ratio(series, base);
    else number = (median(series) - (as === "MB" ? 0 : median(base))) / 1e6;
    const unit = as === "times" ? "" : ` ${as}`;
    return [{
      text,
      to: to ?? "",
      bound: `${atLeast ? "at least" : "at most"} ${Number(bound.toFixed(2))}${unit}`,
      measured: `${number.toFixed(as === "times" ? 2 : 1)}${unit}`,
      reached: atLeast ? number >= bound : number <= bound,
    }];
  });
}

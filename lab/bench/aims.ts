/**
 * What the bridge aims at, as ratios within one run.
 *
 * @module
 */

import { names } from "./contenders.ts";
import type { MeasureKey, Results } from "./measures.ts";
import { median, ratio } from "./statistics.ts";

/** Something to aim at. */
interface Aim {
  /** What it is, in words. */
  readonly text: string;
  /** What is measured. */
  readonly measure: MeasureKey;
  /** Which bridge. */
  readonly of: string;
  /** What it is compared with; undefined for a bound in itself. */
  readonly to?: string;
  /** Whether the number is a ratio, or how much more the bridge takes in megabytes. */
  readonly as: "times" | "MB more" | "MB";
  /** The bound. */
  readonly bound: number;
  /** Whether the number is to be at least the bound. */
  readonly atLeast?: true;
}

const { source, bundle } = names;

/** The aims. */
const aims: readonly Aim[] = [
  { text: "start", measure: "start", of: source, to: names.deno, as: "times", bound: 1.3 },
  { text: "start, bundled", measure: "start", of: bundle, to: names.deno, as: "times", bound: 1.15 },
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

/** An aim and what came of it. */
export interface Outcome {
  /** What it is, in words. */
  readonly text: string;
  /** What it is compared with; "" for nothing. */
  readonly to: string;
  /** The bound, in words. */
  readonly bound: string;
  /** The number, with its unit. */
  readonly measured: string;
  /** Whether it is reached. */
  readonly reached: boolean;
}

/**
 * Holds results against the aims.
 *
 * @param results The results, by names of contenders.
 * @returns What came of each aim whose sides were measured.
 */
export function judge(results: ReadonlyMap<string, Results>): Outcome[] {
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

/**
 * The parameters of `jitQueue.preloadBatch`, judged in the order that its rules give: the limit before everything, then
 * `urls`, `startIndex`, `replace`.
 *
 * @module
 */

import * as v from "valibot";
import { isPathTooLong } from "../../limits/path_length.ts";
import { batchTooLarge, MAX_PRELOAD_ENTRIES } from "../../limits/preload_batch.ts";
import { described } from "../documented_schema.ts";
import { Failure } from "../operation.ts";
import { boolean, integer, mustBe, params, withDefault } from "../params.ts";
import { checkParams, type RawParams, uncheckedParams } from "../selective_params.ts";

const startIndexParams = params({
  startIndex: described(
    withDefault(integer, 0),
    "Which of the tracks is played, counted without dropped entries.",
  ),
});
const replaceParams = params({
  replace: described(
    withDefault(boolean, true),
    "Whether the shadow playlist is emptied first; otherwise the tracks are appended.",
  ),
});

/** The parameters of `jitQueue.preloadBatch` as a page is to give them; {@linkcode checkBatch} judges them. */
export const preloadParams = uncheckedParams(params({
  // For documents and clients only: entries that are not strings are counted, not refused.
  urls: described(
    v.array(v.string(mustBe.string), mustBe.array),
    `URLs or paths, with or without \`|subsong:N\`; at most ${MAX_PRELOAD_ENTRIES} that are usable. Others are dropped.`,
  ),
  ...startIndexParams.entries,
  ...replaceParams.entries,
}));

/** The texts for a batch that cannot be loaded. */
export const batchErrors = {
  empty: "Empty URL list",
  outOfRange: "startIndex out of range",
} as const;

/** The parameters of a batch that can be loaded. */
export interface Batch {
  /** The surviving entries. */
  readonly entries: readonly string[];
  /** Which of them is played. */
  readonly startIndex: number;
  /** Whether the shadow playlist is emptied first. */
  readonly replace: boolean;
  /** How many entries were dropped. */
  readonly invalidCount: number;
}

/** Judges the parameters of `jitQueue.preloadBatch`. */
export function checkBatch(raw: unknown): Batch {
  const { urls } = raw as RawParams;
  const given: readonly unknown[] = Array.isArray(urls) ? urls : [];
  const entries = given.filter(isValidEntry);
  if (entries.length > MAX_PRELOAD_ENTRIES) throw new Failure(batchTooLarge, {});
  if (entries.length === 0) throw new Failure(batchErrors.empty);
  const { startIndex } = checkParams(startIndexParams, raw);
  if (startIndex < 0 || startIndex >= entries.length) throw new Failure(batchErrors.outOfRange);
  const { replace } = checkParams(replaceParams, raw);
  return { entries, startIndex, replace, invalidCount: given.length - entries.length };
}

function isValidEntry(entry: unknown): entry is string {
  return typeof entry === "string" && entry !== "" && !isPathTooLong(entry);
}

/**
 * The parameters of `jitQueue.preloadBatch`. They are checked in the order of its rules: the limit first, then `urls`,
 * `startIndex`, `replace`.
 *
 * @module
 */

import * as v from "valibot";
import { isPathTooLong } from "../../limits/paths.ts";
import { described } from "../core/documented_schema.ts";
import { Failure } from "../core/operation.ts";
import {
  boolean,
  checkParams,
  integer,
  mustBe,
  params,
  type RawParams,
  uncheckedParams,
  withDefault,
} from "../core/params.ts";
import { batchTooLarge, MAX_PRELOAD_ENTRIES } from "./limits.ts";

const startIndexParams = () =>
  params({
    startIndex: described(
      withDefault(integer, 0),
      "Which of the tracks is played, counted without dropped entries.",
    ),
  });
const replaceParams = () =>
  params({
    replace: described(
      withDefault(boolean, true),
      "Whether the shadow playlist is emptied first; otherwise the tracks are appended.",
    ),
  });

/** The documented parameters of `jitQueue.preloadBatch`; {@linkcode checkBatch} checks them. */
export const preloadParams = () =>
  uncheckedParams(params({
    // Only for documents and clients: entries that are not strings are counted, not refused.
    urls: described(
      v.array(v.string(mustBe.string), mustBe.array),
      `URLs or paths, with or without \`|subsong:N\`; at most ${MAX_PRELOAD_ENTRIES} that are usable. Others are dropped.`,
    ),
    ...startIndexParams().entries,
    ...replaceParams().entries,
  }));

/** The error texts for a batch that cannot be loaded. */
export const batchErrors = {
  empty: "Empty URL list",
  outOfRange: "startIndex out of range",
} as const;

/** The checked parameters of a batch. */
export interface Batch {
  /** The usable entries. */
  readonly entries: readonly string[];
  /** The index of the entry to play. */
  readonly startIndex: number;
  /** Whether to empty the shadow playlist first. */
  readonly replace: boolean;
  /** The number of dropped entries. */
  readonly invalidCount: number;
}

/**
 * Checks the parameters of `jitQueue.preloadBatch`.
 *
 * @throws {Failure} When the batch cannot be loaded.
 */
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

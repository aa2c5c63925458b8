/**
 * Fuzzing in process, watched from outside.
 *
 * @module
 */

import type { FuzzCounts } from "./fuzz_round.ts";
import type { FuzzNews, FuzzOrder } from "./fuzz_worker.ts";
import { BrokenPromise } from "./ledger.ts";

/** How long a round may take, in milliseconds: a hundred times what it takes. */
const PATIENCE_MS = 60_000;

/**
 * Fuzzes for some time.
 *
 * @param order What is to be done.
 * @param onRound Told before each round what was done so far.
 * @returns What was done.
 * @throws {BrokenPromise} When the bridge breaks a promise, crashes or hangs; the message names the seed of the round.
 */
export async function fuzz(order: FuzzOrder, onRound: (counts: FuzzCounts) => void): Promise<FuzzCounts> {
  const worker = new Worker(new URL("fuzz_worker.ts", import.meta.url).href, { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<FuzzCounts>();
  let seed = order.seed;
  const fail = (reason: string): void => reject(new BrokenPromise(`round with seed ${seed}: ${reason}`));
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => fail(`no round has ended for ${PATIENCE_MS} ms`), PATIENCE_MS);
  };
  worker.onmessage = ({ data }: MessageEvent<FuzzNews>) => {
    wait();
    if (data.kind === "done") return resolve(data.counts);
    seed = data.seed;
    if (data.kind === "failed") fail(data.reason);
    else onRound(data.counts);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message);
  };
  wait();
  worker.postMessage(order);
  try {
    return await promise;
  } finally {
    clearTimeout(watchdog);
    worker.terminate();
  }
}

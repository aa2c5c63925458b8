/**
 * Fuzzing in process, in a worker, so that a bridge that loops forever is noticed from outside. This file contains both sides.
 */

import { addCounts, type FuzzCounts, fuzzRound, noCounts } from "./fuzz_round.ts";
import { ContractViolation } from "./response_tracker.ts";

/** Time after which a round counts as hanging, in milliseconds. A usual round takes a hundredth of it. */
const HANGING_MS = 60_000;

/** What the worker does. */
interface Order {
  /** The seed of the first round. Each round has the next number. */
  readonly seed: number;
  /** Frames in a round. */
  readonly frames: number;
  readonly milliseconds: number;
  readonly logDirectory: string;
}

/** What the worker reports. */
type Report =
  | { readonly kind: "round"; readonly seed: number; readonly counts: FuzzCounts }
  | { readonly kind: "failed"; readonly seed: number; readonly reason: string }
  | { readonly kind: "done"; readonly counts: FuzzCounts };

/**
 * Runs rounds of fuzzing for some time.
 *
 * @param onRound Called before each round.
 * @throws {ContractViolation} When the bridge fails or hangs; the message has the seed of the round.
 */
export async function fuzz(order: Order, onRound: (counts: FuzzCounts) => void): Promise<FuzzCounts> {
  const worker = new Worker(import.meta.url, { type: "module", name: WORKER });
  const { promise, resolve, reject } = Promise.withResolvers<FuzzCounts>();
  let seed = order.seed;
  const fail = (reason: string): void => reject(new ContractViolation(`round with seed ${seed}: ${reason}`));
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const restartWatchdog = (): void => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => fail(`the round does not end within ${HANGING_MS} ms`), HANGING_MS);
  };
  worker.onmessage = ({ data }: MessageEvent<Report>) => {
    restartWatchdog();
    if (data.kind === "done") return resolve(data.counts);
    seed = data.seed;
    if (data.kind === "failed") fail(data.reason);
    else onRound(data.counts);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message);
  };
  restartWatchdog();
  worker.postMessage(order);
  try {
    return await promise;
  } finally {
    clearTimeout(watchdog);
    worker.terminate();
  }
}

/** The name of the worker, by which this module recognizes that it runs in the worker. */
const WORKER = "fuzz";

const scope = globalThis as unknown as {
  readonly name?: string;
  onmessage: ((event: MessageEvent<Order>) => void) | null;
  postMessage(report: Report): void;
};

if (scope.name === WORKER) scope.onmessage = ({ data }) => void runRounds(data);

async function runRounds({ seed: first, frames, milliseconds, logDirectory }: Order): Promise<void> {
  const counts = noCounts();
  const end = performance.now() + milliseconds;
  for (let seed = first; seed === first || performance.now() < end; seed++) {
    scope.postMessage({ kind: "round", seed, counts });
    try {
      addCounts(counts, await fuzzRound(seed, frames, logDirectory));
    } catch (error) {
      const reason = error instanceof Error ? error.stack ?? error.message : String(error);
      return scope.postMessage({ kind: "failed", seed, reason });
    }
  }
  scope.postMessage({ kind: "done", counts });
}

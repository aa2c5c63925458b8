/**
 * Fuzzing in a worker, so that a bridge that hangs for good can be told from outside. It is sent one {@linkcode FuzzOrder}
 * and sends {@linkcode FuzzNews}.
 *
 * @module
 */

import { addCounts, type FuzzCounts, fuzzRound, noCounts } from "./fuzz_round.ts";

/** What is to be done. */
export interface FuzzOrder {
  /** The seed of the first round; each further one has the next number. */
  readonly seed: number;
  /** Frames of each round. */
  readonly frames: number;
  readonly milliseconds: number;
  readonly logDirectory: string;
}

/** How it goes. */
export type FuzzNews =
  | { readonly kind: "round"; readonly seed: number; readonly counts: FuzzCounts }
  | { readonly kind: "failed"; readonly seed: number; readonly reason: string }
  | { readonly kind: "done"; readonly counts: FuzzCounts };

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<FuzzOrder>) => void) | null;
  postMessage(news: FuzzNews): void;
};

scope.onmessage = ({ data }) => void fuzz(data);

async function fuzz({ seed: first, frames, milliseconds, logDirectory }: FuzzOrder): Promise<void> {
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

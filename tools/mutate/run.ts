/** Tries mutations one at a time, and finds the fixtures that notice them. */

import { Candidates, type Reach } from "./candidates.ts";
import type { LinkedTree } from "./linked_tree.ts";
import type { Mutation } from "./mutation.ts";
import { ReplayWorker } from "./replay_worker.ts";
import type { Noticed } from "./worker.ts";

/** The result for one mutation. */
export interface Verdict {
  readonly mutation: Mutation;
  /** How it was noticed; undefined when it survived. */
  readonly noticed: Noticed | undefined;
  /** Number of fixtures that run the code, or that could notice it when it runs while the bridge is loaded. */
  readonly reaching: number;
}

/** A fixture fails with the unbroken bridge. */
export class FixtureFails extends Error {
  override name = "FixtureFails";
}

export interface RunOptions {
  readonly tree: LinkedTree;
  /** Paths. */
  readonly fixtures: readonly string[];
  /** The mutations to try, in the order of their files. */
  readonly mutations: readonly Mutation[];
  readonly workers: number;
  readonly onProgress?: (text: string) => void;
}

/**
 * Tries mutations and yields the verdicts of each file, in the order of the files.
 *
 * @throws {FixtureFails} When a fixture fails with the unbroken bridge.
 */
export async function* tryMutations(options: RunOptions): AsyncGenerator<readonly Verdict[]> {
  const { tree, fixtures, mutations, onProgress = () => {} } = options;
  const workers = Array.from(
    { length: options.workers },
    () => new ReplayWorker({ kind: "begin", script: tree.script, fixtures }),
  );
  try {
    const reach = await reachOf(fixtures, workers, onProgress);
    const files = [...Map.groupBy(mutations, ({ file }) => file)];
    const verdicts = files.map(() => Promise.withResolvers<readonly Verdict[]>());
    let done = 0;
    const waiting = files.entries();
    const work = Promise.all(workers.map(async (worker) => {
      // All workers share the iterator; each takes the next file.
      for (const [index, [file, own]] of waiting) {
        const candidates = new Candidates(file, fixtures, reach, tree.mutations);
        const found: Verdict[] = [];
        for (const mutation of own) {
          found.push(await tryMutation(mutation, candidates, worker));
          onProgress(`${++done} of ${mutations.length} mutations`);
        }
        verdicts[index]?.resolve(found);
      }
    }));
    for (const { promise } of verdicts) yield await Promise.race([promise, work.then(() => promise)]);
    await work;
  } finally {
    for (const worker of workers) worker.end();
  }
}

async function tryMutation(
  mutation: Mutation,
  candidates: Candidates,
  worker: ReplayWorker,
): Promise<Verdict> {
  const indices = candidates.for(mutation);
  const noticed = indices.length === 0 ? undefined : await worker.tryOut(mutation.id, indices);
  if (noticed?.fixture !== undefined) candidates.noticed(noticed.fixture);
  return { mutation, noticed, reaching: indices.length };
}

/** Finds the mutations whose code each fixture runs. */
async function reachOf(
  fixtures: readonly string[],
  workers: readonly ReplayWorker[],
  onProgress: (text: string) => void,
): Promise<Reach> {
  const atLoad = new Set<number>();
  const byFixture = fixtures.map(() => new Set<number>());
  const waiting = fixtures.entries();
  let done = 0;
  await Promise.all(workers.map(async (worker) => {
    for (const [index, path] of waiting) {
      const news = await worker.reach(index);
      if (news.headline !== undefined) {
        throw new FixtureFails(`${path} fails with the unbroken bridge: ${news.headline}`);
      }
      for (const id of news.atLoad) atLoad.add(id);
      byFixture[index] = new Set(news.later);
      onProgress(`${++done} of ${fixtures.length} fixtures`);
    }
  }));
  return { atLoad, byFixture };
}

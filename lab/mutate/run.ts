/**
 * Breaks the bridge in every way, one at a time, and sees which fixtures notice.
 *
 * @module
 */

import { Candidates, type Reach } from "./candidates.ts";
import { Hand } from "./crew.ts";
import type { LinkedTree } from "./linked_tree.ts";
import type { Mutation } from "./mutation.ts";
import type { Noticed } from "./worker.ts";

/** What became of a mutation. */
export interface Verdict {
  readonly mutation: Mutation;
  /** How it was noticed; undefined when nobody noticed. */
  readonly noticed: Noticed | undefined;
  /** How many fixtures run the code; all, when it runs as the bridge is loaded. */
  readonly reaching: number;
}

/** A fixture does not hold even against the whole bridge. */
export class FixtureFails extends Error {
  override name = "FixtureFails";
}

/** What a run is made of. */
export interface RunOptions {
  readonly tree: LinkedTree;
  /** The fixtures' paths. */
  readonly fixtures: readonly string[];
  /** The mutations to try, in the order of their files. */
  readonly mutations: readonly Mutation[];
  /** How many workers. */
  readonly hands: number;
  /** Is told how far it is. */
  readonly onProgress?: (text: string) => void;
}

/**
 * Tries mutations.
 *
 * @param options What and with whom.
 * @returns The verdicts of each file, files in order.
 * @throws {FixtureFails} When a fixture does not hold against the whole bridge.
 */
export async function* tryMutations(options: RunOptions): AsyncGenerator<readonly Verdict[]> {
  const { tree, fixtures, mutations, onProgress = () => {} } = options;
  const hands = Array.from(
    { length: options.hands },
    () => new Hand({ kind: "begin", script: tree.script, fixtures }),
  );
  try {
    const reach = await reachOf(fixtures, hands, onProgress);
    const files = [...Map.groupBy(mutations, ({ file }) => file)];
    const verdicts = files.map(() => Promise.withResolvers<readonly Verdict[]>());
    let done = 0;
    const waiting = files.entries();
    const work = Promise.all(hands.map(async (hand) => {
      // All hands take from the same iterator, each the next file.
      for (const [index, [file, own]] of waiting) {
        const candidates = new Candidates(file, fixtures, reach, tree.mutations);
        const found: Verdict[] = [];
        for (const mutation of own) {
          found.push(await judged(mutation, candidates, hand));
          onProgress(`${++done} of ${mutations.length} mutations`);
        }
        verdicts[index]?.resolve(found);
      }
    }));
    for (const { promise } of verdicts) yield await Promise.race([promise, work.then(() => promise)]);
    await work;
  } finally {
    for (const hand of hands) hand.end();
  }
}

async function judged(mutation: Mutation, candidates: Candidates, hand: Hand): Promise<Verdict> {
  const indices = candidates.for(mutation);
  const noticed = indices.length === 0 ? undefined : await hand.tryOut(mutation.id, indices);
  if (noticed?.fixture !== undefined) candidates.noticed(noticed.fixture);
  return { mutation, noticed, reaching: indices.length };
}

/** What each fixture reaches of the bridge as it is. */
async function reachOf(
  fixtures: readonly string[],
  hands: readonly Hand[],
  onProgress: (text: string) => void,
): Promise<Reach> {
  const atLoad = new Set<number>();
  const byFixture = fixtures.map(() => new Set<number>());
  const waiting = fixtures.entries();
  let done = 0;
  await Promise.all(hands.map(async (hand) => {
    for (const [index, path] of waiting) {
      const news = await hand.reach(index);
      if (news.headline !== undefined) {
        throw new FixtureFails(`${path} does not hold against the bridge as it is: ${news.headline}`);
      }
      for (const id of news.atLoad) atLoad.add(id);
      byFixture[index] = new Set(news.later);
      onProgress(`${++done} of ${fixtures.length} fixtures`);
    }
  }));
  return { atLoad, byFixture };
}

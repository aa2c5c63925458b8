/**
 * Replays fixtures against broken bridges, in a worker, so that one that hangs for good can be ended from outside.
 *
 * @module
 */

import { inProcess } from "../../tools/fixtures/in_process_bridge.ts";
import {
  inLogDirectory,
  LOG_DIRECTORY_PREFIX,
  readFixtures,
  replayAgainst,
} from "../../tools/fixtures/replay.ts";
import type { Fixture } from "../../tools/fixtures/fixture.ts";
import { dirname } from "@std/path";
import { bridgeOf, type LinkedScript, loadTree } from "./load.ts";
import { Undertakings } from "./quiet.ts";

/** What is to be done. */
export type Order =
  /** Comes first, and is not answered. */
  | { readonly kind: "begin"; readonly script: string; readonly fixtures: readonly string[] }
  /** Replays a fixture against the bridge as it is. */
  | { readonly kind: "reach"; readonly fixture: number }
  /** Replays fixtures against a broken bridge, one after the other, until one notices. */
  | { readonly kind: "try"; readonly mutation: number; readonly fixtures: readonly number[] };

/** What came of it. */
export type News =
  | {
    readonly kind: "reached";
    /** Why the fixture does not hold; undefined when it does. */
    readonly headline: string | undefined;
    /** Mutations whose code runs when the bridge is loaded. */
    readonly atLoad: readonly number[];
    /** Mutations whose code runs afterwards. */
    readonly later: readonly number[];
  }
  | { readonly kind: "tried"; readonly noticed: Noticed | undefined }
  /** The worker itself is at its end. */
  | { readonly kind: "failed"; readonly reason: string };

/** How a mutation was noticed. */
export interface Noticed {
  /** The fixture; undefined when the bridge could not even be loaded, or did not come back. */
  readonly fixture: number | undefined;
  /** What was different, in a sentence. */
  readonly headline: string;
}

/** The patience is not needed: it is known when nothing more can happen. */
const NO_PATIENCE = 0;

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<Order>) => void) | null;
  postMessage(news: News): void;
};

let script: LinkedScript = {};
let fixtures: readonly Fixture[] = [];
/** What the paths begin with that a broken bridge may touch. */
let allowed = "";
/** Orders are carried out one after the other. */
let before: Promise<void> = Promise.resolve();

// What a bridge that was left in the middle still does wrong is no news: somebody has noticed, or the replay has reported it.
for (const name of ["unhandledrejection", "error"]) {
  globalThis.addEventListener(name, (event) => event.preventDefault());
}

scope.onmessage = ({ data }) => {
  before = before.then(() => carryOut(data)).catch((error) =>
    scope.postMessage({
      kind: "failed",
      reason: error instanceof Error ? error.stack ?? error.message : String(error),
    })
  );
};

async function carryOut(order: Order): Promise<void> {
  switch (order.kind) {
    case "begin":
      script = await imported(order.script);
      allowed = await logDirectories();
      ({ fixtures } = await readFixtures(order.fixtures));
      return;
    case "reach":
      return scope.postMessage(await reach(order.fixture));
    case "try":
      return scope.postMessage({ kind: "tried", noticed: await tryOut(order.mutation, order.fixtures) });
  }
}

async function imported(text: string): Promise<LinkedScript> {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return (await import(url) as { default: LinkedScript }).default;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The beginning of the paths of all log directories that fixtures are replayed in. */
async function logDirectories(): Promise<string> {
  return await inLogDirectory(
    { files: new Map() },
    ({ logDirectory }) => Promise.resolve(`${dirname(logDirectory)}/${LOG_DIRECTORY_PREFIX}`),
  );
}

async function reach(index: number): Promise<News> {
  const atLoad = new Set<number>();
  const later = new Set<number>();
  let reached = atLoad;
  const undertakings = new Undertakings(allowed);
  const onReached = (mutation: number) => void reached.add(mutation);
  const modules = bridgeOf(loadTree(script, { mutation: undefined, onReached, undertakings }));
  reached = later;
  const start = inProcess(modules, undertakings.wait, undertakings.watched);
  const [difference] = await replayAgainst(fixtureAt(index), start, NO_PATIENCE);
  return { kind: "reached", headline: difference?.headline, atLoad: [...atLoad], later: [...later] };
}

async function tryOut(mutation: number, indices: readonly number[]): Promise<Noticed | undefined> {
  const undertakings = new Undertakings(allowed);
  let start: ReturnType<typeof inProcess>;
  try {
    start = inProcess(
      bridgeOf(loadTree(script, { mutation, undertakings })),
      undertakings.wait,
      undertakings.watched,
    );
  } catch (error) {
    return { fixture: undefined, headline: `the bridge cannot be loaded: ${error}` };
  }
  for (const fixture of indices) {
    try {
      const [difference] = await replayAgainst(fixtureAt(fixture), start, NO_PATIENCE);
      if (difference) return { fixture, headline: difference.headline };
    } catch (error) {
      // Whatever a broken bridge throws where a whole one does not is a difference.
      return { fixture, headline: `the replay fails: ${error}` };
    }
  }
  return undefined;
}

function fixtureAt(index: number): Fixture {
  const fixture = fixtures[index];
  if (!fixture) throw new RangeError(`there is no fixture ${index}`);
  return fixture;
}

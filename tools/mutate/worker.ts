/** Replays fixtures against broken bridges in a worker, which can be terminated when a bridge hangs. */

import { dirname } from "@std/path";
import type { Fixture } from "../fixtures/fixture.ts";
import { inProcess } from "../fixtures/in_process_bridge.ts";
import { inLogDirectory, LOG_DIRECTORY_PREFIX, readFixtures, replayAgainst } from "../fixtures/replay.ts";
import { bridgeOf, type LinkedScript, loadTree } from "./load.ts";
import { PendingOperations } from "./pending_operations.ts";

/** An order for the worker. */
export type Order =
  /** The first order, without a report. */
  | { readonly kind: "begin"; readonly script: string; readonly fixtures: readonly string[] }
  /** Replays a fixture against the unbroken bridge. */
  | { readonly kind: "reach"; readonly fixture: number }
  /** Replays fixtures against a broken bridge until one notices. */
  | { readonly kind: "try"; readonly mutation: number; readonly fixtures: readonly number[] };

/** The worker's report. */
export type News =
  | {
    readonly kind: "reached";
    /** Why the fixture fails; undefined when it passes. */
    readonly headline: string | undefined;
    /** Mutations whose code runs when the bridge is loaded. */
    readonly atLoad: readonly number[];
    /** Mutations whose code runs afterwards. */
    readonly later: readonly number[];
  }
  | { readonly kind: "tried"; readonly noticed: Noticed | undefined }
  /** The worker has failed. */
  | { readonly kind: "failed"; readonly reason: string };

/** How a mutation was noticed. */
export interface Noticed {
  /** The fixture; undefined when the bridge could not be loaded, or did not end. */
  readonly fixture: number | undefined;
  /** The difference. */
  readonly headline: string;
}

/** Replays do not use the timeout: waits end when the bridge is idle. */
const NO_TIMEOUT = 0;

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<Order>) => void) | null;
  postMessage(news: News): void;
};

let script: LinkedScript = {};
let fixtures: readonly Fixture[] = [];
/** The prefix of all paths that a broken bridge may touch. */
let allowed = "";
/** Settles when the previous order is done. */
let before: Promise<void> = Promise.resolve();

// Ignore later errors of a bridge whose replay has ended: its mutation is noticed, or the replay has reported them.
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

/** The prefix of the paths of all log directories of replays. */
async function logDirectories(): Promise<string> {
  return await inLogDirectory(
    { files: {} },
    ({ logDirectory }) => Promise.resolve(`${dirname(logDirectory)}/${LOG_DIRECTORY_PREFIX}`),
  );
}

async function reach(index: number): Promise<News> {
  const atLoad = new Set<number>();
  const later = new Set<number>();
  let reached = atLoad;
  const operations = new PendingOperations(allowed);
  const onReached = (mutation: number) => void reached.add(mutation);
  const modules = bridgeOf(loadTree(script, { mutation: undefined, onReached, operations }));
  reached = later;
  const start = inProcess(modules, operations.wait, operations.watched);
  const [difference] = await replayAgainst(fixtureAt(index), start, NO_TIMEOUT);
  return { kind: "reached", headline: difference?.headline, atLoad: [...atLoad], later: [...later] };
}

async function tryOut(mutation: number, indices: readonly number[]): Promise<Noticed | undefined> {
  const operations = new PendingOperations(allowed);
  let start: ReturnType<typeof inProcess>;
  try {
    start = inProcess(
      bridgeOf(loadTree(script, { mutation, operations })),
      operations.wait,
      operations.watched,
    );
  } catch (error) {
    return { fixture: undefined, headline: `the bridge cannot be loaded: ${error}` };
  }
  for (const fixture of indices) {
    try {
      const [difference] = await replayAgainst(fixtureAt(fixture), start, NO_TIMEOUT);
      if (difference) return { fixture, headline: difference.headline };
    } catch (error) {
      // The unbroken bridge throws nothing.
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

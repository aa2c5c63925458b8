/**
 * How time and memory grow with the size of messages: each case runs at four sizes, each twice the one before. It fails
 * when they grow faster than linearly, or other panels wait too long.
 */

import { rpcErrors } from "../../../host_stdio/errors.ts";
import { frameOf, joined, requestFrame, resultFrame } from "../../../tools/support/frames.ts";
import { canTell, factsOf } from "../../../tools/support/process_facts.ts";
import { waitFor } from "../../support/deadline.ts";
import { BridgeChild } from "./bridge_child.ts";
import { ContractViolation } from "./response_tracker.ts";

/** The cost of one size. */
interface Cost {
  readonly ms: number;
  /** Peak memory of the bridge, in bytes; NaN when this machine does not report it. */
  readonly peak: number;
}

/** Messages of growing size. */
export interface GrowthCase {
  readonly name: string;
  /** The largest size; the others are a half, a quarter and an eighth of it. */
  readonly largest: number;
  /** The limit of peak memory at the largest size, in bytes. */
  readonly maxPeak: number;
  /** The frames of one size, and how many responses they get. */
  load(size: number): { readonly frames: Uint8Array; readonly answers: number };
  /** The result of a native action. A case without this function does not answer any. */
  answer?(method: string): unknown;
}

const MB = 1e6;
/** Maximum ratio of the times at eight times the size. A quadratic case has 64. */
const MAX_RATIO = 24;
/** Shorter times count as this many milliseconds, because they are noise. */
const LEAST_MS = 100;
/** The longest wait of a call of another panel, in milliseconds. */
const MAX_WAIT_MS = 250;

export const cases: readonly GrowthCase[] = [
  {
    name: "test.echo of zeros",
    largest: 15_000_000,
    maxPeak: 1500 * MB,
    load: (size) => ({ frames: requestFrame(1, "test.echo", { message: zeros(size) }), answers: 1 }),
  },
  {
    name: "menu.getMainMenu of a path of slashes",
    largest: 60_000_000,
    maxPeak: 1000 * MB,
    load: (size) => ({ frames: requestFrame(1, "menu.getMainMenu", { root: "/".repeat(size) }), answers: 1 }),
    answer: (method) => method === "player.menu.build" ? { nodes: [] } : undefined,
  },
  {
    name: "pending calls with 1 MiB of distinct keys",
    largest: 64,
    maxPeak: 500 * MB,
    load: (size) => ({
      frames: joined(
        ...Array.from({ length: size }, (_, call) => requestFrame(call, "clipboard.read", keysOf(call))),
      ),
      answers: size,
    }),
    // Calls stay pending until the input ends; it cancels them.
  },
  {
    name: "jitQueue calls behind one that waits",
    largest: 65_000,
    maxPeak: 500 * MB,
    load: (size) => ({
      frames: joined(
        ...Array.from(
          { length: size },
          (_, id) => requestFrame(id, "jitQueue.playNow", { trackId: `${id}`, url: `http://a/${id}` }),
        ),
      ),
      answers: size,
    }),
  },
  {
    name: "queue.add of zeros",
    largest: 33_000_000,
    maxPeak: 1500 * MB,
    load: (size) => ({
      frames: requestFrame(1, "queue.add", { playlist: 0, tracks: zeros(size) }),
      answers: 1,
    }),
    answer: (method) =>
      method === "player.playlist.list"
        ? { active: "a", playlists: [{ id: "a", name: "a", count: 1, locked: false }] }
        : method.startsWith("player.queue.")
        ? { count: 0 }
        : undefined,
  },
];

/**
 * Runs a case at four sizes.
 *
 * @throws {ContractViolation} When it is too slow, or needs too much memory.
 */
export async function grow(growth: GrowthCase, directory: string): Promise<void> {
  const costs: Cost[] = [];
  for (const part of [8, 4, 2, 1]) {
    costs.push(await costOf(growth, Math.floor(growth.largest / part), directory));
  }
  const words = costs.map(({ ms, peak }) => `${Math.round(ms)} ms ${Math.round(peak / MB)} MB`).join(", ");
  const [least, , , most] = costs;
  if (!least || !most) throw new Error("a case has four sizes");
  const ratio = most.ms / Math.max(least.ms, LEAST_MS);
  if (ratio > MAX_RATIO) {
    throw new ContractViolation(`${words}: ${ratio.toFixed(1)} times for 8 times as much`);
  }
  if (most.peak > growth.maxPeak) {
    throw new ContractViolation(`${words}: more than ${growth.maxPeak / MB} MB`);
  }
}

/**
 * Calls test.ping while a long result is written.
 *
 * @throws {ContractViolation} When a call waits too long.
 */
export async function callBeside(directory: string): Promise<void> {
  // The first call waits until the message is parsed, which cannot be interrupted.
  const [, ...others] = await waitsOfOthers(directory);
  const longest = Math.max(...others);
  if (longest > MAX_WAIT_MS) {
    throw new ContractViolation(`of ${others.length} calls one waited ${Math.round(longest)} ms`);
  }
}

async function costOf({ load, answer }: GrowthCase, size: number, directory: string): Promise<Cost> {
  const all = Promise.withResolvers<void>();
  const handled = Promise.withResolvers<void>();
  const { frames, answers } = load(size);
  // Ended input cancels actions that are not answered. A ping before tells when all calls wait.
  const isCancelled = !answer && answers > 1;
  const expected = answers + (isCancelled ? 2 : 1);
  let answered = 0;
  let peak = NaN;
  let begun = performance.now();
  const child = new BridgeChild({
    directory,
    onBody: (body) => {
      // Results may be long: read their beginning only.
      const [, id = "", method] = /^\{"jsonrpc":"2.0","id":(\d+)(?:,"method":"([^"]*)")?/.exec(body) ?? [];
      if (method === undefined) {
        if (isCancelled && id === `${answers}`) handled.resolve();
        return void (++answered === expected && all.resolve());
      }
      const result = answer?.(method);
      if (result !== undefined) void child.send(resultFrame(Number(id), result));
      else if (answer) void child.send(unsupportedFrame(Number(id)));
    },
  });
  try {
    // Wait for the start, so that it is not counted.
    await child.send(requestFrame(0, "test.ping", {}));
    await waitFor("the first answer", () => answered > 0);
    begun = performance.now();
    await child.send(frames);
    const readPeak = async () => void (canTell && (peak = (await factsOf(child.process.pid)).peak));
    if (isCancelled) {
      await child.send(requestFrame(answers, "test.ping", {}));
      await Promise.race([handled.promise, child.outputEnded]);
      // The bridge ends with its last answer.
      await readPeak();
      await child.endInput();
    }
    await Promise.race([all.promise, child.outputEnded]);
    if (answered < expected) {
      throw new ContractViolation(`the bridge has exited after ${answered - 1} responses: ${child.stderr}`);
    }
    const ms = performance.now() - begun;
    if (!isCancelled) await readPeak();
    return { ms, peak };
  } finally {
    await child.dispose();
  }
}

/** How long each call of another panel waits while a long result is written, in milliseconds. */
async function waitsOfOthers(directory: string): Promise<number[]> {
  let pinged: () => void = () => {};
  let isWritten = false;
  const child = new BridgeChild({
    directory,
    onBody: (body) => body.startsWith('{"jsonrpc":"2.0","id":1,') ? void (isWritten = true) : pinged(),
  });
  try {
    await child.send(requestFrame(1, "test.echo", { message: zeros(15_000_000) }));
    const waits: number[] = [];
    while (!isWritten) {
      const begun = performance.now();
      const { promise, resolve } = Promise.withResolvers<void>();
      pinged = resolve;
      await child.send(requestFrame(2, "test.ping", {}, "p2"));
      await promise;
      // A response after the long one waits until the player has read that.
      if (!isWritten) waits.push(performance.now() - begun);
    }
    return waits;
  } finally {
    await child.dispose();
  }
}

function unsupportedFrame(id: number): Uint8Array {
  const { code, message } = rpcErrors.methodNotFound;
  return frameOf({ jsonrpc: "2.0", id, error: { code, message } });
}

function zeros(count: number): number[] {
  return new Array(count).fill(0);
}

/** An object of 1 MiB of JSON with keys that no other call has. */
function keysOf(call: number): Record<string, number> {
  return Object.fromEntries(
    Array.from({ length: 100_000 }, (_, key) => [(call * 100_000 + key).toString(36), 0]),
  );
}

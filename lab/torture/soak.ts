/**
 * An hour's traffic: mixed operations of several panels, a user at the player, events, plugins that come and go, panels
 * that open and close. What the bridge holds must not grow: memory, open files, threads, timers.
 *
 * @module
 */

import { BridgeClient, BridgeError } from "../../client/bridge_client.ts";
import { bridgeArguments } from "../../client/spawn_bridge.ts";
import { sinkOf, sourceOf } from "../../client/streams.ts";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { ManualClock } from "../../tools/fixtures/manual_clock.ts";
import { SeededRandom } from "../../tools/support/random.ts";
import { validCall } from "./corpus.ts";
import { BrokenPromise } from "./ledger.ts";
import { canTell, factsOf, type ProcessFacts, slopeOf } from "./process_facts.ts";

/** How a soak is done. */
export interface SoakOptions {
  /** How long, in milliseconds; or how many calls, whichever comes first. */
  readonly milliseconds: number;
  /** The most calls. */
  readonly calls: number;
  /** What the traffic comes from. */
  readonly seed: number;
  /** The bridge's working directory. */
  readonly directory: string;
  /** Told how far it is, now and then. */
  readonly onProgress?: (calls: number) => void;
}

/** What a soak has shown. */
export interface SoakReport {
  readonly calls: number;
  readonly events: number;
  /** The bridge at equal distances, from the end of the first quarter on, when everything is warm. */
  readonly samples: readonly ProcessFacts[];
  /** How memory rises, in bytes for each 1,000 calls; NaN where the machine does not tell. */
  readonly slope: number;
}

/** Traffic at which a panel, a user and music keep a bridge busy: calls in an hour, some ten a second. */
export const CALLS_OF_AN_HOUR = 36_000;
const SAMPLES = 40;
/** Calls that are under way together. */
const IN_FLIGHT = 8;
/** What would fill the disk or keep the traffic waiting. */
const leftOut = new Set(["bridge.unregisterPlugin"]);

/**
 * Soaks a bridge.
 *
 * @param options See {@linkcode SoakOptions}.
 * @returns What it has shown.
 * @throws {BrokenPromise} When the bridge answers a defect, or has ended.
 */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { milliseconds, calls: most, seed, directory, onProgress } = options;
  const chance = new SeededRandom(seed);
  const clock = new ManualClock();
  const player = new ReferencePlayer({ clock });
  let events = 0;
  const process = new Deno.Command(Deno.execPath(), {
    args: bridgeArguments(["--log-level=error", "--action-timeout-ms=500"]),
    cwd: directory,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stderr = new Response(process.stderr).text();
  const client = new BridgeClient({
    source: sourceOf(process.stdout),
    sink: sinkOf(process.stdin),
    actions: player.actions,
    observer: { onEvent: () => events++ },
  });
  player.onSignal((signal) => client.signal(signal));

  const began = performance.now();
  const sampled: (ProcessFacts & { calls: number })[] = [];
  let calls = 0;
  let nextSample = 0;
  const end = (): boolean => calls >= most || performance.now() - began >= milliseconds;
  const share = (): number => Math.max(calls / most, (performance.now() - began) / milliseconds);

  const traffic = async (): Promise<void> => {
    while (!end()) {
      calls++;
      await oneCall(client, chance);
      if (chance.happens(0.1)) act(player, clock, chance);
      if (chance.happens(0.01)) client.notify("bridge.panelClosed", { panel: `panel ${chance.below(50)}` });
      if (share() < nextSample / SAMPLES) continue;
      nextSample++;
      onProgress?.(calls);
      if (canTell) sampled.push({ ...await factsOf(process.pid), calls });
    }
  };
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, traffic));
  } finally {
    player.close();
    await client.close();
  }
  const [{ code }, said] = await Promise.all([process.status, stderr]);
  if (code !== 0 || said.includes("a defect of the bridge")) {
    throw new BrokenPromise(`the bridge has ended with ${code} and said: ${said.slice(0, 2000)}`);
  }
  const samples = sampled.filter((sample) => sample.calls >= calls / 4);
  return {
    calls,
    events,
    samples,
    slope: samples.length < 2 ? NaN : slopeOf(samples.map((sample) => [sample.calls / 1000, sample.memory])),
  };
}

async function oneCall(client: BridgeClient, chance: SeededRandom): Promise<void> {
  const call = validCall(chance);
  if (leftOut.has(call.method)) return;
  // Files do not grow without end, so that reading them always costs the same.
  const params = call.method === "log.write" && chance.happens(0.05)
    ? { ...call.params, append: false }
    : call.params;
  const panel = call.panel === undefined ? undefined : `panel ${chance.below(50)}`;
  try {
    await client.invoke(call.method, params, { panel });
  } catch (error) {
    // Refusals are part of the traffic, a defect is not.
    if (!(error instanceof BridgeError)) throw error;
    if (error.code === -32603) throw new BrokenPromise(`${call.method} has met a defect of the bridge`);
  }
}

/** The user does something, and time passes. */
function act({ user }: ReferencePlayer, clock: ManualClock, chance: SeededRandom): void {
  clock.advance(chance.pick([100, 1000, 20_000]));
  const deeds = [
    () => user.play(0, chance.below(5)),
    () => user.next(),
    () => user.stop(),
    () => user.selectItems([chance.below(5)]),
    () => user.selectItems("all"),
    () => user.activatePlaylist(0),
  ];
  try {
    chance.pick(deeds)();
  } catch {
    // What is not there, or is locked, cannot be done.
  }
}

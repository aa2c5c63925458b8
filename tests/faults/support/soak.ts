/**
 * Mixed traffic: operations of several panels, user actions, events, plugins and panels that open and close. Memory, open
 * files and threads of the bridge must not grow.
 */

import type { BridgeClient } from "../../../clients/typescript/bridge_client.ts";
import { BridgeError } from "../../../clients/typescript/errors.ts";
import { spawnBridge } from "../../../clients/typescript/spawn_bridge.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { ManualClock } from "../../../tools/support/manual_clock.ts";
import { canTell, factsOf, type ProcessFacts } from "../../../tools/support/process_facts.ts";
import { SeededRandom } from "../../../tools/support/random.ts";
import { validCall } from "./corpus.ts";
import { ContractViolation } from "./response_tracker.ts";

/** Settings of a soak. It ends after the time or after the calls. */
export interface SoakOptions {
  readonly milliseconds: number;
  readonly calls: number;
  readonly seed: number;
  readonly directory: string;
}

/** The result of a soak. */
export interface SoakReport {
  readonly calls: number;
  readonly events: number;
  /** The bridge at equal intervals, without the first quarter, in which it warms up. */
  readonly samples: readonly ProcessFacts[];
  /** The growth of memory, in bytes per 1,000 calls; NaN when this machine does not report it. */
  readonly slope: number;
}

/** Number of calls in an hour of heavy use: ten per second. */
export const CALLS_OF_AN_HOUR = 36_000;
const SAMPLES = 40;
/** Number of calls pending at a time. */
const IN_FLIGHT = 8;
/** Methods that would make later calls fail. */
const excluded = new Set(["bridge.unregisterPlugin"]);

/**
 * Runs the traffic.
 *
 * @throws {ContractViolation} When the bridge answers with an internal error, or exits.
 */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { milliseconds, calls: most, seed, directory } = options;
  const random = new SeededRandom(seed);
  const clock = new ManualClock();
  const player = new ReferencePlayer({ clock });
  let events = 0;
  const bridge = spawnBridge({
    directory,
    flags: ["--log-level=error", "--action-timeout-ms=500"],
    actions: player.actions,
    observer: { onEvent: () => events++ },
  });
  player.onSignal((signal) => bridge.signal(signal));
  const invoke = bridge.invoke.bind(bridge) as BridgeClient["invoke"];

  const began = performance.now();
  const sampled: (ProcessFacts & { calls: number })[] = [];
  let calls = 0;
  let nextSample = 0;
  const end = (): boolean => calls >= most || performance.now() - began >= milliseconds;
  const share = (): number => Math.max(calls / most, (performance.now() - began) / milliseconds);

  const traffic = async (): Promise<void> => {
    while (!end()) {
      calls++;
      await callOnce(invoke, random);
      if (random.happens(0.1)) actAsUser(player, clock, random);
      if (random.happens(0.01)) bridge.panelClosed(`panel ${random.below(50)}`);
      if (share() < nextSample / SAMPLES) continue;
      nextSample++;
      if (canTell) sampled.push({ ...await factsOf(bridge.process.pid), calls });
    }
  };
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, traffic));
  } finally {
    player.close();
    await bridge.close();
  }
  const [{ code }, stderr] = await Promise.all([bridge.status, bridge.diagnostics]);
  if (code !== 0 || stderr.includes("a defect of the bridge")) {
    throw new ContractViolation(`the bridge has exited with ${code}: ${stderr.slice(0, 2000)}`);
  }
  const samples = sampled.filter((sample) => sample.calls >= calls / 4);
  return {
    calls,
    events,
    samples,
    slope: samples.length < 2 ? NaN : slopeOf(samples.map((sample) => [sample.calls / 1000, sample.memory])),
  };
}

async function callOnce(invoke: BridgeClient["invoke"], random: SeededRandom): Promise<void> {
  const call = validCall(random);
  if (excluded.has(call.method)) return;
  // Sometimes overwrite the file, so that it stays small and reading it costs the same.
  const params = call.method === "log.write" && random.happens(0.05)
    ? { ...call.params, append: false }
    : call.params;
  const panel = call.panel === undefined ? undefined : `panel ${random.below(50)}`;
  try {
    await invoke(call.method, params, { panel });
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    if (error.code === -32603) {
      throw new ContractViolation(`${call.method} was answered with an internal error`);
    }
  }
}

/** Advances the clock and performs a random user action. */
function actAsUser({ user }: ReferencePlayer, clock: ManualClock, random: SeededRandom): void {
  clock.advance(random.pick([100, 1000, 20_000]));
  const actions = [
    () => user.play(0, random.below(5)),
    () => user.next(),
    () => user.stop(),
    () => user.selectItems([random.below(5)]),
    () => user.selectItems("all"),
    () => user.activatePlaylist(0),
  ];
  try {
    random.pick(actions)();
  } catch {
    // The track or playlist does not exist, or is locked.
  }
}

/** The slope of the straight line that fits some points best (least squares). */
function slopeOf(points: readonly (readonly [time: number, value: number])[]): number {
  const count = points.length;
  const meanTime = points.reduce((sum, [time]) => sum + time, 0) / count;
  const meanValue = points.reduce((sum, [, value]) => sum + value, 0) / count;
  let above = 0;
  let below = 0;
  for (const [time, value] of points) {
    above += (time - meanTime) * (value - meanValue);
    below += (time - meanTime) ** 2;
  }
  return below === 0 ? 0 : above / below;
}

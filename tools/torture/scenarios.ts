/** The scenarios of the torture run. */

import {
  fillDisk,
  linkDirectory,
  mountSmallDisk,
  protectDisk,
  removeDirectory,
  swapFile,
} from "./disk_faults.ts";
import { fuzz } from "./fuzz.ts";
import { addCounts, type FuzzCounts, noCounts } from "./fuzz_round.ts";
import { grow } from "./growth.ts";
import { killPlayer, killPoints, recordExchange } from "./killed_player.ts";
import {
  fillWithCalls,
  floodWithEvents,
  type LoadReport,
  neverRead,
  openPanels,
  writeBeforeReading,
} from "./load.ts";
import { killBridge, shareLog } from "./log_faults.ts";
import { canTell } from "./process_facts.ts";
import { processRound } from "./process_round.ts";
import { ContractViolation } from "./response_tracker.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";
import { CALLS_OF_AN_HOUR, soak } from "./soak.ts";

const MIB = 1024 * 1024;
const ROUND_FRAMES = 250;
const PROCESS_ROUND_FRAMES = 2000;
/** Maximum time from the player's end to the bridge's exit, in milliseconds. */
const MAX_ORPHANED_MS = 1000;
/** Maximum growth of memory in an hour's calls, in bytes: the engine's own fluctuation. */
const MAX_RISE = 8 * MIB;

/** All scenarios, in the order of their run. */
export const scenarios: readonly Scenario[] = [
  {
    name: "fuzz",
    description: "Random and corrupted frames to a bridge in process, with a player that answers at random.",
    weight: 40,
    async run(context) {
      const counts = await fuzz({
        seed: context.seed,
        frames: ROUND_FRAMES,
        milliseconds: context.timeLeft(),
        logDirectory: await context.directory(),
      }, (counts) => context.progress(summaryOf(counts)));
      return summaryOf(counts);
    },
  },
  {
    name: "process",
    description: "The same with bridge processes.",
    weight: 15,
    async run(context) {
      const counts = noCounts();
      for (const round of context.rounds()) {
        const seed = context.seed + round;
        try {
          addCounts(counts, await processRound(seed, PROCESS_ROUND_FRAMES, await context.directory()));
        } catch (error) {
          throw named(error, `round with seed ${seed}`);
        }
        context.progress(summaryOf(counts));
      }
      return summaryOf(counts);
    },
  },
  {
    name: "player-killed",
    description: "SIGKILL of the player at every point of a recorded exchange.",
    weight: 10,
    async run(context) {
      if (!canTell) return "skipped: this machine does not report whether a process runs";
      const exchange = await recordExchange(await context.directory());
      const points = shuffled(killPoints(exchange), context.random);
      let longest = 0;
      let killed = 0;
      for (const point of points) {
        if (killed > 0 && context.timeLeft() === 0) break;
        longest = Math.max(longest, await killPlayer(exchange, point, await context.directory()));
        if (longest > MAX_ORPHANED_MS) {
          throw new ContractViolation(`the bridge exited after ${Math.round(longest)} ms`);
        }
        context.progress(`${++killed} of ${points.length} points`);
      }
      return `killed at ${killed} of ${points.length} points, the bridge exited within ${
        Math.ceil(longest)
      } ms`;
    },
  },
  {
    name: "bridge-killed",
    description: "SIGKILL of the bridge during 10,000 log writes: no answered line is lost or torn.",
    weight: 6,
    async run(context) {
      let killed = 0;
      let answered = 0;
      for (const round of context.rounds()) {
        const death = {
          lines: 10_000,
          afterResponses: context.random.integer(1, 9990),
          inFlight: context.random.pick([1, 10, 1000, 10_000]),
        };
        answered += await killBridge(death, await context.directory());
        killed = round + 1;
        context.progress(`${killed} bridges killed`);
      }
      return `${killed} bridges killed, all ${answered} answered lines are in the files`;
    },
  },
  {
    name: "shared-log",
    description: "Several bridges that write to one log file.",
    weight: 4,
    async run(context) {
      let files = 0;
      for (const round of context.rounds()) {
        await shareLog(2 + round % 3, 2000, await context.directory());
        files = round + 1;
        context.progress(`${files} files shared`);
      }
      return `${files} files shared, no line lost or torn`;
    },
  },
  {
    name: "disk",
    description: "A full, read-only, removed and replaced log directory, files swapped for links.",
    weight: 5,
    run: failDisks,
  },
  {
    name: "load",
    description: "Players that do not read, 500 MB of input, 1,000 panels, 70,000 calls, 300,000 events.",
    weight: 10,
    run: applyLoads,
  },
  {
    name: "growth",
    description: "Messages of doubling size: time, memory, and how long other calls wait.",
    weight: 10,
    run: async (context) => await grow(await context.directory(), (text) => context.progress(text)),
  },
  {
    name: "soak",
    description: "Mixed traffic: memory, open files and threads do not grow.",
    weight: 10,
    async run(context) {
      const { calls, events, samples, slope } = await soak({
        milliseconds: Math.max(context.timeLeft(), 5000),
        calls: Infinity,
        seed: context.seed,
        directory: await context.directory(),
        onProgress: (calls) => context.progress(`${calls} calls`),
      });
      const [first, last] = [samples[0], samples.at(-1)];
      const done = `${calls} calls (${
        (calls / CALLS_OF_AN_HOUR).toFixed(1)
      } hours of traffic), ${events} events`;
      if (!first || !last) return `${done}; this machine does not report the facts of a process`;
      // The slope of less than two hours is noise.
      if (calls >= CALLS_OF_AN_HOUR * 2 && slope * (CALLS_OF_AN_HOUR / 1000) > MAX_RISE) {
        throw new ContractViolation(`memory rises by ${kibibytes(slope)} for each 1,000 calls`);
      }
      if (last.handles > first.handles + 8) {
        throw new ContractViolation(`open files rise from ${first.handles} to ${last.handles}`);
      }
      return `${done}; memory ${megabytes(first.memory)} to ${megabytes(last.memory)}, ` +
        `slope ${kibibytes(slope)} for each 1,000 calls; open files ${first.handles} to ${last.handles}, ` +
        `threads ${first.threads} to ${last.threads}`;
    },
  },
];

async function failDisks(context: ScenarioContext): Promise<string> {
  let times = 0;
  let refused = 0;
  let skipped = "";
  for (const round of context.rounds()) {
    const disk = await mountSmallDisk((64 + 64 * (round % 8)) * 1024);
    if (typeof disk === "string") skipped = `; skipped full and read-only disks: ${disk}`;
    else {
      try {
        await fillDisk(disk);
        await protectDisk(disk);
      } finally {
        await disk.unmount();
      }
    }
    await removeDirectory(await context.directory());
    await linkDirectory(await context.directory());
    refused += await swapFile(await context.directory(), 500);
    times = round + 1;
    context.progress(`${times} times`);
  }
  return `${times} times each; ${
    times * 500
  } files swapped for links, ${refused} operations refused${skipped}`;
}

async function applyLoads(context: ScenarioContext): Promise<string> {
  const loads: Readonly<Record<string, (directory: string) => Promise<LoadReport>>> = {
    "500 MB before reading": (directory) => writeBeforeReading(500, directory),
    "never reading": (directory) => neverRead(200_000, 16 * MIB, directory),
    "1,000 panels": (directory) => openPanels(1000, directory),
    "10,000 calls in flight": (directory) => fillWithCalls(10_000, directory),
    "70,000 calls in flight": (directory) => fillWithCalls(70_000, directory),
    "300,000 events": (directory) => floodWithEvents(300_000, MIB, directory),
  };
  const peaks = new Map<string, LoadReport>();
  let times = 0;
  for (const round of context.rounds()) {
    times = round + 1;
    for (const [name, load] of Object.entries(loads)) {
      context.progress(name);
      try {
        const report = await load(await context.directory());
        if (!(report.peak < (peaks.get(name)?.peak ?? 0))) peaks.set(name, report);
      } catch (error) {
        throw named(error, name);
      }
    }
  }
  const summaries = [...peaks].map(([name, { answered, refused, peak }]) =>
    `${name}: ${answered} answered, ${refused} refused, at most ${megabytes(peak)}`
  );
  return `${times} times each; ${summaries.join("; ")}`;
}

function summaryOf({ rounds, frames, responses, actions, events, refusals }: FuzzCounts): string {
  return `${rounds} rounds, ${frames} frames sent, ${responses} responses, ${actions} native actions, ` +
    `${events} events, ${refusals} calls refused`;
}

function named(error: unknown, name: string): Error {
  const reason = error instanceof Error ? error.stack ?? error.message : String(error);
  return new ContractViolation(`${name}: ${reason}`);
}

function shuffled<Value>(values: readonly Value[], random: ScenarioContext["random"]): Value[] {
  const rest = [...values];
  const order: Value[] = [];
  while (rest.length > 0) order.push(...rest.splice(random.below(rest.length), 1));
  return order;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}

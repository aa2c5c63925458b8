/**
 * All kinds of torture.
 *
 * @module
 */

import { SeededRandom } from "../../tools/support/random.ts";
import { fillDisk, linkDirectory, protectDisk, removeDirectory, swapFile } from "./disk_faults.ts";
import { fuzz } from "./fuzz.ts";
import { addCounts, type FuzzCounts, noCounts } from "./fuzz_round.ts";
import { grow } from "./growth.ts";
import { killBridge } from "./killed_bridge.ts";
import { deathPoints, killPlayer } from "./killed_player.ts";
import { BrokenPromise } from "./ledger.ts";
import {
  fillWithCalls,
  floodWithEvents,
  type LoadReport,
  neverRead,
  openPanels,
  writeBeforeReading,
} from "./load.ts";
import { canTell } from "./process_facts.ts";
import { processRound } from "./process_round.ts";
import { recordExchange } from "./recorded_exchange.ts";
import type { Rack, Scenario } from "./scenario.ts";
import { shareLog } from "./shared_log.ts";
import { mountSmallDisk } from "./small_disk.ts";
import { CALLS_OF_AN_HOUR, soak } from "./soak.ts";

const MIB = 1024 * 1024;
const ROUND_FRAMES = 250;
const PROCESS_ROUND_FRAMES = 2000;
/** How long a bridge may live on without its player, in milliseconds. */
const MAX_ORPHANED_MS = 1000;
/**
 * By how much memory may rise over an hour's calls once everything is warm, in bytes: what lies below is the engine's
 * own coming and going.
 */
const MAX_RISE = 8 * MIB;

/** Every scenario, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  {
    name: "fuzz",
    description:
      "Mutated and generated frames at a bridge in process, with a player that answers as it pleases.",
    weight: 40,
    async run(rack) {
      const counts = await fuzz({
        seed: rack.seed,
        frames: ROUND_FRAMES,
        milliseconds: rack.timeLeft(),
        logDirectory: await rack.directory(),
      }, (counts) => rack.progress(described(counts)));
      return described(counts);
    },
  },
  {
    name: "process",
    description: "The same at real bridge processes.",
    weight: 15,
    async run(rack) {
      const counts = noCounts();
      for (let round = 0; round === 0 || rack.hasTime(); round++) {
        const seed = rack.seed + round;
        try {
          addCounts(counts, await processRound(seed, PROCESS_ROUND_FRAMES, await rack.directory()));
        } catch (error) {
          throw named(error, `round with seed ${seed}`);
        }
        rack.progress(described(counts));
      }
      return described(counts);
    },
  },
  {
    name: "player-killed",
    description: "SIGKILL of the player at every point of a recorded exchange.",
    weight: 10,
    async run(rack) {
      if (!canTell) return "skipped: this machine does not tell whether a process runs";
      const exchange = await recordExchange(await rack.directory());
      const chance = new SeededRandom(rack.seed);
      const points = shuffled(deathPoints(exchange), chance);
      let longest = 0;
      let killed = 0;
      for (const point of points) {
        if (killed > 0 && !rack.hasTime()) break;
        longest = Math.max(longest, await killPlayer(exchange, point, await rack.directory()));
        if (longest > MAX_ORPHANED_MS) {
          throw new BrokenPromise(`the bridge lived on for ${Math.round(longest)} ms`);
        }
        rack.progress(`${++killed} of ${points.length} points`);
      }
      return `killed at ${killed} of ${points.length} points, the bridge ended within ${
        Math.ceil(longest)
      } ms`;
    },
  },
  {
    name: "bridge-killed",
    description: "SIGKILL of the bridge during 10,000 log writes: every answered line is in the file, whole.",
    weight: 6,
    async run(rack) {
      const chance = new SeededRandom(rack.seed);
      let killed = 0;
      let answered = 0;
      for (; killed === 0 || rack.hasTime(); killed++) {
        const death = {
          lines: 10_000,
          afterAnswers: 1 + chance.below(9990),
          inFlight: chance.pick([1, 10, 1000, 10_000]),
        };
        answered += await killBridge(death, await rack.directory());
        rack.progress(`${killed + 1} bridges killed`);
      }
      return `${killed} bridges killed, all of ${answered} answered lines are there`;
    },
  },
  {
    name: "shared-log",
    description: "Several bridges that write into one log file.",
    weight: 4,
    async run(rack) {
      let times = 0;
      for (; times === 0 || rack.hasTime(); times++) {
        await shareLog(2 + times % 3, 2000, await rack.directory());
        rack.progress(`${times + 1} files shared`);
      }
      return `${times} files shared, no line lost or torn`;
    },
  },
  {
    name: "disk",
    description: "A full, read-only, removed and replaced log directory, files swapped for links.",
    weight: 5,
    run: torturedDisk,
  },
  {
    name: "load",
    description: "Players that do not read or write without end, 1,000 panels, 70,000 calls, 300,000 events.",
    weight: 10,
    run: underLoad,
  },
  {
    name: "growth",
    description: "Messages of four sizes, each twice the one before: time, memory and the wait of others.",
    weight: 10,
    run: async (rack) => await grow(await rack.directory(), (text) => rack.progress(text)),
  },
  {
    name: "soak",
    description: "Hours of mixed traffic: memory, files and threads stay flat.",
    weight: 10,
    async run(rack) {
      const { calls, events, samples, slope } = await soak({
        milliseconds: Math.max(rack.timeLeft(), 5000),
        calls: Infinity,
        seed: rack.seed,
        directory: await rack.directory(),
        onProgress: (calls) => rack.progress(`${calls} calls`),
      });
      const [first, last] = [samples[0], samples.at(-1)];
      const done = `${calls} calls (${
        (calls / CALLS_OF_AN_HOUR).toFixed(1)
      } hours' traffic), ${events} events`;
      if (!first || !last) return `${done}; this machine does not tell what a process holds`;
      // Less than an hour's calls say nothing about a slope.
      if (calls >= CALLS_OF_AN_HOUR * 2 && slope * (CALLS_OF_AN_HOUR / 1000) > MAX_RISE) {
        throw new BrokenPromise(`memory rises by ${kibibytes(slope)} for each 1,000 calls`);
      }
      if (last.handles > first.handles + 8) {
        throw new BrokenPromise(`open files rise from ${first.handles} to ${last.handles}`);
      }
      return `${done}; memory ${megabytes(first.memory)} to ${megabytes(last.memory)}, ` +
        `slope ${kibibytes(slope)} for each 1,000 calls; open files ${first.handles} to ${last.handles}, ` +
        `threads ${first.threads} to ${last.threads}`;
    },
  },
];

async function torturedDisk(rack: Rack): Promise<string> {
  let times = 0;
  let refused = 0;
  let small = "";
  for (; times === 0 || rack.hasTime(); times++) {
    const disk = await mountSmallDisk((64 + 64 * (times % 8)) * 1024);
    if (typeof disk === "string") small = `; no full and no read-only disk: ${disk}`;
    else {
      try {
        await fillDisk(disk);
        await protectDisk(disk);
      } finally {
        await disk.unmount();
      }
    }
    await removeDirectory(await rack.directory());
    await linkDirectory(await rack.directory());
    refused += await swapFile(await rack.directory(), 500);
    rack.progress(`${times + 1} times`);
  }
  return `${times} times each; ${times * 500} files swapped for links, ${refused} operations refused${small}`;
}

async function underLoad(rack: Rack): Promise<string> {
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
  for (; times === 0 || rack.hasTime(); times++) {
    for (const [name, load] of Object.entries(loads)) {
      rack.progress(name);
      try {
        const report = await load(await rack.directory());
        if (!(report.peak < (peaks.get(name)?.peak ?? 0))) peaks.set(name, report);
      } catch (error) {
        throw named(error, name);
      }
    }
  }
  const told = [...peaks].map(([name, { answered, refused, peak }]) =>
    `${name}: ${answered} answered, ${refused} refused, at most ${megabytes(peak)}`
  );
  return `${times} times each; ${told.join("; ")}`;
}

function described({ rounds, frames, answers, actions, events, refusals }: FuzzCounts): string {
  return `${rounds} rounds, ${frames} frames sent, ${answers} answers, ${actions} native actions, ` +
    `${events} events, ${refusals} refused as too many`;
}

function named(error: unknown, name: string): Error {
  const reason = error instanceof Error ? error.stack ?? error.message : String(error);
  return new BrokenPromise(`${name}: ${reason}`);
}

function shuffled<Value>(values: readonly Value[], chance: SeededRandom): Value[] {
  const rest = [...values];
  const order: Value[] = [];
  while (rest.length > 0) order.push(...rest.splice(chance.below(rest.length), 1));
  return order;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}

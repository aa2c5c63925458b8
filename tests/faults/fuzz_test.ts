import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { whyLong } from "../support/test_all.ts";
import { addCounts, fuzzRound, noCounts } from "./support/fuzz_round.ts";
import { processRound } from "./support/process_round.ts";

setDeadline(whyLong("faults", "") === undefined ? 3_600_000 : 120_000);

// The same rounds in every run; `deno task long faults` runs many more, each time others, and a failure names its seed.
const isLong = whyLong("faults", "") === undefined;
const seeds = fc.nat();
const settings = (numRuns: number, many: number): fc.Parameters<[number]> =>
  isLong ? { numRuns: many } : { numRuns, seed: 1 };

/** Rounds with responses that have more levels than allowed. */
const deepResponses: [number][] = [[440688996], [440689664]];

Deno.test("a bridge answers every readable request of thousands of fuzzed frames once, and then a normal call", () =>
  inDirectory(async (directory) => {
    const counts = noCounts();
    const round = async (seed: number) => addCounts(counts, await fuzzRound(seed, 200, directory));
    await fc.assert(fc.asyncProperty(seeds, round), { ...settings(16, 3000), examples: deepResponses });
    assert(counts.rounds >= 16);
    // Fuzzed frames without any effect would test nothing.
    assert(counts.frames >= counts.rounds * 200 && counts.responses > counts.frames / 4);
    assert(counts.actions > counts.rounds * 30);
  }));

Deno.test("a bridge process answers every readable request of fuzzed frames once, and ends", () =>
  inDirectory(async (directory) => {
    const round = async (seed: number) => {
      const counts = await processRound(seed, 400, directory);
      assertEquals(counts.rounds, 1);
      assert(counts.responses > 100 && counts.actions > 50);
    };
    await fc.assert(fc.asyncProperty(seeds, round), settings(1, 50));
  }));

import { assert, assertEquals } from "@std/assert";
import { addCounts, fuzzRound, noCounts } from "../../tools/torture/fuzz_round.ts";
import { processRound } from "../../tools/torture/process_round.ts";
import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";

setDeadline(120_000);

// `deno task --cwd tools torture` runs the same rounds with other seeds, for any duration.

Deno.test("a bridge answers every readable request of thousands of fuzzed frames once, and then a normal call", () =>
  inDirectory(async (directory) => {
    const counts = noCounts();
    for (let seed = 1; seed <= 16; seed++) addCounts(counts, await fuzzRound(seed, 200, directory));
    assertEquals(counts.rounds, 16);
    // Fuzzed frames without any effect would test nothing.
    assert(counts.frames >= 16 * 200 && counts.responses > counts.frames / 4 && counts.actions > 500);
  }));

Deno.test("a bridge process answers every readable request of fuzzed frames once, and ends", () =>
  inDirectory(async (directory) => {
    const counts = await processRound(1, 400, directory);
    assert(counts.responses > 100 && counts.actions > 50);
  }));

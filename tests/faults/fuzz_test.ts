import { assert } from "@std/assert";
import * as fc from "fast-check";
import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { whyLong } from "../support/test_all.ts";
import { addCounts, fuzzRound, noCounts, type Round } from "./support/fuzz_round.ts";
import { processRound } from "./support/process_round.ts";

setDeadline(whyLong("faults", "") === undefined ? 3_600_000 : 120_000);

// The same rounds in every run; `deno task long faults` runs many more, each time others.
const isLong = whyLong("faults", "") === undefined;
/** Until then, fast-check leaves out frames of a failed round as long as it fails. */
const shrinking = { interruptAfterTimeLimit: isLong ? 3_300_000 : 100_000 };
const seed = fc.nat({ max: 2 ** 31 - 1 });
const round: fc.Arbitrary<Round> = fc.record({
  seed,
  frames: fc.noBias(fc.array(seed, { minLength: 1, maxLength: 800, size: "max" })),
});

/** Frames that are responses with more levels than allowed, among others. */
const deepFrames = [18032, 35397, 58004];
const deepResponses: Round = {
  seed: 1,
  frames: Array.from({ length: 200 }, (_, at) => deepFrames[at % 15] ?? at),
};

/** Plays rounds, and checks that their frames had effects: otherwise they would test nothing. */
async function assertNoViolation(play: typeof fuzzRound, parameters: fc.Parameters<[Round]>): Promise<void> {
  const counts = noCounts();
  let sent = 0;
  await inDirectory((directory) =>
    fc.assert(
      fc.asyncProperty(round, async (round) => {
        sent += round.frames.length;
        addCounts(counts, await play(round, directory));
      }),
      { ...isLong ? {} : { seed: 1 }, ...parameters },
    )
  );
  assert(counts.rounds >= Number(parameters.numRuns) && sent > counts.rounds * 100, JSON.stringify(counts));
  assert(counts.frames >= sent && counts.responses > counts.frames / 4, JSON.stringify(counts));
  assert(counts.actions > counts.rounds * 30, JSON.stringify(counts));
}

Deno.test("a bridge answers every readable request of thousands of fuzzed frames once, and then a normal call", () =>
  assertNoViolation(fuzzRound, { ...shrinking, numRuns: isLong ? 3000 : 16, examples: [[deepResponses]] }));

Deno.test("a bridge process answers every readable request of fuzzed frames once, and ends", () =>
  // A process that hangs is noticed after a minute, too late to try smaller rounds.
  assertNoViolation(processRound, { endOnFailure: true, numRuns: isLong ? 50 : 1 }));

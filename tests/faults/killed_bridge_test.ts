import { assert } from "@std/assert";
import * as fc from "fast-check";
import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { testUnless, whyLong } from "../support/test_all.ts";
import { killBridge } from "./support/log_faults.ts";

setDeadline(600_000);

for (
  const [afterResponses, inFlight] of [[1, 10_000], [4000, 10_000], [5000, 100], [300, 1]] as const
) {
  const name = `after ${afterResponses} of 10,000 log writes, ${inFlight} at once`;
  Deno.test(`a bridge killed ${name}, leaves every answered line in the file, whole`, () =>
    inDirectory(async (directory) => {
      const answered = await killBridge({ lines: 10_000, afterResponses, inFlight }, directory);
      assert(answered >= afterResponses && answered < 10_000);
    }));
}

const why = whyLong("faults", "it kills many bridges");

testUnless(why, "a bridge killed anywhere leaves every answered line whole", async () => {
  const deaths = fc.record({
    lines: fc.constant(10_000),
    afterResponses: fc.integer({ min: 1, max: 9990 }),
    inFlight: fc.constantFrom(1, 10, 1000, 10_000),
  });
  const kill = (death: Parameters<typeof killBridge>[0]) =>
    inDirectory(async (directory) => void await killBridge(death, directory));
  await fc.assert(fc.asyncProperty(deaths, kill), { numRuns: 30 });
});

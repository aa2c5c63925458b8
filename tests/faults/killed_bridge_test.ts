import { assert } from "@std/assert";
import { killBridge } from "../../tools/torture/log_faults.ts";
import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";

setDeadline(120_000);

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

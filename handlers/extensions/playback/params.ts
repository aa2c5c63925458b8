/** Parameters of the extension `playback`. */

import * as v from "valibot";
import { isAbsent, mustBe } from "../../core/params.ts";

/**
 * A finite number. JSON has no infinite numbers, but a number such as 1e999 is parsed as one.
 *
 * @param missing The error text for a missing value or null.
 */
export function number(missing: string = mustBe.number): v.GenericSchema<number> {
  return v.pipe(
    v.number(({ input }) => isAbsent(input) ? missing : mustBe.number),
    v.check((value) => Number.isFinite(value), mustBe.number),
  );
}

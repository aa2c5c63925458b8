/**
 * Parameters of the extension `playback`.
 *
 * @module
 */

import * as v from "valibot";
import { isAbsent } from "../../core/params.ts";

const mustBeNumber = "$ must be a number";

/**
 * A number. JSON has no infinite ones, but a number such as 1e999 is read as one.
 *
 * @param missing The error text for a missing value or null.
 */
export function number(missing: string = mustBeNumber): v.GenericSchema<number> {
  return v.pipe(
    v.number(({ input }) => isAbsent(input) ? missing : mustBeNumber),
    v.check((value) => Number.isFinite(value), mustBeNumber),
  );
}

/**
 * Namespace `test`: diagnostics (specification, "test").
 *
 * @module
 */

import * as v from "valibot";
import { anyParams, defineOperation, noParams, succeeded } from "./operation.ts";

const echo = defineOperation({
  name: "test.echo",
  description: "Echoes the request.",
  params: anyParams,
  result: v.strictObject({ success: v.literal(true), echo: v.unknown(), input: v.unknown() }),
  handle: (input) => succeeded({ echo: Object.hasOwn(input, "message") ? input["message"] : input, input }),
});

const ping = defineOperation({
  name: "test.ping",
  description: "Answers with the time, to show that the bridge lives.",
  params: noParams,
  result: v.strictObject({ pong: v.boolean(), timestamp: v.pipe(v.number(), v.safeInteger()) }),
  failure: "error",
  handle: (_params, { clock }) => ({ pong: true, timestamp: Math.floor(clock.now() / 1000) }),
});

/** The operations of the namespace `test`. */
export const testOperations = [echo, ping] as const;

/** Namespace `test`: diagnostics (specification, "test"). */

import * as v from "valibot";
import { described, documentation } from "../core/documented_schema.ts";
import { defineNamespace, stateless } from "../core/namespace.ts";
import { anyParams, defineOperation, noParams, succeeded } from "../core/operation.ts";

const echoParams = () =>
  v.looseObject({
    message: described(v.optional(v.unknown()), "The value to echo; all parameters when omitted."),
  });

const echo = defineOperation({
  name: "test.echo",
  description: "Echoes the request.",
  params: () => v.pipe(anyParams(), documentation(echoParams())),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      echo: described(v.unknown(), "`message` when it was given, null included; otherwise all parameters."),
      input: described(v.unknown(), "All parameters."),
    }),
  handle: (input) => succeeded({ echo: Object.hasOwn(input, "message") ? input["message"] : input, input }),
});

const ping = defineOperation({
  name: "test.ping",
  description: "Returns the time, to show that the bridge is running.",
  params: noParams,
  result: () =>
    v.strictObject({
      pong: v.boolean(),
      timestamp: described(v.pipe(v.number(), v.safeInteger()), "Unix time in whole seconds."),
    }),
  failure: "error",
  handle: (_params, { clock }) => ({ pong: true, timestamp: Math.floor(clock.now() / 1000) }),
});

export const test = defineNamespace({
  name: "test",
  operations: [echo, ping],
  createState: stateless,
});

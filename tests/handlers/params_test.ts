import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import * as v from "valibot";
import { messageParams } from "../../handlers/core/message.ts";
import {
  errorText,
  integer,
  isAbsent,
  optional,
  selectiveParams,
  withDefault,
} from "../../handlers/core/params.ts";
import { checkValue } from "../../host_stdio/schema_check.ts";

const schema = messageParams({ first: withDefault(integer, 1), second: withDefault(integer, 2) });

/** Returns the message text that the parameters give, or the error text. */
function outcome(input: unknown): string {
  const checked = checkValue(schema, input);
  return checked.misfit ? errorText(checked.misfit) : `text: ${checked.value.text}`;
}

Deno.test("messageParams ignores a parameter called text", () => {
  assertEquals(outcome({ message: "a", text: 5 }), "text: a");
});

Deno.test("messageParams takes any JSON value as a message", () => {
  fc.assert(fc.property(fc.jsonValue(), (message) => {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    assertEquals(outcome({ message }), text === "" ? "message is required" : `text: ${text}`);
  }));
});

const either = selectiveParams(
  { first: optional(integer), second: optional(integer) },
  ({ first }) => isAbsent(first) ? [] : ["second"],
);

Deno.test("selectiveParams does not change its input or read its prototype", () => {
  const given = JSON.parse('{"first":1,"second":"x","__proto__":{"first":2}}');
  assertEquals(v.parse(either, given), { first: 1, second: undefined });
  assertEquals(given["second"], "x");
});

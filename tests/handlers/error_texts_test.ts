import "../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import * as v from "valibot";
import { errorTexts, isErrorText, resultSchema } from "../../handlers/core/error_texts.ts";
import { defineOperation, type Operation, succeeded } from "../../handlers/core/operation.ts";
import { array, integer, mustBe, optional, params, requiredString } from "../../handlers/core/params.ts";

const operation: Operation = defineOperation({
  name: "test.echo",
  description: "Does something for a test.",
  params: () =>
    params({
      first: requiredString("first is required"),
      second: optional(v.pipe(integer, v.minValue(0, "second must be non-negative"))),
      third: v.pipe(
        v.array(integer, mustBe.array),
        v.nonEmpty("third is empty"),
        v.check(() => true, "third is odd"),
      ),
      fourth: v.union([array, v.literal(1, "fourth is not one")]),
    }),
  result: () => v.strictObject({ success: v.literal(true) }),
  errors: ["It failed", "Not found: <what>", "<a> and <b>!", "third is odd"],
  handle: () => succeeded(),
});

Deno.test("errorTexts finds the texts of the parameters in their order, then those of the handler, each once", () => {
  assertEquals(errorTexts(operation), [
    "first is required",
    "second must be non-negative",
    "third is empty",
    "third is odd",
    "fourth is not one",
    "It failed",
    "Not found: <what>",
    "<a> and <b>!",
  ]);
});

Deno.test("isErrorText accepts the operation's own texts with any value in their placeholders", () => {
  for (
    const text of [
      "first is required",
      "It failed",
      "Not found: ",
      "Not found: a\nb",
      "1 and 2!",
      " and !",
      "and and and and !",
    ]
  ) assert(isErrorText(operation, text), text);
  for (
    const text of [
      "",
      "It failed.",
      " It failed",
      "it failed",
      "Not found",
      "1 and 2",
      "1 and!",
      "<a> and",
      "$ must be a string",
    ]
  ) assertEquals(isErrorText(operation, text), false, text);
});

Deno.test("isErrorText accepts wrong types and player failures for every operation", () => {
  for (
    const text of [
      "first must be a string",
      "third[12] must be an integer",
      "rows[0].label must be a boolean",
      "Player did not answer",
      "Player action failed: anything",
      "Not supported by this player: player.queue.get",
    ]
  ) assert(isErrorText(operation, text), text);
  for (
    const text of [
      "must be a string",
      "first must be a date",
      "two words must be a string",
      "Player did not answer in time",
      "Player action failed",
      "Not supported by this player",
    ]
  ) assertEquals(isErrorText(operation, text), false, text);
});

Deno.test("a result with an error text that the operation does not name does not fit its schema", () => {
  const schema = resultSchema(operation);
  assert(v.is(schema, { success: false, error: "It failed" }));
  assertEquals(v.is(schema, { success: false, error: "It failed somehow" }), false);
});

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { messageParams, textOf } from "../../handlers/core/message.ts";
import { errorText, integer, withDefault } from "../../handlers/core/params.ts";
import { checkValue } from "../../host_stdio/schema_check.ts";

const schema = messageParams({ first: withDefault(integer, 1), second: withDefault(integer, 2) });

/** The text of the parameters, or what is wrong with them. */
function outcome(input: unknown): string {
  const checked = checkValue(schema, input);
  return checked.misfit ? errorText(checked.misfit) : `text: ${checked.value.text}`;
}

Deno.test("messageParams takes a message as it is when it is a string, and as compact JSON otherwise", () => {
  for (
    const [message, text] of [
      ["hello", "hello"],
      [" ", " "],
      ["a\nb", "a\nb"],
      ["null", "null"],
      [null, "null"],
      [0, "0"],
      [1.5, "1.5"],
      [false, "false"],
      [{}, "{}"],
      [[], "[]"],
      [{ a: [1, "b", null] }, '{"a":[1,"b",null]}'],
      [["a", "b"], '["a","b"]'],
    ] as const
  ) {
    assertEquals(outcome({ message }), `text: ${text}`);
    assertEquals(textOf(message), text);
  }
});

Deno.test("messageParams does not look at args when a message is present, not even at an empty one", () => {
  assertEquals(outcome({ message: "a", args: ["b"] }), "text: a");
  assertEquals(outcome({ message: "a", args: 5 }), "text: a");
  assertEquals(outcome({ message: null, args: ["b"] }), "text: null");
  assertEquals(outcome({ message: "", args: ["b"] }), "message is required");
});

Deno.test("messageParams joins args with one blank", () => {
  assertEquals(outcome({ args: ["a"] }), "text: a");
  assertEquals(outcome({ args: ["a", 1, null, { b: 2 }, ["c"], true] }), 'text: a 1 null {"b":2} ["c"] true');
  assertEquals(outcome({ args: ["", ""] }), "text:  ");
  assertEquals(outcome({ args: ["a ", " b"] }), "text: a   b");
});

Deno.test("messageParams asks for a message when there is no text", () => {
  for (
    const input of [
      {},
      { message: "" },
      { args: null },
      { args: [] },
      { args: [""] },
      {
        first: 3,
      },
      { text: "a" },
      JSON.parse('{"__proto__":{"message":"a"}}'),
    ]
  ) {
    assertEquals(outcome(input), "message is required", JSON.stringify(input));
  }
});

Deno.test("messageParams wants args to be an array", () => {
  for (const args of ["a", 1, true, {}, { length: 1, 0: "a" }]) {
    assertEquals(outcome({ args }), "args must be an array");
  }
});

Deno.test("messageParams judges the text before every other parameter, and those in their order", () => {
  assertEquals(outcome({ first: "x", second: "x" }), "message is required");
  assertEquals(outcome({ args: 1, first: "x" }), "args must be an array");
  assertEquals(outcome({ second: "x", first: "x", message: "a" }), "first must be an integer");
  assertEquals(outcome({ second: "x", message: "a" }), "second must be an integer");
});

Deno.test("messageParams makes the text itself, whatever a page sends under that name", () => {
  assertEquals(outcome({ message: "a", text: 5 }), "text: a");
});

Deno.test("messageParams takes any JSON value as a message", () => {
  fc.assert(fc.property(fc.jsonValue(), (message) => {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    assertEquals(outcome({ message }), text === "" ? "message is required" : `text: ${text}`);
  }));
});

import { assertEquals } from "@std/assert";
import { examplesIn, validators } from "../../../tools/docs/examples.ts";
import { SHAPES } from "../../../tools/docs/shape_name.ts";
import { readFixture } from "../../../tools/fixtures/fixture.ts";
import { setDeadline } from "../../support/deadline.ts";

// It only computes, which takes its time on a busy machine.
setDeadline(120_000);

function examplesOf(steps: readonly unknown[]): unknown[] {
  const fixture = readFixture("x.jsonc", JSON.stringify({ title: "t", steps }));
  return examplesIn(fixture, "x.jsonc").map(({ method, params, result }) => [method, params, result]);
}

Deno.test("examplesIn pairs calls with their results in any order", () => {
  assertEquals(
    examplesOf([
      { "> call": "queue.getCount", "id": 1 },
      { "> call": "test.echo", "id": 2, "params": { "message": 1 } },
      { "< action": "player.queue.count" },
      { "< result": { "success": true, "echo": 1, "input": { "message": 1 } }, "id": 2 },
      { "> result": { "count": 3 } },
      { "< result": { "count": 3, "hasItems": true }, "id": 1 },
    ]),
    [
      ["test.echo", { message: 1 }, { success: true, echo: 1, input: { message: 1 } }],
      ["queue.getCount", {}, { count: 3, hasItems: true }],
    ],
  );
});

Deno.test("examplesIn leaves out errors, results with matchers, and long results", () => {
  assertEquals(
    examplesOf([
      { "> call": "no.such" },
      { "< error": { "code": -32601, "message": "Method not found: no.such" } },
      { "> call": "test.ping" },
      { "< result": { "pong": true, "timestamp": { "$any": "integer" } } },
      { "> call": "test.echo", "params": { "message": { "$repeat": "x", "times": 3000 } } },
      { "< result": { "$any": "object" } },
    ]),
    [],
  );
});

Deno.test("examplesIn leaves out calls with a repeated id", () => {
  assertEquals(
    examplesOf([
      { "> call": "test.ping", "id": 5 },
      { "> call": "queue.getCount", "id": 5 },
      { "< error": { "code": -32600, "message": "Invalid request: id 5 is still in use" }, "id": 5 },
      { "< result": { "pong": true, "timestamp": 1 }, "id": 5 },
    ]),
    [],
  );
});

Deno.test("examplesIn expands forms with one value", () => {
  assertEquals(
    examplesOf([
      { "> call": "log.write", "params": { "message": { "$join": ["a", "b"] } } },
      { "< result": { "success": true, "path": { "$logFile": "webview_ui.log" } } },
    ]),
    [["log.write", { message: "ab" }, { success: true, path: "/home/user/profile/webview_ui.log" }]],
  );
});

Deno.test("validators refuse unknown keys, also in shapes and arrays", () => {
  const row = { type: "object", properties: { a: { type: "string" } } };
  const validatorOf = validators({ Row: row });
  for (const schema of [row, { $ref: `${SHAPES}Row` }]) {
    const validate = validatorOf({ type: "array", items: schema });
    assertEquals([[], [{}], [{ a: "x" }], [{ a: 1 }], [{ a: "x", c: 1 }]].map(validate), [
      true,
      true,
      true,
      false,
      false,
    ]);
  }
  const open = validatorOf({ ...row, additionalProperties: { type: "null" } });
  assertEquals([open({ a: "x", c: null }), open({ a: "x", c: 1 })], [true, false]);
});

import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import * as v from "valibot";
import { nativeActions } from "../../host_stdio/api/native_actions.ts";
import { signals } from "../../host_stdio/api/signals.ts";
import { SeededRandom } from "../../tools/support/random.ts";
import { setDeadline } from "../support/deadline.ts";
import { corrupted, draw, drawFitting } from "./support/arbitraries.ts";
import { checkNumberedLines, numberedLine } from "./support/log_faults.ts";
import { ContractViolation, expectedResponse, ResponseTracker } from "./support/response_tracker.ts";

setDeadline(120_000);

Deno.test("values made up from a schema usually fit it", () => {
  const random = new SeededRandom(1);
  const schemas = Object.entries({ ...nativeActions, ...signals }).map(([name, definition]) =>
    [name, "answer" in definition ? definition.answer() : definition.params()] as const
  );
  for (const [name, schema] of schemas) {
    const values = Array.from({ length: 50 }, () => drawFitting(random, schema));
    const fits = values.filter((value) => v.is(schema, JSON.parse(JSON.stringify(value) ?? "null"))).length;
    assert(fits > 25, `${fits} of 50 values for ${name} fit`);
  }
});

Deno.test("a corrupted message differs from its original, which is not changed, and is the same for the same seed", () => {
  const message = Object.freeze({ jsonrpc: "2.0", id: 1, method: "a.b", params: Object.freeze({ x: [1] }) });
  const texts = (seed: number): string[] => {
    const random = new SeededRandom(seed);
    return Array.from({ length: 100 }, () => JSON.stringify(draw(random, corrupted(message))) ?? "");
  };
  assert(new Set(texts(2)).size > 80);
  assertEquals(texts(2), texts(2));
});

const encoder = new TextEncoder();
for (
  const [body, expected] of [
    [{ jsonrpc: "2.0", id: 7, method: "a.b" }, { id: "7", optional: false, method: "a.b" }],
    [{ jsonrpc: "2.0", id: "7", method: "a.b" }, { id: '"7"', optional: false, method: "a.b" }],
    [{ jsonrpc: "2.0", method: "a.b" }, { id: undefined, optional: false }],
    ["{", { id: "null", optional: false }],
    [[{ jsonrpc: "2.0", id: 1, method: "a" }], { id: "null", optional: false }],
    [" ".repeat(1025), { id: "null", optional: false }],
    [{ jsonrpc: "2.0", id: 1.5, method: "a" }, { id: "null", optional: false }],
    [{ id: "x", method: "a" }, { id: '"x"', optional: false }],
    [{ jsonrpc: "2.0", id: 1, method: "a", panel: 5 }, { id: "1", optional: false }],
    [{ jsonrpc: "2.0", id: 1, result: 1 }, { id: undefined, optional: false }],
    [{ jsonrpc: "2.0", id: 1, result: 1, error: {} }, { id: "1", optional: true }],
    [{ jsonrpc: "2.0", id: "x" }, { id: '"x"', optional: false }],
  ] as const
) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  Deno.test(`the check expects ${JSON.stringify(expected)} for ${text.slice(0, 60)}`, () => {
    assertEquals(expectedResponse(encoder.encode(text), 1024), expected);
  });
}

Deno.test("the tracker counts pending responses and finds every violation of the contract", () => {
  const pong = { pong: true, timestamp: 1 };
  const action = { jsonrpc: "2.0", id: 1, method: "player.queue.count", params: {} };
  const event = (event: string, data: unknown) => ({
    jsonrpc: "2.0",
    method: "event",
    params: { event, data },
  });
  const violations: [messages: unknown[], what: string][] = [
    [[{ jsonrpc: "2.0", id: "1", result: pong }], "not pending"],
    [[{ jsonrpc: "2.0", id: 1, result: pong }, { jsonrpc: "2.0", id: 1, result: pong }], "not pending"],
    [[{ jsonrpc: "2.0", id: 1, result: { ...pong, more: 1 } }], "a wrong result of test.ping"],
    [[{ jsonrpc: "2.0", id: 1 }], "neither result nor error"],
    [[{ jsonrpc: "2.0", id: 1, error: { code: 5, message: "" } }], "an unknown error"],
    [[{ jsonrpc: "2.0", id: 1, error: { code: -32603, message: "" } }], "an internal error"],
    [["{"], "not JSON"],
    [["[]"], "not an object"],
    [[{ id: 1, result: pong }], "not JSON-RPC 2.0"],
    [[action, action], "a wrong id"],
    [[{ ...action, method: "player.queue.nothing" }], "an unknown native action"],
    [[{ ...action, method: "player.queue.remove", params: { entries: [-1] } }], "wrong parameters"],
    [[event("menu:select", { menuId: 1, itemId: "a" })], "a wrong payload"],
    [[event("menu:nothing", {})], "an unknown event"],
  ];
  for (const [messages, what] of violations) {
    const tracker = new ResponseTracker();
    tracker.sent({ id: "1", optional: false, method: "test.ping" });
    assertEquals(tracker.pending, 1);
    const bodies = messages.map((each) => typeof each === "string" ? each : JSON.stringify(each));
    for (const body of bodies.slice(0, -1)) tracker.received(body);
    const last = bodies.at(-1) ?? "";
    assertStringIncludes(assertThrows(() => tracker.received(last), ContractViolation).message, what);
  }
});

Deno.test("the check of log files accepts whole lines in order, and finds torn, lost, doubled and mixed ones", () => {
  const line = (writer: string, number: number) => `[INFO] ${numberedLine(writer, number)}\n`;
  const check = (text: string, answered: number[], mayEndTorn = false): void =>
    checkNumberedLines(text, new Map([["a", new Set(answered)], ["b", new Set()]]), mayEndTorn);
  check(line("a", 0) + line("b", 0) + line("a", 1) + line("a", 4), [0, 4]);
  check(line("a", 0) + line("a", 1).slice(0, 9), [0], true);
  for (
    const [text, what] of [
      [line("a", 0) + line("a", 1).slice(0, 9), "torn"],
      [line("a", 2).slice(0, 30) + line("b", 0), "not whole"],
      [line("a", 2).replace("éé", "é"), "not whole"],
      [line("c", 0), "not whole"],
      ["", "is missing in the file"],
      [line("a", 0) + line("a", 0), "out of order or doubled"],
      [line("a", 1) + line("a", 0), "out of order or doubled"],
    ] as const
  ) {
    assertStringIncludes(assertThrows(() => check(text, [0]), ContractViolation).message, what);
  }
});

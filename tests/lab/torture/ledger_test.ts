import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { BrokenPromise, Ledger } from "../../../lab/torture/ledger.ts";

/** A ledger in which calls of `test.ping` are owed. */
function owing(...ids: (number | string)[]): Ledger {
  const ledger = new Ledger();
  for (const id of ids) ledger.sent({ must: JSON.stringify(id), perhaps: false, method: "test.ping" });
  return ledger;
}

function assertBroken(ledger: Ledger, message: unknown, what: string): void {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  const { message: told } = assertThrows(() => ledger.received(body), BrokenPromise);
  assertStringIncludes(told, what);
}

const pong = { pong: true, timestamp: 1 };

Deno.test("Ledger counts what is owed until it is given", () => {
  const ledger = owing(1, "a", "a");
  assertEquals(ledger.outstanding, 3);
  assertEquals(ledger.outstandingCalls, ["1 under 1 (test.ping)", '2 under "a" (?)']);
  ledger.received(JSON.stringify({ jsonrpc: "2.0", id: "a", result: pong }));
  ledger.received(
    JSON.stringify({ jsonrpc: "2.0", id: "a", error: { code: -32600, message: "still in use" } }),
  );
  ledger.received(JSON.stringify({ jsonrpc: "2.0", id: 1, result: pong }));
  assertEquals([ledger.outstanding, ledger.answers], [0, 3]);
});

Deno.test("Ledger finds an answer that comes twice or under a wrong id", () => {
  const ledger = owing(1);
  assertBroken(ledger, { jsonrpc: "2.0", id: "1", result: pong }, "nobody waits for");
  ledger.received(JSON.stringify({ jsonrpc: "2.0", id: 1, result: pong }));
  assertBroken(ledger, { jsonrpc: "2.0", id: 1, result: pong }, "nobody waits for");
  assertBroken(
    ledger,
    { jsonrpc: "2.0", id: null, error: { code: -32700, message: "" } },
    "nobody waits for",
  );
});

Deno.test("Ledger takes an answer that depends on what is under way, but does not wait for it", () => {
  const ledger = new Ledger();
  ledger.sent({ must: "5", perhaps: true });
  assertEquals(ledger.outstanding, 0);
  ledger.received(JSON.stringify({ jsonrpc: "2.0", id: 5, error: { code: -32600, message: "" } }));
  assertBroken(
    ledger,
    { jsonrpc: "2.0", id: 5, error: { code: -32600, message: "" } },
    "nobody waits for",
  );
});

Deno.test("Ledger finds a result that the operation does not have, a strange error and a defect", () => {
  assertBroken(owing(1), { jsonrpc: "2.0", id: 1, result: { ...pong, more: 1 } }, "test.ping does not have");
  assertBroken(owing(1), { jsonrpc: "2.0", id: 1 }, "neither result nor error");
  assertBroken(owing(1), { jsonrpc: "2.0", id: 1, error: { code: 5, message: "" } }, "an error that is none");
  assertBroken(owing(1), { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "" } }, "internal error");
  assertBroken(owing(1), "{", "not JSON");
  assertBroken(owing(1), "[]", "no object");
  assertBroken(owing(1), { id: 1, result: pong }, "not JSON-RPC 2.0");
});

Deno.test("Ledger holds native actions against their number, name and parameters", () => {
  const ledger = new Ledger();
  const count = { jsonrpc: "2.0", id: 1, method: "player.queue.count", params: {} };
  assertEquals(ledger.received(JSON.stringify(count)).kind, "action");
  assertBroken(ledger, count, "out of turn");
  assertBroken(ledger, { ...count, id: 2, method: "player.queue.nothing" }, "that there is not");
  assertBroken(
    ledger,
    { jsonrpc: "2.0", id: 2, method: "player.queue.remove", params: { indices: [-1] } },
    "parameters that the native action does not have",
  );
});

Deno.test("Ledger holds events against their names and payloads", () => {
  const ledger = new Ledger();
  const event = (event: string, data: unknown) => ({
    jsonrpc: "2.0",
    method: "event",
    params: { event, data },
  });
  ledger.received(JSON.stringify(event("menu:select", { menuId: "menu-1", itemId: "a" })));
  assertEquals(ledger.events, 1);
  assertBroken(ledger, event("menu:select", { menuId: 1, itemId: "a" }), "does not fit");
  assertBroken(ledger, event("menu:nothing", {}), "an unknown event");
});

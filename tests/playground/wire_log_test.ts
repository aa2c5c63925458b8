import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { WIRE_ROWS, type WireRow } from "../../playground/protocol.ts";
import { WireLog } from "../../playground/wire_log.ts";
import { frameOf } from "../../tools/support/frames.ts";

function wire() {
  const rows: WireRow[] = [];
  let now = 1000;
  const log = new WireLog((row) => rows.push(row), () => now++);
  const say = (from: "player" | "bridge", message: unknown) =>
    log.hear(
      from,
      frameOf(new TextEncoder().encode(typeof message === "string" ? message : JSON.stringify(message))),
    );
  return { log, rows, say };
}

const call = (id: number, method: string, panel?: string) => ({
  jsonrpc: "2.0",
  id,
  method,
  params: {},
  panel,
});

Deno.test("the wire log relates an answer to its request, and has its duration", () => {
  const { rows, say } = wire();
  say("player", call(1, "queue.get", "p"));
  say("bridge", call(1, "player.queue.get", "p"));
  say("player", { jsonrpc: "2.0", id: 1, error: { code: 1, message: "no" } });
  say("bridge", { jsonrpc: "2.0", id: 1, result: {} });
  assertEquals(rows.map(({ seq, kind, name, panel }) => [seq, kind, name, panel]), [
    [1, "call", "queue.get", "p"],
    [2, "action", "player.queue.get", "p"],
    [3, "actionError", "player.queue.get", "p"],
    [4, "result", "queue.get", "p"],
  ]);
  assertEquals(rows.map(({ causes }) => causes), [undefined, [1], undefined, undefined]);
  assertEquals(rows.map(({ answers }) => answers), [undefined, undefined, 2, 1]);
  assertEquals(rows.map(({ took }) => took), [undefined, undefined, 1, 3]);
});

Deno.test("an action has every pending call of its panel as a cause, and none of another panel", () => {
  const { rows, say } = wire();
  say("player", call(1, "a.a", "p"));
  say("player", call(2, "b.b", "q"));
  say("player", call(3, "c.c", "p"));
  say("bridge", call(1, "player.queue.get", "p"));
  say("bridge", call(2, "player.queue.get"));
  assertEquals(rows.at(-2)?.causes, [1, 3]);
  assertEquals(rows.at(-1)?.causes, []);
});

Deno.test("the wire log has events with their panel, signals and notices", () => {
  const { rows, say } = wire();
  say("bridge", { jsonrpc: "2.0", method: "event", params: { event: "menu:select", panel: "p", data: {} } });
  say("bridge", { jsonrpc: "2.0", method: "event", params: { event: "selection:changed", data: {} } });
  say("player", { jsonrpc: "2.0", method: "signal.selectionChanged", params: {} });
  say("player", { jsonrpc: "2.0", method: "bridge.panelClosed", params: { panel: "p" } });
  say("bridge", "no JSON");
  say("bridge", "[1]");
  say("bridge", { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } });
  assertEquals(rows.map(({ kind, name, panel }) => [kind, name, panel]), [
    ["event", "menu:select", "p"],
    ["event", "selection:changed", undefined],
    ["signal", "signal.selectionChanged", undefined],
    ["notice", "bridge.panelClosed", undefined],
    ["notice", "", undefined],
    ["notice", "", undefined],
    ["error", "", undefined],
  ]);
});

Deno.test("the wire log accepts bytes in pieces of any size", () => {
  const { log, rows } = wire();
  const frame = frameOf(new TextEncoder().encode(JSON.stringify(call(1, "test.ping"))));
  for (const byte of frame) log.hear("player", new Uint8Array([byte]));
  assertEquals(rows.map(({ name, bytes }) => [name, bytes]), [["test.ping", frame.length - 4]]);
});

Deno.test("a page's call ids belong to its calls in order, and an unwritten call is withdrawn", () => {
  const { log, rows, say } = wire();
  log.expect("p", 7);
  const takeBack = log.expect("p", 8);
  log.expect("p", "nine");
  log.expect("q", 1);
  takeBack();
  say("player", call(1, "a.a", "p"));
  say("player", call(2, "b.b", "q"));
  say("player", call(3, "c.c", "p"));
  say("player", call(4, "d.d", "p"));
  assertEquals(rows.map(({ callId }) => callId), [7, 1, "nine", undefined]);
});

Deno.test("the wire log keeps the last rows with their bodies, and a row has the beginning of a long body", () => {
  const { log, rows, say } = wire();
  say("player", { ...call(1, "test.echo"), params: { message: "x".repeat(5000) } });
  assertEquals([rows[0]?.whole, rows[0]?.text.length], [false, 2000]);
  assertEquals(log.body(1)?.length, rows[0]?.bytes);
  for (let id = 2; id <= WIRE_ROWS + 1; id++) say("player", call(id, "test.ping"));
  assertEquals(log.rows.length, WIRE_ROWS);
  assertEquals([log.rows[0]?.seq, log.rows.at(-1)?.seq], [2, WIRE_ROWS + 1]);
  assertEquals([log.body(1), log.body(2) !== undefined, log.body(WIRE_ROWS + 2)], [
    undefined,
    true,
    undefined,
  ]);
});

Deno.test("after a new bridge has started, requests of the last one stay unanswered", () => {
  const { log, rows, say } = wire();
  say("player", call(1, "a.a", "p"));
  log.hear("bridge", new Uint8Array([9, 0]));
  log.begin();
  say("bridge", { jsonrpc: "2.0", id: 1, result: {} });
  assertEquals([rows.at(-1)?.kind, rows.at(-1)?.answers], ["notice", undefined]);
});

Deno.test("a refused call has a row and is not in a fixture", () => {
  const { log, rows } = wire();
  log.refuse("p", { id: 4, method: "bridge.shutdown", params: {} }, {
    code: -32601,
    message: "Method not found",
  });
  assertEquals([rows[0]?.kind, rows[0]?.name, rows[0]?.callId], ["refused", "bridge.shutdown", 4]);
  assertEquals(log.entries([1, 2]), []);
});

Deno.test("an action has at most the oldest 64 calls as causes, and a long name is cut", () => {
  const { rows, say } = wire();
  say("player", call(0, "x".repeat(1000), "other"));
  for (let id = 1; id <= 200; id++) say("player", call(id, "queue.get", "p"));
  say("bridge", { jsonrpc: "2.0", id: 1, result: {} });
  say("bridge", call(1, "player.queue.get", "p"));
  assertEquals(rows[0]?.name, `${"x".repeat(200)}…`);
  assertEquals(rows.at(-1)?.causes, Array.from({ length: 64 }, (_, index) => index + 3));
});

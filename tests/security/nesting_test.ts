import { assert, assertEquals } from "@std/assert";
import { nativeActions } from "../../host_stdio/api/native_actions.ts";
import { jsonParts } from "../../host_stdio/json_text.ts";
import { calls, pluginRegistration } from "../faults/support/corpus.ts";
import { setDeadline } from "../support/deadline.ts";
import { callText, lacking, type Message, RawBridge } from "./support.ts";

setDeadline(120_000);

/** In every message below, so many levels fit: the limit is 1,000 for the whole message. */
const DEPTH = 490;

/** JSON nested so deep, half of it in objects in arrays. V8 writes some of it without recursion and some with it. */
const deep: Readonly<Record<string, string>> = {
  arrays: "[".repeat(DEPTH) + "]".repeat(DEPTH),
  objects: '{"a":'.repeat(DEPTH) + "1" + "}".repeat(DEPTH),
  indices: '{"1":'.repeat(DEPTH) + "1" + "}".repeat(DEPTH),
  rows: '[{"id":"a","label":"b","submenu":'.repeat(DEPTH) + "[]" + "}]".repeat(DEPTH),
  nodes: '[{"type":"submenu","label":"a","children":'.repeat(DEPTH) + "[]" + "}]".repeat(DEPTH),
};

function noDefect(bridge: RawBridge): void {
  assertEquals(bridge.reported.filter((line) => line.includes("defect")), []);
}

Deno.test("every operation answers parameters nested nearly as deep as allowed without a defect", async () => {
  const bridge = new RawBridge();
  for (const [method, variants] of Object.entries(calls)) {
    const keys = new Set(variants.flatMap((params) => Object.keys(params)));
    for (const key of [...keys, "unknown"]) {
      const values = key === "items" ? Object.values(deep) : [deep["indices"]];
      for (const value of values) {
        const rest = JSON.stringify({ ...variants[0], [key]: undefined }).slice(1, -1);
        const params = `{${rest}${rest === "" ? "" : ","}${JSON.stringify(key)}:${value}}`;
        const [reply] = await bridge.ask(callText(1, method, params));
        assertEquals(reply.id, 1);
        assert(reply.error?.code !== -32603, `${method} ${key}: ${JSON.stringify(reply.error)}`);
      }
    }
  }
  await bridge.end();
  noDefect(bridge);
});

Deno.test("test.echo returns values nested nearly as deep as allowed", async () => {
  const bridge = new RawBridge();
  for (const kind of ["arrays", "objects", "indices"]) {
    const [{ result }] = await bridge.ask(callText(1, "test.echo", `{"message":${deep[kind]}}`));
    assertEquals([jsonParts(result.echo)].flat().join(""), deep[kind]);
  }
  await bridge.end();
  noDefect(bridge);
});

Deno.test("menu rows nested nearly as deep as allowed exceed the depth limit", async () => {
  await using bridge = new RawBridge();
  const [{ result }] = await bridge.ask(callText(1, "menu.show", `{"items":${deep["rows"]}}`));
  assertEquals(result, {
    success: false,
    error: "menu resource limit exceeded: depth",
    details: { field: "depth", limit: 8, actual: 9 },
  });
  assertEquals(bridge.actions, []);
});

Deno.test("a message nested nearly as deep as allowed in any member is answered once", async () => {
  const bridge = new RawBridge();
  for (const value of [deep["arrays"], deep["indices"]]) {
    for (const member of ["jsonrpc", "id", "method", "params", "panel", "other"]) {
      const members: Record<string, string> = {
        jsonrpc: '"2.0"',
        id: "1",
        method: '"test.ping"',
        [member]: value ?? "",
      };
      const body = `{${Object.entries(members).map(([key, text]) => `"${key}":${text}`).join(",")}}`;
      const [reply] = await bridge.ask(body);
      assert(reply.error?.code !== -32603);
    }
    assertEquals((await bridge.ask(value))[0].error.code, -32600);
  }
  await bridge.end();
  noDefect(bridge);
});

Deno.test("a message that is too deep or has too many parts is refused before it is parsed, and the next call is served", async () => {
  await using bridge = new RawBridge();
  const half = 8 * 1024 * 1024;
  for (
    const text of [
      "[".repeat(half) + "]".repeat(half),
      "[".repeat(half),
      '{"":'.repeat(half),
    ]
  ) {
    const [refused] = await bridge.ask(callText(1, "test.echo", text));
    assertEquals([refused.id, refused.error.code], [1, -32000]);
  }
  // A text of the same size is accepted.
  const [{ result }] = await bridge.ask(
    callText(2, "clipboard.write", JSON.stringify({ text: "[{,".repeat(half / 2) })),
  );
  assertEquals(result.error, "Not supported by this player: player.clipboard.write");
});

Deno.test("an answer nested nearly as deep as allowed fails only its own native action", async () => {
  for (const value of [deep["indices"], deep["nodes"]]) {
    const bridge = new RawBridge({
      answer: ({ id, method }: Message) => {
        const answer = method === "player.menu.build"
          ? `{"nodes":${value}}`
          : method === "player.panel.getConfig"
          ? `{"config":{"enableDragDrop":true,"grabFocus":true,"panelName":"","transparentBackground":true,"x":${value}}}`
          : value;
        return `{"jsonrpc":"2.0","id":${id},"result":${answer}}`;
      },
    });
    const seen = new Set<string>();
    for (const [method, [params]] of Object.entries(calls)) {
      if (value === deep["nodes"] && !method.startsWith("menu.")) continue;
      const [reply] = await bridge.ask(callText(1, method, JSON.stringify(params)));
      assert(reply.error?.code !== -32603, `${method}: ${JSON.stringify(reply.error)}`);
    }
    for (const { method } of bridge.actions) seen.add(method);
    assert(
      seen.size > (value === deep["nodes"] ? 4 : 15) &&
        [...seen].every((name) => Object.hasOwn(nativeActions, name)),
    );
    await bridge.end();
    noDefect(bridge);
  }
});

Deno.test("parameters, results and registrations of plugins may be nested nearly as deep as allowed", async () => {
  let next = "null";
  const bridge = new RawBridge({
    answer: (action: Message) =>
      action.method === "player.plugin.invoke"
        ? `{"jsonrpc":"2.0","id":${action.id},"result":${next}}`
        : lacking(action),
  });
  const registration = JSON.stringify(pluginRegistration).slice(0, -1);
  await bridge.ask(
    `{"jsonrpc":"2.0","id":1,"method":"bridge.registerPlugin","params":${registration},"x":${
      deep["indices"]
    }}}`,
  );
  // V8 writes the first without recursion and the second with it.
  const texts = ["arrays", "indices"].map((kind) => deep[kind] ?? "");
  for (const text of texts) {
    next = text;
    const [reply] = await bridge.ask(callText(1, "ext.run", "{}"));
    assertEquals([jsonParts(reply.result)].flat().join(""), text);
  }
  next = "1";
  for (const text of texts) {
    const [sent] = await bridge.ask(callText(1, "ext.run", `{"a":${text}}`));
    assertEquals(sent.result, 1);
  }
  await bridge.end();
  noDefect(bridge);
});

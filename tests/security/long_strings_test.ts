import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { signals } from "../../host_stdio/api/signals.ts";
import { lifecycle } from "../../host_stdio/lifecycle.ts";
import { calls } from "../faults/support/corpus.ts";
import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";
import { callText, RawBridge } from "./support.ts";

setDeadline(120_000);

const MIB = 1024 * 1024;

/**
 * Texts of a mebibyte that are expensive for searches for ends, dots, separators and escapes. In quadratic time, each
 * would take a quarter of an hour.
 */
const longTexts: readonly string[] = [
  "a".repeat(MIB),
  "/".repeat(MIB),
  " ".repeat(MIB - 1) + "x",
  "..\\".repeat(MIB / 3),
  "|subsong:".repeat(MIB / 9),
  "%2e".repeat(MIB / 3) + "\0",
];

Deno.test({
  name: "every operation answers a mebibyte of text in any field once, without a defect" +
    leftOut("three of four kinds of values for each field"),
  fn: () =>
    inDirectory(async (logDirectory) => {
      await using bridge = new RawBridge({ logDirectory });
      let index = 0;
      for (const [method, variants] of Object.entries(calls)) {
        const keys = new Set(variants.flatMap((params) => Object.keys(params)));
        for (const key of [...keys, "unknown"]) {
          // The texts alternate, so that every type of field gets each of them.
          const text = longTexts[index % longTexts.length] ?? "";
          const values = [text, [text], [{ path: text, id: text, label: text, iconSvg: text }], {
            [text]: text,
          }];
          // The kinds alternate more slowly, so that each text comes as each kind.
          const kind = Math.floor(index++ / longTexts.length) % values.length;
          for (const value of TEST_ALL ? values : [values[kind]]) {
            const [reply] = await bridge.ask(
              callText(1, method, JSON.stringify({ ...variants[0], [key]: value })),
            );
            assertEquals(reply.id, 1);
            assert(reply.error?.code !== -32603, `${method} ${key}`);
          }
        }
      }
      assertEquals(bridge.reported.filter((line) => line.includes("defect")), []);
    }),
});

Deno.test("a mebibyte of text in any member of a message is answered once", async () => {
  await using bridge = new RawBridge();
  for (const text of longTexts) {
    const whole = { jsonrpc: "2.0", id: 1, method: "test.ping", panel: "p1" };
    for (const member of [...Object.keys(whole), "params", "other"]) {
      const [reply] = await bridge.ask({ ...whole, [member]: text });
      assert(reply.error?.code !== -32603);
      assert(reply.id === null || reply.id === 1 || reply.id === text);
    }
  }
});

Deno.test("a mebibyte of text in lifecycle messages and signals does no harm", async () => {
  const bridge = new RawBridge();
  const text = "a".repeat(MIB);
  const params = {
    name: text,
    namespace: text,
    version: text,
    author: text,
    description: text,
    protocolVersion: 1,
    player: { name: text, version: text },
    apis: [{ method: text, description: text }],
    panel: text,
    id: text,
    menuId: text,
    itemId: text,
    reason: text,
    value: 1,
    handle: { path: text, subsong: 0 },
    playlist: 0,
    item: 0,
  };
  for (const [name, { answer }] of Object.entries(lifecycle)) {
    if (name === "bridge.shutdown" || name === "bridge.unregisterPlugin") continue;
    if (answer === undefined) await bridge.tell({ jsonrpc: "2.0", method: name, params });
    else assert((await bridge.ask({ jsonrpc: "2.0", id: 1, method: name, params }))[0].result !== undefined);
  }
  for (const name of Object.keys(signals)) await bridge.tell({ jsonrpc: "2.0", method: name, params });
  // The plugin is registered under its long name, and introspection lists it.
  const [{ result }] = await bridge.ask(callText(1, "system.searchApis", JSON.stringify({ query: text })));
  assertEquals(result.count, 1);
  await bridge.end();
  assertEquals(bridge.reported.filter((line) => line.includes("defect")), []);
});

Deno.test("an answer that repeats a long text and is over the frame limit becomes a short error", async () => {
  await using bridge = new RawBridge({ limits: { maxFrameBytes: MIB } });
  const method = "m".repeat(MIB - 40);
  const [unknown] = await bridge.ask({ jsonrpc: "2.0", id: 1, method });
  assertEquals(unknown.error, { code: -32601, message: "Method not found" });
  const message = "m".repeat(MIB - 200);
  const [echo] = await bridge.ask({ jsonrpc: "2.0", id: 2, method: "test.echo", params: { message } });
  assertEquals([echo.id, echo.error.code], [2, -32000]);
  assertStringIncludes(echo.error.message, "Frame too large");
});

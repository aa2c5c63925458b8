import "../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import { paramNames } from "../../handlers/core/run_operation.ts";
import { operations } from "../../handlers/mod.ts";
import { BridgeProcess, request } from "../support/bridge_process.ts";

/** Returns the answers to some calls, and the lines that the bridge process wrote to stderr, without time and level. */
async function said(level: string, ...calls: [method: string, params: object][]) {
  await using bridge = await BridgeProcess.start({ flags: [`--log-level=${level}`] });
  const answers: unknown[] = [];
  for (const [index, [method, params]] of calls.entries()) {
    await bridge.write(request(index, method, params));
    // The player supports no actions.
    for (let frame = await bridge.read();; frame = await bridge.read()) {
      if (frame.method === undefined) {
        answers.push(frame.result);
        break;
      }
      await bridge.write({ jsonrpc: "2.0", id: frame.id, error: { code: -32601, message: "none" } });
    }
  }
  const { code, stderr } = await bridge.end();
  assertEquals(code, 0);
  return { answers, lines: stderr.trimEnd().split("\n").map((line) => line.replace(/^.*? tonearm: /, "")) };
}

Deno.test("a debug diagnostic names the unknown parameters of a call, with the nearest known name", async () => {
  const { answers, lines } = await said(
    "debug",
    ["queue.add", { traks: [1] }],
    ["menu.show", { itmes: [], css: "" }],
    ["jitQueue.getState", { verbose: true }],
    ["log.clear", {}],
    // test.echo takes any parameters.
    ["test.echo", { mesage: 1 }],
    ["queue.remove", Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}`.repeat(9), 1]))],
    ["test.ping", { ["x".repeat(1 << 20)]: "\u001b" }],
  );
  assertEquals(answers[0], { success: false, error: "Not supported by this player: player.playlist.list" });
  assertEquals(lines.slice(0, 3), [
    '"queue.add" has no parameter "traks"; did you mean "tracks"?',
    '"menu.show" has no parameter "itmes"; did you mean "items"?',
    '"jitQueue.getState" has no parameter "verbose"',
  ]);
  assertEquals(
    lines.slice(3, 11).filter((line) => line.startsWith('"queue.remove" has no parameter ')).length,
    8,
  );
  assertEquals(lines.length, 12);
  assert((lines[11]?.length ?? 0) < 1100);
});

Deno.test("unknown parameters are reported at the level debug only", async () => {
  const { lines } = await said("info", ["queue.add", { traks: [1] }]);
  assertEquals(lines, [""]);
});

Deno.test("the parameters of every operation but test.echo are known", () => {
  const open = operations.filter((operation) => paramNames(operation) === undefined);
  assertEquals(open.map(({ name }) => name), ["test.echo"]);
});

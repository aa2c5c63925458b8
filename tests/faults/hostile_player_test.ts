import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { nativeActions } from "../../host_stdio/api/native_actions.ts";
import { frameOf, joined } from "../../tools/support/frames.ts";
import { startBridge } from "../../tools/support/process.ts";
import { canTell, factsOf } from "../../tools/support/process_facts.ts";
import { inDirectory } from "../handlers/log/support.ts";
import { BridgeProcess, request } from "../support/bridge_process.ts";
import { setDeadline } from "../support/deadline.ts";
import { fuzzRound } from "./support/fuzz_round.ts";

setDeadline(120_000);

const MIB = 1024 * 1024;
/** A short timeout, only for tests that need no answer in time: on a slow machine an answer may take longer. */
const timeout = "--action-timeout-ms=200";

interface Answer {
  readonly result?: { readonly success?: boolean; readonly error?: string };
  readonly error?: { readonly code: number };
}

function answer(id: unknown, rest: object): object {
  return { jsonrpc: "2.0", id, ...rest };
}

/** Writes bodies in one piece, so that the bridge reads them before its timers run. */
async function writeTogether(bridge: BridgeProcess, ...bodies: object[]): Promise<void> {
  await bridge.writer.write(joined(...bodies.map(frameOf)));
}

async function assertServes(bridge: BridgeProcess): Promise<void> {
  assertEquals((await bridge.ask(request("serves", "test.echo", { message: 1 }))).result.echo, 1);
}

Deno.test("repeated answers, answers without an action and answers with a wrong type of id are ignored", async () => {
  await using bridge = await BridgeProcess.start();
  const asked = await bridge.ask(request(1, "misc.exit"));
  const done = { result: { executed: true } };
  await bridge.write(
    answer(String(asked.id), done),
    answer(asked.id + 1, done),
    answer(-1, done),
    answer(2 ** 53 - 1, done),
    answer("", done),
    answer(asked.id, done),
    answer(asked.id, { result: { executed: false } }),
    answer(asked.id, { error: { code: -32000, message: "no" } }),
  );
  assertEquals(await bridge.read(), answer(1, { result: { success: true } }));
  await assertServes(bridge);
});

Deno.test("an id of an invalid type is refused and settles no native action", async () => {
  await using bridge = await BridgeProcess.start({ flags: [timeout] });
  const ids = [null, 1.5, true, [], {}, 1e300];
  await writeTogether(
    bridge,
    request(1, "misc.exit"),
    // With such an id, a valid response is ignored and an invalid one is refused.
    ...ids.flatMap((id) => [answer(id, { result: { executed: true } }), answer(id, {})]),
  );
  assertEquals((await bridge.read()).method, "player.app.run");
  const answers = [];
  for (let count = 0; count <= ids.length; count++) answers.push(await bridge.read());
  assertEquals(answers.find(({ id }) => id === 1)?.result, {
    success: false,
    error: "Player did not answer",
  });
  assertEquals(
    answers.filter(({ id }) => id !== 1),
    ids.map(() => ({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32600, message: "Invalid request: neither method, result nor error" },
    })),
  );
});

Deno.test("no answer to a native action causes a crash or a defect", async () => {
  // Every action gets only wrong answers. The fuzzing tests mix wrong and right answers.
  const seen = new Set<string>();
  await using bridge = await BridgeProcess.start();
  const shapes: readonly unknown[] = [
    null,
    0,
    "",
    [],
    {},
    true,
    [[]],
    { constructor: 1 },
    "x".repeat(10_000),
  ];
  const calls: [string, object?][] = [
    ["clipboard.read"],
    ["clipboard.write", { text: "x" }],
    ["clipboard.writeFiles", { paths: ["/a"] }],
    ["console.log", { message: "x" }],
    ["menu.getContextMenu", { mode: "playlist" }],
    ["menu.getMainMenu"],
    ["menu.runContextCommand", { command: "x" }],
    ["menu.show", { items: [{ id: "a" }] }],
    ["menu.close"],
    ["menu.showNativePopup"],
    ["misc.exit"],
    ["misc.getProfilePath"],
    ["misc.showLibrarySearch", { query: "x" }],
    ["misc.showPopupMessage", { message: "x" }],
    ["panel.getConfig"],
    ["system.getDPI"],
    ["system.getLocale"],
    ["system.getTheme"],
    ["queue.add", { tracks: [0] }],
    ["queue.addPaths", { paths: ["/a"] }],
    ["queue.get"],
    ["queue.getCount"],
    ["queue.clear"],
    ["queue.moveToTop", { index: 1 }],
    ["selection.get"],
    ["selection.set", { handles: ["/a"] }],
    ["selection.setPlaylistTracking"],
    ["selection.getViewingTrack"],
    ["jitQueue.playNow", { trackId: "t", url: "https://x/y" }],
    ["jitQueue.stop"],
  ];
  for (const [method, params] of calls) {
    for (const shape of shapes) {
      let message = await bridge.ask(request("call", method, params, "p1"));
      while (message.id !== "call" || message.method !== undefined) {
        if (message.method?.startsWith("player.")) {
          seen.add(message.method);
          await bridge.write(answer(message.id, { result: shape }));
        }
        message = await bridge.read();
      }
      assert(message.error?.code !== -32603, `${method} of ${JSON.stringify(shape)}`);
    }
  }
  assert(seen.size > 15 && [...seen].every((name) => Object.hasOwn(nativeActions, name)));
  const { code, stderr } = await bridge.end();
  assertEquals(code, 0);
  assert(!stderr.includes("a defect of the bridge"), stderr);
});

Deno.test("a player that fails in the middle of a shutdown does not prevent the end", async () => {
  await using bridge = await BridgeProcess.start({ flags: [timeout] });
  // In one piece. The native actions have the ids 1 and 2.
  await writeTogether(
    bridge,
    request(1, "misc.exit"),
    request(2, "misc.restart"),
    request(3, "bridge.shutdown"),
    // During the shutdown, answers are accepted but calls are not.
    request(4, "test.ping"),
    answer(1, { result: { executed: "maybe" } }),
    answer(7, { result: {} }),
    request(5, "bridge.shutdown"),
  );
  const actions: unknown[] = [];
  const answers = new Map<unknown, Answer>();
  while (answers.size < 5) {
    const message = await bridge.read();
    if (message.method !== undefined) {
      actions.push(message.params.command);
      continue;
    }
    assert(!answers.has(message.id));
    answers.set(message.id, message);
  }
  assertEquals(actions, ["exit", "restart"]);
  assertStringIncludes(answers.get(1)?.result?.error ?? "", "a result whose executed is not a boolean");
  assertEquals([...answers.keys()].sort(), [1, 2, 3, 4, 5]);
  assertEquals([answers.get(4)?.error?.code, answers.get(5)?.error?.code], [-32600, -32600]);
  assertEquals(answers.get(2)?.result, { success: false, error: "Player did not answer" });
  assertEquals(answers.get(3)?.result, {});
  assertEquals((await bridge.end()).code, 0);
});

Deno.test("a player that leaves in the middle of a shutdown gets the pending output, and the bridge ends", async () => {
  await using bridge = await BridgeProcess.start();
  await bridge.ask(request(1, "misc.exit"));
  await bridge.write(request(2, "bridge.shutdown"));
  const { code, frames } = await bridge.end();
  assertEquals(code, 0);
  assertEquals(frames.map((frame) => (frame as { id: number }).id), [1, 2]);
});

Deno.test("6 rounds with a hostile player break no rule of the protocol", () =>
  inDirectory(async (directory) => {
    // These seeds create a hostile player. The fuzzing test uses other seeds.
    for (const seed of [103, 104, 110, 112, 117, 120]) {
      const frames = Array.from({ length: 150 }, (_, at) => seed * 1000 + at);
      await fuzzRound({ seed, frames }, directory);
    }
  }));

Deno.test({
  name: "a bridge with an unread stderr serves calls and keeps its memory bounded",
  ignore: !canTell,
  fn: () =>
    inDirectory(async (directory) => {
      const child = startBridge(directory);
      const writer = child.stdin.getWriter();
      const reader = child.stdout.getReader();
      // 3,000 lines of 100 KB: the pipe holds 64 KiB, and a thousand lines may be queued.
      const unknown = frameOf({ jsonrpc: "2.0", method: "m".repeat(100_000) });
      for (let count = 0; count < 3000; count++) await writer.write(unknown);
      await writer.write(frameOf(request(1, "test.ping")));
      const { value } = await reader.read();
      assertStringIncludes(new TextDecoder().decode(value), '"pong":true');
      assertLess((await factsOf(child.pid)).peak, 200 * MIB);
      await writer.close();
      // At its end the bridge does not wait for a reader of stderr either.
      assertEquals((await child.status).code, 0);
      await reader.cancel();
      await child.stderr.cancel();
    }),
});

Deno.test({
  name:
    "counting the lines of a huge file delays no other calls, and ends when the panel closes or the player ends",
  ignore: !canTell,
  fn: () =>
    inDirectory(async (directory) => {
      // A sparse file of almost 4 GiB with some lines at the end. Counting its lines takes long.
      const path = `${directory}/webview_ui.log`;
      await Deno.writeTextFile(path, "");
      await Deno.truncate(path, 4 * 1024 ** 3 - 1000);
      await Deno.writeTextFile(path, "line\n".repeat(150), { append: true });
      await using bridge = await BridgeProcess.start({ directory });
      const cancelled = (id: number) => answer(id, { error: { code: -32800, message: "Request cancelled" } });
      await bridge.write(
        { ...request(1, "log.read", { lines: 10 }), panel: "p1" },
        { ...request(2, "log.write", { message: "last words" }), panel: "p1" },
        request(3, "log.read", { lines: 10 }),
        request(4, "log.write", { message: "waits" }),
      );
      await assertServes(bridge);
      await bridge.write({ jsonrpc: "2.0", method: "bridge.panelClosed", params: { panel: "p1" } });
      // A panel that closes ends its reading, and its line is written.
      assertEquals(await bridge.read(), cancelled(1));
      assertEquals((await bridge.read() as { id: number }).id, 2);
      const { code, frames } = await bridge.end();
      assertEquals(code, 0);
      // So does the end of the input.
      assertEquals(frames.map((frame) => (frame as { id: number }).id), [3, 4]);
      assertEquals(frames[0], cancelled(3));
      assertMatch(await factsOfFile(path), /last words\n.*waits\n$/s);
    }),
});

async function factsOfFile(path: string): Promise<string> {
  using file = await Deno.open(path);
  await file.seek(-100, Deno.SeekMode.End);
  const buffer = new Uint8Array(100);
  const count = await file.read(buffer) ?? 0;
  return new TextDecoder().decode(buffer.subarray(0, count));
}

import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { api } from "../../handlers/api.ts";
import { Bridge } from "../../handlers/core/bridge.ts";
import { systemClock } from "../../host_stdio/clock.ts";
import { Connection } from "../../host_stdio/connection.ts";
import { defaultWireLimits } from "../../limits/wire.ts";
import { bodiesOf, frameOf, joined } from "../../tools/support/frames.ts";
import { calls } from "../faults/support/corpus.ts";
import { inDirectory } from "../handlers/log/support.ts";
import { BridgeProcess, request } from "../support/bridge_process.ts";
import { setDeadline } from "../support/deadline.ts";
import { callText, lacking, type Message, RawBridge } from "./support.ts";

setDeadline(120_000);

/** Internal details: paths of code, messages of the runtime, stacks. */
const inner =
  /os error|file:\/\/|\.ts:\d|\bat [\w.#]+ \(|node_modules|registry\.npmjs|Deno\.|NotCapable|undefined/;

const home = fromFileUrl(new URL("../../", import.meta.url));

function assertDiscreet(text: string, ...secrets: string[]): void {
  assert(!inner.test(text), text.slice(0, 500));
  for (const secret of [home, ...secrets]) assert(!text.includes(secret), text.slice(0, 500));
}

Deno.test("no answer contains messages of the runtime after any failure", async () => {
  // A player that fails in every way at every native action.
  const answers: ((action: Message) => string)[] = [
    lacking,
    ({ id }) => `{"jsonrpc":"2.0","id":${id},"result":null}`,
    ({ id }) =>
      `{"jsonrpc":"2.0","id":${id},"result":{"secret":"hunter2","config":5,"nodes":7,"count":"hunter2"}}`,
    ({ id }) => `{"jsonrpc":"2.0","id":${id},"error":"hunter2"}`,
    ({ id }) => `{"jsonrpc":"2.0","id":${id},"error":{"code":"hunter2"}}`,
    ({ id }) => `{"jsonrpc":"2.0","id":${id},"result":1,"error":{"code":1,"message":"hunter2"}}`,
  ];
  for (const answer of answers) {
    await using bridge = new RawBridge({ answer });
    for (const [method, variants] of Object.entries(calls)) {
      // test.echo returns its parameters.
      if (method === "test.echo") continue;
      for (
        const params of [...variants, { file: 5, message: {}, lines: "x", items: 7, handles: "h", id: {} }]
      ) {
        const [reply] = await bridge.ask(callText(1, method, JSON.stringify(params)));
        assertDiscreet(JSON.stringify(reply), "hunter2");
      }
    }
  }
});

Deno.test("an invalid answer of the player is reported by its place, never by its value", async () => {
  await using bridge = new RawBridge({
    answer: ({ id }: Message) =>
      `{"jsonrpc":"2.0","id":${id},"result":{"text":{"hunter2":1},"files":["hunter2"],"hasImage":"hunter2"}}`,
  });
  const [{ result }] = await bridge.ask(callText(1, "clipboard.read", "{}"));
  assertEquals(result.success, false);
  assertEquals(
    result.error.startsWith("Player action failed: player.clipboard.read answered a result whose text"),
    true,
  );
  assertDiscreet(result.error, "hunter2");
});

Deno.test("text that cannot be parsed is not repeated", async () => {
  await using bridge = new RawBridge();
  for (
    const body of [
      '{"password":"hunter2"',
      "hunter2",
      '{"jsonrpc":"2.0","id":1,"method":{"hunter2":1}}',
      '["hunter2"]',
    ]
  ) {
    const [reply] = await bridge.ask(body);
    assertDiscreet(JSON.stringify(reply), "hunter2");
  }
});

Deno.test("errors of the disk are reported without paths and messages of the runtime", () =>
  inDirectory(async (parent) => {
    await using bridge = new RawBridge({ logDirectory: `${parent}/secret-place` });
    for (
      const [method, params] of [["log.write", { message: "m" }], ["log.write", {
        message: "m",
        append: false,
      }]] as const
    ) {
      const [{ result }] = await bridge.ask(callText(1, method, JSON.stringify(params)));
      assertEquals(result, {
        success: false,
        error: "Cannot write the log file: the log directory does not exist",
      });
    }
    // stderr has the details.
    assert(bridge.reported.some((line) => line.includes("secret-place")));
    await Deno.mkdir(`${parent}/secret-place/webview_ui.log`, { recursive: true });
    for (const method of ["log.read", "log.clear", "log.write"]) {
      const [{ result }] = await bridge.ask(callText(1, method, '{"message":"m"}'));
      assertEquals(result, { success: false, error: "Not a regular file" });
    }
  }));

Deno.test("a defect of the bridge answers two words and reports the details on stderr", async () => {
  const pieces: Uint8Array[] = [];
  const reported: unknown[] = [];
  const body = frameOf({ jsonrpc: "2.0", id: 1, method: "x.y" });
  let read = false;
  const diagnostics = { report: (...all: unknown[]) => void reported.push(all) };
  const connection = new Connection({
    source: {
      read: (buffer) => {
        if (read) return Promise.resolve(null);
        read = true;
        buffer.set(body);
        return Promise.resolve(body.length);
      },
    },
    sink: { write: (bytes) => Promise.resolve(pieces.push(bytes.slice()) && bytes.length) },
    limits: defaultWireLimits,
    clock: systemClock,
    diagnostics,
    application: (link) => {
      const bridge = new Bridge(link, {
        disk: Deno,
        logDirectory: "/nonexistent",
        version: "0.0.0",
        clock: systemClock,
        diagnostics,
        api,
      });
      bridge.find = () => () => {
        throw new TypeError("the password is hunter2");
      };
      return bridge;
    },
  });
  await connection.run();
  assertEquals(bodiesOf(joined(...pieces)).bodies, [
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}',
  ]);
  assertEquals(reported.length, 1);
});

Deno.test("a bridge process cannot read the environment and reveals nothing about the machine", async () => {
  await using bridge = await BridgeProcess.start();
  const texts: string[] = [];
  for (const method of Object.keys(calls)) {
    if (method.startsWith("log.")) continue;
    let message = await bridge.ask(request(1, method, {}, "p1"));
    while (message.method !== undefined) {
      await bridge.write(JSON.parse(lacking(message)));
      message = await bridge.read();
    }
    texts.push(JSON.stringify(message));
  }
  const secrets = [bridge.directory, Deno.execPath(), Deno.hostname(), ...Object.values(Deno.env.toObject())];
  for (const text of texts) {
    assertDiscreet(text, ...secrets.filter((secret) => secret.length > 8 && !"unsupported".includes(secret)));
  }
});

Deno.test("log.write answers the full path of its file, and no other operation answers a path", () =>
  inDirectory(async (logDirectory) => {
    await using bridge = new RawBridge({ logDirectory });
    const [{ result }] = await bridge.ask(callText(1, "log.write", '{"message":"m"}'));
    assert(result.path.startsWith(logDirectory));
    for (const method of ["log.read", "log.clear"]) {
      assertDiscreet(JSON.stringify(await bridge.ask(callText(1, method, "{}"))), logDirectory);
    }
  }));

import "../support/deadline.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Ajv } from "ajv";
import { root } from "../../tools/tree.ts";
import { TestPlayground } from "../playground/support.ts";

const flags = ["--quiet", "--no-prompt", "--allow-read", "--allow-net=127.0.0.1"];

/** Starts the program as its task does. */
function start(address: string): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, new URL("tools/mcp.ts", root).pathname, address],
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Starts the program and talks to it as an assistant does. */
function converse(address: string) {
  const child = start(address);
  const stderr = new Response(child.stderr).text();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let lastId = 0;
  const write = (text: string) => writer.write(new TextEncoder().encode(`${text}\n`));
  const read = async () => {
    while (!rest.includes("\n")) {
      const { value, done } = await reader.read();
      assert(!done, "it has ended");
      rest += value;
    }
    const [line = "", ...more] = rest.split("\n");
    rest = more.join("\n");
    return JSON.parse(line);
  };
  const ask = async (method: string, params: object = {}) => {
    await write(JSON.stringify({ jsonrpc: "2.0", id: ++lastId, method, params }));
    const { id, result, error } = await read();
    assertEquals(id, lastId);
    return result ?? error;
  };
  const stop = async () => {
    await writer.close();
    assertEquals((await reader.read()).done, true);
    assertEquals([(await child.status).code, await stderr], [0, ""]);
  };
  return { ask, write, stop };
}

const client = { name: "strict", version: "1" };

Deno.test("an assistant lists the operations of a playground as tools, and calls them", async () => {
  await using test = await TestPlayground.start();
  const { ask, write, stop } = converse(test.server.address);
  const asked = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: client };
  const { serverInfo, protocolVersion } = await ask("initialize", asked);
  assertEquals([serverInfo.name, protocolVersion], ["tonearm", "2025-06-18"]);
  // A notification has no answer, nor has a line that is not a request. Neither ends anything.
  for (const line of ['{"jsonrpc":"2.0","method":"notifications/initialized"}', "null", "{", '{"id":1}']) {
    await write(line);
  }
  assertEquals(await ask("ping"), {});
  assertEquals((await ask("resources/list")).code, -32601);

  const { tools } = await ask("tools/list");
  for (const { name, inputSchema } of tools) {
    assertEquals([name, /^[a-zA-Z0-9_-]{1,64}$/.test(name)], [name, true]);
    new Ajv({ strict: false }).compile(inputSchema);
  }
  // Those that the bridge offers: no extension is on.
  const names = tools.map(({ name }: { name: string }) => name);
  assertEquals([names.includes("queue_add"), names.includes("playback_play")], [true, false]);

  const added = await ask("tools/call", { name: "queue_add", arguments: { tracks: [0] } });
  assertEquals([added.isError, JSON.parse(added.content[0].text).queueCount], [false, 1]);
  const wrong = await ask("tools/call", { name: "queue_add", arguments: { playlist: 99, track: 0 } });
  assertEquals([wrong.isError, JSON.parse(wrong.content[0].text).error], [true, "Invalid playlist index"]);
  const mistyped = await ask("tools/call", { name: "queue_add", arguments: { tracks: "x" } });
  assertEquals(mistyped.isError, true);
  assertStringIncludes(mistyped.content[0].text, "tracks must be array");
  assertEquals((await ask("tools/call", { name: "queue_ad" })).code, -32602);
  assertEquals((await ask("tools/call", { name: "queue_add", arguments: [] })).code, -32602);
  await stop();
});

Deno.test("an assistant of the protocol without initialize calls a tool", async () => {
  await using test = await TestPlayground.start();
  const { ask, stop } = converse(test.server.address);
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": client,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  assertEquals((await ask("server/discover", { _meta })).supportedVersions, ["2026-07-28"]);
  const added = await ask("tools/call", { _meta, name: "queue_add", arguments: { tracks: [0, 1] } });
  assertEquals(JSON.parse(added.content[0].text).queueCount, 2);
  await stop();
});

Deno.test("the assistant's program ends when its input ends before the first request", async () => {
  await using test = await TestPlayground.start();
  await converse(test.server.address).stop();
});

Deno.test("without a playground at the address, the assistant's program says so", async () => {
  const child = start("http://127.0.0.1:1/token/");
  await child.stdin.close();
  const { code, stdout, stderr } = await child.output();
  assertEquals([code, stdout.length], [1, 0]);
  assertStringIncludes(
    new TextDecoder().decode(stderr),
    "mcp: there is no playground at http://127.0.0.1:1/token/",
  );
});

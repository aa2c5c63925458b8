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

Deno.test("an assistant lists the operations of a playground as tools, and calls them", async () => {
  await using test = await TestPlayground.start();
  const child = start(test.server.address);
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
  const { serverInfo, ...chosen } = await ask("initialize", { protocolVersion: "2025-06-18" });
  assertEquals(serverInfo.name, "tonearm");
  assertEquals(chosen, { protocolVersion: "2025-06-18", capabilities: { tools: {} } });
  assertEquals((await ask("initialize", { protocolVersion: "1999-01-01" })).protocolVersion, "2025-11-25");
  // A notification has no answer.
  await write('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  assertEquals(await ask("ping"), {});
  // What is not a request is refused and ends nothing.
  for (const line of ["null", "[]", '{"jsonrpc":"2.0","id":null,"method":"ping"}', '{"id":1,"result":{}}']) {
    await write(line);
    const error = { code: -32600, message: "Invalid request" };
    assertEquals([line, await read()], [line, { jsonrpc: "2.0", id: null, error }]);
  }
  await write("{");
  assertEquals((await read()).error, { code: -32700, message: "Parse error" });
  await write(
    '[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"notifications/cancelled"}]',
  );
  assertEquals(await read(), [{ jsonrpc: "2.0", id: "a", result: {} }]);
  assertEquals(await ask("resources/list"), { code: -32601, message: "Method not found: resources/list" });

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
  const unknown = await ask("tools/call", { name: "queue_ad" });
  assertEquals(unknown, { code: -32602, message: "Invalid params: there is no tool queue_ad" });
  const missing = await ask("tools/call", { name: "queue_add", arguments: [] });
  assertEquals([missing.isError, missing.content[0].text], [
    true,
    "Invalid params: params must be an object",
  ]);

  await writer.close();
  assertEquals((await reader.read()).done, true);
  assertEquals([(await child.status).code, await stderr], [0, ""]);
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

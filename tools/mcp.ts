/**
 * `deno task --cwd tools mcp ADDRESS`: serves the operations of a running playground as tools of the Model Context Protocol
 * (https://modelcontextprotocol.io), so that an assistant drives its player.
 */

import process from "node:process";
import { connectPanel } from "../panels/panel.js";
import { fromJsonSchema, McpServer, serveStdio } from "./packages/mcp.ts";
import { exitWithUsageError, optionsOrExit } from "./support/options.ts";
import { root } from "./tree.ts";

const usage =
  `Serves the operations of a running playground as tools to an assistant, which starts this program
and speaks the Model Context Protocol with it over stdin and stdout.

  deno task --cwd tools mcp ADDRESS

ADDRESS is the one that \`deno task playground\` prints; with its --port it outlives a restart.

Exit code: 0 at the end of stdin or of the playground, 1 without a playground at the address, 2 when
the command line is wrong.
`;

/** An operation in docs/openrpc.json. */
interface Operation {
  readonly name: string;
  readonly summary: string;
  readonly params: readonly { readonly name: string; readonly required?: boolean; readonly schema: object }[];
}

/**
 * Opens a panel of a playground. The playground closes it when this process ends.
 *
 * @throws {Error} When there is no playground at the address.
 */
async function openPanel(address: string): Promise<ReturnType<typeof connectPanel>> {
  const { host, origin, pathname } = new URL(address);
  const socketAt = (path: string) => new WebSocket(`ws://${host}${pathname}${path}`, { headers: { origin } });
  const control = socketAt("control");
  const key = await new Promise<string>((resolve, reject) => {
    const ask = { id: 1, name: "openPanel", ask: { name: "assistant", framed: false } };
    control.addEventListener("open", () => control.send(JSON.stringify(ask)));
    control.addEventListener("error", () => reject(new Error(`there is no playground at ${address}`)));
    control.addEventListener("message", ({ data }) => {
      const { kind, answer } = JSON.parse(data);
      if (kind === "answer") resolve(answer.key);
    });
  });
  control.addEventListener("close", () => Deno.exit(0));
  return connectPanel(socketAt(`panel/${key}`));
}

async function main(): Promise<void> {
  const { methods, components, info } = JSON.parse(
    await Deno.readTextFile(new URL("docs/openrpc.json", root)),
  );
  const panel = await openPanel(address);
  const { apis } = await panel.invoke("system.listAvailableApis") as { apis: { fullName: string }[] };
  const offered = new Set(apis.map(({ fullName }) => fullName));
  // The types of panel.js include only the built-in operations.
  const invoke = panel.invoke as (method: string, params: unknown) => Promise<unknown>;

  const server = new McpServer({ name: "tonearm", version: info.version });
  for (const { name, summary, params } of methods as Operation[]) {
    if (!offered.has(name)) continue;
    const properties = Object.fromEntries(params.map(({ name, schema }) => [name, schema]));
    const required = params.filter(({ required }) => required).map(({ name }) => name);
    // The references in the schemas begin at its root.
    const shapes = JSON.stringify(properties).includes("#/components/") ? { components } : {};
    const schema = { type: "object" as const, properties, required, ...shapes };
    const tool = { description: summary, inputSchema: fromJsonSchema(schema) };
    // Many assistants allow no dots in the name of a tool.
    server.registerTool(name.replace(".", "_"), tool, async (input) => {
      const result = await invoke(name, input);
      const isError = (result as { success?: boolean } | null)?.success === false;
      return { content: [{ type: "text", text: JSON.stringify(result) }], isError };
    });
  }
  // The sockets would keep the process alive.
  process.stdin.once("end", () => Deno.exit(0));
  serveStdio(() => server);
}

const { operands: [address = "", ...more] } = optionsOrExit({
  name: "mcp",
  usage,
  options: {},
  operands: true,
});
if (more.length > 0 || !/^http:/.test(address) || !URL.canParse(address)) {
  exitWithUsageError("mcp", "it needs the address of a playground, and nothing else");
}
try {
  await main();
} catch (error) {
  // deno-lint-ignore no-console -- stderr
  console.error(`mcp: ${error instanceof Error ? error.message : error}`);
  Deno.exit(1);
}

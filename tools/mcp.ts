/**
 * `deno task --cwd tools mcp ADDRESS`: serves the operations of a running playground as tools of the Model Context Protocol
 * (https://modelcontextprotocol.io), so that an assistant drives its player. Messages are lines of JSON on stdin and stdout.
 * The official SDK brings 95 packages, which the first `deno task` of every user would download.
 *
 * @module
 */

import process from "node:process";
import { createInterface } from "node:readline";
import { rpcError, type RpcErrorObject } from "../host_stdio/errors.ts";
import { connectPanel } from "../panels/panel.js";
import { print } from "./terminal.ts";
import { root } from "./tree.ts";

/** The versions of the protocol, the newest first. For what this program does they are the same. */
const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** An operation in docs/openrpc.json. */
interface Operation {
  readonly name: string;
  readonly summary: string;
  readonly params: readonly { readonly name: string; readonly required?: boolean; readonly schema: object }[];
}

interface Request {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: object;
    readonly protocolVersion?: string;
  };
}

/** The result of an operation, or why it has failed, for the assistant. */
interface ToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly isError: boolean;
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

/** Returns the description of a tool. Many assistants allow no dots in its name. */
function toolOf({ name, summary, params }: Operation, components: object): object {
  const properties = Object.fromEntries(params.map(({ name, schema }) => [name, schema]));
  const required = params.filter(({ required }) => required).map(({ name }) => name);
  // The references in the schemas begin at its root.
  const shapes = JSON.stringify(properties).includes("#/components/") ? { components } : {};
  const inputSchema = { type: "object", properties, required, ...shapes };
  return { name: name.replace(".", "_"), description: summary, inputSchema };
}

async function callTool(
  panel: ReturnType<typeof connectPanel>,
  { name = "", arguments: params = {} }: Request["params"] = {},
): Promise<ToolResult> {
  try {
    // The types of panel.js include only the built-in operations. The bridge answers other names.
    const invoke = panel.invoke as (method: string, params: object) => Promise<unknown>;
    const result = await invoke(name.replace("_", "."), params);
    const isError = (result as { success?: boolean } | null)?.success === false;
    return { content: [{ type: "text", text: JSON.stringify(result) }], isError };
  } catch (error) {
    return { content: [{ type: "text", text: (error as Error).message }], isError: true };
  }
}

async function main(): Promise<void> {
  const { methods, components, info } = JSON.parse(
    await Deno.readTextFile(new URL("docs/openrpc.json", root)),
  );
  const panel = await openPanel(Deno.args[0] ?? "");
  const { apis } = await panel.invoke("system.listAvailableApis") as { apis: { fullName: string }[] };
  const offered = new Set(apis.map(({ fullName }) => fullName));
  const tools = methods.filter(({ name }: Operation) => offered.has(name))
    .map((operation: Operation) => toolOf(operation, components));

  async function answer(
    { method, params }: Request,
  ): Promise<{ result: object } | { error: RpcErrorObject }> {
    switch (method) {
      case "initialize": {
        const protocolVersion = VERSIONS.find((each) => each === params?.protocolVersion) ?? VERSIONS[0];
        const serverInfo = { name: "tonearm", version: info.version };
        return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } };
      }
      case "ping":
        return { result: {} };
      case "tools/list":
        return { result: { tools } };
      case "tools/call":
        return { result: await callTool(panel, params) };
      default:
        return { error: rpcError("methodNotFound", method) };
    }
  }

  for await (const line of createInterface({ input: process.stdin })) {
    const request: Request = JSON.parse(line);
    // A notification has no answer.
    if (request.id === undefined) continue;
    void answer(request).then((outcome) =>
      print(`${JSON.stringify({ jsonrpc: "2.0", id: request.id, ...outcome })}\n`)
    );
  }
  Deno.exit(0);
}

try {
  await main();
} catch (error) {
  // deno-lint-ignore no-console -- stderr
  console.error(`mcp: ${error instanceof Error ? error.message : error}`);
  Deno.exit(1);
}

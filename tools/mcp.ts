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
  readonly id?: unknown;
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

/** Returns the name of an operation's tool. Many assistants allow no dots in it. */
function toolName(operation: string): string {
  return operation.replace(".", "_");
}

/** Returns the description of a tool. */
function toolOf({ name, summary, params }: Operation, components: object): object {
  const properties = Object.fromEntries(params.map(({ name, schema }) => [name, schema]));
  const required = params.filter(({ required }) => required).map(({ name }) => name);
  // The references in the schemas begin at its root.
  const shapes = JSON.stringify(properties).includes("#/components/") ? { components } : {};
  const inputSchema = { type: "object", properties, required, ...shapes };
  return { name: toolName(name), description: summary, inputSchema };
}

async function callTool(
  panel: ReturnType<typeof connectPanel>,
  { name, params }: { readonly name: string; readonly params: object },
): Promise<ToolResult> {
  try {
    // The types of panel.js include only the built-in operations. The bridge answers other names.
    const invoke = panel.invoke as (method: string, params: object) => Promise<unknown>;
    const result = await invoke(name, params);
    const isError = (result as { success?: boolean } | null)?.success === false;
    return { content: [{ type: "text", text: JSON.stringify(result) }], isError };
  } catch (error) {
    return { content: [{ type: "text", text: (error as Error).message }], isError: true };
  }
}

function isRequest(message: unknown): message is Request {
  if (typeof message !== "object" || message === null || !("method" in message)) return false;
  const { method, id, params } = message as { method: unknown; id?: unknown; params?: unknown };
  return typeof method === "string" && ["undefined", "string", "number"].includes(typeof id) &&
    (params === undefined || typeof params === "object" && params !== null);
}

async function main(): Promise<void> {
  const { methods, components, info } = JSON.parse(
    await Deno.readTextFile(new URL("docs/openrpc.json", root)),
  );
  const panel = await openPanel(Deno.args[0] ?? "");
  const { apis } = await panel.invoke("system.listAvailableApis") as { apis: { fullName: string }[] };
  const offered = new Set(apis.map(({ fullName }) => fullName));
  const operations: readonly Operation[] = methods.filter(({ name }: Operation) => offered.has(name));
  const tools = operations.map((operation) => toolOf(operation, components));
  const operationNames = new Map(operations.map(({ name }) => [toolName(name), name]));

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
      case "tools/call": {
        const name = operationNames.get(params?.name ?? "");
        if (name === undefined) {
          return { error: rpcError("invalidParams", `there is no tool ${params?.name}`) };
        }
        return { result: await callTool(panel, { name, params: params?.arguments ?? {} }) };
      }
      default:
        return { error: rpcError("methodNotFound", method) };
    }
  }

  const send = (message: unknown): void => print(`${JSON.stringify(message)}\n`);

  /** Returns the response to a message; undefined for a notification. */
  async function respond(message: unknown): Promise<object | undefined> {
    if (!isRequest(message)) return { jsonrpc: "2.0", id: null, error: rpcError("invalidRequest") };
    const { id } = message;
    return id === undefined ? undefined : { jsonrpc: "2.0", id, ...await answer(message) };
  }

  /** Answers a line. One version of the protocol has batches, and none forbids to answer them. */
  async function receive(line: string): Promise<void> {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return send({ jsonrpc: "2.0", id: null, error: rpcError("parse") });
    }
    if (!Array.isArray(message) || message.length === 0) {
      const response = await respond(message);
      return response && send(response);
    }
    const responses = await Promise.all(message.map(respond));
    const sent = responses.filter((response) => response !== undefined);
    if (sent.length > 0) send(sent);
  }

  for await (const line of createInterface({ input: process.stdin })) void receive(line);
  Deno.exit(0);
}

try {
  await main();
} catch (error) {
  // deno-lint-ignore no-console -- stderr
  console.error(`mcp: ${error instanceof Error ? error.message : error}`);
  Deno.exit(1);
}

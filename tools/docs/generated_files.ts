/** The generated files under version control, and the pages of operations, which only the site has. */

import { root } from "../tree.ts";
import { findExamples } from "./examples.ts";
import { withDiagram } from "./jit_diagram.ts";
import { bridgeDocument, type OpenRpcDocument, playerDocument } from "./open_rpc.ts";
import { operationPages } from "./operation_pages.ts";
import { operationsTable } from "./operations_table.ts";

/** Generates the files under version control. Returns their texts by their paths from the root. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const bridge = bridgeDocument(await findExamples());
  const player = playerDocument();
  const jitQueue = "docs/jit_queue.md";
  return new Map([
    ["docs/openrpc.json", documentText(bridge)],
    ["docs/openrpc-player.json", documentText(player)],
    ["docs/operations.md", operationsTable(bridge)],
    [jitQueue, withDiagram(await Deno.readTextFile(new URL(jitQueue, root)))],
  ]);
}

/** Generates the pages of operations for the site. Returns their texts by their paths in the tree, in which they are not. */
export async function sitePages(): Promise<ReadonlyMap<string, string>> {
  const examples = await findExamples();
  return operationPages(bridgeDocument(examples), examples);
}

/** How many levels of a member of an OpenRPC document are broken into lines: each method, shape, error and event is a line. */
const levels: Readonly<Record<string, number>> = { methods: 1, components: 2, "x-events": 1 };

function documentText(document: OpenRpcDocument): string {
  const members = Object.entries(document).map(([key, value]) =>
    `${JSON.stringify(key)}: ${inLines(value, levels[key] ?? 0)}`
  );
  return `{\n${members.join(",\n")}\n}\n`;
}

function inLines(value: unknown, levels: number): string {
  if (levels === 0 || typeof value !== "object" || value === null) return JSON.stringify(value);
  const lines = Array.isArray(value)
    ? value.map((item) => inLines(item, levels - 1))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inLines(member, levels - 1)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${close}`;
}

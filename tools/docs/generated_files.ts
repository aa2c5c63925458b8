/** The generated files and parts of files under version control, and the pages of operations, which only the site has. */

import { namespaces } from "../../handlers/mod.ts";
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
  const panelScript = "panels/panel.js";
  return new Map([
    ["docs/openrpc.json", documentText(bridge)],
    ["docs/openrpc-player.json", documentText(player)],
    ["docs/operations.md", operationsTable(bridge)],
    [jitQueue, withDiagram(await Deno.readTextFile(new URL(jitQueue, root)))],
    [panelScript, withOperations(await Deno.readTextFile(new URL(panelScript, root)))],
  ]);
}

/** Generates the pages of operations for the site. Returns their texts by their paths in the tree, in which they are not. */
export async function sitePages(): Promise<ReadonlyMap<string, string>> {
  const examples = await findExamples();
  return operationPages(bridgeDocument(examples), examples);
}

/** The longest name and text on a line of the script: with indent, colon and comma 110 characters. */
const MAX_TEXT = 105;

/** Writes the names of the operations of the specification into the script for panels. */
function withOperations(script: string): string {
  const lines = namespaces.map(({ name, operations }) => {
    const methods = operations.map((operation) => operation.name.slice(name.length + 1));
    const text = JSON.stringify(methods.sort().join(" "));
    // As deno fmt breaks a long line.
    const space = name.length + text.length > MAX_TEXT ? "\n    " : " ";
    return `  ${name}:${space}${text},\n`;
  });
  return script.replace(/(?<=^const SPECIFIED = \{\n)(?: {2}.*\n)*(?=\};$)/m, () => lines.join(""));
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

/** All files that are generated: documents, and the typed part of the C++ library. */

import type { Conformance } from "../conformance/conformance.ts";
import { conformancePages } from "../conformance/pages.ts";
import { printJson } from "../fixtures/print_json.ts";
import { root } from "../tree.ts";
import { cppFiles } from "./cpp/cpp_headers.ts";
import { cppWireHeader } from "./cpp/cpp_wire.ts";
import { findExamples } from "./examples.ts";
import { withDiagram } from "./jit_diagram.ts";
import { bridgeDocument, playerDocument } from "./open_rpc.ts";
import { operationPages } from "./operation_pages.ts";

/** Folders in which every file is generated. */
export const generatedFolders = ["docs/operations/", "docs/conformance/"] as const;

/** Generates the files. Returns their texts by their paths from the root. */
export async function generatedFiles(conformance: Conformance): Promise<ReadonlyMap<string, string>> {
  const examples = await findExamples();
  const bridge = bridgeDocument(examples);
  const player = playerDocument();
  const jitQueue = "docs/jit_queue.md";
  return new Map([
    ["docs/openrpc.json", jsonText(bridge)],
    ["docs/openrpc-player.json", jsonText(player)],
    [jitQueue, withDiagram(await Deno.readTextFile(new URL(jitQueue, root)))],
    ...cppFiles(bridge, player),
    cppWireHeader(),
    ...operationPages(bridge, examples),
    ...conformancePages(conformance),
  ]);
}

function jsonText(value: unknown): string {
  return `${printJson(value)}\n`;
}

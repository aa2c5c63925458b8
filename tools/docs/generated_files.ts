/**
 * Everything that is made from the definitions: documents in docs/, and the typed part of the C++ library.
 *
 * @module
 */

import { printJson } from "../fixtures/print_json.ts";
import { cppFiles } from "./cpp/cpp_headers.ts";
import { findExamples } from "./examples.ts";
import { bridgeDocument, playerDocument } from "./open_rpc.ts";
import { operationPages } from "./operation_pages.ts";

/**
 * Makes the generated files.
 *
 * @returns Their texts by their paths from the root.
 */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const examples = await findExamples();
  const bridge = bridgeDocument(examples);
  const player = playerDocument();
  const files = new Map([
    ["docs/openrpc.json", jsonText(bridge)],
    ["docs/openrpc-player.json", jsonText(player)],
    ...cppFiles(bridge, player),
  ]);
  for (const [name, text] of operationPages(bridge, examples)) files.set(`docs/operations/${name}`, text);
  return files;
}

function jsonText(value: unknown): string {
  return `${printJson(value)}\n`;
}

/**
 * Writes the headers that the build of the C++ library makes into a folder. It imports no package, so that the build needs no
 * network.
 */

import type { OpenRpcDocument } from "../open_rpc.ts";
import { cppHeaders } from "./cpp_headers.ts";
import { cppWireHeader } from "./cpp_wire.ts";

const [folder = "."] = Deno.args;
const headers = cppHeaders(await document("openrpc"), await document("openrpc-player"));
await Deno.mkdir(folder, { recursive: true });
for (const [name, text] of [...headers, ["wire.hpp", cppWireHeader()] as const]) {
  const path = `${folder}/${name}`;
  // A header that is written anew is compiled again with all that includes it.
  if (text !== await textOf(path)) await Deno.writeTextFile(path, text);
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function document(name: string): Promise<OpenRpcDocument> {
  return JSON.parse(await Deno.readTextFile(new URL(`../../../docs/${name}.json`, import.meta.url)));
}

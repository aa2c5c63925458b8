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
  await Deno.writeTextFile(`${folder}/${name}`, text);
}

async function document(name: string): Promise<OpenRpcDocument> {
  return JSON.parse(await Deno.readTextFile(new URL(`../../../docs/${name}.json`, import.meta.url)));
}

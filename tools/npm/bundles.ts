/**
 * The code of the package for Node.js: the library in one file, and the bridge that it starts.
 *
 * @module
 */

import { bundleBridge } from "../release/bundle.ts";
import { runDeno } from "../release/run.ts";
import { stampOf } from "../release/stamp.ts";
import { root } from "../tree.ts";

/**
 * Bundles the library and the bridge.
 *
 * @param directory Where to put `mod.js` and `bridge/`.
 * @throws {ToolFailed} When Deno cannot bundle them.
 */
export async function bundleAll(directory: string): Promise<void> {
  // What the library does on Deno only, it asks for when it is called.
  const flags = ["--quiet", "--platform=browser", `--output=${directory}/mod.js`];
  await runDeno(["bundle", ...flags, "mod.ts"], root);
  await Deno.mkdir(`${directory}/bridge`);
  await bundleBridge(`${directory}/bridge`, await stampOf());
}

/**
 * The code of the package for Node.js: the library, and the bridge that it starts, each in one file.
 *
 * @module
 */

import { root } from "../tree.ts";

/**
 * Bundles the library and the bridge.
 *
 * @param directory Where to put `mod.js` and `bridge.js`.
 * @throws {Error} When Deno cannot bundle them.
 */
export async function bundleAll(directory: string): Promise<void> {
  // What the library does on Deno only, it asks for when it is called.
  await bundle("mod.ts", `${directory}/mod.js`, ["--platform", "browser"]);
  await bundle("main.ts", `${directory}/bridge.js`, []);
}

async function bundle(entry: string, output: string, flags: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", ...flags, "--output", output, entry],
    cwd: root,
  }).output();
  if (!success) throw new Error(`${entry} cannot be bundled:\n${new TextDecoder().decode(stderr)}`);
}

/**
 * Writes the files that are made from the definitions: `deno task docs`.
 *
 * @module
 */

import { generatedFiles } from "./docs/generated_files.ts";
import { root } from "./tree.ts";

for (const [path, text] of await generatedFiles()) {
  const file = new URL(path, root);
  await Deno.mkdir(new URL(".", file), { recursive: true });
  await Deno.writeTextFile(file, text);
}

/**
 * Builds the package for Node.js: `deno task npm [directory]`. It needs Node.js with npm.
 *
 * @module
 */

import { bundleAll } from "./npm/bundles.ts";
import { declarationsOf } from "./npm/declarations.ts";
import { packageJson, readme, valibotVersion } from "./npm/package_files.ts";
import { root } from "./tree.ts";

const directory = Deno.args[0] ?? decodeURIComponent(new URL("dist/npm", root).pathname);
await Deno.mkdir(directory, { recursive: true });
for await (const { name } of Deno.readDir(directory)) {
  throw new Error(`${directory} is not empty: ${name} is there`);
}

const configuration = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
await Deno.writeTextFile(`${directory}/package.json`, packageJson(configuration));
await Deno.writeTextFile(`${directory}/README.md`, readme);
await Deno.copyFile(new URL("LICENSE", root), `${directory}/LICENSE`);
await bundleAll(directory);
for (const [path, text] of await declarationsOf("mod.ts", valibotVersion(configuration))) {
  const file = `${directory}/types/${path}`;
  await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(file, text);
}

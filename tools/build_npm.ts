/**
 * Builds the package for Node.js: `deno task npm [directory]`. It needs Node.js with npm.
 *
 * @module
 */

import { bundleAll } from "./npm/bundles.ts";
import { declarationsOf } from "./npm/declarations.ts";
import { packageJson, readme, valibotVersion } from "./npm/package_files.ts";
import { root } from "./tree.ts";

const encoder = new TextEncoder();

function say(text: string): void {
  Deno.stderr.writeSync(encoder.encode(`${text}\n`));
}

const directory = Deno.args[0] ?? decodeURIComponent(new URL("dist/npm", root).pathname);
await Deno.mkdir(directory, { recursive: true });
for await (const { name } of Deno.readDir(directory)) {
  say(`npm: ${directory} is not empty: ${name} is there; remove it, or name another folder`);
  Deno.exit(1);
}

const configuration = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
await Deno.writeTextFile(`${directory}/package.json`, packageJson(configuration));
await Deno.writeTextFile(`${directory}/README.md`, readme);
await Deno.copyFile(new URL("LICENSE", root), `${directory}/LICENSE`);
await Deno.copyFile(new URL("panel/panel.js", root), `${directory}/panel.js`);
say("bundling the library and the bridge");
await bundleAll(directory);
say("fetching the TypeScript compiler and writing the declarations, which takes up to a minute");
for (
  const [path, text] of await declarationsOf(["mod.ts", "panel/panel.d.ts"], valibotVersion(configuration))
) {
  const file = `${directory}/types/${path}`;
  await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(file, text);
}
say(
  `${directory}: ${configuration.name} ${configuration.version} for Node.js; to look at it: npm pack --dry-run`,
);

/** The package for Node.js: the library and the bridge as bundles, with declarations. */

import { root } from "../../tree.ts";
import { bundleBridge } from "../bundle.ts";
import { runDeno, ToolFailed } from "../run.ts";
import { stampOf } from "../stamp.ts";
import { declarationsOf } from "./declarations.ts";
import { packageJson, readme, valibotVersion } from "./package_files.ts";

/**
 * Builds the package. Needs Node.js with npm.
 *
 * @param directory Where to; must not exist or be empty.
 * @throws {ToolFailed} When the directory is not empty, or a program that the build needs fails.
 */
export async function buildPackage(directory: string, progress: (line: string) => void): Promise<void> {
  await Deno.mkdir(directory, { recursive: true });
  for await (const { name } of Deno.readDir(directory)) {
    throw new ToolFailed(
      "build npm",
      `${directory} is not empty, ${name} is there: remove it, or name another --out`,
    );
  }
  const configuration = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  await Deno.writeTextFile(`${directory}/package.json`, packageJson(configuration));
  await Deno.writeTextFile(`${directory}/README.md`, readme);
  await Deno.copyFile(new URL("LICENSE", root), `${directory}/LICENSE`);
  await Deno.copyFile(new URL("panel/panel.js", root), `${directory}/panel.js`);
  progress("bundling the library and the bridge");
  await bundleAll(directory);
  progress("installing the TypeScript compiler and writing the declarations, up to a minute");
  const entries = ["mod.ts", "panel/panel.d.ts"];
  for (const [path, text] of await declarationsOf(entries, valibotVersion(configuration))) {
    const file = `${directory}/types/${path}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
  const { name, version } = configuration;
  progress(`${directory}: ${name} ${version} for Node.js; to look at it: npm pack --dry-run`);
}

/**
 * Bundles the library as `mod.js` and the bridge in `bridge/`.
 *
 * @throws {ToolFailed} When Deno cannot bundle them.
 */
export async function bundleAll(directory: string): Promise<void> {
  // The library reads Deno's functions only when one that needs them is called.
  const flags = ["--quiet", "--platform=browser", `--output=${directory}/mod.js`];
  await runDeno(["bundle", ...flags, "mod.ts"], root);
  await Deno.mkdir(`${directory}/bridge`);
  await bundleBridge(`${directory}/bridge`, await stampOf());
}

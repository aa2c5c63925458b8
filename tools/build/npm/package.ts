/** The npm packages: the library with the bridge, the panel script, and `create-tonearm-panel` with the playground. */

import { dirname } from "@std/path";
import { ownPageTypes } from "../../docs/page_types.ts";
import { runProgram } from "../../support/process.ts";
import { filesOf, root } from "../../tree.ts";
import { bundleBridge, bundleModules } from "../bundle.ts";
import { ToolFailed } from "../run.ts";
import { type Stamp, stampOf } from "../stamp.ts";
import { declarationsOf } from "./declarations.ts";
import {
  type PackageFolder,
  packageJson,
  packageNames,
  panelPackageJson,
  valibotVersion,
} from "./package_files.ts";

export interface PackageOptions {
  /** The output folder; must be missing or empty. */
  readonly directory: string;
  /** The repository that the packages name, such as `git+https://host/owner/name.git`. */
  readonly repository: string | undefined;
  /** Receives lines about the progress. */
  readonly progress: (line: string) => void;
}

/** The files that the playground reads at run time: folders of the tree, with the ends of the file names to copy. */
const playgroundFiles = {
  "playground/page/": [".ts", ".html", ".css"],
  "playground/frame/": [".js", ".css"],
  "playground/": ["protocol.ts"],
  "limits/": ["names.ts"],
  "panels/": [
    "panels/panel.js",
    "panels/player.css",
    "panels/base.css",
    "panels/base.js",
    "panels/list.css",
    "panels/list.js",
  ],
  "docs/": ["openrpc.json"],
} as const;

/**
 * Builds the packages, each as a folder and as an npm archive. Needs Node.js with npm.
 *
 * @throws {ToolFailed} When the directory is not empty, or a program that the build needs fails.
 */
export async function buildPackages({ directory, repository, progress }: PackageOptions): Promise<void> {
  await Deno.mkdir(directory, { recursive: true });
  for await (const { name } of Deno.readDir(directory)) {
    throw new ToolFailed(
      "build npm",
      `${directory} is not empty: it contains ${name}. Empty it, or name another --out`,
    );
  }
  const configuration = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const folders = Object.keys(packageNames) as PackageFolder[];
  for (const folder of folders) {
    const path = `${directory}/${folder}`;
    await Deno.mkdir(path);
    await Deno.writeTextFile(`${path}/package.json`, packageJson(folder, configuration, repository));
    await Deno.copyFile(new URL(`tools/build/npm/readme/${folder}.md`, root), `${path}/README.md`);
    await Deno.copyFile(new URL("LICENSE", root), `${path}/LICENSE`);
  }
  const stamp = await stampOf();
  progress("bundling the library, the bridge and the playground");
  await bundleLibrary(`${directory}/tonearm`, stamp);
  await bundleCreate(`${directory}/create-tonearm-panel`, stamp);
  for (const folder of ["tonearm", "panel"]) {
    await Deno.copyFile(new URL("panels/panel.js", root), `${directory}/${folder}/panel.js`);
    await Deno.writeTextFile(`${directory}/${folder}/fb2k.d.ts`, await ownPageTypes());
  }
  progress("installing the TypeScript compiler and writing the declarations, up to a minute");
  const declarations = await declarationsOf(
    ["mod.ts", "players/reference/mod.ts"],
    valibotVersion(configuration),
  );
  for (const [path, text] of declarations) await write(`${directory}/tonearm/types/${path}`, text);
  for (const folder of folders) {
    const archive = await npmPack(`${directory}/${folder}`, directory);
    const { size } = await Deno.stat(`${directory}/${archive}`);
    progress(`${directory}/${archive}: ${Math.ceil(size / 1000).toLocaleString("en")} kB`);
  }
}

/**
 * Bundles the library as `mod.js`, its test doubles in `testing/` and the bridge in `bridge/`.
 *
 * @throws {ToolFailed} When Deno cannot bundle them.
 */
export async function bundleLibrary(directory: string, stamp: Stamp): Promise<void> {
  // The library uses Deno's APIs only inside the functions that need them, so one bundle serves every runtime.
  const flags = ["--platform=browser"];
  await bundleModules(["mod.ts"], { directory, stamp, flags });
  await bundleModules(["players/reference/mod.ts"], { directory: `${directory}/testing`, stamp, flags });
  await Deno.mkdir(`${directory}/bridge`);
  await bundleBridge(`${directory}/bridge`, stamp);
}

/**
 * Bundles `create-tonearm-panel` and the playground. The folder `tree/` has the playground's files at their paths in the tree.
 *
 * @throws {ToolFailed} When Deno cannot bundle them.
 */
export async function bundleCreate(directory: string, stamp: Stamp): Promise<void> {
  await bundleModules(["panels/create/create.ts", "panels/create/playground.ts"], {
    directory,
    stamp,
  });
  const template = "panels/create/template/";
  for await (const path of filesOf("", template)) {
    await copy(path, `${directory}/template/${path.slice(template.length)}`);
  }
  await Deno.writeTextFile(`${directory}/template/package.json`, panelPackageJson(stamp));
  const tree = `${directory}/tree`;
  for (const [folder, endings] of Object.entries(playgroundFiles)) {
    for (const ending of endings) {
      for await (const path of filesOf(ending, folder)) await copy(path, `${tree}/${path}`);
    }
  }
  const playground = `${tree}/playground`;
  await bundleModules(["playground/main.ts", "playground/serve.ts"], { directory: playground, stamp });
  await Deno.mkdir(`${playground}/bridge`);
  await bundleBridge(`${playground}/bridge`, stamp);
}

/** Packs a package with `npm pack`. Returns the name of the archive. */
async function npmPack(from: string, to: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram("npm", ["pack", "--json", "--pack-destination", to], {
    cwd: from,
  });
  if (code !== 0) throw new ToolFailed("npm pack", stderr);
  const [{ filename }] = JSON.parse(stdout);
  return filename;
}

async function write(file: string, text: string): Promise<void> {
  await Deno.mkdir(dirname(file), { recursive: true });
  await Deno.writeTextFile(file, text);
}

async function copy(path: string, file: string): Promise<void> {
  await Deno.mkdir(dirname(file), { recursive: true });
  await Deno.copyFile(new URL(path, root), file);
}

/**
 * Bundles the bridge into a few files, which start in about half the time of the source tree. A player that has its own
 * Deno ships them, and the single binary contains them.
 *
 * The bundle is not minified: stack traces in the diagnostics keep their names. Each script has a source map beside it, to
 * which it is not linked, because Deno reads a linked map at every start (docs/performance.md).
 */

import { basename, fromFileUrl, isAbsolute, relative, resolve, toFileUrl } from "@std/path";
import { extensionNames } from "../../host_stdio/api/extension_names.ts";
import { root } from "../tree.ts";
import { runDeno } from "./run.ts";
import type { Stamp } from "./stamp.ts";
import { markStartupFunctions } from "./startup_functions.ts";

/** The entry file of a bundle. */
export const BUNDLE_ENTRY = "main.js";

interface Configuration {
  readonly imports: Readonly<Record<string, string>>;
}

/** Rarely used code stays out of the entry file: LogTape alone would add 8 ms to every start of the bridge. */
const split = "--code-splitting";

/**
 * Bundles the bridge.
 *
 * @param directory An empty folder.
 * @param stamp The output of `--version`.
 * @returns The names of the files, sorted.
 * @throws {ToolFailed} When `deno bundle` fails, or the bundle does not run.
 */
export async function bundleBridge(directory: string, stamp: Stamp): Promise<string[]> {
  const flags = [split, "--sourcemap=external"];
  const scripts = await bundleModules(["main.ts"], { directory, stamp, flags, oneStart: true });
  await markStartupFunctions(resolve(directory), BUNDLE_ENTRY);
  const texts = new Map<string, string>();
  const names = new Map<string, string>();
  for (const name of scripts) {
    const text = await Deno.readTextFile(`${directory}/${name}`);
    texts.set(name, text);
    names.set(name, await ownName(name, text));
  }
  const files = new Map<string, string>();
  for (const [name, text] of texts) {
    const own = names.get(name) ?? name;
    files.set(own, text.replaceAll(HASHED_NAME, (used) => names.get(used) ?? used));
    files.set(`${own}.map`, ownMap(await Deno.readTextFile(`${directory}/${name}.map`), directory));
    for (const end of ["", ".map"]) await Deno.remove(`${directory}/${name}${end}`);
  }
  for (const [name, text] of files) {
    await Deno.writeTextFile(`${directory}/${name}`, text);
    await Deno.utime(`${directory}/${name}`, stamp.time, stamp.time);
  }
  return [...files.keys()].toSorted();
}

/** The name that the bundler gives to a script which is not an entry. */
const HASHED_NAME = /\w+-[A-Z0-9]{8}\.js/g;

/**
 * Returns a name of the same length with a hash of the script. The bundler's hash covers the map, and with it folders of
 * this machine.
 */
async function ownName(name: string, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text.replaceAll(HASHED_NAME, ""));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return name.replace(/-[A-Z0-9]{8}\.js$/, `-${digest.toHex().slice(0, 8).toUpperCase()}.js`);
}

/**
 * Bundles modules and what they import.
 *
 * @param entries The modules, as paths from the root.
 * @returns The names of the scripts in the folder, sorted. A bundle has the name of its module.
 * @throws {ToolFailed} When `deno bundle` fails.
 */
export async function bundleModules(
  entries: readonly string[],
  { directory, stamp, flags = [split], oneStart = false }: {
    /** A folder without scripts. */
    readonly directory: string;
    /** The version and commit that the bundles know. */
    readonly stamp: Stamp;
    /** Further flags of `deno bundle`; by default rarely used code gets files of its own. */
    readonly flags?: readonly string[];
    /** Whether what every start of the bridge loads is one script, see {@linkcode writeLoadedLater}; false by default. */
    readonly oneStart?: boolean;
  },
): Promise<string[]> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-bundle-" });
  try {
    const map = await writeImportMap(folder, stamp, oneStart);
    await runDeno([
      "bundle",
      "--quiet",
      `--import-map=${map}`,
      `--outdir=${directory}`,
      ...flags,
      ...entries.map((entry) => fromFileUrl(new URL(entry, root))),
    ], root);
    const all = (await Array.fromAsync(Deno.readDir(directory))).map(({ name }) => name);
    const files = all.filter((name) => name.endsWith(".js")).toSorted();
    for (const name of files) {
      const file = `${directory}/${name}`;
      await Deno.writeTextFile(file, withoutPlaces(await Deno.readTextFile(file)));
      await Deno.utime(file, stamp.time, stamp.time);
    }
    return files;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The folder of npm packages in Deno's cache. */
const REGISTRY = "registry.npmjs.org/";

/**
 * Removes the paths of this machine. Each module begins with a comment with its path from the root of the tree; for modules
 * outside the tree this path leads through folders of this machine.
 */
function withoutPlaces(text: string): string {
  const tree = fromFileUrl(root);
  return text.replaceAll(/^\/\/ (\S+)$/gm, (comment, path: string) => {
    const file = resolve(tree, path);
    return isFile(file) ? `// ${placeOf(file)}` : comment;
  });
}

/** Returns a source map with the places of the modules, but without their texts, which are in the tree. */
function ownMap(text: string, directory: string): string {
  const { version, sources, names, mappings } = JSON.parse(text);
  const places = sources.map((source: string) => placeOf(resolve(directory, source)));
  return JSON.stringify({ version, sources: places, names, mappings });
}

/** Returns the path of a module from the root of the tree; that of a package's module from the registry. */
function placeOf(file: string): string {
  const way = relative(fromFileUrl(root), file).replaceAll("\\", "/");
  // Between drives of Windows, the relative path is the absolute one.
  if (!(way.startsWith("..") || isAbsolute(way))) return way;
  return way.split(REGISTRY)[1] ?? basename(file);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}

/**
 * Writes an import map with the packages of the bridge and of the playground. It replaces deno.json, from which modules read their version, with a file that has only the version and
 * the commit. The rest of deno.json stays out of the bundle.
 */
async function writeImportMap(
  folder: string,
  { version, commit }: Stamp,
  oneStart: boolean,
): Promise<string> {
  const configuration = new URL("deno.json", root);
  const read = async (file: URL): Promise<Configuration> => JSON.parse(await Deno.readTextFile(file));
  const [{ imports }, playground] = [
    await read(configuration),
    await read(new URL("playground/deno.json", root)),
  ];
  await Deno.writeTextFile(`${folder}/stamp.json`, JSON.stringify({ version, commit }));
  const later = oneStart ? await writeLoadedLater(folder, imports) : {};
  const map = {
    imports: {
      ...imports,
      ...playground.imports,
      [configuration.href]: toFileUrl(`${folder}/stamp.json`).href,
      [new URL("handlers/namespaces.ts", root).href]: await writeNamespaces(folder),
      ...later,
    },
    scopes: {
      [toFileUrl(`${folder}/`).href]: Object.fromEntries(Object.keys(later).map((url) => [url, url])),
    },
  };
  await Deno.writeTextFile(`${folder}/import_map.json`, JSON.stringify(map));
  return `${folder}/import_map.json`;
}

/**
 * Writes a module that has loaded all namespaces, and returns its address. In a few large scripts, a namespace of its own
 * script would save less than the further files cost at `bridge.initialize`.
 */
async function writeNamespaces(folder: string): Promise<string> {
  const file = `${folder}/namespaces.ts`;
  await Deno.writeTextFile(
    file,
    `import { namespaces as all } from "${new URL("handlers/mod.ts", root).href}";
export const namespaces = Object.fromEntries(all.map((each) => [each.name, () => Promise.resolve(each)]));
`,
  );
  return toFileUrl(file).href;
}

/** What the bridge loads when it needs it, besides the extensions, by address: files of the tree, and a package. */
const loadedLater = ["handlers/menu/labels.ts", "host_stdio/process/flags.ts", "limits/names.ts"];
const diagnosticsPackage = "@logtape/logtape";

/**
 * Writes a module for each script that is loaded later. It also imports all that every start loads, and that of an extension
 * what extensions share. Otherwise the bundler makes a script of what each set of scripts shares, and every start opens these
 * forty scripts.
 *
 * @param imports The packages of the bridge.
 * @returns The address of what is loaded later, each with the address of the module in its place.
 */
async function writeLoadedLater(
  folder: string,
  imports: Configuration["imports"],
): Promise<Record<string, string>> {
  const sharedFolder = new URL("handlers/extensions/shared/", root);
  const shared = (await Array.fromAsync(Deno.readDir(sharedFolder)))
    .map(({ name }) => new URL(name, sharedFolder).href);
  const main = await Deno.readTextFile(new URL("main.ts", root));
  const start = [...main.matchAll(/^(?:import|\}) .*"(\.\/.*)";$/gm)].map(([, path = ""]) =>
    new URL(path, root).href
  );
  const places: Record<string, string> = {};
  const write = async (
    specifier: string,
    target: string,
    name: string,
    alsoLoaded: readonly string[] = [],
  ) => {
    const file = `${folder}/${name}.ts`;
    const loaded = [...start, ...alsoLoaded].map((module) => `import "${module}";\n`).join("");
    await Deno.writeTextFile(file, `${loaded}export * from "${target}";\n`);
    places[specifier] = toFileUrl(file).href;
  };
  for (const name of extensionNames) {
    const { href } = new URL(`handlers/extensions/${name}/mod.ts`, root);
    await write(href, href, name, shared.toSorted());
  }
  for (const path of loadedLater) {
    const { href } = new URL(path, root);
    await write(href, href, basename(path, ".ts"));
  }
  const target = imports[diagnosticsPackage];
  if (target === undefined) throw new Error(`deno.json has no ${diagnosticsPackage}`);
  await write(diagnosticsPackage, target, "logtape");
  return places;
}

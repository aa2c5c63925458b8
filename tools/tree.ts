/** The files of the project. */

/** Folders that are not searched: generated files, and packages of others. */
const foreign: ReadonlySet<string> = new Set([
  "coverage",
  "dist",
  "node_modules",
  "tools/site/vitepress/node_modules",
  "tools/site/vitepress/generated",
  "tools/site/vitepress/pages",
]);

/** The root of the project. */
export const root: URL = new URL("../", import.meta.url);

/**
 * Lists the files whose names end with `ending`, as paths from the root. `folder` is a path from the root with `/` at
 * its end.
 */
export async function* filesOf(ending: string, folder = ""): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(new URL(folder, root))) {
    const path = folder + entry.name;
    if (entry.isDirectory && !entry.name.startsWith(".") && !foreign.has(path)) {
      yield* filesOf(ending, `${path}/`);
    } else if (entry.isFile && path.endsWith(ending)) {
      yield path;
    }
  }
}

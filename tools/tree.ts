/** The files of the project's own tree. */

/** Folders at the top that hold nothing of the project's own; names with a dot in front are left out as well. */
const foreign: ReadonlySet<string> = new Set(["coverage", "dist", "node_modules"]);

/** The root of the tree. */
export const root: URL = new URL("../", import.meta.url);

/** Lists the files of the tree whose names end in a certain way. */
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

/** Finds Deno on Node.js and Bun. */

/** How to install Deno, for the error message when it is not found. */
export const howToGetDeno = 'install it with "npm install deno", or put one on the PATH';

/** The Node.js functions used here. They are not imported, because Deno would then load its Node.js modules. */
interface NodeProcess {
  readonly platform: string;
  readonly arch: string;
  readonly argv: readonly (string | undefined)[];
  getBuiltinModule?(name: "node:module"): {
    createRequire(from: string): { resolve(name: string, options: { paths: readonly string[] }): string };
  };
  getBuiltinModule?(name: "node:fs"): { existsSync(path: string): boolean };
}

/**
 * Returns the program of npm's package `deno`, when it is installed beside this package or beside the running script;
 * otherwise `deno`, which the system looks for on the PATH. The working directory is not searched, because anybody may
 * have written to it.
 *
 * The package's own command is a Node.js script: signals would reach the script and not the bridge.
 */
export function denoOnNode(): string {
  const { process } = globalThis as unknown as { process: NodeProcess };
  const modules = process.getBuiltinModule?.("node:module");
  const files = process.getBuiltinModule?.("node:fs");
  if (!modules || !files) return "deno";
  const require = modules.createRequire(import.meta.url);
  const program = process.platform === "win32" ? "deno.exe" : "deno";
  const folderOf = (name: string, ...paths: string[]): string | undefined => {
    try {
      return require.resolve(`${name}/package.json`, { paths }).replace(/package\.json$/, "");
    } catch {
      // It is not installed.
      return undefined;
    }
  };
  const script = process.argv[1];
  const folder = folderOf("deno", here(), ...script === undefined ? [] : [`${script}/..`]);
  if (folder === undefined) return "deno";
  const system = `${process.platform}-${process.arch}${process.platform === "linux" ? "-glibc" : ""}`;
  // The package's install script puts the program into the first folder. Without the script, it is in the second.
  const folders = [folder, folderOf(`@deno/${system}`, folder)];
  const found = folders.find((each) => each !== undefined && files.existsSync(each + program));
  return found === undefined ? "deno" : found + program;
}

/** The folder of this module as a path. */
function here(): string {
  const path = decodeURIComponent(new URL(".", import.meta.url).pathname);
  return path.replace(/^\/(?=[A-Za-z]:)/, "");
}

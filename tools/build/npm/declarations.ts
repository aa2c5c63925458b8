/**
 * The declarations of the library for Node.js: one `.d.ts` for each reachable module, made by the TypeScript compiler, which npm
 * installs in a folder of its own. In deno.json it would become a peer dependency of valibot, and Deno would not find valibot's types.
 */

import { runProgram } from "../../support/process.ts";
import { root } from "../../tree.ts";

/** The compiler, at a tested version. */
const TYPESCRIPT = "typescript@5.9.3";

/** Loads the types of `await using`, which TypeScript includes only with the target ESNext. */
const DISPOSABLE = '/// <reference lib="esnext.disposable" />\n';

/** The path of valibot's declarations, which are included so that the package has no dependencies. */
const VALIBOT = "valibot/index.d.ts";

/**
 * Makes the declarations of modules and of everything that they import.
 *
 * @param entries The modules, as paths from the root. An entry that ends in `.d.ts` is copied.
 * @param valibot The version of valibot.
 * @returns The declarations by path from the root, and valibot's license.
 * @throws {Error} When npm or the compiler fails.
 */
export async function declarationsOf(
  entries: readonly string[],
  valibot: string,
): Promise<ReadonlyMap<string, string>> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-npm-" });
  try {
    await output(
      "npm",
      ["install", "--no-save", "--prefix", folder, TYPESCRIPT, `valibot@${valibot}`],
      folder,
    );
    const types = await output(Deno.execPath(), ["types"], folder);
    await Deno.writeTextFile(`${folder}/deno.d.ts`, types);
    await Deno.writeTextFile(
      `${folder}/text.d.ts`,
      'declare module "*.jsonc" {\n  const text: string;\n  export default text;\n}\n',
    );
    await Deno.writeTextFile(`${folder}/tsconfig.json`, JSON.stringify(configuration(entries, folder)));
    await output("node", [`${folder}/node_modules/typescript/bin/tsc`, "--project", folder], folder);
    for (const entry of entries.filter(isDeclaration)) {
      await Deno.mkdir(`${folder}/types/${entry.slice(0, entry.lastIndexOf("/"))}`, { recursive: true });
      await Deno.copyFile(new URL(entry, root), `${folder}/types/${entry}`);
    }
    const found = await finished(
      `${folder}/types/`,
      entries.map((entry) => isDeclaration(entry) ? entry : entry.replace(/\.ts$/, ".d.ts")),
    );
    const from = `${folder}/node_modules/valibot`;
    found.set(VALIBOT, await Deno.readTextFile(`${from}/dist/index.d.mts`));
    found.set("valibot/LICENSE.md", await Deno.readTextFile(`${from}/LICENSE.md`));
    return found;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function isDeclaration(path: string): boolean {
  return path.endsWith(".d.ts");
}

function configuration(entries: readonly string[], folder: string): object {
  const base = decodeURIComponent(root.pathname).replace(/^\/(?=[A-Za-z]:)/, "");
  return {
    compilerOptions: {
      target: "esnext",
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["esnext"],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      declaration: true,
      emitDeclarationOnly: true,
      // `deno check` has checked the types.
      noCheck: true,
      skipLibCheck: true,
      types: [],
      rootDir: base,
      outDir: `${folder}/types`,
      paths: { valibot: [`${folder}/node_modules/valibot`] },
    },
    files: [
      ...entries.map((entry) => base + entry),
      `${base}tools/std.d.ts`,
      `${folder}/deno.d.ts`,
      `${folder}/text.d.ts`,
    ],
  };
}

/** Collects the declarations that the entries reach. Their imports end in `.js`, which TypeScript resolves to `.d.ts`. */
async function finished(folder: string, entries: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const text = await Deno.readTextFile(folder + file);
    const here = new URL(file, "file:///");
    const top = "../".repeat(file.split("/").length - 1) || "./";
    const own = text.replaceAll(/(\bfrom "|\bimport\(")valibot"/g, `$1${top}valibot/index.js"`);
    found.set(
      file,
      (own.includes("AsyncDisposable") ? DISPOSABLE : "") +
        own.replace(/(\bfrom "|\bimport\("|^import ")(\.[^"]+)\.ts"/gm, (_reference, before, path) => {
          waiting.push(new URL(`${path}.d.ts`, here).pathname.slice(1));
          return `${before}${path}.js"`;
        }),
    );
  }
  return found;
}

async function output(program: string, args: readonly string[], directory: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram(program, args, { cwd: directory });
  if (code === 0) return stdout;
  throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`);
}

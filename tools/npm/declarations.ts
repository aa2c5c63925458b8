/**
 * The declarations of the library for Node.js: one `.d.ts` for each module that a user of it can reach, made by the
 * TypeScript compiler, which npm fetches into a folder of its own. In deno.json it would become a peer of valibot, whose
 * types Deno then does not find.
 *
 * @module
 */

import { root } from "../tree.ts";

/** The compiler, at a version of which it is known that it writes these declarations. */
const TYPESCRIPT = "typescript@5.9.3";

/** What a handler reaches is no matter for the library, and its files speak of Deno, which Node.js knows nothing of. */
const cuts: readonly (readonly [file: string, text: string | RegExp, replacement: string])[] = [
  ["handlers/context.d.ts", /^import type \{ Services \} .*\n/m, ""],
  ["handlers/context.d.ts", "readonly services: Services;", "readonly services: unknown;"],
];

/**
 * Makes the declarations of a module and of all that it refers to.
 *
 * @param entry The module, as a path from the root.
 * @param valibot The version of valibot, to whose types they refer.
 * @returns The declarations by their paths from the root.
 * @throws {Error} When npm or the compiler fails, or a cut finds nothing to cut.
 */
export async function declarationsOf(entry: string, valibot: string): Promise<ReadonlyMap<string, string>> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-npm-" });
  try {
    await run("npm", ["install", "--no-save", "--prefix", folder, TYPESCRIPT, `valibot@${valibot}`], folder);
    const types = await output(Deno.execPath(), ["types"], folder);
    await Deno.writeTextFile(`${folder}/deno.d.ts`, types);
    await Deno.writeTextFile(
      `${folder}/text.d.ts`,
      'declare module "*.jsonc" {\n  const text: string;\n  export default text;\n}\n',
    );
    await Deno.writeTextFile(`${folder}/tsconfig.json`, JSON.stringify(configuration(entry, folder)));
    await run("node", [`${folder}/node_modules/typescript/bin/tsc`, "--project", folder], folder);
    return await finished(`${folder}/types/`, entry.replace(/\.ts$/, ".d.ts"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function configuration(entry: string, folder: string): object {
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
      // \`deno check\` has done that.
      noCheck: true,
      skipLibCheck: true,
      types: [],
      rootDir: base,
      outDir: `${folder}/types`,
      paths: { valibot: [`${folder}/node_modules/valibot`] },
    },
    files: [base + entry, `${base}types/std.d.ts`, `${folder}/deno.d.ts`, `${folder}/text.d.ts`],
  };
}

/**
 * The declarations that one leads to, cut, and with references as Node.js knows them: to \`.js\`, which stands for
 * \`.d.ts\`.
 */
async function finished(folder: string, entry: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const text = cut(file, await Deno.readTextFile(folder + file));
    const here = new URL(file, "file:///");
    found.set(
      file,
      text.replace(/(\bfrom "|\bimport\("|^import ")(\.[^"]+)\.ts"/gm, (_reference, before, path) => {
        waiting.push(new URL(`${path}.d.ts`, here).pathname.slice(1));
        return `${before}${path}.js"`;
      }),
    );
  }
  return found;
}

function cut(file: string, text: string): string {
  let rest = text;
  for (const [from, what, replacement] of cuts) {
    if (from !== file) continue;
    const after = rest.replace(what, replacement);
    if (after === rest) throw new Error(`${file} has no ${what}`);
    rest = after;
  }
  return rest;
}

async function run(program: string, args: readonly string[], directory: string): Promise<void> {
  await output(program, args, directory);
}

async function output(program: string, args: readonly string[], directory: string): Promise<string> {
  const command = new Deno.Command(program, { args: [...args], cwd: directory });
  const { success, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  if (success) return decoder.decode(stdout);
  throw new Error(`${program} ${args.join(" ")}\n${decoder.decode(stdout)}${decoder.decode(stderr)}`);
}

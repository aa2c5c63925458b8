/**
 * The code of the bridge as one script that can be loaded any number of times. Each load makes a new bridge with one active
 * mutation, which also affects the constants that are computed at load.
 */

import { dirname, join } from "@std/path";
import { ts } from "ts-morph";
import { root } from "../tree.ts";
import { instrument, IS_ON, ROUND } from "./instrument.ts";
import { type Mutation, named } from "./mutation.ts";
import { findMutations } from "./operators.ts";

/** The entry files of a bridge. */
const ENTRIES = [
  "handlers/core/bridge.ts",
  "handlers/mod.ts",
  "host_stdio/connection.ts",
  "host_stdio/process/flags.ts",
];

/** The folders in which mutations are made. */
export const brokenFolders: readonly string[] = ["handlers/", "limits/"];

/** Files that only documents and tests use. */
const unbrokenFiles: ReadonlySet<string> = new Set([
  "handlers/core/error_texts.ts",
  "handlers/core/documented_schema.ts",
  "handlers/menu/labels.ts",
]);

export interface LinkedTree {
  /** A module whose default export is a {@linkcode LinkedScript}. */
  readonly script: string;
  /** All mutations, by file and place. The id of each is its index. */
  readonly mutations: readonly Mutation[];
}

/** Links files and everything that they import, with all mutations. */
export async function linkTree(entries: readonly string[] = ENTRIES): Promise<LinkedTree> {
  const texts = new Map<string, string>();
  for (const entry of entries) await gather(entry, texts);
  const mutations: Mutation[] = [];
  const modules: string[] = [];
  for (const [file, text] of [...texts].toSorted(([a], [b]) => a < b ? -1 : 1)) {
    if (!file.endsWith(".ts")) {
      // A text, which is imported as the default export of a module.
      const exports = `{ __esModule: true, default: ${JSON.stringify(text)} }`;
      modules.push(`${JSON.stringify(file)}: (_require, exports) => Object.assign(exports, ${exports})`);
      continue;
    }
    const isBroken = brokenFolders.some((folder) => file.startsWith(folder)) && !unbrokenFiles.has(file);
    const own = isBroken ? named(file, text, findMutations(text), mutations.length) : [];
    mutations.push(...own);
    const code = transpiled(instrument(text, own), file);
    const parameters = `require, exports, ${IS_ON}, ${ROUND}, Deno, setTimeout`;
    modules.push(`${JSON.stringify(file)}: function (${parameters}) {\n${code}\n}`);
  }
  return { script: `export default {\n${modules.join(",\n")}\n};\n`, mutations };
}

/** Reads a file and everything that it imports. */
async function gather(file: string, texts: Map<string, string>): Promise<void> {
  if (texts.has(file)) return;
  const text = await Deno.readTextFile(new URL(file, root));
  texts.set(file, text);
  if (!file.endsWith(".ts")) return;
  for (const specifier of importsOf(text)) {
    if (specifier.startsWith(".")) await gather(pathOf(file, specifier), texts);
  }
}

/** Returns the specifiers of a file's imports, without type-only imports. */
function importsOf(text: string): string[] {
  const source = ts.createSourceFile("file.ts", text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      if (!node.importClause?.isTypeOnly) found.push(specifierOf(node.moduleSpecifier));
    } else if (ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier && !node.isTypeOnly) found.push(specifierOf(node.moduleSpecifier));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      found.push(specifierOf(node.arguments[0]));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function specifierOf(node: ts.Node | undefined): string {
  if (node && ts.isStringLiteral(node)) return node.text;
  throw new Error("an import whose name is known only at run time cannot be linked");
}

/** Resolves a relative specifier to a path from the root. */
export function pathOf(from: string, specifier: string): string {
  return join(dirname(from), specifier).replaceAll("\\", "/");
}

function transpiled(text: string, fileName: string): string {
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ESNext,
      verbatimModuleSyntax: false,
    },
  });
  const [problem] = diagnostics;
  if (problem) {
    const message = ts.flattenDiagnosticMessageText(problem.messageText, " ");
    throw new Error(
      `${fileName} cannot be broken: ${message} near ${text.slice(problem.start, (problem.start ?? 0) + 80)}`,
    );
  }
  return outputText;
}

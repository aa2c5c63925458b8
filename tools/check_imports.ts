/**
 * The lint rule `tonearm/import-direction`: checks every import and export against the import table. `deno lint` loads
 * it (see deno.json).
 */

import { refusalOf } from "./import_table.ts";

/** The root of the tree with a separator at the end. */
const root = import.meta.dirname?.replace(/tools$/, "") ?? "";

const plugin: Deno.lint.Plugin = {
  name: "tonearm",
  rules: {
    "import-direction": {
      create(context) {
        const from = pathInTree(context.filename);
        const check = (node: Deno.lint.Node, specifier: string | undefined, typeOnly: boolean): void => {
          const message = refusalOf({ from, specifier, typeOnly });
          if (message !== undefined) context.report({ node, message });
        };
        return {
          ImportDeclaration: ({ source, importKind }) => check(source, source.value, importKind === "type"),
          ExportAllDeclaration: ({ source, exportKind }) =>
            check(source, source.value, exportKind === "type"),
          ExportNamedDeclaration({ source, exportKind }) {
            if (source) check(source, source.value, exportKind === "type");
          },
          ImportExpression: ({ source }) => check(source, textOf(source), false),
          TSImportType: ({ argument }) => check(argument, textOf(argument), true),
          TSExternalModuleReference: ({ expression }) => check(expression, expression.value, false),
        };
      },
    },
  },
};

export default plugin;

/** Returns the path of a file from the root; files outside the tree keep their path. */
function pathInTree(filename: string): string {
  const path = filename.startsWith(root) ? filename.slice(root.length) : filename;
  return path.replaceAll("\\", "/");
}

/** Returns the text of a literal specifier; undefined when the specifier is computed. */
function textOf(node: Deno.lint.Node): string | undefined {
  if (node.type === "TSLiteralType") return textOf(node.literal);
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0]?.cooked;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

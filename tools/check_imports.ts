/**
 * The lint rule `tonearm/import-direction`: every import, export and dynamic import of the tree is held against the import
 * table. `deno lint` loads it (see deno.json) and says file, line and reason.
 */

import { refusalOf } from "./import_table.ts";

/** The root of the tree, as the operating system writes it, with its separator at the end. */
const root = import.meta.dirname?.replace(/tools$/, "") ?? "";

const plugin: Deno.lint.Plugin = {
  name: "tonearm",
  rules: {
    "import-direction": {
      create(context) {
        const from = pathInTree(context.filename);
        const judge = (node: Deno.lint.Node, specifier: string | undefined, typeOnly: boolean): void => {
          const message = refusalOf({ from, specifier, typeOnly });
          if (message !== undefined) context.report({ node, message });
        };
        return {
          ImportDeclaration: ({ source, importKind }) => judge(source, source.value, importKind === "type"),
          ExportAllDeclaration: ({ source, exportKind }) =>
            judge(source, source.value, exportKind === "type"),
          ExportNamedDeclaration({ source, exportKind }) {
            if (source) judge(source, source.value, exportKind === "type");
          },
          ImportExpression: ({ source }) => judge(source, textOf(source), false),
          TSImportType: ({ argument }) => judge(argument, textOf(argument), true),
          TSExternalModuleReference: ({ expression }) => judge(expression, expression.value, false),
        };
      },
    },
  },
};

export default plugin;

/** The path of a file from the root of the tree; files of other trees keep theirs. */
function pathInTree(filename: string): string {
  const path = filename.startsWith(root) ? filename.slice(root.length) : filename;
  return path.replaceAll("\\", "/");
}

/** The text of a specifier that stands in the source as it is; undefined when it is put together at run time. */
function textOf(node: Deno.lint.Node): string | undefined {
  if (node.type === "TSLiteralType") return textOf(node.literal);
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0]?.cooked;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/**
 * The lint rule `imports/sorted`: imports stand in the order of their specifiers, packages first, then `../` from far to
 * near, then `./`. `deno lint --fix` sorts them. An import for its effect alone, a comment or a blank line begins a new
 * run, and runs stay where they are.
 */

const plugin: Deno.lint.Plugin = {
  name: "imports",
  rules: {
    sorted: {
      create(context) {
        const { text } = context.sourceCode;
        return {
          Program({ body }) {
            for (const run of runsOf(body, text)) {
              const sorted = run.toSorted((a, b) => compare(a.source.value, b.source.value));
              const index = run.findIndex((node, i) => node !== sorted[i]);
              const [first, last, wrong, right] = [run[0], run.at(-1), run[index], sorted[index]];
              if (!first || !last || !wrong || !right) continue;
              context.report({
                node: wrong,
                message: `"${right.source.value}" comes before "${wrong.source.value}"`,
                hint: "deno lint --fix sorts the imports",
                fix: (fixer) =>
                  fixer.replaceTextRange(
                    [first.range[0], last.range[1]],
                    sorted.map(({ range }) => text.slice(...range)).join("\n"),
                  ),
              });
            }
          },
        };
      },
    },
  },
};

export default plugin;

type Import = Deno.lint.ImportDeclaration;

/** Returns the runs of imports with nothing but one line break between them. */
function runsOf(body: readonly Deno.lint.Node[], text: string): Import[][] {
  const runs: Import[][] = [];
  let end = -1;
  for (const node of body) {
    if (node.type !== "ImportDeclaration" || node.specifiers.length === 0) continue;
    const run = runs.at(-1);
    if (run && /^\r?\n$/.test(text.slice(end, node.range[0]))) run.push(node);
    else runs.push([node]);
    end = node.range[1];
  }
  return runs;
}

function compare(a: string, b: string): number {
  const [keyA, keyB] = [keyOf(a), keyOf(b)];
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0;
}

/** Returns a text that sorts as the specifier should: packages, the folders above from far to near, this folder. */
function keyOf(specifier: string): string {
  const above = specifier.match(/^(?:\.\.\/)+/)?.[0].length ?? 0;
  const place = !specifier.startsWith(".")
    ? "0"
    : above > 0
    ? `1${String(999 - above).padStart(3, "0")}`
    : "2";
  return `${place} ${specifier.toLowerCase()}`;
}

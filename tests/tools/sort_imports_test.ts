import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import plugin from "../../tools/sort_imports.ts";

/** Returns what the rule says of the imports, and the source after its fixes. */
function sort(source: string): { messages: string[]; source: string } {
  const found = Deno.lint.runPlugin(plugin, "a.ts", source);
  let text = source;
  for (const { fix } of found.toReversed()) {
    for (const change of fix ?? []) {
      text = text.slice(0, change.range[0]) + (change.text ?? "") + text.slice(change.range[1]);
    }
  }
  return { messages: found.map(({ message }) => message), source: text };
}

const imports = (...specifiers: string[]) =>
  specifiers.map((specifier, i) => `import { a${i} } from "${specifier}";`).join("\n");

Deno.test("packages come first, then the folders above from far to near, then this folder", () => {
  const order = [
    "@std/assert",
    "node:fs",
    "valibot",
    "../../c.ts",
    "../a.ts",
    "../b/a.ts",
    "./a.ts",
    "./B.ts",
  ];
  assertEquals(sort(imports(...order)).messages, []);
  for (let i = 1; i < order.length; i++) {
    const [one = "", other = ""] = [order[i - 1], order[i]];
    assertEquals(sort(imports(other, one)).messages, [`"${one}" comes before "${other}"`]);
  }
});

Deno.test("the fix sorts a whole run, and an import of many lines stays whole", () => {
  const before =
    'import {\n  c,\n} from "./c.ts";\nimport { b } from "./b.ts";\nimport { a } from "./a.ts";\na(b, c);';
  const after =
    'import { a } from "./a.ts";\nimport { b } from "./b.ts";\nimport {\n  c,\n} from "./c.ts";\na(b, c);';
  assertEquals(sort(before).source, after);
  assertEquals(sort(after).messages, []);
});

Deno.test("an import for its effect, a comment and a blank line part the runs", () => {
  const [a, b] = ['import { a } from "./a.ts";', 'import { b } from "./b.ts";'];
  for (const between of ['\nimport "./effect.ts";\n', "\n// for the tests\n", "\n\n", "\nrun();\n"]) {
    assertEquals(sort(`${b}${between}${a}`).messages, []);
  }
});

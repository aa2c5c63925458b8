import "../support/deadline.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import plugin from "../../tools/check_imports.ts";
import { importTable, refusalOf } from "../../tools/import_table.ts";
import { filesOf, root } from "../../tools/tree.ts";

/** Returns the messages of the lint rule for a source text at a path. */
function messagesOf(filename: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, filename, source).map(({ message }) => message);
}

const upwards = "limits/ must not import handlers/: arrows point down only";

for (
  const [form, source] of Object.entries({
    "an import": 'import { x } from "../handlers/x.ts";',
    "an import for its effect": 'import "../handlers/x.ts";',
    "an import of types": 'import type { X } from "../handlers/x.ts";',
    "an export from": 'export { x } from "../handlers/x.ts";',
    "an export of types": 'export type { X } from "../handlers/x.ts";',
    "an export of everything": 'export * from "../handlers/x.ts";',
    "an export under a name": 'export * as x from "../handlers/x.ts";',
    "a dynamic import": 'await import("../handlers/x.ts");',
    "a dynamic import by a template": "await import(`../handlers/x.ts`);",
    "a type by import()": 'type X = import("../handlers/x.ts").X;',
    "an import by require": 'import x = require("../handlers/x.ts");',
    "an import under an ignore directive":
      '// deno-lint-ignore tonearm/import-direction\nimport "../handlers/x.ts";',
  })
) {
  Deno.test(`the import check refuses ${form} from a lower to an upper part`, () => {
    assertEquals(messagesOf("limits/x.ts", source), [upwards]);
  });
}

Deno.test("the import check ignores text that looks like an import", () => {
  const source = [
    '// import "../handlers/x.ts";',
    '/** import "../handlers/x.ts"; */',
    "export const text = 'import \"../handlers/x.ts\"';",
    'export const pattern = /import "..\\/handlers"/;',
    "export const local = 1;",
  ].join("\n");
  assertEquals(messagesOf("limits/x.ts", source), []);
});

Deno.test("the import check refuses computed specifiers in the product", () => {
  const source = "await import(name);";
  assertEquals(messagesOf("handlers/x.ts", source), ["an import whose name is known only at run time"]);
  assertEquals(messagesOf("tests/x_test.ts", source), []);
});

Deno.test("the import check assigns subfolders to their top folder", () => {
  const refused = {
    from: "handlers/queue/mod.ts",
    specifier: "../../host_stdio/process/flags.ts",
    typeOnly: false,
  };
  assertEquals(refusalOf(refused), "handlers/ must not import host_stdio/process/: arrows point down only");
  assertEquals(refusalOf({ ...refused, specifier: "../../handlers/menu/resolution.ts" }), undefined);
  assertEquals(refusalOf({ ...refused, specifier: "../operation.ts" }), undefined);
});

Deno.test("the import check allows clients/typescript/ to import types of handlers/ only", () => {
  const imported = { from: "clients/typescript/x.ts", specifier: "../../handlers/mod.ts" };
  assertEquals(refusalOf({ ...imported, typeOnly: true }), undefined);
  assertStringIncludes(refusalOf({ ...imported, typeOnly: false }) ?? "", "types of handlers/ only");
  const inline = 'import { type operations } from "../../handlers/mod.ts";';
  assertEquals(messagesOf("clients/typescript/x.ts", inline).length, 1);
  assertEquals(messagesOf("clients/typescript/x.ts", inline.replace("import { type", "import type {")), []);
});

Deno.test("the import check refuses packages that a part must not load", () => {
  for (
    const specifier of ["@std/path", "node:fs", "@logtape/logtape", "fast-check", "valibot/x", "constructor"]
  ) {
    for (const from of ["limits/x.ts", "host_stdio/x.ts", "handlers/x.ts", "players/reference/x.ts"]) {
      assertStringIncludes(
        refusalOf({ from, specifier, typeOnly: true }) ?? "",
        `must not import ${specifier}`,
      );
    }
  }
  assertEquals(
    refusalOf({ from: "host_stdio/process/x.ts", specifier: "@logtape/logtape", typeOnly: false }),
    undefined,
  );
  assertEquals(refusalOf({ from: "tests/x.ts", specifier: "node:fs", typeOnly: false }), undefined);
});

Deno.test("the import check refuses specifiers outside the import map, also in tests", () => {
  for (
    const specifier of ["npm:valibot", "jsr:@std/path", "https://x.example/y.ts", "data:,1", "file:///x"]
  ) {
    const refusal = refusalOf({ from: "tests/x.ts", specifier, typeOnly: false });
    assertStringIncludes(refusal ?? "", "bypasses the import map");
  }
});

Deno.test("the import check allows tools/packages/ to import npm packages at exact versions", () => {
  const refusal = (specifier: string) =>
    refusalOf({ from: "tools/packages/x.ts", specifier, typeOnly: false });
  assertEquals(refusal("npm:fast-check@4.0.0"), undefined);
  assertStringIncludes(refusal("npm:fast-check@4") ?? "", "bypasses the import map");
  assertStringIncludes(refusal("jsr:@std/path@1.0.0") ?? "", "bypasses the import map");
});

Deno.test("the import check refuses tests and tools in the product", () => {
  for (const [home, rules] of Object.entries(importTable)) {
    if (rules === "everything") continue;
    const from = home.endsWith("/") ? `${home}x.ts` : home;
    for (const aside of ["tests/support/x.ts", "tools/x.ts"]) {
      const specifier = `${home.includes("/") ? "../".repeat(home.split("/").length - 1) : "./"}${aside}`;
      assertStringIncludes(
        refusalOf({ from, specifier, typeOnly: true }) ?? "",
        "it is not part of the product",
      );
    }
  }
});

Deno.test("the import check refuses parts that are not in the table and paths above the root", () => {
  const imported = { from: "limits/x.ts", typeOnly: false };
  for (const specifier of ["../attic/x.ts", "../../limits/x.ts", "../../../limits/x.ts", "../"]) {
    assertStringIncludes(refusalOf({ ...imported, specifier }) ?? "", "no place in the import table");
  }
  const stranger = { from: "attic/x.ts", specifier: "./y.ts", typeOnly: false };
  assertEquals(refusalOf(stranger), "attic/x.ts has no place in the import table");
});

Deno.test("the project follows the import table", async () => {
  const refusals: string[] = [];
  let judged = 0;
  for await (const path of filesOf(".ts")) {
    const source = await Deno.readTextFile(new URL(`../../${path}`, import.meta.url));
    for (const message of messagesOf(path, source)) refusals.push(`${path}: ${message}`);
    judged++;
  }
  assertEquals(refusals, []);
  assert(judged > 50, `only ${judged} files were found`);
});

/** Returns the files that a file imports, types included, as paths from the root. */
function importsOf(path: string, source: string): string[] {
  const found: string[] = [];
  const note = ({ source }: { readonly source: { readonly value: unknown } | null }): void => {
    if (typeof source?.value !== "string" || !source.value.startsWith(".")) return;
    found.push(new URL(source.value, `file:///${path}`).pathname.slice(1));
  };
  const collector: Deno.lint.Plugin = {
    name: "collector",
    rules: {
      imports: {
        create: () => ({
          ImportDeclaration: note,
          ExportAllDeclaration: note,
          ExportNamedDeclaration: note,
        }),
      },
    },
  };
  Deno.lint.runPlugin(collector, path, source);
  return found;
}

/** Returns the files on a circle of imports, in its order; undefined when there is none. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (path: string, before: readonly string[]): readonly string[] | undefined => {
    if (before.includes(path)) return [...before.slice(before.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const next of imports.get(path) ?? []) {
      const circle = visit(next, [...before, path]);
      if (circle) return circle;
    }
    done.add(path);
    return undefined;
  };
  for (const path of imports.keys()) {
    const circle = visit(path, []);
    if (circle) return circle;
  }
  return undefined;
}

Deno.test("a circle of imports is found", () => {
  assertEquals(circleIn(new Map([["a", ["b", "c"]], ["b", ["c"]], ["c", []]])), undefined);
  assertEquals(circleIn(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]])), ["b", "c", "b"]);
  assertEquals(importsOf("a/b/c.ts", 'import type { D } from "../d.ts"; export * from "./e.ts";'), [
    "a/d.ts",
    "a/b/e.ts",
  ]);
});

for (
  const folder of [
    "clients/typescript/",
    "handlers/",
    "host_stdio/",
    "limits/",
    "players/",
    "playground/",
  ]
) {
  Deno.test(`no circle of imports among the files of ${folder}`, async () => {
    const imports = new Map<string, readonly string[]>();
    for await (const path of filesOf(".ts", folder)) {
      imports.set(path, importsOf(path, await Deno.readTextFile(new URL(path, root))));
    }
    assert(imports.size > 1);
    assertEquals(circleIn(imports), undefined);
  });
}

import { assert, assertEquals, assertMatch } from "@std/assert";
import config from "../../deno.json" with { type: "json" };

/** The packages of the import map, each loaded. */
const packages: Readonly<Record<string, object>> = {
  "@logtape/logtape": await import("@logtape/logtape"),
  "@std/assert": await import("@std/assert"),
  "@std/cli/parse-args": await import("@std/cli/parse-args"),
  "@std/fmt/colors": await import("@std/fmt/colors"),
  "@std/jsonc": await import("@std/jsonc"),
  "@std/path": await import("@std/path"),
  "fast-check": await import("fast-check"),
  "valibot": await import("valibot"),
};

Deno.test("every package of the import map is pinned to one version and can be loaded", () => {
  for (const specifier of Object.values(config.imports)) {
    assertMatch(specifier, /^npm:@?[^@]+@\d+\.\d+\.\d+(\/|$)/);
  }
  assertEquals(Object.keys(packages).toSorted(), Object.keys(config.imports).toSorted());
});

Deno.test("types/std.d.ts declares nothing that the packages do not export", async () => {
  const text = await Deno.readTextFile(new URL("../../types/std.d.ts", import.meta.url));
  let exported: object | undefined;
  let checked = 0;
  for (const line of text.split(/\r?\n/)) {
    const module = /^declare module "(.+)"/.exec(line)?.[1];
    if (module !== undefined) exported = packages[module];
    const [, kind, name = ""] = /^ {2}export (function|class|const) (\w+)/.exec(line) ?? [];
    if (kind === undefined) continue;
    assert(exported && name in exported, `${name} is not there`);
    const value = Object.entries(exported).find(([key]) => key === name)?.[1];
    assertEquals(typeof value === "function", kind !== "const", name);
    checked++;
  }
  assert(checked > 40, `only ${checked} declarations were found`);
});

import "../support/deadline.ts";
import { assert, assertEquals, assertMatch } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import playground from "../../playground/deno.json" with { type: "json" };
import tools from "../../tools/deno.json" with { type: "json" };
import tests from "../deno.json" with { type: "json" };

/** The import maps of the workspace together. */
const imports: Readonly<Record<string, string>> = {
  ...config.imports,
  ...playground.imports,
  ...tools.imports,
  ...tests.imports,
};

const declarations = await Deno.readTextFile(new URL("../../tools/std.d.ts", import.meta.url));

/** The modules that tools/std.d.ts declares. */
const modules: Record<string, object> = {};
for (const [, name = ""] of declarations.matchAll(/^declare module "(.+)"/gm)) {
  modules[name] = await import(imports[name] ?? name);
}

Deno.test("every package of the import maps is pinned to one version, in one place", () => {
  const pinned = [config, playground, tools, tests].flatMap(({ imports }) => Object.values(imports))
    // The import check covers tools/packages/.
    .filter((specifier) => !/^\.\.?\//.test(specifier));
  for (const specifier of pinned) assertMatch(specifier, /^npm:@?[^@]+@\d+\.\d+\.\d+(\/|$)/);
  assertEquals(pinned.length, new Set(pinned).size);
});

Deno.test("the logging package can be loaded", async () => {
  // The import also fetches it before a test starts a bridge process: Deno would report the download on stderr.
  const { configure, getLogger } = await import("@logtape/logtape");
  assertEquals([typeof configure, typeof getLogger], ["function", "function"]);
});

Deno.test("tools/std.d.ts declares nothing that the packages do not export", () => {
  let exported: object | undefined;
  let checked = 0;
  for (const line of declarations.split(/\r?\n/)) {
    const module = /^declare module "(.+)"/.exec(line)?.[1];
    if (module !== undefined) exported = modules[module];
    const [, kind, name = ""] = /^ {2}export (function|class|const) (\w+)/.exec(line) ?? [];
    if (kind === undefined) continue;
    assert(exported && name in exported, `${name} is not there`);
    const value = Object.entries(exported).find(([key]) => key === name)?.[1];
    assertEquals(typeof value === "function", kind !== "const", name);
    checked++;
  }
  assert(checked > 40, `only ${checked} declarations were found`);
});

import { assert, assertEquals, assertMatch } from "@std/assert";
import config from "../../deno.json" with { type: "json" };

/** The modules that types/std.d.ts declares. */
const modules: Readonly<Record<string, object>> = {
  "@std/assert": await import("@std/assert"),
  "@std/cli/parse-args": await import("@std/cli/parse-args"),
  "@std/fmt/colors": await import("@std/fmt/colors"),
  "@std/jsonc": await import("@std/jsonc"),
  "@std/media-types": await import("@std/media-types"),
  "@std/path": await import("@std/path"),
  "@std/text/closest-string": await import("@std/text/closest-string"),
  "@std/text/levenshtein-distance": await import("@std/text/levenshtein-distance"),
  "@std/yaml": await import("@std/yaml"),
};

Deno.test("every package of the import map is pinned to one version", () => {
  // The import check covers lab/packages/.
  for (const specifier of Object.values(config.imports).filter((each) => !each.startsWith("./lab/"))) {
    assertMatch(specifier, /^npm:@?[^@]+@\d+\.\d+\.\d+(\/|$)/);
  }
});

Deno.test("the logging package can be loaded", async () => {
  // The import also fetches it before a test starts a bridge process: Deno would report the download on stderr.
  const { configure, getLogger } = await import("@logtape/logtape");
  assertEquals([typeof configure, typeof getLogger], ["function", "function"]);
});

Deno.test("types/std.d.ts declares nothing that the packages do not export", async () => {
  const text = await Deno.readTextFile(new URL("../../types/std.d.ts", import.meta.url));
  let exported: object | undefined;
  let checked = 0;
  for (const line of text.split(/\r?\n/)) {
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

/** Which part of the tree may import which: the arrows of docs/architecture.md, as a table. */

/** A part of the tree: a folder with all below it, or a single file. */
export interface Place {
  /** Other places that it may import. */
  readonly places: readonly string[];
  /** Places of which it may import types, and nothing that is there at run time. */
  readonly types?: readonly string[];
  /** Packages that it may import, by their names in the import map of deno.json. */
  readonly packages: readonly string[];
  /** Whether it may import npm packages at exact versions, past the import map. */
  readonly pins?: boolean;
}

/** What every part that runs beside the bridge, but is no part of it, may import: the whole tree and every package. */
const EVERYTHING = "everything";

/** Every place of the tree. One that is missing here may import nothing and be imported by nobody. */
export const importTable: Readonly<Record<string, Place | typeof EVERYTHING>> = {
  "text/": { places: [], packages: ["@std/text/levenshtein-distance"] },
  "limits/": { places: ["text/"], packages: ["valibot"] },
  "host_stdio/": { places: ["limits/", "text/"], packages: ["valibot"] },
  "handlers/": { places: ["host_stdio/", "limits/", "text/"], packages: ["valibot", "@std/jsonc"] },
  "process/": {
    places: ["handlers/", "host_stdio/", "limits/", "text/", "version.ts"],
    packages: ["@logtape/logtape", "@std/cli/parse-args"],
  },
  "main.ts": { places: ["process/", "version.ts"], packages: [] },
  "version.ts": { places: ["deno.json"], packages: [] },
  "deno.json": { places: [], packages: [] },
  "client/": {
    places: ["host_stdio/", "limits/", "text/"],
    types: ["handlers/"],
    packages: ["valibot"],
  },
  "players/model/": {
    places: ["host_stdio/", "limits/", "text/"],
    types: ["client/"],
    packages: [],
  },
  "players/reference/": {
    places: ["host_stdio/", "limits/", "text/", "players/model/", "version.ts"],
    packages: [],
  },
  "mod.ts": {
    places: [
      "client/",
      "handlers/",
      "host_stdio/",
      "limits/",
      "players/model/",
      "players/reference/",
      "version.ts",
    ],
    packages: [],
  },
  "players/mpv/": {
    places: ["client/", "host_stdio/", "limits/", "players/model/", "text/", "version.ts"],
    packages: ["@std/path", "valibot"],
  },
  "panel/": { places: [], types: ["mod.ts"], packages: [] },
  "types/": { places: [], packages: [] },
  "lab/packages/": { places: [], packages: [], pins: true },
  "lab/": EVERYTHING,
  "playground/": EVERYTHING,
  "tests/": EVERYTHING,
  "tools/": EVERYTHING,
};

/** Places that only their like may import: nothing of them is part of the product. */
const aside: ReadonlySet<string> = new Set(["lab/", "lab/packages/", "playground/", "tests/", "tools/"]);

/** An import as it stands in a file. */
export interface Import {
  /** The importing file, as a path from the root of the tree with `/` between the segments. */
  readonly from: string;
  /** What is imported, as written; undefined when it is known only at run time. */
  readonly specifier: string | undefined;
  /** Whether the whole import is of types and leaves nothing behind at run time. */
  readonly typeOnly: boolean;
}

/**
 * Judges an import.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const upwards = { from: "limits/wire.ts", specifier: "../host_stdio/clock.ts", typeOnly: true };
 * assertEquals(refusalOf(upwards), "limits/ must not import host_stdio/: arrows point down only");
 * ```
 */
export function refusalOf({ from, specifier, typeOnly }: Import): string | undefined {
  const home = placeOf(from);
  const rules = home === undefined ? undefined : importTable[home];
  if (home === undefined || !rules) return `${from} has no place in the import table`;
  if (specifier === undefined) {
    return rules === EVERYTHING ? undefined : "an import whose name is known only at run time";
  }
  return specifier.startsWith("./") || specifier.startsWith("../")
    ? refusalOfFile(home, rules, pathOf(from, specifier), typeOnly)
    : refusalOfPackage(home, rules, specifier);
}

function refusalOfFile(
  home: string,
  rules: Place | typeof EVERYTHING,
  path: string,
  typeOnly: boolean,
): string | undefined {
  const target = placeOf(path);
  if (target === undefined) return `${path} has no place in the import table`;
  if (target === home) return undefined;
  if (rules === EVERYTHING || rules.places.includes(target)) return undefined;
  if (rules.types?.includes(target)) {
    return typeOnly ? undefined : `${home} may import types of ${target} only: write \`import type\``;
  }
  const reason = aside.has(target) ? "it is no part of the product" : "arrows point down only";
  return `${home} must not import ${target}: ${reason}`;
}

function refusalOfPackage(
  home: string,
  rules: Place | typeof EVERYTHING,
  specifier: string,
): string | undefined {
  if (rules !== EVERYTHING && rules.pins && /^npm:.+@\d+\.\d+\.\d+$/.test(specifier)) return undefined;
  if (/^(npm|jsr|https?|data|file):/.test(specifier)) {
    return `${specifier} goes past the import map of deno.json, which pins what is imported`;
  }
  if (rules === EVERYTHING || rules.packages.includes(specifier)) return undefined;
  const allowed = rules.packages.length === 0 ? "no package" : `only ${rules.packages.join(", ")}`;
  return `${home} must not import ${specifier}: it may import ${allowed}`;
}

/** The place that a file belongs to: the first that its path begins with. */
function placeOf(path: string): string | undefined {
  return Object.keys(importTable).find((place) =>
    place.endsWith("/") ? path.startsWith(place) : path === place
  );
}

/** The path from the root of the tree that a relative specifier names. */
function pathOf(from: string, specifier: string): string {
  const segments = from.split("/").slice(0, -1);
  for (const segment of specifier.split("/")) {
    // Above the root the names are those of nothing in the table.
    if (segment === "..") {
      segments.length > 0 && segments.at(-1) !== ".." ? segments.pop() : segments.push("..");
    } else if (segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}

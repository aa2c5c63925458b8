/** The import table: which part of the tree may import which, as drawn in docs/architecture.md. */

/** A part of the tree: a folder with everything below it, or a file. */
export interface Place {
  /** Parts that it may import. */
  readonly places: readonly string[];
  /** Parts from which it may import types only. */
  readonly types?: readonly string[];
  /** Packages that it may import, by their names in deno.json. */
  readonly packages: readonly string[];
  /** Whether it may import npm packages at exact versions without an entry in deno.json. */
  readonly pins?: boolean;
}

/** The value for parts that are not in the product: they may import everything. */
const EVERYTHING = "everything";

/** All parts. A file outside them may neither import nor be imported. */
export const importTable: Readonly<Record<string, Place | typeof EVERYTHING>> = {
  "limits/": { places: [], packages: ["@std/text/levenshtein-distance", "valibot"] },
  "host_stdio/process/": {
    places: ["host_stdio/", "limits/"],
    packages: ["@logtape/logtape", "@std/cli/parse-args"],
  },
  "host_stdio/": { places: ["limits/", "deno.json"], packages: ["valibot"] },
  "deno.json": { places: [], packages: [] },
  "handlers/": { places: ["host_stdio/", "limits/"], packages: ["valibot"] },
  "main.ts": { places: ["handlers/", "host_stdio/", "host_stdio/process/"], packages: [] },
  "clients/typescript/examples/": { places: [], packages: ["@tonearm/tonearm"] },
  "clients/typescript/": {
    places: ["host_stdio/", "limits/"],
    types: ["handlers/"],
    packages: ["valibot"],
  },
  "players/model/": {
    places: ["host_stdio/", "limits/"],
    types: ["clients/typescript/"],
    packages: [],
  },
  "players/reference/": { places: ["host_stdio/", "limits/", "players/model/"], packages: [] },
  "mod.ts": {
    places: [
      "clients/typescript/",
      "handlers/",
      "host_stdio/",
      "limits/",
      "players/model/",
    ],
    packages: [],
  },
  "players/mpv/": {
    places: ["clients/typescript/", "host_stdio/", "limits/", "players/model/"],
    packages: ["@std/path", "node:child_process", "node:dns/promises", "node:net", "node:stream", "valibot"],
  },
  "panels/create/": EVERYTHING,
  "panels/": { places: [], types: ["mod.ts"], packages: [] },
  "playground/": EVERYTHING,
  "tests/": EVERYTHING,
  "tools/packages/": { places: [], packages: [], pins: true },
  "tools/": EVERYTHING,
};

/** Parts that the product must not import. */
const aside: ReadonlySet<string> = new Set([
  "clients/typescript/examples/",
  "panels/",
  "panels/create/",
  "playground/",
  "tests/",
  "tools/",
  "tools/packages/",
]);

export interface Import {
  /** Path of the importing file from the root, with `/` between the segments. */
  readonly from: string;
  /** The specifier as written; undefined when it is computed. */
  readonly specifier: string | undefined;
  /** Whether the import is of types only. */
  readonly typeOnly: boolean;
}

/**
 * Returns why an import is refused; undefined when it is allowed.
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
  const reason = aside.has(target) ? "it is not part of the product" : "arrows point down only";
  return `${home} must not import ${target}: ${reason}`;
}

function refusalOfPackage(
  home: string,
  rules: Place | typeof EVERYTHING,
  specifier: string,
): string | undefined {
  if (rules !== EVERYTHING && rules.pins && /^npm:.+@\d+\.\d+\.\d+(?:\/\w+)?$/.test(specifier)) {
    return undefined;
  }
  if (/^(npm|jsr|https?|data|file):/.test(specifier)) {
    return `${specifier} bypasses the import map of deno.json, which pins the versions`;
  }
  if (rules === EVERYTHING || rules.packages.includes(specifier)) return undefined;
  const allowed = rules.packages.length === 0 ? "no package" : `only ${rules.packages.join(", ")}`;
  return `${home} must not import ${specifier}: it may import ${allowed}`;
}

/** Returns the part that a file belongs to: the first that its path begins with. */
function placeOf(path: string): string | undefined {
  return Object.keys(importTable).find((place) =>
    place.endsWith("/") ? path.startsWith(place) : path === place
  );
}

/** Resolves a relative specifier to a path from the root. */
function pathOf(from: string, specifier: string): string {
  const segments = from.split("/").slice(0, -1);
  for (const segment of specifier.split("/")) {
    // A path above the root matches no part.
    if (segment === "..") {
      segments.length > 0 && segments.at(-1) !== ".." ? segments.pop() : segments.push("..");
    } else if (segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}

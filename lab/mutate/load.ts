/**
 * Runs the script of a linked tree.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { dirname, join } from "@std/path";
import { levenshteinDistance } from "@std/text/levenshtein-distance";
import * as valibot from "valibot";
import type { BridgeModules } from "../../tools/fixtures/in_process_bridge.ts";
import type { Undertakings } from "./quiet.ts";

/** A file of the tree as a function that runs it. */
type LinkedModule = (
  require: (specifier: string) => unknown,
  exports: Record<string, unknown>,
  isOn: (mutation: number) => boolean,
  round: (weight?: number) => void,
  deno: typeof Deno,
  setTimer: Undertakings["setTimeout"],
) => void;

/** The files of a tree by their paths from its root. */
export type LinkedScript = Readonly<Record<string, LinkedModule>>;

/**
 * The packages that the bridge's code may import. Marked as modules: otherwise each file that imports them makes a copy, which
 * takes most of the time of loading a tree.
 */
const packages: Readonly<Record<string, unknown>> = {
  valibot: { ...valibot, __esModule: true },
  "@std/cli/parse-args": { parseArgs, __esModule: true },
  "@std/text/levenshtein-distance": { levenshteinDistance, __esModule: true },
};

/** What a tree is loaded with. */
export interface LoadOptions {
  /** The number of the mutation that is on; undefined for none. */
  readonly mutation: number | undefined;
  /** Is told the number of each mutation whose code runs; nobody when left out. */
  readonly onReached?: ((mutation: number) => void) | undefined;
  /** Counts what the tree has under way, and the rounds of its loops. */
  readonly undertakings: Undertakings;
}

/**
 * Loads a tree anew.
 *
 * @param script The tree.
 * @param options How.
 * @returns Gives the exports of a file by its path from the root.
 */
export function loadTree(
  script: LinkedScript,
  { mutation, onReached, undertakings }: LoadOptions,
): (file: string) => unknown {
  const isOn = onReached
    ? (id: number): boolean => {
      onReached(id);
      return id === mutation;
    }
    : (id: number): boolean => id === mutation;
  const loaded = new Map<string, Record<string, unknown>>();
  const load = (file: string): unknown => {
    const before = loaded.get(file);
    if (before) return before;
    const run = Object.hasOwn(script, file) ? script[file] : undefined;
    if (!run) throw new Error(`${file} is not part of the linked tree`);
    const exports: Record<string, unknown> = {};
    loaded.set(file, exports);
    const require = (specifier: string): unknown => {
      if (specifier.startsWith(".")) return load(join(dirname(file), specifier).replaceAll("\\", "/"));
      if (Object.hasOwn(packages, specifier)) return packages[specifier];
      throw new Error(`${file} imports ${specifier}: add it to \`packages\` in lab/mutate/load.ts`);
    };
    run(require, exports, isOn, undertakings.round, undertakings.deno, undertakings.setTimeout);
    return exports;
  };
  return load;
}

/**
 * The bridge of a loaded tree.
 *
 * @param load Gives the exports of its files.
 * @returns What a bridge is made of.
 */
export function bridgeOf(load: (file: string) => unknown): BridgeModules {
  return {
    // The files export what they export in the tree that the types are of.
    ...load("handlers/core/application.ts") as Pick<BridgeModules, "Bridge">,
    ...load("host_stdio/connection.ts") as Pick<BridgeModules, "Connection">,
    ...load("handlers/mod.ts") as Pick<BridgeModules, "namespaces">,
    ...load("process/flags.ts") as Pick<BridgeModules, "parseFlags" | "FlagError">,
  };
}

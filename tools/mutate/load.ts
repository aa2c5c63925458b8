/** Loads the script of a linked tree. */

import { parseArgs } from "@std/cli/parse-args";
import { dirname, join } from "@std/path";
import { levenshteinDistance } from "@std/text/levenshtein-distance";
import * as valibot from "valibot";
import type { BridgeModules } from "../fixtures/in_process_bridge.ts";
import type { PendingOperations } from "./pending_operations.ts";

/** A file of the tree as a function. */
type LinkedModule = (
  require: (specifier: string) => unknown,
  exports: Record<string, unknown>,
  isOn: (mutation: number) => boolean,
  round: (weight?: number) => void,
  deno: typeof Deno,
  setTimer: PendingOperations["setTimeout"],
) => void;

/** The files of a tree by path. */
export type LinkedScript = Readonly<Record<string, LinkedModule>>;

/**
 * The packages that the bridge imports. They are marked as ES modules: otherwise each importing file copies them, which takes
 * most of the loading time.
 */
const packages: Readonly<Record<string, unknown>> = {
  valibot: { ...valibot, __esModule: true },
  "@std/cli/parse-args": { parseArgs, __esModule: true },
  "@std/text/levenshtein-distance": { levenshteinDistance, __esModule: true },
};

export interface LoadOptions {
  /** The id of the active mutation; undefined for the unbroken bridge. */
  readonly mutation: number | undefined;
  /** Receives the id of each mutation whose code runs. */
  readonly onReached?: ((mutation: number) => void) | undefined;
  readonly operations: PendingOperations;
}

/** Loads a new copy of a tree. Returns a function that returns the exports of a file by its path. */
export function loadTree(
  script: LinkedScript,
  { mutation, onReached, operations }: LoadOptions,
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
      throw new Error(`${file} imports ${specifier}: add it to \`packages\` in tools/mutate/load.ts`);
    };
    run(require, exports, isOn, operations.round, operations.deno, operations.setTimeout);
    return exports;
  };
  return load;
}

/** The modules of a bridge in a loaded tree. */
export function bridgeOf(load: (file: string) => unknown): BridgeModules {
  return {
    // The linked files have the exports of their originals.
    ...load("handlers/core/bridge.ts") as Pick<BridgeModules, "Bridge">,
    ...load("host_stdio/connection.ts") as Pick<BridgeModules, "Connection">,
    ...load("handlers/mod.ts") as Pick<BridgeModules, "api">,
    ...load("host_stdio/process/flags.ts") as Pick<BridgeModules, "parseFlags" | "FlagError">,
  };
}

/**
 * The command line of the mutation check.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";

/** What a command line asks for. */
export type Command =
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly reason: string }
  | {
    readonly kind: "run";
    /** What the files' paths begin with; none for all files. */
    readonly only: readonly string[];
    /** How many mutations are tried; undefined for all. */
    readonly sample: number | undefined;
    readonly seed: number;
    /** The least score that is good enough, in percent. */
    readonly least: number;
    readonly hands: number;
  };

const DEFAULT_LEAST = 95;

/**
 * Reads the command line.
 *
 * @param args The arguments.
 * @param hands How many workers there are when it does not say.
 * @returns What they ask for.
 */
export function readCommand(args: readonly string[], hands: number): Command {
  let unknown: string | undefined;
  const parsed = parseArgs(args, {
    string: ["only", "sample", "seed", "least", "workers"],
    boolean: ["help"],
    alias: { help: "h" },
    unknown: (argument) => {
      unknown ??= argument;
      return false;
    },
  });
  if (parsed["help"]) return { kind: "help" };
  if (unknown !== undefined) {
    return wrong(`unexpected argument ${JSON.stringify(unknown)}; --help lists the flags`);
  }
  const sample = parsed["sample"] === undefined ? undefined : wholeNumber(parsed["sample"]);
  if (sample !== undefined && !(sample >= 1)) return wrong("--sample must be a whole number from 1 on");
  const seed = wholeNumber(parsed["seed"] ?? "1");
  if (Number.isNaN(seed)) return wrong("--seed must be a whole number");
  const least = wholeNumber(parsed["least"] ?? String(DEFAULT_LEAST));
  if (!(least <= 100)) return wrong("--least must be a whole number from 0 to 100");
  const workers = wholeNumber(parsed["workers"] ?? String(hands));
  if (!(workers >= 1)) return wrong("--workers must be a whole number from 1 on");
  const only = parsed["only"] === undefined
    ? []
    : String(parsed["only"]).split(",").filter((path) => path !== "");
  return { kind: "run", only, sample, seed, least, hands: workers };
}

/** NaN for what is none. */
function wholeNumber(value: unknown): number {
  const text = String(value);
  return /^\d{1,9}$/.test(text) ? Number(text) : NaN;
}

function wrong(reason: string): Command {
  return { kind: "wrong", reason };
}

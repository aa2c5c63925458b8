/**
 * The command line of the torture.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import type { Scenario } from "./scenario.ts";

/** What a command line asks for. */
export type Command =
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly reason: string }
  | {
    readonly kind: "run";
    readonly seconds: number;
    readonly seed: number;
    readonly chosen: readonly Scenario[];
  };

/** How long a torture takes when nobody says, in seconds. */
const DEFAULT_SECONDS = 60;
const MAX_SEED = 2 ** 31 - 1;

/**
 * Reads the command line.
 *
 * @param args The arguments.
 * @param scenarios What can be chosen.
 * @param anySeed A seed for a command line that names none.
 * @returns What they ask for.
 */
export function readCommand(
  args: readonly string[],
  scenarios: readonly Scenario[],
  anySeed: number,
): Command {
  let unknown: string | undefined;
  const parsed = parseArgs(args, {
    string: ["seconds", "seed", "only"],
    boolean: ["help"],
    alias: { help: "h" },
    unknown: (argument) => {
      unknown ??= argument;
      return false;
    },
  });
  if (parsed["help"]) return { kind: "help" };
  if (unknown !== undefined) return wrong(`unexpected argument ${JSON.stringify(unknown)}`);
  const seconds = wholeNumber(parsed["seconds"], DEFAULT_SECONDS);
  if (seconds === undefined || seconds < 1) return wrong("--seconds must be a whole number from 1 on");
  const seed = wholeNumber(parsed["seed"], anySeed % MAX_SEED);
  if (seed === undefined || seed > MAX_SEED) {
    return wrong(`--seed must be a whole number from 0 to ${MAX_SEED}`);
  }
  const names = scenarios.map(({ name }) => name);
  const only = parsed["only"] === undefined ? names : String(parsed["only"]).split(",");
  const stranger = only.find((name) => !names.includes(name));
  if (stranger !== undefined) {
    return wrong(`--only knows ${names.join(", ")}, and not ${JSON.stringify(stranger)}`);
  }
  return { kind: "run", seconds, seed, chosen: scenarios.filter(({ name }) => only.includes(name)) };
}

/**
 * The text of `--help`.
 *
 * @param scenarios What can be chosen.
 * @returns The text.
 */
export function usage(scenarios: readonly Scenario[]): string {
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  const list = scenarios.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`);
  return `Tortures the bridge, as long as asked, and tells what it has stood.

  deno task --cwd lab torture [--seconds=N] [--seed=N] [--only=NAME,NAME…]

  --seconds=N   how long in all (default: ${DEFAULT_SECONDS}); everything is done once in any case
  --seed=N      where chance begins; printed, so that what was found can be found again
  --only=NAMES  only these, separated by commas:

${list.join("\n")}

Exit code: 0 when the bridge has stood it all, 1 otherwise, 2 when the command line is wrong.
`;
}

function wholeNumber(value: unknown, otherwise: number): number | undefined {
  if (value === undefined) return otherwise;
  return /^[0-9]{1,10}$/.test(String(value)) ? Number(value) : undefined;
}

function wrong(reason: string): Command {
  return { kind: "wrong", reason };
}

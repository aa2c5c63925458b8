/** Command lines of the tools: one reader over `parseArgs`, with the same messages everywhere. */

import { parseArgs } from "@std/cli/parse-args";
import { didYouMean } from "../../limits/names.ts";

/** The command line is wrong; the message says why. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** One flag. Reads its texts, in the order given; none when the flag is missing. */
export interface Option<Value> {
  readonly isSwitch: boolean;
  read(flag: string, texts: readonly string[]): Value;
}

/** `--flag`, without a value. */
export function switchOption(): Option<boolean> {
  return { isSwitch: true, read: (_flag, texts) => texts.at(-1) === "true" };
}

/** `--flag=TEXT`, at most once and not empty. */
export function textOption<Default extends string | undefined = undefined>(
  defaultValue?: Default,
): Option<string | Default> {
  return valueOption(defaultValue, (_flag, text) => text);
}

/** `--flag=NUMBER`, a whole number between two bounds, both included. */
export function integerOption<Default extends number | undefined = undefined>(
  { min, max = Number.MAX_SAFE_INTEGER }: { readonly min: number; readonly max?: number },
  defaultValue?: Default,
): Option<number | Default> {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return valueOption(defaultValue, (flag, text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new UsageError(`${flag} is ${JSON.stringify(text)}; it must be an integer ${range}`);
  });
}

/** `--flag=NAME`, one of a few names. */
export function choiceOption<Name extends string, Default extends Name | undefined = undefined>(
  names: readonly Name[],
  defaultValue?: Default,
): Option<Name | Default> {
  return valueOption(defaultValue, (flag, text) => {
    const chosen = names.find((name) => name === text);
    if (chosen !== undefined) return chosen;
    throw new UsageError(`${flag} is ${JSON.stringify(text)}; it must be ${names.join(" or ")}`);
  });
}

/** `--flag=TEXT`, any number of times and never empty. */
export function textsOption(): Option<readonly string[]> {
  return {
    isSwitch: false,
    read(flag, texts) {
      if (texts.includes("")) throw new UsageError(`${flag} needs a value`);
      return texts;
    },
  };
}

function valueOption<Value, Default>(
  defaultValue: Default | undefined,
  parse: (flag: string, text: string) => Value,
): Option<Value | Default> {
  return {
    isSwitch: false,
    read(flag, [text, ...more]) {
      if (more.length > 0) throw new UsageError(`${flag} is given ${more.length + 1} times`);
      // Without a default value, Default is undefined.
      if (text === undefined) return defaultValue as Default;
      if (text === "") throw new UsageError(`${flag} needs a value`);
      return parse(flag, text);
    },
  };
}

/** The options of a tool, by the names of their flags. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** A command line that was read. */
export type Parsed<Tool extends Options> =
  & { readonly [Name in keyof Tool]: Tool[Name] extends Option<infer Value> ? Value : never }
  & {
    /** Arguments before `--` that are not flags. */
    readonly operands: readonly string[];
    /** Everything after `--`. */
    readonly rest: readonly string[];
  };

/** Which arguments a tool takes beside its flags. */
export interface Arguments {
  /** Whether it takes operands; otherwise one is an error. */
  readonly operands?: boolean;
  /** Whether `--` separates arguments for another program. Otherwise it has no meaning: `deno task` may pass it on. */
  readonly rest?: boolean;
}

/**
 * Reads a command line. `--help` and `-h` win over errors.
 *
 * @returns The values of all options; undefined when help is asked for.
 * @throws {UsageError} When it has an unknown flag, an unexpected argument, or a value that does not fit.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { integerOption, readOptions, switchOption } from "./options.ts";
 *
 * const options = { rounds: integerOption({ min: 1 }, 31), write: switchOption() };
 * assertEquals(readOptions(["--rounds=5", "queue"], options, { operands: true }), {
 *   rounds: 5,
 *   write: false,
 *   operands: ["queue"],
 *   rest: [],
 * });
 * ```
 */
export function readOptions<Tool extends Options>(
  args: readonly string[],
  options: Tool,
  { operands = false, rest = false }: Arguments = {},
): Parsed<Tool> | undefined {
  const names = Object.keys(options);
  const texts = names.filter((name) => !options[name]?.isSwitch);
  const given = rest ? args : args.filter((argument) => argument !== "--");
  const flags = given.includes("--") ? given.slice(0, given.indexOf("--")) : given;
  // parseArgs keeps the operands in the member `_`, which a flag of that name would replace.
  let unexpected = flags.find((argument) => /^(-[^-]*_|--_(=|$))/.test(argument));
  // parseArgs takes `--flag=no` for `--flag`.
  const valued = flags.find((argument) => {
    const [, name = ""] = /^--([^=]+)=/.exec(argument) ?? [];
    return Object.hasOwn(options, name) && options[name]?.isSwitch;
  });
  const parsed = parseArgs(given.filter((argument) => argument !== unexpected), {
    string: [...texts, "_"],
    boolean: [...names.filter((name) => options[name]?.isSwitch), "help"],
    collect: texts,
    alias: { help: "h" },
    "--": true,
    unknown(argument) {
      if (operands && !argument.startsWith("-")) return true;
      unexpected ??= argument;
      return false;
    },
  });
  if (parsed["help"]) return undefined;
  if (unexpected !== undefined) {
    if (!unexpected.startsWith("-")) {
      throw new UsageError(`unexpected argument ${JSON.stringify(unexpected)}`);
    }
    const known = [...names, "help"].map((name) => `--${name}`);
    const question = didYouMean(unexpected.replace(/=.*/s, ""), known);
    throw new UsageError(`unknown flag ${JSON.stringify(unexpected)}${question}`);
  }
  if (valued !== undefined) throw new UsageError(`${valued.replace(/=.*/s, "")} takes no value`);
  const values = names.map((name) => {
    const value = parsed[name];
    return [
      name,
      options[name]?.read(`--${name}`, Array.isArray(value) ? value.map(String) : [String(value)]),
    ];
  });
  return {
    ...Object.fromEntries(values),
    operands: parsed._.map(String),
    rest: (parsed["--"] ?? []).map(String),
  };
}

/** A tool with a command line. */
export interface Tool<Own extends Options> extends Arguments {
  /** The name in front of its messages on stderr. */
  readonly name: string;
  /** The text of `--help`. */
  readonly usage: string;
  readonly options: Own;
}

/** The exit code of a tool whose command line is wrong. */
export const EXIT_USAGE = 2;

/** Reads the command line of this process. Prints a text and exits for `--help`, and when the command line is wrong. */
export function optionsOrExit<Own extends Options>(tool: Tool<Own>): Parsed<Own> {
  try {
    const parsed = readOptions(Deno.args, tool.options, tool);
    if (parsed) return parsed;
  } catch (error) {
    if (error instanceof UsageError) exitWithUsageError(tool.name, error.message);
    throw error;
  }
  const bytes = new TextEncoder().encode(tool.usage);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
  Deno.exit(0);
}

/** Reports a wrong command line and exits with 2. */
export function exitWithUsageError(name: string, reason: string): never {
  const end = reason.endsWith("?") ? " See --help" : "; see --help";
  Deno.stderr.writeSync(new TextEncoder().encode(`${name}: ${reason}${end}\n`));
  Deno.exit(EXIT_USAGE);
}

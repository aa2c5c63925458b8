/** Programs that tests and tools run or talk to, the bridge among them. */

import { bridgeArguments } from "../../clients/typescript/spawn_bridge.ts";

/** How long a program may run when its caller names no deadline, in milliseconds. */
const DEADLINE_MS = 600_000;
/** How long after SIGTERM a program is killed, in milliseconds. */
const GRACE_MS = 5000;

/** Settings of a program. */
export interface ProgramOptions {
  readonly cwd?: string | URL;
  /** Variables that are added to those of this process. By default `NO_COLOR` is 1. */
  readonly env?: Readonly<Record<string, string>>;
  readonly clearEnv?: boolean;
}

/** A program has passed its deadline and was ended. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

/** What a program has printed and how it ended. */
export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end.
 *
 * @param input Its stdin; empty when left out.
 * @param deadlineMs After so many milliseconds it is ended, with SIGTERM and then SIGKILL; 600,000 when left out.
 * @throws {Deno.errors.NotFound} When there is no such program.
 * @throws {DeadlineError} When it has passed its deadline, with the end of its stderr.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { input, deadlineMs = DEADLINE_MS, ...options }: ProgramOptions & {
    readonly input?: string | Uint8Array<ArrayBuffer>;
    readonly deadlineMs?: number;
  } = {},
): Promise<ProgramResult> {
  const child = startProgram(program, args, options);
  using deadline = new Deadline(child, deadlineMs);
  const output = child.output();
  const writer = child.stdin.getWriter();
  try {
    if (input !== undefined) {
      await writer.write(typeof input === "string" ? new TextEncoder().encode(input) : input);
    }
    await writer.close();
  } catch {
    // It has exited without reading its input.
  }
  const { code, stdout, stderr } = await output;
  const decoder = new TextDecoder();
  const printed = { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  deadline.check([program, ...args].join(" "), printed.stderr);
  return printed;
}

/**
 * Runs a program that uses the streams of this process, to its end.
 *
 * @param deadlineMs After so many milliseconds it is ended, with SIGTERM and then SIGKILL.
 * @returns Its exit code.
 * @throws {Deno.errors.NotFound} When there is no such program.
 * @throws {DeadlineError} When it has passed its deadline.
 */
export async function runShown(
  program: string,
  args: readonly string[],
  { deadlineMs, ...options }: Omit<Deno.CommandOptions, "args"> & { readonly deadlineMs: number },
): Promise<number> {
  const child = new Deno.Command(program, { ...options, args: [...args] }).spawn();
  using deadline = new Deadline(child, deadlineMs);
  const { code } = await child.status;
  deadline.check([program, ...args].join(" "));
  return code;
}

/** Ends a process that runs for too long. */
class Deadline implements Disposable {
  readonly #milliseconds: number;
  readonly #child: Deno.ChildProcess;
  #timer: ReturnType<typeof setTimeout>;
  #isPassed = false;

  constructor(child: Deno.ChildProcess, milliseconds: number) {
    this.#child = child;
    this.#milliseconds = milliseconds;
    this.#timer = setTimeout(() => {
      this.#isPassed = true;
      this.#kill("SIGTERM");
      this.#timer = setTimeout(() => this.#kill("SIGKILL"), GRACE_MS);
    }, milliseconds);
  }

  #kill(signal: Deno.Signal): void {
    try {
      this.#child.kill(signal);
    } catch {
      // It has ended, and its output is still being read.
    }
  }

  /** Throws when the process has passed its deadline. */
  check(command: string, stderr = ""): void {
    if (!this.#isPassed) return;
    const seconds = this.#milliseconds / 1000;
    throw new DeadlineError(
      `${command} has passed its deadline of ${seconds} s\n${stderr.slice(-2000)}`.trimEnd(),
    );
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

/** Runs this Deno to its end. */
export function runDeno(
  args: readonly string[],
  options: Parameters<typeof runProgram>[2] = {},
): Promise<ProgramResult> {
  return runProgram(Deno.execPath(), args, options);
}

/** The first line that a program prints for `--version`; undefined when it is not installed or fails. */
export async function versionOf(program: string): Promise<string | undefined> {
  try {
    const { code, stdout } = await runProgram(program, ["--version"]);
    return code === 0 ? stdout.split("\n")[0]?.trim() : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/**
 * Starts a program with pipes for its three streams.
 *
 * @throws {Deno.errors.NotFound} When there is no such program.
 */
export function startProgram(
  program: string,
  args: readonly string[],
  { env, ...options }: ProgramOptions = {},
): Deno.ChildProcess {
  return new Deno.Command(program, {
    ...options,
    args: [...args],
    env: { NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** The variable that names another bridge, such as a bundle or a binary: its command as a JSON array, with absolute paths. */
export const BRIDGE_VARIABLE = "TONEARM_BRIDGE";

/** A program with its arguments. */
export interface BridgeCommand {
  readonly program: string;
  readonly args: string[];
}

/**
 * The command that starts the bridge of the tree, or the one that `TONEARM_BRIDGE` names.
 *
 * @param flags Flags of the bridge itself.
 * @param named The value of `TONEARM_BRIDGE`. By default it is read from the environment if this process may.
 * @throws {TypeError} When the variable is not a JSON array of strings.
 */
export function bridgeCommand(flags: readonly string[] = [], named = variable()): BridgeCommand {
  if (named === undefined) return { program: Deno.execPath(), args: bridgeArguments(flags) };
  const [program, ...args] = wordsOf(named);
  return { program, args: [...args, ...flags] };
}

/** Starts a bridge with its log directory as its working directory. */
export function startBridge(directory: string, flags: readonly string[] = []): Deno.ChildProcess {
  const { program, args } = bridgeCommand(flags);
  return startProgram(program, args, { cwd: directory });
}

function variable(): string | undefined {
  const { state } = Deno.permissions.querySync({ name: "env", variable: BRIDGE_VARIABLE });
  return state === "granted" ? Deno.env.get(BRIDGE_VARIABLE) : undefined;
}

function wordsOf(text: string): [string, ...string[]] {
  const misfit = `${BRIDGE_VARIABLE} must be a command as a JSON array of strings, not ${text}`;
  let words: unknown;
  try {
    words = JSON.parse(text);
  } catch (error) {
    throw new TypeError(misfit, { cause: error });
  }
  if (!Array.isArray(words) || !words.every((word): word is string => typeof word === "string")) {
    throw new TypeError(misfit);
  }
  const [program, ...args] = words;
  if (!program) throw new TypeError(misfit);
  return [program, ...args];
}

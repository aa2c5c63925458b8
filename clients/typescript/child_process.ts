/** Child processes on Deno and Node.js. */

import { BridgeGone } from "./errors.ts";

/** How a process ended. */
export interface ExitStatus {
  /** Whether the exit code is 0. */
  readonly success: boolean;
  /** The exit code. If a signal ended the process: 128 plus the signal's number, or 1 if the number is not known. */
  readonly code: number;
  /** The signal that ended the process; null if it exited by itself. */
  readonly signal: string | null;
}

/** A signal that ends a process: SIGTERM lets it finish its work, SIGKILL ends it at once. */
export type StopSignal = "SIGTERM" | "SIGKILL";

/** A child process. */
export interface ChildProcess {
  /** The process id; -1 if the process did not start, which Node.js reports later. */
  readonly pid: number;
  /** The standard input of the process. */
  readonly stdin: WritableStream<Uint8Array>;
  /** The standard output of the process. */
  readonly stdout: ReadableStream<Uint8Array>;
  /** The standard error of the process. */
  readonly stderr: ReadableStream<Uint8Array>;
  /** Settles when the process has ended. On Node.js, rejected with {@linkcode BridgeGone} if it did not start. */
  readonly status: Promise<ExitStatus>;
  /**
   * Ends the process. Nothing happens if it has ended already.
   *
   * @param signal The signal. On Windows, both end the process at once.
   */
  kill(signal: StopSignal): void;
}

/** The command line of a child process. */
export interface ChildCommand {
  /** The path or name of the program. */
  readonly program: string;
  /** The arguments. */
  readonly args: readonly string[];
  /** The working directory. */
  readonly directory: string;
  /** Advice for the error message when the program is not found. */
  readonly advice?: string | undefined;
}

/**
 * Environment variables of a child in addition to those of this process: without them, Deno writes colours to stderr and
 * checks for a newer version.
 */
const childEnvironment = { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };

/**
 * Starts a child process with three pipes.
 *
 * @throws {BridgeGone} If it cannot be started. On Node.js, the status is rejected with it instead.
 */
export function startChild(command: ChildCommand): ChildProcess {
  return "Deno" in globalThis ? startOnDeno(command) : startOnNode(command);
}

/** Makes the error for a process that did not start, worded as a shell does. */
function startFailure(
  { program, directory, advice }: ChildCommand,
  cause: Error,
  noDirectory: boolean,
): BridgeGone {
  const isMissing = "code" in cause && cause.code === "ENOENT";
  const reason = !isMissing
    ? `${program}: ${cause.message}`
    : noDirectory
    ? `${directory}: no such directory`
    : `${program}: command not found${advice === undefined ? "" : `; ${advice}`}`;
  return new BridgeGone(`the bridge could not be started: ${reason}`, { cause });
}

function startOnDeno(command: ChildCommand): ChildProcess {
  const { program, args, directory } = command;
  let child;
  try {
    child = new Deno.Command(program, {
      args: [...args],
      cwd: directory,
      env: childEnvironment,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw startFailure(command, error, error.message.includes(": No such cwd "));
  }
  const { pid, stdin, stdout, stderr, status } = child;
  return {
    pid,
    stdin,
    stdout,
    stderr,
    // Copied, because Deno's object has no prototype and cannot be converted to text.
    status: status.then(({ success, code, signal }) => ({ success, code, signal })),
    kill(signal) {
      try {
        child.kill(signal);
      } catch {
        // The process has ended already.
      }
    },
  };
}

/** The Node.js functions used here. They are not imported, because Deno would then load its Node.js modules. */
interface NodeModules {
  spawn(program: string, args: readonly string[], options: {
    cwd: string;
    env: Readonly<Record<string, string | undefined>>;
    windowsHide: boolean;
    stdio: readonly ["pipe", "pipe", "pipe"];
  }): NodeChild;
  existsSync(path: string): boolean;
  toWebReadable(stream: unknown): ReadableStream<Uint8Array>;
  toWebWritable(stream: unknown): WritableStream<Uint8Array>;
  signalNumbers: Readonly<Record<string, number>>;
  environment: Readonly<Record<string, string | undefined>>;
}

interface NodeChild {
  readonly pid?: number;
  readonly stdin: unknown;
  readonly stdout: unknown;
  readonly stderr: unknown;
  kill(signal: string): boolean;
  once(event: "exit", listener: (code: number | null, signal: string | null) => void): void;
  once(event: "error", listener: (error: Error) => void): void;
}

function startOnNode(command: ChildCommand): ChildProcess {
  const { program, args, directory } = command;
  const { spawn, existsSync, toWebReadable, toWebWritable, signalNumbers, environment } = nodeModules();
  const child = spawn(program, args, {
    cwd: directory,
    env: { ...environment, ...childEnvironment },
    windowsHide: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const status = new Promise<ExitStatus>((resolve, reject) => {
    child.once("error", (error) => reject(startFailure(command, error, !existsSync(directory))));
    child.once("exit", (code, signal) => {
      const number = signal === null ? 0 : signalNumbers[signal] ?? 0;
      const exitCode = code ?? (number > 0 ? 128 + number : 1);
      resolve({ success: exitCode === 0, code: exitCode, signal });
    });
  });
  return {
    pid: child.pid ?? -1,
    stdin: toWebWritable(child.stdin),
    stdout: toWebReadable(child.stdout),
    stderr: toWebReadable(child.stderr),
    status,
    kill: (signal) => void child.kill(signal),
  };
}

function nodeModules(): NodeModules {
  const { process } = globalThis as unknown as {
    process?: {
      env: NodeModules["environment"];
      getBuiltinModule?(name: string): Record<string, Record<string, unknown>>;
    };
  };
  const load = process?.getBuiltinModule;
  if (!process || !load) throw new Error("a bridge can be started on Deno, and on Node.js from 20.16 on");
  const { Readable, Writable } = load("node:stream") as unknown as {
    Readable: { toWeb: NodeModules["toWebReadable"] };
    Writable: { toWeb: NodeModules["toWebWritable"] };
  };
  const { spawn } = load("node:child_process") as unknown as Pick<NodeModules, "spawn">;
  const { existsSync } = load("node:fs") as unknown as Pick<NodeModules, "existsSync">;
  const { constants } = load("node:os") as unknown as {
    constants: { signals: NodeModules["signalNumbers"] };
  };
  return {
    spawn,
    existsSync,
    toWebReadable: (stream) => Readable.toWeb(stream),
    toWebWritable: (stream) => Writable.toWeb(stream),
    signalNumbers: constants.signals,
    environment: process.env,
  };
}

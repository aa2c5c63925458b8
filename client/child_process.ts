/**
 * Child processes on the runtimes that the library runs on: Deno and Node.js.
 *
 * @module
 */

import { BridgeGone } from "./errors.ts";

/** How a process has ended. */
export interface ExitStatus {
  /** Whether it ended with exit code 0. */
  readonly success: boolean;
  /** Its exit code; 128 and the signal's number, or 1, when a signal ended it. */
  readonly code: number;
  /** The signal that ended it; null when none did. */
  readonly signal: string | null;
}

/** A signal that ends a process: at its leisure, or at once. */
export type StopSignal = "SIGTERM" | "SIGKILL";

/** A child process with its three streams. */
export interface ChildProcess {
  /** Its number. */
  readonly pid: number;
  /** What it reads. */
  readonly stdin: WritableStream<Uint8Array>;
  /** What it writes. */
  readonly stdout: ReadableStream<Uint8Array>;
  /** What it writes for people. */
  readonly stderr: ReadableStream<Uint8Array>;
  /** How it has ended, once it has. */
  readonly status: Promise<ExitStatus>;
  /**
   * Ends it; nothing happens when it has ended already.
   *
   * @param signal How. Windows knows no difference: the process ends at once.
   */
  kill(signal: StopSignal): void;
}

/** What is started. */
export interface ChildCommand {
  /** The program. */
  readonly program: string;
  /** Its arguments. */
  readonly args: readonly string[];
  /** Its working directory. */
  readonly directory: string;
}

/**
 * Environment variables of every child, beside those of this process. Its stderr is a pipe, in which Deno writes colours
 * unless NO_COLOR is set, and it looks for a newer version of itself unless the other one is.
 */
const childEnvironment = { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };

/**
 * Starts a child process with a pipe for each of its three streams.
 *
 * @param command What is started.
 * @returns The process.
 * @throws {BridgeGone} When it cannot be started. Node.js finds that out later: the status is rejected with it.
 */
export function startChild(command: ChildCommand): ChildProcess {
  return "Deno" in globalThis ? startOnDeno(command) : startOnNode(command);
}

/** Says why a bridge could not be started, as a shell would. */
function startFailure({ program, directory }: ChildCommand, cause: Error, noDirectory: boolean): BridgeGone {
  const isMissing = "code" in cause && cause.code === "ENOENT";
  const reason = !isMissing
    ? `${program}: ${cause.message}`
    : noDirectory
    ? `${directory}: no such directory`
    : `${program}: command not found`;
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
    // Deno's object has no prototype: it could not be converted to text.
    status: status.then(({ success, code, signal }) => ({ success, code, signal })),
    kill(signal) {
      try {
        child.kill(signal);
      } catch {
        // It has ended already, which is what was wanted.
      }
    },
  };
}

/** What is used of Node.js. Its modules are not imported, so that nothing of them is loaded on Deno. */
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

import { type ChildProcess, spawn } from "node:child_process";
import { Duplex, type Readable } from "node:stream";
import { MpvClient, type MpvConnection, type MpvEvent, MpvGone } from "./mpv_client.ts";

/** How to start mpv. */
export interface MpvProgram {
  /** The executable: a name in PATH, or a path. */
  readonly program: string;
  /** Its options, which precede those for the IPC. */
  readonly args: readonly string[];
  /** The URL of the HTTP proxy for mpv and the programs that it starts; by default those of the environment. */
  readonly proxy?: string;
  /** How long it may take to answer its first command, in milliseconds; 15 s by default. */
  readonly startMs?: number;
}

/** How an mpv has ended. */
export interface MpvStatus {
  /** The exit code; null when a signal has ended it. */
  readonly code: number | null;
  /** The signal that has ended it, such as `SIGKILL`; null when it has exited. */
  readonly signal: string | null;
  /** The last lines that it has printed. */
  readonly output: string;
}

/** mpv 0.33 added `playlist-play-index` and `--input-ipc-client`. */
const OLDEST_MINOR = 33;

/** How long an mpv that was told to quit may take before it is killed, in milliseconds. */
const QUIT_MS = 1000;
/** How long mpv may take to print its version, in milliseconds. */
const VERSION_MS = 5000;

/** The maximum number of characters of mpv's output in an error message. */
const MAX_OUTPUT = 2000;

/** A started mpv. */
export class MpvProcess {
  /** The connection to mpv. */
  readonly client: MpvClient;
  /** Settles when mpv has ended and closed its output. */
  readonly status: Promise<MpvStatus>;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, status: Promise<MpvStatus>, client: MpvClient) {
    this.#child = child;
    this.status = status;
    this.client = client;
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /**
   * Starts mpv, idle, and connects to it.
   *
   * @param onEvent Called with each event, in order.
   * @param signal Kills an mpv that has not answered its first command.
   * @throws {Error} When it does not start; the message contains the last lines of mpv's output.
   * @throws The reason of the signal, when that is aborted.
   */
  static async start(
    { program, args, proxy, startMs = 15_000 }: MpvProgram,
    onEvent: (event: MpvEvent) => void,
    signal?: AbortSignal,
  ): Promise<MpvProcess> {
    signal?.throwIfAborted();
    const child = await spawned(program, [
      ...args,
      "--idle",
      "--input-terminal=no",
      // A socket pair that only both processes have. mpv quits when it closes, however this process ends. It is not
      // the standard input: mpv 0.35 closes that one when its output to a screen without a display fails.
      "--input-ipc-client=fd://3",
      "--msg-level=all=error",
    ], proxy);
    const status = statusOf(child);
    const client = new MpvClient(connectionOf(child.stdio[3]), onEvent);
    const mpv = new MpvProcess(child, status, client);
    const kill = (): void => mpv.kill();
    let late = false;
    const deadline = setTimeout(() => {
      late = true;
      kill();
    }, startMs);
    signal?.addEventListener("abort", kill);
    if (signal?.aborted) kill();
    try {
      await client.command("client_name");
      return mpv;
    } catch (error) {
      if (!(error instanceof MpvGone)) kill();
      // It may have closed its connection and still run: the deadline ends it.
      const ended = await status;
      signal?.throwIfAborted();
      if (late) throw new Error(`${program} did not answer within ${startMs / 1000} s${after(ended)}`);
      await requireVersion(program);
      if (ended.signal !== null) throw error;
      throw new Error(`${program} exited with code ${ended.code} before it answered${after(ended)}`);
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", kill);
    }
  }

  /** Ends mpv; kills it when it does not quit within a second. */
  async end(): Promise<void> {
    this.client.command("quit").catch(() => {
      // mpv has ended, or ends before it answers.
    });
    const force = setTimeout(() => this.kill(), QUIT_MS);
    await this.status;
    clearTimeout(force);
    await this.client.closed;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}

/** Returns the end of a sentence with mpv's last lines; "" when it has printed none. */
export function after({ output }: MpvStatus): string {
  return output && `: ${output}`;
}

/**
 * Checks a version of mpv.
 *
 * @param version As mpv reports it: `mpv 0.35.1`, `mpv v0.40.0-3-gabcdef`. A version without numbers counts
 * as new.
 * @throws {Error} When it is older than 0.33.
 */
export function checkVersion(version: string): void {
  const [, major, minor] = /^mpv v?(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === "0" && Number(minor) < OLDEST_MINOR) {
    throw new Error(`${version} is too old: mpv 0.${OLDEST_MINOR} or later is required`);
  }
}

async function requireVersion(program: string): Promise<void> {
  const { stdout } = await new Deno.Command(program, {
    args: ["--version"],
    signal: AbortSignal.timeout(VERSION_MS),
    stdin: "null",
    stderr: "null",
  }).output();
  const [version = ""] = /^mpv \S+/.exec(new TextDecoder().decode(stdout)) ?? [];
  checkVersion(version);
}

/** Starts a process with a socket pair as its file descriptor 3, which `Deno.Command` cannot give it. */
async function spawned(
  program: string,
  args: readonly string[],
  proxy: string | undefined,
): Promise<ChildProcess> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  try {
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      ...proxy !== undefined && { env: environmentWith(proxy) },
    });
    child.once("spawn", resolve);
    child.once("error", reject);
    await promise;
    return child;
  } catch (error) {
    throw new Error(`${program} could not be started: ${error instanceof Error ? error.message : error}`);
  }
}

/** Returns this process's environment, with a proxy for all hosts. */
function environmentWith(proxy: string): Record<string, string> {
  const others = Object.entries(Deno.env.toObject()).filter(([name]) =>
    !/^(?:https?|all|no)_proxy$/i.test(name)
  );
  return { ...Object.fromEntries(others), http_proxy: proxy, https_proxy: proxy };
}

async function statusOf(child: ChildProcess): Promise<MpvStatus> {
  const { promise, resolve } = Promise.withResolvers<Omit<MpvStatus, "output">>();
  let output = "";
  const collect = (stream: Readable | null): void => {
    stream?.setEncoding("utf8").on("data", (text: string) => output = (output + text).slice(-MAX_OUTPUT));
  };
  collect(child.stdout);
  collect(child.stderr);
  child.once("close", (code, signal) => resolve({ code, signal }));
  return { ...await promise, output: output.trim() };
}

function connectionOf(stream: unknown): MpvConnection {
  if (!(stream instanceof Duplex)) throw new TypeError("the process has no file descriptor 3");
  // The reader gets the error too.
  stream.on("error", () => {});
  return {
    input: stream,
    write(bytes) {
      return new Promise((resolve, reject) =>
        stream.write(bytes, (error) => error ? reject(error) : resolve())
      );
    },
    close: () => void stream.destroy(),
  };
}

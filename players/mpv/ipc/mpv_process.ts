import { join } from "@std/path";
import { MpvClient, type MpvEvent } from "./mpv_client.ts";

/** How to start mpv. */
export interface MpvProgram {
  /** The executable: a name in PATH, or a path. */
  readonly program: string;
  /** Its options, which precede those for the IPC. */
  readonly args: readonly string[];
  /** The socket's path, in a directory that only this user can enter; by default in a new directory. */
  readonly socket?: string;
}

/** mpv 0.33 added `playlist-play-index` and `--input-ipc-client`. */
const OLDEST_MINOR = 33;

/** How long mpv may take to listen, in milliseconds. */
const START_MS = 20_000;

/** The interval of connection attempts, in milliseconds. */
const RETRY_MS = 10;

/** The maximum number of characters of mpv's error output in an error message. */
const MAX_ERROR_OUTPUT = 2000;

/** A started mpv. */
export class MpvProcess {
  /** The connection to mpv. */
  readonly client: MpvClient;
  /** The path of its socket. */
  readonly socket: string;
  readonly status: Promise<Deno.CommandStatus>;
  readonly #child: Deno.ChildProcess;

  private constructor(
    child: Deno.ChildProcess,
    socket: string,
    status: Promise<Deno.CommandStatus>,
    client: MpvClient,
  ) {
    this.#child = child;
    this.socket = socket;
    this.status = status;
    this.client = client;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /**
   * Starts mpv, idle, and connects to it.
   *
   * @param onEvent Called with each event, in order.
   * @throws {Error} When it does not start; the message contains mpv's error output.
   */
  static async start(
    { program, args, socket: given }: MpvProgram,
    onEvent: (event: MpvEvent) => void,
  ): Promise<MpvProcess> {
    // The socket has no password: its clients run programs as this user. The directory keeps other users out.
    const { socket, created } = given === undefined ? await newSocket() : { socket: given, created: given };
    const removeCreated = async (): Promise<void> => {
      try {
        await Deno.remove(created, { recursive: true });
      } catch (error) {
        // mpv ended before it made the socket.
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    };
    let child: Deno.ChildProcess;
    try {
      child = new Deno.Command(program, {
        args: [
          ...args,
          "--idle",
          "--input-terminal=no",
          // mpv quits when this pipe closes, however this process ends.
          "--input-ipc-client=fd://0",
          "--msg-level=all=error",
          `--input-ipc-server=${socket}`,
        ],
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
      }).spawn();
    } catch (error) {
      await removeCreated();
      throw new Error(`${program} could not be started: ${error instanceof Error ? error.message : error}`);
    }
    const errorOutput = collect(child.stdout);
    // Settles after the error output was read and the directory removed.
    const status = child.status.then(async (status) => {
      await child.stdin.abort();
      await errorOutput;
      await removeCreated();
      return status;
    });
    const client = await connect(socket, onEvent, status);
    if (client) return new MpvProcess(child, socket, status, client);
    const { code } = await status;
    await requireVersion(program);
    const output = (await errorOutput).trim();
    throw new Error(
      `${program} exited with code ${code} before it listened on its socket${output && `: ${output}`}`,
    );

    async function connect(
      path: string,
      onEvent: (event: MpvEvent) => void,
      status: Promise<Deno.CommandStatus>,
    ): Promise<MpvClient | undefined> {
      const deadline = performance.now() + START_MS;
      let ended = false;
      void status.then(() => ended = true);
      while (!ended) {
        try {
          return await MpvClient.connect(path, onEvent);
        } catch (error) {
          const early = error instanceof Deno.errors.NotFound ||
            error instanceof Deno.errors.ConnectionRefused;
          if (!early || performance.now() > deadline) {
            child.kill("SIGKILL");
            await status;
            if (!early) throw error;
            throw new Error(`${program} did not listen on its socket within ${START_MS / 1000} s`);
          }
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      return undefined;
    }
  }

  /** Ends mpv; kills it after `graceMs` milliseconds. */
  async end(graceMs = 2000): Promise<void> {
    this.client.command("quit").catch(() => {
      // mpv has ended, or ends before it answers.
    });
    const force = setTimeout(() => this.kill(), graceMs);
    await this.status;
    clearTimeout(force);
    await this.client.closed;
  }

  kill(): void {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // mpv has already ended.
    }
  }
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
  const { stdout } = await new Deno.Command(program, { args: ["--version"], stdin: "null", stderr: "null" })
    .output();
  const [version = ""] = /^mpv \S+/.exec(new TextDecoder().decode(stdout)) ?? [];
  checkVersion(version);
}

async function newSocket(): Promise<{ socket: string; created: string }> {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-" });
  return { socket: join(directory, "socket"), created: directory };
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    text = (text + decoder.decode(bytes, { stream: true })).slice(-MAX_ERROR_OUTPUT);
  }
  return text;
}

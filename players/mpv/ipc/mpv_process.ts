/**
 * Starts mpv and waits until it can be talked to.
 *
 * @module
 */

import { join } from "@std/path";
import { MpvClient, type MpvEvent } from "./mpv_client.ts";

/** What mpv is started with. */
export interface MpvProgram {
  /** The program: a name that the path finds, or a path. */
  readonly program: string;
  /** Its options, in front of those that make it a player to be talked to. */
  readonly args: readonly string[];
  /**
   * Where it listens: a path in a directory that only this user can enter, for whoever has to know it beforehand. In a
   * new directory when left out.
   */
  readonly socket?: string;
}

/** mpv 0.33 brought `playlist-play-index` and `--input-ipc-client`. */
const OLDEST_MINOR = 33;

/** How long a started mpv may take until it listens, in milliseconds. */
const START_MS = 20_000;

/** How often it is looked whether it listens by now, in milliseconds. */
const LOOK_MS = 10;

/** How many characters of what mpv complains of are kept for the error that tells why it did not start. */
const KEPT_COMPLAINTS = 2000;

/** A running mpv of our own. */
export class MpvProcess {
  /** The connection to it. */
  readonly client: MpvClient;
  /** Where it listens. */
  readonly socket: string;
  /** How it has ended, once it has. */
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

  /** The process's number. */
  get pid(): number {
    return this.#child.pid;
  }

  /**
   * Starts mpv, idle, with a socket in a directory that only this user can enter.
   *
   * @param program What is started.
   * @param onEvent Hears its events.
   * @returns The running mpv, connected.
   * @throws {Error} When it cannot be started, with what it says.
   */
  static async start(
    { program, args, socket: given }: MpvProgram,
    onEvent: (event: MpvEvent) => void,
  ): Promise<MpvProcess> {
    // mpv's socket has no password: whoever reaches it runs programs as this user. The directory keeps others out.
    const { socket, rest } = given === undefined ? await newPlace() : { socket: given, rest: given };
    const clear = async (): Promise<void> => {
      try {
        await Deno.remove(rest, { recursive: true });
      } catch (error) {
        // It has not come so far.
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
          // mpv quits when this pipe ends, however this process has come to its end.
          "--input-ipc-client=fd://0",
          "--msg-level=all=error",
          `--input-ipc-server=${socket}`,
        ],
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
      }).spawn();
    } catch (error) {
      await clear();
      throw new Error(`${program} could not be started: ${error instanceof Error ? error.message : error}`);
    }
    const complaints = collect(child.stdout);
    // Behind the process's own end: its last words are read, nothing of it is left.
    const status = child.status.then(async (status) => {
      await child.stdin.abort();
      await complaints;
      await clear();
      return status;
    });
    const client = await connect(socket, onEvent, status);
    if (client) return new MpvProcess(child, socket, status, client);
    const { code } = await status;
    await requireVersion(program);
    const words = (await complaints).trim();
    throw new Error(`${program} ended with code ${code} before it listened${words && `: ${words}`}`);

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
            throw new Error(`${program} did not listen within ${START_MS / 1000} s`);
          }
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
      return undefined;
    }
  }

  /**
   * Ends mpv: as asked, or by force when it does not go.
   *
   * @param graceMs How long it may take, in milliseconds.
   */
  async end(graceMs = 2000): Promise<void> {
    this.client.command("quit").catch(() => {
      // It has gone already, or goes before it answers.
    });
    const force = setTimeout(() => this.kill(), graceMs);
    await this.status;
    clearTimeout(force);
    await this.client.closed;
  }

  /** Ends mpv by force. */
  kill(): void {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already, which is what was wanted.
    }
  }
}

/**
 * Checks a version of mpv.
 *
 * @param version What mpv calls its version, as in `mpv 0.35.1` or `mpv v0.40.0-3-gabcdef`; a text without numbers is taken
 * for a new one.
 * @throws {Error} When it is older than 0.33.
 */
export function checkVersion(version: string): void {
  const [, major, minor] = /^mpv v?(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === "0" && Number(minor) < OLDEST_MINOR) {
    throw new Error(
      `mpv is too old: it calls itself ${version}, and mpv 0.${OLDEST_MINOR} or later is needed`,
    );
  }
}

async function requireVersion(program: string): Promise<void> {
  const { stdout } = await new Deno.Command(program, { args: ["--version"], stdin: "null", stderr: "null" })
    .output();
  const [version = ""] = /^mpv \S+/.exec(new TextDecoder().decode(stdout)) ?? [];
  checkVersion(version);
}

async function newPlace(): Promise<{ socket: string; rest: string }> {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-" });
  return { socket: join(directory, "socket"), rest: directory };
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    text = (text + decoder.decode(bytes, { stream: true })).slice(-KEPT_COMPLAINTS);
  }
  return text;
}

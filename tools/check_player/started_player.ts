/**
 * Starts a player for a check. The player starts relay.ts in place of its bridge, and relay.ts connects to this process.
 */

import { fromFileUrl, join } from "@std/path";
import { BRIDGE_VARIABLE } from "../support/process.ts";
import { within } from "../support/timeout.ts";
import type { Pipes } from "./bridge_seat.ts";

/** The argument that is replaced by the command of the check. */
const PLACEHOLDER = "{bridge}";
/** Names a program without arguments that starts the check. */
const PROGRAM_VARIABLE = "TONEARM_BRIDGE_PROGRAM";
/** Timeout for the start of the bridge, in milliseconds. */
const START_MS = 30_000;
/** How long a player has to exit by itself after its bridge has exited, in milliseconds. Players for listeners stay. */
const LEAVE_MS = 250;
/** Timeout for the player's exit after SIGTERM, and for a connection after its exit, in milliseconds. */
const EXIT_MS = 1000;

/** A running player. */
export class StartedPlayer implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #listener: Deno.TcpListener;
  readonly #word: string;
  readonly #folder: string;
  readonly #output: Promise<unknown>;
  #ending: Promise<unknown> | undefined;
  /** Connections that have not sent the word yet. */
  readonly #unidentified = new Set<Deno.Conn>();

  private constructor(child: Deno.ChildProcess, listener: Deno.TcpListener, word: string, folder: string) {
    this.#child = child;
    this.#listener = listener;
    this.#word = word;
    this.#folder = folder;
    // stdout of this process is for the report.
    this.#output = Promise.allSettled([child.stdout, child.stderr].map(printOnStderr));
  }

  /**
   * Starts a player.
   *
   * @param args Its arguments; the word `{bridge}` becomes the command of the check.
   * @throws {Deno.errors.NotFound} When there is no such program.
   */
  static async start(command: string, args: readonly string[]): Promise<StartedPlayer> {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const word = crypto.randomUUID();
    const relay = fromFileUrl(new URL("relay.ts", import.meta.url));
    const flags = ["run", "--no-prompt", "--no-config", "--allow-net=127.0.0.1"];
    const bridge = [Deno.execPath(), ...flags, relay, String(listener.addr.port), word];
    const folder = await Deno.makeTempDir({ prefix: "tonearm-check-" });
    const script = await writeScript(folder, bridge);
    try {
      const child = new Deno.Command(command, {
        args: args.flatMap((argument) => argument === PLACEHOLDER ? bridge : [argument]),
        env: { [PROGRAM_VARIABLE]: script, [BRIDGE_VARIABLE]: JSON.stringify(bridge) },
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      return new StartedPlayer(child, listener, word, folder);
    } catch (error) {
      listener.close();
      await Deno.remove(folder, { recursive: true });
      throw error;
    }
  }

  /** Waits until the player starts its bridge. Returns the pipes, or an error message. */
  async bridgePipes(): Promise<Pipes | string> {
    const accepted = this.#accept();
    const exited = this.#child.status.then(async ({ code, signal }) => {
      // Print the player's output before the reason.
      await this.#outputEnded();
      // A player that has started its bridge and exited at once is known before its connection.
      const pipes = await within(EXIT_MS, accepted);
      if (pipes) return pipes;
      const how = signal ?? `code ${code}`;
      return `the player has exited (${how}) without starting its bridge; see ${PLACEHOLDER} in --help`;
    });
    try {
      return await within(START_MS, Promise.race([accepted, exited])) ??
        `the player has not started its bridge within ${START_MS / 1000} s; see ${PLACEHOLDER} in --help`;
    } finally {
      this.#listener.close();
      for (const connection of this.#unidentified) this.#drop(connection);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const [timeout, signal] of [[LEAVE_MS, "SIGTERM"], [EXIT_MS, "SIGKILL"]] as const) {
      if (await within(timeout, this.#child.status)) break;
      try {
        this.#child.kill(signal);
      } catch (error) {
        // The player has exited.
        if (!(error instanceof TypeError)) throw error;
      }
    }
    await this.#child.status;
    await this.#outputEnded();
    await Deno.remove(this.#folder, { recursive: true });
  }

  /** Waits until the exited player's output is shown. Programs that it has started may keep the output open. */
  #outputEnded(): Promise<unknown> {
    return this.#ending ??= within(EXIT_MS, this.#output);
  }

  /** Waits for the connection that sends the word. Other programs can connect too, send nothing or break off. */
  #accept(): Promise<Pipes> {
    const { promise, resolve, reject } = Promise.withResolvers<Pipes>();
    const take = async (): Promise<void> => {
      for await (const connection of this.#listener) {
        void this.#identify(connection).then((isRelay) => isRelay && resolve(connection));
      }
    };
    take().catch(reject);
    return promise;
  }

  /** Reads the word from a connection. Closes the connection when the word is wrong. Returns whether it is right. */
  async #identify(connection: Deno.TcpConn): Promise<boolean> {
    this.#unidentified.add(connection);
    const word = new Uint8Array(this.#word.length);
    let filled = 0;
    try {
      // As in relay.ts.
      connection.setNoDelay();
      while (filled < word.length) {
        const count = await connection.read(word.subarray(filled));
        if (count === null) break;
        filled += count;
      }
    } catch {
      // It was reset, or closed by bridgePipes.
      filled = 0;
    }
    if (filled === word.length && new TextDecoder().decode(word) === this.#word) {
      this.#unidentified.delete(connection);
      return true;
    }
    this.#drop(connection);
    return false;
  }

  #drop(connection: Deno.Conn): void {
    if (this.#unidentified.delete(connection)) connection.close();
  }
}

/** Copies a stream to stderr. `pipeTo` would lock stderr, and the player would block when it writes to the other stream. */
async function printOnStderr(stream: ReadableStream<Uint8Array>): Promise<void> {
  for await (const bytes of stream) {
    for (let at = 0; at < bytes.length;) at += await Deno.stderr.write(bytes.subarray(at));
  }
}

/** Writes a script that starts the check. */
async function writeScript(folder: string, bridge: readonly string[]): Promise<string> {
  const isWindows = Deno.build.os === "windows";
  const script = join(folder, isWindows ? "tonearm-check.cmd" : "tonearm-check");
  const quoted = bridge.map((word) => isWindows ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`).join(
    " ",
  );
  await Deno.writeTextFile(script, isWindows ? `@${quoted} %*\r\n` : `#!/bin/sh\nexec ${quoted} "$@"\n`, {
    mode: 0o700,
  });
  return script;
}

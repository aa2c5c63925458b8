/**
 * mpv's JSON IPC: one JSON object a line, over a unix socket, both ways.
 *
 * @module
 */

import * as v from "valibot";
import { ActionError } from "../../model/actions.ts";

/** Something that mpv tells unasked. */
export interface MpvEvent {
  /** Its name, such as `start-file`. */
  readonly event: string;
  /** What comes with it. */
  readonly [member: string]: unknown;
}

/** A value of a command: what JSON can hold. */
export type MpvValue = string | number | boolean | null | readonly MpvValue[] | {
  readonly [member: string]: MpvValue;
};

/** mpv has refused a command. */
export class MpvError extends ActionError {
  override name = "MpvError";

  /**
   * @param command The command.
   * @param reason What mpv says.
   */
  constructor(command: string, readonly reason: string) {
    super(`mpv refused ${command}: ${reason}`);
  }
}

/** There is no mpv to talk to. */
export class MpvGone extends ActionError {
  override name = "MpvGone";

  constructor() {
    super("mpv is not running");
  }
}

const reply = v.object({ request_id: v.number(), error: v.string(), data: v.optional(v.unknown()) });
const event = v.looseObject({ event: v.string() });

interface Pending {
  readonly command: string;
  resolve(data: unknown): void;
  reject(error: Error): void;
}

const READ_BYTES = 64 * 1024;

/** A connection to a running mpv. */
export class MpvClient {
  /** Settles when the connection has ended, from either side. */
  readonly closed: Promise<void>;
  readonly #connection: Deno.Conn;
  readonly #encoder = new TextEncoder();
  readonly #pending = new Map<number, Pending>();
  #written: Promise<void> = Promise.resolve();
  #lastId = 0;
  #gone = false;

  /**
   * @param connection The connected socket.
   * @param onEvent Hears each event, in order.
   */
  constructor(connection: Deno.Conn, onEvent: (event: MpvEvent) => void) {
    this.#connection = connection;
    this.closed = this.#read(onEvent);
  }

  /**
   * Connects.
   *
   * @param path The socket's path.
   * @param onEvent Hears each event, in order.
   * @returns The connection.
   * @throws When nobody listens there.
   */
  static async connect(path: string, onEvent: (event: MpvEvent) => void): Promise<MpvClient> {
    return new MpvClient(await Deno.connect({ transport: "unix", path }), onEvent);
  }

  /**
   * Has mpv carry out a command. Its arguments are taken as they are: mpv expands no properties in them.
   *
   * @param name The command.
   * @param args Its arguments in order.
   * @returns What mpv answers.
   * @throws {MpvError} When mpv refuses it.
   * @throws {MpvGone} When mpv has gone, or goes before it has answered.
   */
  command(name: string, ...args: readonly MpvValue[]): Promise<unknown> {
    return this.#send(name, [name, ...args]);
  }

  /**
   * Has mpv carry out a command whose arguments have names.
   *
   * @param name The command.
   * @param args Its arguments by their names.
   * @returns What mpv answers.
   * @throws As {@linkcode MpvClient.command}.
   */
  commandOf(name: string, args: Readonly<Record<string, MpvValue>>): Promise<unknown> {
    return this.#send(name, { name, ...args });
  }

  /** Closes the connection; what waits for an answer is rejected. */
  close(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#connection.close();
  }

  #send(name: string, command: MpvValue): Promise<unknown> {
    if (this.#gone) return Promise.reject(new MpvGone());
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#pending.set(id, { command: name, resolve, reject });
      const line = this.#encoder.encode(`${JSON.stringify({ command, request_id: id })}\n`);
      this.#written = this.#written.then(() => this.#write(line)).catch(() => {
        // mpv has gone: the reading side ends as well, which rejects what waits.
      });
    });
  }

  async #write(line: Uint8Array): Promise<void> {
    let rest = line;
    while (rest.length > 0) rest = rest.subarray(await this.#connection.write(rest));
  }

  async #read(onEvent: (event: MpvEvent) => void): Promise<void> {
    const decoder = new TextDecoder();
    let unfinished = "";
    const buffer = new Uint8Array(READ_BYTES);
    while (true) {
      let count: number | null;
      try {
        count = await this.#connection.read(buffer);
      } catch {
        // A broken connection is an end.
        count = null;
      }
      if (count === null) break;
      const text = decoder.decode(buffer.subarray(0, count), { stream: true });
      const lines = (unfinished + text).split("\n");
      unfinished = lines.pop() ?? "";
      for (const line of lines) if (line !== "") this.#receive(line, onEvent);
    }
    this.close();
    for (const { reject } of this.#pending.values()) reject(new MpvGone());
    this.#pending.clear();
  }

  #receive(line: string, onEvent: (event: MpvEvent) => void): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      // Not mpv: nothing that it writes fails to be JSON once bytes that are not UTF-8 have become U+FFFD.
      return;
    }
    if (v.is(event, message)) return onEvent(message);
    const { success, output } = v.safeParse(reply, message);
    if (!success) return;
    const pending = this.#pending.get(output.request_id);
    this.#pending.delete(output.request_id);
    if (!pending) return;
    if (output.error === "success") pending.resolve(output.data ?? null);
    else pending.reject(new MpvError(pending.command, output.error));
  }
}

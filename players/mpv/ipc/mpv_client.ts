import * as v from "valibot";
import { ActionError } from "../../model/actions.ts";

export interface MpvEvent {
  /** Its name, such as `start-file`. */
  readonly event: string;
  readonly [member: string]: unknown;
}

export type MpvValue = string | number | boolean | null | readonly MpvValue[] | {
  readonly [member: string]: MpvValue;
};

/** mpv refused a command. */
export class MpvError extends ActionError {
  override name = "MpvError";

  /** @param reason mpv's error message. */
  constructor(command: string, readonly reason: string) {
    super(`mpv refused ${command}: ${reason}`);
  }
}

/** No mpv is connected. */
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

/** The bytes to and from an mpv. */
export interface MpvConnection {
  readonly input: AsyncIterable<Uint8Array>;
  /** Settles when all bytes are written. */
  write(bytes: Uint8Array): Promise<void>;
  close(): void;
}

/** A connection to a running mpv through its JSON IPC: one JSON object per line, in both directions. */
export class MpvClient {
  /** Settles when either side has closed the connection. */
  readonly closed: Promise<void>;
  readonly #connection: MpvConnection;
  readonly #encoder = new TextEncoder();
  readonly #pending = new Map<number, Pending>();
  #written: Promise<void> = Promise.resolve();
  #lastId = 0;
  #gone = false;

  /** @param onEvent Called with each event, in order. */
  constructor(connection: MpvConnection, onEvent: (event: MpvEvent) => void) {
    this.#connection = connection;
    this.closed = this.#read(onEvent);
  }

  /**
   * Connects to a socket.
   *
   * @throws {Error} When no process listens on the socket.
   */
  static async connect(path: string, onEvent: (event: MpvEvent) => void): Promise<MpvClient> {
    return new MpvClient(socketConnection(await Deno.connect({ transport: "unix", path })), onEvent);
  }

  /**
   * Sends a command with positional arguments. mpv does not expand properties in them.
   *
   * @returns mpv's answer.
   * @throws {MpvError} When mpv refuses the command.
   * @throws {MpvGone} When mpv ends before it answers.
   */
  command(name: string, ...args: readonly MpvValue[]): Promise<unknown> {
    return this.#send(name, [name, ...args]);
  }

  /**
   * Sends a command with named arguments.
   *
   * @throws As {@linkcode MpvClient.command}.
   */
  commandOf(name: string, args: Readonly<Record<string, MpvValue>>): Promise<unknown> {
    return this.#send(name, { name, ...args });
  }

  /** Closes the connection and rejects pending commands. */
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
      const text = JSON.stringify({ command, request_id: id }, withoutLoneSurrogates);
      const line = this.#encoder.encode(`${text}\n`);
      this.#written = this.#written.then(() => this.#connection.write(line)).catch(() => {
        // mpv has ended: the read loop rejects pending commands.
      });
    });
  }

  async #read(onEvent: (event: MpvEvent) => void): Promise<void> {
    const decoder = new TextDecoder();
    let unfinished = "";
    try {
      for await (const bytes of this.#connection.input) {
        const lines = (unfinished + decoder.decode(bytes, { stream: true })).split("\n");
        unfinished = lines.pop() ?? "";
        for (const line of lines) if (line !== "") this.#receive(line, onEvent);
      }
    } catch {
      // A read error ends the connection.
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
      // The other end is not mpv: mpv writes only JSON. Invalid UTF-8 is already decoded as U+FFFD.
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

/** mpv reads no line with the escape of a lone surrogate, and answers none of its commands. */
function withoutLoneSurrogates(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

function socketConnection(connection: Deno.Conn): MpvConnection {
  return {
    input: readsOf(connection),
    async write(bytes) {
      for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
    },
    close: () => connection.close(),
  };
}

async function* readsOf(connection: Deno.Conn): AsyncGenerator<Uint8Array, void> {
  const buffer = new Uint8Array(READ_BYTES);
  while (true) {
    const count = await connection.read(buffer);
    if (count === null) return;
    yield buffer.subarray(0, count);
  }
}

/**
 * A whole bridge in this process, behind a pipe in memory and on a clock that goes only when told.
 *
 * @module
 */

import { Bridge } from "../../handlers/core/application.ts";
import { namespaces } from "../../handlers/mod.ts";
import { Connection } from "../../host_stdio/connection.ts";
import type { FakeClock } from "../support/fake_clock.ts";
import { FrameCutter, frameOf, joined } from "../../tools/support/frames.ts";

/** Any message of the protocol. */
export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  // deno-lint-ignore no-explicit-any
  readonly params?: any;
  readonly panel?: string;
  // deno-lint-ignore no-explicit-any
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A bridge and its pipe. */
export class BridgeInMemory {
  /** What it reports for people. */
  readonly reported: string[] = [];
  readonly #onMessage: (message: Message) => void;
  readonly #ended: Promise<unknown>;
  #input: Uint8Array[] = [];
  #inputEnded = false;
  #hasEnded = false;
  /** Wakes the bridge, which waits for input; undefined while it is busy. */
  #reader: (() => void) | undefined;
  readonly #cutter = new FrameCutter();
  #heard = true;

  /**
   * @param clock The clock.
   * @param onMessage Hears each message of the bridge.
   */
  constructor(clock: FakeClock, onMessage: (message: Message) => void) {
    this.#onMessage = onMessage;
    const diagnostics = {
      report: (level: string, text: string) => void this.reported.push(`${level}: ${text}`),
    };
    const connection = new Connection({
      source: { read: (buffer) => this.#read(buffer) },
      sink: { write: (bytes) => Promise.resolve(this.#write(bytes)) },
      limits: { maxFrameBytes: 1 << 20, maxQueueBytes: 1 << 20, actionTimeoutMs: 30_000 },
      clock,
      diagnostics,
      application: (link) =>
        new Bridge(link, {
          logDirectory: "/nonexistent",
          version: "0.0.0",
          clock,
          diagnostics,
          namespaces,
        }),
    });
    this.#ended = connection.run().finally(() => this.#hasEnded = true);
  }

  /**
   * Sends a message.
   *
   * @param message The message.
   */
  send(message: Message): void {
    this.#input.push(frameOf({ jsonrpc: "2.0", ...message }));
    this.#wake();
  }

  /** Lets the bridge digest everything it has been sent, until it waits for more. */
  async digested(): Promise<void> {
    do await microtasks(); while (!this.#reader && !this.#hasEnded);
  }

  /** Closes the bridge's input, as a player does that ends it orderly. Resolves when the bridge has ended. */
  async end(): Promise<void> {
    this.#inputEnded = true;
    this.#wake();
    await this.#ended;
  }

  /** Ends the bridge as SIGKILL does: nothing of it is heard again. */
  async kill(): Promise<void> {
    this.#heard = false;
    await this.end();
  }

  async #read(buffer: Uint8Array): Promise<number | null> {
    while (this.#input.length === 0) {
      if (this.#inputEnded) return null;
      await new Promise<void>((resolve) => this.#reader = resolve);
    }
    const bytes = this.#input.length === 1 ? this.#input[0] ?? new Uint8Array(0) : joined(...this.#input);
    const count = Math.min(buffer.length, bytes.length);
    buffer.set(bytes.subarray(0, count));
    this.#input = count < bytes.length ? [bytes.subarray(count)] : [];
    return count;
  }

  #wake(): void {
    const wake = this.#reader;
    this.#reader = undefined;
    wake?.();
  }

  #write(bytes: Uint8Array): number {
    for (const body of this.#cutter.texts(bytes)) {
      if (this.#heard) this.#onMessage(JSON.parse(body));
    }
    return bytes.length;
  }
}

/**
 * Does something in virtual time: a later turn of the event loop, which the bridge asks for before it takes a signal right
 * behind an answer, comes as soon as everything else has run.
 *
 * @param act What is done.
 * @returns What it returns.
 */
export async function inVirtualTime<Result>(act: () => Promise<Result>): Promise<Result> {
  const real = globalThis.setTimeout;
  globalThis.setTimeout =
    ((callback: () => void) => void microtasks().then(callback)) as unknown as typeof real;
  try {
    return await act();
  } finally {
    globalThis.setTimeout = real;
  }
}

/** What the bridge does without waiting for anything takes fewer. */
const MICROTASKS = 60;

async function microtasks(): Promise<void> {
  for (let count = 0; count < MICROTASKS; count++) await undefined;
}

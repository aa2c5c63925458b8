/** A bridge in this process, connected by a pipe in memory, on a manual clock. */

import { loopTurn } from "../../host_stdio/event_loop.ts";
import { connectInProcess } from "../../tools/support/bridge_in_process.ts";
import { FrameCutter, frameOf, joined } from "../../tools/support/frames.ts";
import type { ManualClock } from "../../tools/support/manual_clock.ts";

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

export class BridgeInMemory {
  /** Its diagnostics. */
  readonly reported: string[] = [];
  readonly #onMessage: (message: Message) => void;
  readonly #ended: Promise<unknown>;
  #input: Uint8Array[] = [];
  #inputEnded = false;
  #hasEnded = false;
  /** Wakes the bridge that waits for input; undefined while it is busy. */
  #reader: (() => void) | undefined;
  readonly #cutter = new FrameCutter();
  #heard = true;

  /** @param onMessage Called with each message of the bridge. */
  constructor(clock: ManualClock, onMessage: (message: Message) => void) {
    this.#onMessage = onMessage;
    const diagnostics = {
      report: (level: string, text: string) => void this.reported.push(`${level}: ${text}`),
    };
    const connection = connectInProcess({
      source: { read: (buffer) => this.#read(buffer) },
      sink: { write: (bytes) => Promise.resolve(this.#write(bytes)) },
      limits: {
        maxFrameBytes: 1 << 20,
        maxQueueBytes: 1 << 20,
        actionTimeoutMs: 30_000,
        startTimeoutMs: 15_000,
      },
      clock,
      diagnostics,
    });
    this.#ended = connection.run().finally(() => this.#hasEnded = true);
  }

  send(message: Message): void {
    this.#input.push(frameOf({ jsonrpc: "2.0", ...message }));
    this.#wake();
  }

  /** Waits until the bridge has handled all messages and waits for input. */
  async idle(): Promise<void> {
    do await loopTurn(); while (!this.#reader && !this.#hasEnded);
  }

  /** Closes the bridge's input and waits for its end. */
  async end(): Promise<void> {
    this.#inputEnded = true;
    this.#wake();
    await this.#ended;
  }

  /** Ends the bridge like SIGKILL, without another message. */
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

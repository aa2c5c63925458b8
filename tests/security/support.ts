/** A bridge behind an in-memory pipe that is sent raw texts, JSON or not. */

import { memoryPipe } from "../../clients/typescript/streams.ts";
import { systemClock } from "../../host_stdio/clock.ts";
import type { WireLimits } from "../../limits/wire.ts";
import { connectInProcess } from "../../tools/support/bridge_in_process.ts";
import { FrameCutter, frameOf } from "../../tools/support/frames.ts";

/** A message of the bridge. */
// deno-lint-ignore no-explicit-any -- any JSON, checked by assertions
export type Message = any;

export interface RawBridgeOptions {
  /** The log directory; by default one that does not exist. */
  readonly logDirectory?: string;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<WireLimits>;
  /** Returns the response to a native action as text. By default the player lacks every action. */
  readonly answer?: (action: Message) => string;
}

/** A player without native actions. */
export function lacking({ id }: Message): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "no such action" } });
}

/** A bridge that is sent raw texts. */
export class RawBridge implements AsyncDisposable {
  /** The reported diagnostics. */
  readonly reported: string[] = [];
  /** The requested native actions, in order. */
  readonly actions: Message[] = [];
  /** The events, in order. */
  readonly events: Message[] = [];
  readonly #input = memoryPipe();
  readonly #ended: Promise<unknown>;
  readonly #answers: Message[] = [];
  #arrived: () => void = () => {};
  #inputEnded = false;

  constructor({ logDirectory = "/nonexistent", limits, answer = lacking }: RawBridgeOptions = {}) {
    const diagnostics = {
      report: (_level: string, message: string, more?: object) =>
        void this.reported.push(`${message} ${Object.values(more ?? {}).join(" ")}`),
    };
    const cutter = new FrameCutter();
    const connection = connectInProcess({
      source: this.#input.source,
      sink: {
        write: (bytes) => {
          for (const body of cutter.texts(bytes)) this.#take(JSON.parse(body), answer);
          return Promise.resolve(bytes.length);
        },
      },
      limits,
      clock: systemClock,
      diagnostics,
      logDirectory,
    });
    this.#ended = connection.run();
  }

  /** Sends bodies and waits for as many answers. Texts are sent unchanged, other values as JSON. */
  async ask(...bodies: unknown[]): Promise<Message[]> {
    await this.tell(...bodies);
    while (this.#answers.length < bodies.length) {
      await new Promise<void>((resolve) => this.#arrived = resolve);
    }
    return this.#answers.splice(0);
  }

  /** Sends bodies without waiting for answers. */
  async tell(...bodies: unknown[]): Promise<void> {
    for (const body of bodies) await this.#input.sink.write(frameOf(body));
  }

  /** Ends the bridge and returns the remaining answers. */
  async end(): Promise<Message[]> {
    this.#inputEnded = true;
    await this.#input.sink.end();
    await this.#ended;
    return this.#answers.splice(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  #take(message: Message, answer: (action: Message) => string): void {
    if (message.method === "event") this.events.push(message.params);
    else if (message.method !== undefined) {
      this.actions.push(message);
      // Native actions after the end of the input cannot be answered.
      if (!this.#inputEnded) void this.tell(answer(message));
    } else {
      this.#answers.push(message);
      this.#arrived();
    }
  }
}

/** Returns a call as text. The parameters may be any text. */
export function callText(id: number, method: string, params: string, panel = "p1"): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params},"panel":${
    JSON.stringify(panel)
  }}`;
}

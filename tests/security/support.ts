/**
 * A whole bridge behind a pipe in memory, sent texts as they are: what no `JSON.stringify` would write can be sent too.
 *
 * @module
 */

import { memoryPipe } from "../../client/streams.ts";
import { Bridge } from "../../handlers/core/application.ts";
import { namespaces } from "../../handlers/mod.ts";
import { Connection } from "../../host_stdio/connection.ts";
import { systemClock } from "../../host_stdio/clock.ts";
import { defaultWireLimits, type WireLimits } from "../../limits/wire.ts";
import { FrameCutter, frameOf } from "../../tools/support/frames.ts";

/** A message of the bridge. */
// deno-lint-ignore no-explicit-any -- any JSON, looked at by assertions
export type Message = any;

/** What a bridge is made with. */
export interface RawBridgeOptions {
  /** Where log files are; a directory that does not exist when left out. */
  readonly logDirectory?: string;
  /** Limits other than the usual ones. */
  readonly limits?: Partial<WireLimits>;
  /** What the player answers to a native action: a message as text. It lacks every action when left out. */
  readonly answer?: (action: Message) => string;
}

/** A player that has no native action. */
export function lacking({ id }: Message): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "no such action" } });
}

/** A bridge that is sent texts. */
export class RawBridge {
  /** What was reported for people. */
  readonly reported: string[] = [];
  /** Native actions in the order asked. */
  readonly actions: Message[] = [];
  /** Events in the order sent. */
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
    const connection = new Connection({
      source: this.#input.source,
      sink: {
        write: (bytes) => {
          for (const body of cutter.texts(bytes)) this.#take(JSON.parse(body), answer);
          return Promise.resolve(bytes.length);
        },
      },
      limits: { ...defaultWireLimits, ...limits },
      clock: systemClock,
      diagnostics,
      application: (link) =>
        new Bridge(link, {
          logDirectory,
          version: "0.0.0",
          clock: systemClock,
          diagnostics,
          namespaces,
        }),
    });
    this.#ended = connection.run();
  }

  /**
   * Sends bodies and waits for as many answers.
   *
   * @param bodies Texts as they are; other values as JSON.
   * @returns The answers, in the order in which they came.
   */
  async ask(...bodies: unknown[]): Promise<Message[]> {
    await this.tell(...bodies);
    while (this.#answers.length < bodies.length) {
      await new Promise<void>((resolve) => this.#arrived = resolve);
    }
    return this.#answers.splice(0);
  }

  /** Sends bodies that are not answered. */
  async tell(...bodies: unknown[]): Promise<void> {
    for (const body of bodies) await this.#input.sink.write(frameOf(body));
  }

  /** Ends it; gives what else was answered. */
  async end(): Promise<Message[]> {
    this.#inputEnded = true;
    await this.#input.sink.end();
    await this.#ended;
    return this.#answers.splice(0);
  }

  #take(message: Message, answer: (action: Message) => string): void {
    if (message.method === "event") this.events.push(message.params);
    else if (message.method !== undefined) {
      this.actions.push(message);
      // What it asks at its end, nobody can answer any more.
      if (!this.#inputEnded) void this.tell(answer(message));
    } else {
      this.#answers.push(message);
      this.#arrived();
    }
  }
}

/**
 * A call as text, so that its parameters may be anything.
 *
 * @param id Its id.
 * @param method What is called.
 * @param params The parameters, JSON as text.
 * @param panel On whose behalf.
 */
export function callText(id: number, method: string, params: string, panel = "p1"): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params},"panel":${
    JSON.stringify(panel)
  }}`;
}

/** A bridge that the test controls: it reads the client's messages and writes the answers. */

import { AssertionError } from "@std/assert";
import {
  connectBridge,
  type ConnectedBridge,
  type ConnectOptions,
} from "../../../clients/typescript/connected_bridge.ts";
import { memoryStreams, sinkOf, sourceOf } from "../../../clients/typescript/streams.ts";
import { FrameDecoder } from "../../../host_stdio/frame_decoder.ts";
import { frameOf } from "../../../tools/support/frames.ts";
import { naming } from "../../support/deadline.ts";

export type Message = Record<string, unknown>;

/** A bridge at the other end of an in-memory pipe. */
export class ScriptedBridge {
  readonly client: ConnectedBridge;
  readonly #source;
  readonly #sink;
  readonly #decoder = new FrameDecoder(1 << 26);

  constructor(options: ConnectOptions = {}) {
    const [players, bridges] = memoryStreams();
    this.#source = sourceOf(bridges.readable);
    this.#sink = sinkOf(bridges.writable);
    this.client = connectBridge(players, options);
  }

  /** Reads the next message of the client; undefined at the end of its output. */
  async read(): Promise<Message | undefined> {
    while (true) {
      const frame = this.#decoder.next();
      if (frame?.kind === "body") return JSON.parse(frame.text);
      if (frame) throw new AssertionError(`the client has written a frame that is ${frame.kind}`);
      const count = await naming("a message of the client", this.#source.read(this.#decoder.space()));
      if (count === null) return undefined;
      this.#decoder.filled(count);
    }
  }

  /** Writes bodies, each as a frame. */
  async write(...bodies: unknown[]): Promise<void> {
    for (const body of bodies) await this.#sink.write(frameOf(body));
  }

  async writeBytes(bytes: Uint8Array): Promise<void> {
    await this.#sink.write(bytes);
  }

  /** Requests a native action and reads the answer. */
  async ask(method: string, params?: unknown, panel?: string): Promise<Message | undefined> {
    await this.write({ jsonrpc: "2.0", id: "a", method, params, panel });
    return await this.read();
  }

  /** Reads the next message of the client and answers it with a result. */
  async answer(result: unknown): Promise<Message | undefined> {
    const message = await this.read();
    await this.write({ jsonrpc: "2.0", id: message?.["id"], result });
    return message;
  }

  /** Sends an event. */
  async event(event: string, data: unknown, panel?: string): Promise<void> {
    await this.write({ jsonrpc: "2.0", method: "event", params: { event, panel, data } });
    await this.settle();
  }

  /** Waits until pending work has run. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
  }

  /** Closes the bridge's output. */
  async go(): Promise<void> {
    await this.#sink.end();
    await this.client.ended;
  }
}

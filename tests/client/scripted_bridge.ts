/**
 * A bridge played by the test: what the client writes is read message by message, and answered by hand.
 *
 * @module
 */

import { AssertionError } from "@std/assert";
import { connectBridge, type ConnectedBridge, type ConnectOptions } from "../../client/connected_bridge.ts";
import { memoryStreams, sinkOf, sourceOf } from "../../client/streams.ts";
import { FrameDecoder } from "../../host_stdio/frame_decoder.ts";
import { frameOf } from "../../tools/support/frames.ts";

/** A message, whatever it is. */
export type Message = Record<string, unknown>;

/** A bridge at the far end of a pipe in memory. */
export class ScriptedBridge {
  /** The client's end. */
  readonly client: ConnectedBridge;
  readonly #source;
  readonly #sink;
  readonly #decoder = new FrameDecoder(1 << 26);

  /** @param options What the client is made with. */
  constructor(options: ConnectOptions = {}) {
    const [players, bridges] = memoryStreams();
    this.#source = sourceOf(bridges.readable);
    this.#sink = sinkOf(bridges.writable);
    this.client = connectBridge(players, options);
  }

  /** Reads the next message of the client; undefined at its end. */
  async read(): Promise<Message | undefined> {
    while (true) {
      const frame = this.#decoder.next();
      if (frame?.kind === "body") return JSON.parse(frame.text);
      if (frame) throw new AssertionError(`the client has written a frame that is ${frame.kind}`);
      const count = await this.#source.read(this.#decoder.space());
      if (count === null) return undefined;
      this.#decoder.filled(count);
    }
  }

  /** Writes bodies, each as a frame. */
  async write(...bodies: unknown[]): Promise<void> {
    for (const body of bodies) await this.#sink.write(frameOf(body));
  }

  /** Writes bytes as they are. */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    await this.#sink.write(bytes);
  }

  /** Asks for a native action and reads the answer. */
  async ask(method: string, params?: unknown, panel?: string): Promise<Message | undefined> {
    await this.write({ jsonrpc: "2.0", id: "a", method, params, panel });
    return await this.read();
  }

  /** Answers the next message of the client with a result. */
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

  /** Lets everything run that can. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
  }

  /** The bridge goes. */
  async go(): Promise<void> {
    await this.#sink.end();
    await this.client.ended;
  }
}

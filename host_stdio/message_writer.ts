/** Outgoing JSON-RPC messages: responses, native actions and events as frames of JSON text. */

import type { WireLimits } from "../limits/wire.ts";
import type { Clock } from "./clock.ts";
import type { Diagnostics } from "./diagnostics.ts";
import type { Id } from "./envelope.ts";
import { rpcError, rpcErrorBeginning, type RpcErrorObject } from "./errors.ts";
import { type EventLoopTurn, loopTurn } from "./event_loop.ts";
import type { FrameWriter } from "./frame_writer.ts";
import { isLong, jsonParts, jsonText, partsOf } from "./json_text.ts";

/** How long a long response is written before other messages are served, in milliseconds. */
const WRITING_MS = 10;

/**
 * The length of the longest answer, in UTF-16 code units, while the output is over its limit. Many calls in one write may
 * each have an answer that is a thousand times as long.
 */
const MAX_ANSWER_WHEN_FULL = 65_536;

/** What {@linkcode MessageWriter} needs. */
export interface MessageWriterOptions {
  readonly frames: FrameWriter;
  readonly turn: EventLoopTurn;
  readonly limits: WireLimits;
  readonly clock: Clock;
  readonly diagnostics: Diagnostics;
}

/** Queues messages for the player. */
export class MessageWriter {
  readonly #options: MessageWriterOptions;
  readonly #longResponses = new Set<Promise<void>>();

  constructor(options: MessageWriterOptions) {
    this.#options = options;
  }

  /** Queues a message. Returns false, and queues nothing, if it is over the frame limit. */
  send(message: object): boolean {
    const text = jsonParts(message);
    return text !== undefined && this.#queue(text);
  }

  /** Queues an event; one over the frame limit is dropped and reported. */
  event(event: string, data: unknown, panel: string | undefined): void {
    if (this.send({ jsonrpc: "2.0", method: "event", params: { event, panel, data } })) return;
    this.#options.diagnostics.report("error", "the event {event} is over the frame limit and was dropped", {
      event,
    });
  }

  /** Queues an error response, shortened if it is over the frame limit. Without an id, the error is reported instead. */
  error(id: Id | null | undefined, error: RpcErrorObject): void {
    if (id === undefined) {
      this.#options.diagnostics.report("warning", "a notification was ignored: {reason}", {
        reason: error.message,
      });
      return;
    }
    const { code } = error;
    if (this.send({ jsonrpc: "2.0", id, error })) return;
    // The detail repeats part of the message and may fill the frame. So may the id.
    if (this.send({ jsonrpc: "2.0", id, error: { code, message: rpcErrorBeginning(code) } })) return;
    this.send({ jsonrpc: "2.0", id: null, error: rpcError("frameTooLarge", "no answer fits this id") });
  }

  /**
   * Queues a result; error -32000 if it is over the frame limit, -32004 if it is long and the output is full. A long one is
   * written in parts, between which other messages are served.
   *
   * @param onQueued Called when a long response is queued, before later messages of the player are handled.
   * @returns Undefined if the response is queued; for a long one, a promise that settles when it is.
   * @throws {TypeError} If the result cannot be written as JSON.
   */
  result(
    id: Id,
    result: unknown,
    call: { readonly cancelled: boolean },
    onQueued: () => void,
  ): Promise<void> | undefined {
    const message = { jsonrpc: "2.0", id, result };
    if (!isLong(message)) {
      this.#queueResult(id, jsonText(message));
      return undefined;
    }
    const writing = this.#writeInParts(id, partsOf(message), call, onQueued);
    const settled = Promise.allSettled([writing]).then(() => void this.#longResponses.delete(settled));
    this.#longResponses.add(settled);
    return writing;
  }

  /** How many long responses are being written. */
  get longResponses(): number {
    return this.#longResponses.size;
  }

  /** Waits until at most this many long responses are being written. */
  async atMostLong(count: number): Promise<void> {
    while (this.#longResponses.size > count) await Promise.race(this.#longResponses);
  }

  /** Waits until the long responses that are being written now are queued. */
  async longResponsesQueued(): Promise<void> {
    await Promise.all(this.#longResponses);
  }

  async #writeInParts(
    id: Id,
    rest: Iterable<string>,
    call: { readonly cancelled: boolean },
    onQueued: () => void,
  ): Promise<void> {
    const { clock, limits } = this.#options;
    const parts: string[] = [];
    let units = 0;
    let pauseAt = clock.monotonic() + WRITING_MS;
    try {
      for (const part of rest) {
        parts.push(part);
        units += part.length;
        if (units > limits.maxFrameBytes) break;
        if (clock.monotonic() < pauseAt) continue;
        await loopTurn();
        if (call.cancelled) return;
        pauseAt = clock.monotonic() + WRITING_MS;
      }
    } catch (error) {
      // The JSON text of one string in the result exceeds the maximum string length.
      if (!(error instanceof RangeError)) throw error;
      this.#queueResult(id, undefined);
      return onQueued();
    }
    this.#queueResult(id, parts);
    onQueued();
  }

  #queueResult(id: Id, text: string | string[] | undefined): void {
    if (text === undefined) {
      this.error(id, rpcError("frameTooLarge", "the answer is too long"));
    } else if (this.#isOverfull(text)) {
      this.error(id, rpcError("overloaded"));
    } else if (!this.#queue(text)) {
      const { maxFrameBytes } = this.#options.limits;
      this.error(id, rpcError("frameTooLarge", `the answer is over ${maxFrameBytes} bytes`));
    }
  }

  #isOverfull(text: string | string[]): boolean {
    const { frames, limits } = this.#options;
    if (frames.queuedBytes <= limits.maxQueueBytes) return false;
    const length = typeof text === "string" ? text.length : text.reduce((sum, part) => sum + part.length, 0);
    return length > MAX_ANSWER_WHEN_FULL;
  }

  #queue(text: string | string[]): boolean {
    this.#options.turn.wrote();
    return this.#options.frames.write(text);
  }
}

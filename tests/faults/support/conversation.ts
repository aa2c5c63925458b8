/** A random conversation with a bridge: valid, made-up and corrupted messages, and a player that answers at random. */

import { allOperationTable } from "../../../handlers/all.ts";
import { frameOf } from "../../../tools/support/frames.ts";
import { SeededRandom } from "../../../tools/support/random.ts";
import { anyJson, anyParams, corrupted, corruptedBytes, draw, drawFitting } from "./arbitraries.ts";
import { calls, longCalls, pluginRegistration, validCall, validSignal } from "./corpus.ts";
import { repliesTo, type ReplyWeights, type RightResult } from "./random_player.ts";
import { expectedResponse, type IdKey, ResponseTracker } from "./response_tracker.ts";

/** Settings of a conversation. */
export interface ConversationOptions {
  readonly random: SeededRandom;
  /** How the player answers. */
  readonly replies: ReplyWeights;
  readonly rightResult?: RightResult | undefined;
  /** The largest body that the bridge takes. */
  readonly maxFrameBytes: number;
  /** Sends bytes to the bridge. */
  readonly send: (bytes: Uint8Array) => unknown;
}

/** The kinds of frames and their weights. */
const kinds = {
  call: 48,
  longCall: 1,
  madeUpCall: 10,
  anyParams: 8,
  corrupted: 16,
  corruptedBytes: 4,
  signal: 4,
  corruptedSignal: 1,
  cancel: 2,
  panelClosed: 1,
  repeatedId: 2,
  noId: 2,
  empty: 0.5,
  tooLarge: 0.5,
  unexpectedResponse: 1,
} as const;

const params = anyParams([
  ...new Set(Object.values(calls).flat().flatMap((params) => Object.keys(params))),
]);
const encoder = new TextEncoder();

/** A random conversation. */
export class Conversation {
  readonly tracker: ResponseTracker = new ResponseTracker();
  /** Frames sent, replies of the player included. */
  frames = 0;
  readonly #options: ConversationOptions;
  /** The choices of the frame that is sent. */
  #random: SeededRandom;
  /** Separate, so that the timing of native actions does not change the calls. */
  readonly #playerRandom: SeededRandom;
  #lateReplies: unknown[] = [];
  #lastId = 0;
  readonly #waiting = new Map<IdKey, (response: Readonly<Record<string, unknown>>) => void>();

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#random = options.random;
    this.#playerRandom = new SeededRandom(options.random.below(2 ** 31));
  }

  /** Registers the plugin that some calls address. */
  registerPlugin(): void {
    const method = "bridge.registerPlugin";
    this.send({ jsonrpc: "2.0", id: "plugin", method, params: pluginRegistration });
  }

  /** Sends one frame of a random kind. */
  sendNext(random: SeededRandom): void {
    const { maxFrameBytes } = this.#options;
    this.#random = random;
    switch (random.pickWeighted(kinds)) {
      case "call":
        return this.send(this.#call());
      case "longCall":
        return this.send({ ...this.#call(), ...random.pick(longCalls) });
      case "madeUpCall":
        return this.send(this.#madeUpCall());
      case "anyParams":
        return this.send({ ...this.#call(), params: draw(random, params) });
      case "corrupted":
        return this.send(
          draw(random, corrupted(random.happens(0.9) ? this.#call() : this.#madeUpCall())),
        );
      case "corruptedBytes":
        return this.sendBody(
          draw(random, corruptedBytes(encoder.encode(JSON.stringify(this.#call())))),
        );
      case "signal":
        return this.send({ jsonrpc: "2.0", ...validSignal(random) });
      case "corruptedSignal":
        return this.send(draw(random, corrupted({ jsonrpc: "2.0", ...validSignal(random) })));
      case "cancel":
        return this.#notify("bridge.cancel", { id: this.#idOf(this.#lastId - random.below(8)) });
      case "panelClosed":
        return this.#notify("bridge.panelClosed", { panel: random.pick(["p1", "p2", "p3", "p4"]) });
      case "repeatedId":
        return this.send({ ...this.#call(), id: this.#idOf(Math.max(1, this.#lastId - random.below(5))) });
      case "noId":
        return this.send({ ...this.#call(), id: undefined });
      case "empty":
        return this.sendBody(new Uint8Array(0));
      case "tooLarge":
        return this.sendBody(new Uint8Array(maxFrameBytes + 1 + random.below(100)).fill(0x20));
      case "unexpectedResponse": {
        const response = { jsonrpc: "2.0", id: random.below(50), result: draw(random, anyJson) };
        return this.send(draw(random, corrupted(response)));
      }
    }
  }

  /** Sends the replies that the player has held back. */
  sendLateReplies(): void {
    const late = this.#lateReplies;
    this.#lateReplies = [];
    for (const message of late) this.send(message);
  }

  /** Sends any JSON value. */
  send(message: unknown): void {
    this.sendBody(encoder.encode(JSON.stringify(message) ?? "null"));
  }

  sendBody(body: Uint8Array): void {
    const { send, maxFrameBytes } = this.#options;
    this.tracker.sent(expectedResponse(body, maxFrameBytes));
    this.frames++;
    send(frameOf(body));
  }

  /** Calls a method and waits for the response. */
  ask(method: string): Promise<Readonly<Record<string, unknown>>> {
    const id = `asked ${++this.#lastId}`;
    const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, unknown>>>();
    this.#waiting.set(JSON.stringify(id), resolve);
    this.send({ jsonrpc: "2.0", id, method });
    return promise;
  }

  /**
   * Checks a body that the bridge has sent, and replies to a native action.
   *
   * @throws {ContractViolation} When the bridge may not send it.
   */
  received(body: string): void {
    const message = this.tracker.received(body);
    if (message.kind === "action") {
      const { replies, rightResult } = this.#options;
      const { messages, late } = repliesTo(message.action, replies, this.#playerRandom, rightResult);
      if (late) this.#lateReplies.push(...messages);
      else for (const reply of messages) this.send(reply);
    } else if (message.kind === "response") {
      this.#waiting.get(message.id)?.(message.message);
      this.#waiting.delete(message.id);
    }
  }

  #call(): Record<string, unknown> {
    return { jsonrpc: "2.0", id: this.#idOf(++this.#lastId), ...validCall(this.#random) };
  }

  /** A call whose parameters are made up from the operation's schema. */
  #madeUpCall(): Record<string, unknown> {
    const call = this.#call();
    const schema = allOperationTable.get(String(call["method"]))?.params();
    return schema ? { ...call, params: drawFitting(this.#random, schema) } : call;
  }

  #notify(method: string, params: object): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  /** Returns a number or a string, in turn. The bridge uses other ids for its native actions. */
  #idOf(number: number): string | number {
    return number % 2 === 0 ? 1_000_000 + number : `c${number}`;
  }
}

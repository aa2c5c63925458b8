/**
 * A conversation with a bridge at random: valid, made up and spoilt messages, and a player that answers as it pleases,
 * every frame entered into an account.
 *
 * @module
 */

import { operationTable } from "../../handlers/mod.ts";
import { SeededRandom } from "../../tools/support/random.ts";
import { calls, longCalls, validCall, validSignal } from "./corpus.ts";
import { frameOf } from "../../tools/support/frames.ts";
import { define, junk, nastyKeys, nastyTexts } from "./junk.ts";
import { type BridgeMessage, Ledger } from "./ledger.ts";
import { madeValue } from "./made_value.ts";
import { spoiltBytes, spoiltMessage } from "./mutation.ts";
import { type IdKey, owedFor } from "./owed.ts";
import { type Manners, repliesTo, type RightAnswer } from "./whimsical_player.ts";

/** What a conversation is made with. */
export interface ConversationOptions {
  /** What chooses. */
  readonly chance: SeededRandom;
  /** How the player behaves. */
  readonly manners: Manners;
  /** Where right answers come from; made up when left out. */
  readonly rightAnswer?: RightAnswer;
  /** The largest body that the bridge takes. */
  readonly maxFrameBytes: number;
  /** Sends bytes to the bridge. */
  readonly send: (bytes: Uint8Array) => unknown;
}

/** The kinds of frames that a page and a player send, and how likely each is. */
const kinds = {
  call: 48,
  longCall: 1,
  madeCall: 10,
  soup: 8,
  spoilt: 16,
  spoiltBytes: 4,
  signal: 4,
  spoiltSignal: 1,
  cancel: 2,
  panelClosed: 1,
  repeatedId: 2,
  noId: 2,
  empty: 0.5,
  tooLarge: 0.5,
  stray: 1,
} as const;

/** Every key that some operation knows. */
const knownKeys = [...new Set(Object.values(calls).flat().flatMap((params) => Object.keys(params)))];
const encoder = new TextEncoder();

/** A conversation at random. */
export class Conversation {
  /** What is owed and was given. */
  readonly ledger: Ledger = new Ledger();
  /** Frames sent so far, answers of the player included. */
  frames = 0;
  readonly #options: ConversationOptions;
  /** The player's own, so that when it is asked does not change what is sent. */
  readonly #playerChance: SeededRandom;
  /** Answers that are held back. */
  #late: unknown[] = [];
  #lastId = 0;
  readonly #waiting = new Map<IdKey, (outcome: Readonly<Record<string, unknown>>) => void>();

  /** @param options See {@linkcode ConversationOptions}. */
  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#playerChance = new SeededRandom(options.chance.below(2 ** 31));
  }

  /** Sends one frame of some kind. */
  step(): void {
    const { chance } = this.#options;
    switch (chance.pickWeighted(kinds)) {
      case "call":
        return this.send(this.#call());
      case "longCall":
        return this.send({ ...this.#call(), ...chance.pick(longCalls) });
      case "madeCall":
        return this.send(this.#madeCall());
      case "soup":
        return this.send({ ...this.#call(), params: soup(chance) });
      case "spoilt":
        return this.send(spoiltMessage(chance.happens(0.9) ? this.#call() : this.#madeCall(), chance));
      case "spoiltBytes":
        return this.sendBody(spoiltBytes(encoder.encode(JSON.stringify(this.#call())), chance));
      case "signal":
        return this.send({ jsonrpc: "2.0", ...validSignal(chance) });
      case "spoiltSignal":
        return this.send(spoiltMessage({ jsonrpc: "2.0", ...validSignal(chance) }, chance));
      case "cancel":
        return this.#notify("bridge.cancel", { id: this.#idOf(this.#lastId - chance.below(8)) });
      case "panelClosed":
        return this.#notify("bridge.panelClosed", { panel: chance.pick(["p1", "p2", "p3", "p4"]) });
      case "repeatedId":
        return this.send({ ...this.#call(), id: this.#idOf(Math.max(1, this.#lastId - chance.below(5))) });
      case "noId":
        return this.send({ ...this.#call(), id: undefined });
      case "empty":
        return this.sendBody(new Uint8Array(0));
      case "tooLarge":
        return this.sendBody(new Uint8Array(this.#options.maxFrameBytes + 1 + chance.below(100)).fill(0x20));
      case "stray":
        return this.send(
          spoiltMessage({ jsonrpc: "2.0", id: chance.below(50), result: junk(chance) }, chance),
        );
    }
  }

  /** Sends what the player has held back. */
  sendLate(): void {
    const late = this.#late;
    this.#late = [];
    for (const message of late) this.send(message);
  }

  /**
   * Sends a message, whatever it is.
   *
   * @param message A JSON value.
   */
  send(message: unknown): void {
    this.sendBody(encoder.encode(JSON.stringify(message) ?? "null"));
  }

  /**
   * Sends a body.
   *
   * @param body Its bytes.
   */
  sendBody(body: Uint8Array): void {
    const { send, maxFrameBytes } = this.#options;
    this.ledger.sent(owedFor(body, maxFrameBytes));
    this.frames++;
    send(frameOf(body));
  }

  /**
   * Sends a call and waits for its answer.
   *
   * @param method The operation or lifecycle message.
   * @returns The response.
   */
  ask(method: string): Promise<Readonly<Record<string, unknown>>> {
    const id = `asked ${++this.#lastId}`;
    const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, unknown>>>();
    this.#waiting.set(JSON.stringify(id), resolve);
    this.send({ jsonrpc: "2.0", id, method });
    return promise;
  }

  /**
   * Takes a body that the bridge has sent; the player answers what it is asked.
   *
   * @param body The body.
   * @returns What it is.
   * @throws {BrokenPromise} When it is nothing that the bridge may send.
   */
  received(body: string): BridgeMessage {
    const message = this.ledger.received(body);
    if (message.kind === "action") {
      const { manners, rightAnswer } = this.#options;
      for (
        const { message: reply, late } of repliesTo(message.action, manners, this.#playerChance, rightAnswer)
      ) {
        if (late) this.#late.push(reply);
        else this.send(reply);
      }
    } else if (message.kind === "answer") {
      this.#waiting.get(message.key)?.(message.outcome);
      this.#waiting.delete(message.key);
    }
    return message;
  }

  #call(): Record<string, unknown> {
    return { jsonrpc: "2.0", id: this.#idOf(++this.#lastId), ...validCall(this.#options.chance) };
  }

  /** A call whose parameters are made to fit the operation's schema, as far as that can be read. */
  #madeCall(): Record<string, unknown> {
    const { chance } = this.#options;
    const call = this.#call();
    const schema = operationTable.get(String(call["method"]))?.params;
    return schema ? { ...call, params: madeValue(schema, chance) } : call;
  }

  #notify(method: string, params: object): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  /** Numbers and texts take turns, all apart from those that the bridge gives its native actions. */
  #idOf(number: number): string | number {
    return number % 2 === 0 ? 1_000_000 + number : `c${number}`;
  }
}

/** Parameters of no operation in particular. */
function soup(chance: SeededRandom): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (let count = chance.below(6); count > 0; count--) {
    const key = chance.happens(0.8) ? chance.pick(knownKeys) : chance.pick([...nastyKeys, ...nastyTexts]);
    define(params, key, junk(chance));
  }
  return params;
}

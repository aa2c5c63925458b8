import { memoryPipe } from "../../clients/typescript/streams.ts";
import { ACTION_NOT_SUPPORTED, type ActionName } from "../../host_stdio/api/native_actions.ts";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { connectInProcess } from "../../tools/support/bridge_in_process.ts";
import { bodiesOf, frameOf, joined } from "../../tools/support/frames.ts";
import { ManualClock } from "../../tools/support/manual_clock.ts";
import { naming } from "./deadline.ts";

/** The outcome of a call: the `result` or the `error` of its response. */
// deno-lint-ignore no-explicit-any -- any JSON, which assertions check
export type Outcome = any;

/** A native action that the bridge asks for. */
export interface AskedAction {
  readonly id: number;
  readonly method: ActionName;
  readonly params: unknown;
  readonly panel: string | undefined;
}

/** Answers a native action in place of the player: a response, "silence", or undefined to leave it to the player. */
export type Answer = (action: AskedAction) => object | "silence" | undefined;

/** A bridge and a reference player with a pipe in memory between them. Both use virtual time. */
export class PipedBridge implements AsyncDisposable {
  readonly clock = new ManualClock();
  readonly player: ReferencePlayer = new ReferencePlayer({
    clock: this.clock,
    collectionSize: 1000,
    dialogUser: () => ({ paths: ["/music"], button: 0, value: "x" }),
  });
  /** The native actions that the bridge has asked for. A test may clear it. */
  readonly asked: AskedAction[] = [];
  /** The diagnostics of defects. */
  readonly defects: string[] = [];
  answer: Answer = () => undefined;
  readonly #input = memoryPipe();
  readonly #ended: Promise<unknown>;
  readonly #calls = new Map<number, (outcome: Outcome) => void>();
  #received: Uint8Array = new Uint8Array(0);
  #lastId = 0;

  constructor(logDirectory: string) {
    const { clock } = this;
    const diagnostics = {
      report: (level: string, message: string) => {
        if (level === "error") this.defects.push(message);
      },
    };
    const connection = connectInProcess({
      source: this.#input.source,
      sink: { write: (bytes) => this.#receive(bytes) },
      clock,
      diagnostics,
      logDirectory,
    });
    this.#ended = connection.run();
    this.player.onSignal(({ name, params }) => void this.#send({ method: name, params }));
  }

  /** Calls an operation for the panel `p1` and returns its result or its error. */
  call(method: string, params: object): Promise<Outcome> {
    return this.#request({ method, params, panel: "p1" });
  }

  /** Sends `bridge.initialize` and returns the answer. */
  initialize(params: { extensions?: readonly string[]; actions?: readonly string[] }): Promise<Outcome> {
    const player = { name: "test", version: "0" };
    return this.#request({ method: "bridge.initialize", params: { protocolVersion: 1, player, ...params } });
  }

  #request(message: { method: string; params: object; panel?: string }): Promise<Outcome> {
    const id = ++this.#lastId;
    const answer = new Promise<Outcome>((resolve) => {
      this.#calls.set(id, resolve);
      void this.#send({ id, ...message });
    });
    return naming(`the answer to ${message.method}`, answer);
  }

  /** Ends the input, as a player does that exits. The bridge can still write. */
  leave(): void {
    void this.#input.sink.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.leave();
    await this.#ended;
    this.player.close();
  }

  #receive(bytes: Uint8Array): Promise<number> {
    const { bodies, rest } = bodiesOf(joined(this.#received, bytes));
    this.#received = rest;
    for (const body of bodies) {
      const message = JSON.parse(body);
      if (message.method === undefined) this.#calls.get(message.id)?.(message.result ?? message.error);
      else if (message.method !== "event") void this.#respond(message);
    }
    return Promise.resolve(bytes.length);
  }

  async #respond(action: AskedAction): Promise<void> {
    this.asked.push(action);
    const answer = this.answer(action) ?? await this.#playerAnswer(action);
    if (answer !== "silence") await this.#send({ id: action.id, ...answer });
  }

  async #playerAnswer({ method, params, panel }: AskedAction): Promise<object> {
    try {
      const action = this.player.actions[method];
      if (!action) return { error: { code: ACTION_NOT_SUPPORTED, message: `no ${method}` } };
      return { result: await action(params as never, panel) };
    } catch (error) {
      const { message, code } = error as Error & { code?: number };
      return { error: { code: code ?? -32000, message } };
    }
  }

  async #send(message: object): Promise<void> {
    try {
      await this.#input.sink.write(frameOf({ jsonrpc: "2.0", ...message }));
    } catch {
      // The bridge has ended.
    }
  }
}

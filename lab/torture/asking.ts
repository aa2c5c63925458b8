/**
 * A bridge process that is asked one thing after the other.
 *
 * @module
 */

import { BridgeChild } from "./bridge_child.ts";
import { requestFrame } from "../../tools/support/frames.ts";
import { BrokenPromise } from "./ledger.ts";

/** A result as scenarios look at it. */
export type Result = Readonly<Record<string, unknown>>;

/** A bridge that is asked. */
export class AskedBridge {
  /** The process. */
  readonly child: BridgeChild;
  #lastId = 0;
  readonly #waiting = new Map<number, (message: { result?: Result; error?: unknown }) => void>();

  /**
   * @param directory Its working directory.
   * @param flags Flags of the bridge.
   */
  constructor(directory: string, flags: readonly string[] = []) {
    this.child = new BridgeChild({
      directory,
      flags,
      onBody: (body) => {
        const message = JSON.parse(body);
        this.#waiting.get(message.id)?.(message);
        this.#waiting.delete(message.id);
      },
    });
    // What still waits at its end is never answered.
    void this.child.outputEnded.then(() => {
      for (const settle of this.#waiting.values()) settle({ error: "the bridge has gone" });
      this.#waiting.clear();
    });
  }

  /**
   * Calls an operation that the player has no part in.
   *
   * @param method The operation.
   * @param params Its parameters.
   * @returns The result.
   * @throws {BrokenPromise} When it answers an error, or goes.
   */
  async ask(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<{ result?: Result; error?: unknown }>();
    this.#waiting.set(id, resolve);
    await this.child.send(requestFrame(id, method, params));
    const { result, error } = await promise;
    if (result === undefined) throw new BrokenPromise(`${method} was answered ${JSON.stringify(error)}`);
    return result;
  }

  /**
   * Ends it well.
   *
   * @throws {BrokenPromise} When it does not end well.
   */
  async end(): Promise<void> {
    await this.child.endInput();
    const { code } = await this.child.ended();
    if (code !== 0) throw new BrokenPromise(`the bridge has ended with ${code}: ${this.child.stderr}`);
  }
}

/**
 * Runs something with a bridge, which does not outlive it.
 *
 * @param directory Its working directory.
 * @param act What is done.
 */
export async function withBridge(
  directory: string,
  act: (bridge: AskedBridge) => Promise<void>,
): Promise<void> {
  const bridge = new AskedBridge(directory);
  try {
    await act(bridge);
    await bridge.end();
  } finally {
    await bridge.child.dispose();
  }
}

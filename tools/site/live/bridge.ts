/**
 * The bridge of the live examples on the site: a complete bridge and the reference player, in the browser.
 */

import { BridgeError, type ConnectedBridge, embedBridge, extensionNames } from "../../../mod.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { MemoryDisk } from "./memory_disk.ts";

/** The panel that makes the calls. */
const PANEL = "page";
/** The size of the player's library. The page would take seconds to read all tracks of the reference player. */
const COLLECTION_SIZE = 1000;
/** Delay before the simulated user chooses a menu row, in milliseconds. */
const MENU_MS = 1000;

export { runExample } from "./stage.ts";

/** The outcome of a call. */
export interface Outcome {
  /** The result, or the JSON-RPC error. */
  readonly answer: unknown;
  /** Whether the call was rejected. */
  readonly isError: boolean;
  /** The native actions, events and choices of the simulated user during the call, in order. */
  readonly steps: readonly string[];
}

/** A bridge and a player that the examples of a page share. */
export class LiveBridge {
  readonly #bridge: ConnectedBridge;
  readonly #steps: string[];
  /** The end of the last call. */
  #done: Promise<unknown> = Promise.resolve();

  private constructor(bridge: ConnectedBridge, steps: string[]) {
    this.#bridge = bridge;
    this.#steps = steps;
  }

  /** Starts a bridge with all extensions. */
  static async start(): Promise<LiveBridge> {
    const steps: string[] = [];
    const player = new ReferencePlayer({
      collectionSize: COLLECTION_SIZE,
      overlayUser: ({ items }) => {
        const row = items.find(({ type, enabled }) => type === "normal" && enabled);
        steps.push(row ? `user chooses ${row.id}` : "user dismisses the menu");
        return [{ after: MENU_MS, ...(row ? { choose: row.id } : { dismiss: "escape" }) }];
      },
    });
    const bridge = await embedBridge({
      directory: "/log",
      disk: new MemoryDisk(),
      actions: player.actions,
      observer: {
        onAction: (name) => void steps.push(name),
        onEvent: ({ event }) => void steps.push(`event ${event}`),
      },
    });
    player.onSignal((signal) => bridge.signal(signal));
    await bridge.initialize({ name: "reference player", version: "1" }, {
      extensions: extensionNames,
    });
    return new LiveBridge(bridge, steps);
  }

  /**
   * Calls an operation, after the earlier calls: the steps of two calls cannot be told apart.
   *
   * @param name The name, such as `queue.add`.
   * @param params The parameters.
   */
  call(name: string, params: object): Promise<Outcome> {
    const outcome = this.#done.then(() => this.#call(name, params));
    this.#done = outcome.catch(() => {});
    return outcome;
  }

  async #call(name: string, params: object): Promise<Outcome> {
    this.#steps.length = 0;
    try {
      // The reader of the page chooses the name and the parameters. The bridge checks them.
      const answer: unknown = await this.#bridge.invoke(
        name as never,
        params as never,
        { panel: PANEL },
      );
      // Wait for the events that the call caused. They come after its answer.
      await new Promise((resolve) => setTimeout(resolve));
      return { answer, isError: false, steps: [...this.#steps] };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const code = error instanceof BridgeError ? { code: error.code } : {};
      return {
        answer: { ...code, message: error.message },
        isError: true,
        steps: [...this.#steps],
      };
    }
  }
}

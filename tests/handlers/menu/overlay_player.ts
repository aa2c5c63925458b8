/**
 * A player whose overlay answers when the test says so.
 *
 * @module
 */

import { AssertionError } from "@std/assert";
import { PlayerFailure, type PlayerScript } from "../../support/harness.ts";

/** A native action of the overlay that waits for its answer. */
export interface PendingAction {
  readonly name: "open" | "close";
  readonly menuId: string;
  /** Answers it. */
  succeed(): void;
  /** Fails it; with an error of the player's own unless another is given. */
  fail(error?: Error): void;
}

/** The overlay's side of a player. */
export class OverlayPlayer {
  /** What waits, in the order asked. */
  readonly pending: PendingAction[] = [];
  /** The native actions. */
  readonly script: PlayerScript = {
    "player.overlay.open": ({ menuId }) => this.#wait("open", menuId),
    "player.overlay.close": ({ menuId }) => this.#wait("close", menuId),
  };

  /** Takes the oldest action that waits; it has to be the one that the test expects. */
  async next(name: "open" | "close", menuId: string): Promise<PendingAction> {
    await settle();
    const action = this.pending.shift();
    if (action?.name !== name || action.menuId !== menuId) {
      throw new AssertionError(`${action?.name} ${action?.menuId} waits, not ${name} ${menuId}`);
    }
    return action;
  }

  /** Answers the oldest action that waits, and lets everything happen that follows from it. */
  async answer(name: "open" | "close", menuId: string): Promise<void> {
    (await this.next(name, menuId)).succeed();
    await settle();
  }

  /** Fails the oldest action that waits, and lets everything happen that follows from it. */
  async fail(name: "open" | "close", menuId: string, error?: Error): Promise<void> {
    (await this.next(name, menuId)).fail(error);
    await settle();
  }

  #wait(name: "open" | "close", menuId: string): Promise<Record<string, never>> {
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, never>>();
    const succeed = () => resolve({});
    const fail = (error: Error = new PlayerFailure()) => reject(error);
    this.pending.push({ name, menuId, succeed, fail });
    return promise;
  }
}

/** Lets everything happen that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve();
}

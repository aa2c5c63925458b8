/** A player with an overlay whose actions the test answers. */

import { AssertionError } from "@std/assert";
import { PlayerFailure, type PlayerScript } from "../../support/harness.ts";

/** A native action of the overlay that waits for its answer. */
export interface PendingAction {
  readonly name: "open" | "close";
  readonly menuId: string;
  /** Answers the action. */
  succeed(): void;
  /** Fails the action; by default with an error of the player. */
  fail(error?: Error): void;
}

/** The overlay actions of a player. */
export class OverlayPlayer {
  /** The pending actions in order. */
  readonly pending: PendingAction[] = [];
  /** The native actions. */
  readonly script: PlayerScript = {
    "player.overlay.open": ({ menuId }) => this.#wait("open", menuId),
    "player.overlay.close": ({ menuId }) => this.#wait("close", menuId),
  };

  /** Takes the oldest pending action, and checks its name and menu. */
  async next(name: "open" | "close", menuId: string): Promise<PendingAction> {
    await settle();
    const action = this.pending.shift();
    if (action?.name !== name || action.menuId !== menuId) {
      throw new AssertionError(`${action?.name} ${action?.menuId} waits, not ${name} ${menuId}`);
    }
    return action;
  }

  /** Answers the oldest pending action and runs the pending microtasks. */
  async answer(name: "open" | "close", menuId: string): Promise<void> {
    (await this.next(name, menuId)).succeed();
    await settle();
  }

  /** Fails the oldest pending action and runs the pending microtasks. */
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

/** Runs all pending microtasks. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await Promise.resolve();
}

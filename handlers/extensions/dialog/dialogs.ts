/** The open dialogs of a connection: one of each panel at a time (extensions.md, "dialog"). */

import type { ActionAnswer, ActionParams } from "../../../host_stdio/api/native_actions.ts";
import { NativeActionError } from "../../../host_stdio/player.ts";
import type { Context } from "../../core/context.ts";
import type { ConnectionContext, Listeners } from "../../core/namespace.ts";
import { Failure } from "../../core/operation.ts";

/** The native action of all operations. */
export const DIALOG = "player.ui.dialog";

/** The error text for a second dialog of a panel. */
export const dialogOpen = "A dialog of this panel is open";

/** What the user has answered; nothing when the dialog was cancelled. */
export type DialogAnswer = ActionAnswer<typeof DIALOG>;

/** The open dialogs of a connection. */
export class Dialogs implements Listeners {
  readonly #connection: ConnectionContext;
  /** The functions that end the open dialogs, by panel. */
  readonly #open = new Map<string | undefined, () => void>();

  constructor(connection: ConnectionContext) {
    this.#connection = connection;
  }

  /**
   * Opens a dialog and waits until the user has closed it. It ends without an answer when nobody waits for the call any
   * more.
   *
   * @throws {Failure} When a dialog of the panel is open.
   * @throws {NativeActionError} When the player fails.
   */
  async ask({ panel, player, signal }: Context, dialog: ActionParams<typeof DIALOG>): Promise<DialogAnswer> {
    if (this.#open.has(panel)) throw new Failure(dialogOpen);
    const { promise: ended, resolve } = Promise.withResolvers<DialogAnswer>();
    const end = (): void => {
      if (!this.#forget(panel, end)) return;
      this.#connection.player.tell(DIALOG, { kind: "close" }, panel);
      resolve({});
    };
    this.#open.set(panel, end);
    signal.addEventListener("abort", end);
    try {
      return await Promise.race([player.request(DIALOG, dialog), ended]);
    } catch (error) {
      // Without an answer of the player the dialog may be open, or may still open.
      if (!(error instanceof NativeActionError) || error.playerCode === undefined) end();
      throw error;
    } finally {
      signal.removeEventListener("abort", end);
      this.#forget(panel, end);
    }
  }

  /** Ends all dialogs: the shutdown waits for their calls. */
  onShutdown(): void {
    for (const end of [...this.#open.values()]) end();
  }

  /** Returns whether the dialog was open. */
  #forget(panel: string | undefined, end: () => void): boolean {
    return this.#open.get(panel) === end && this.#open.delete(panel);
  }
}

import { ActionError, type PlayerActions } from "../model/actions.ts";
import type { OpenOverlay } from "../model/overlay.ts";
import type { SignalSender } from "../model/signal_sender.ts";
import type { OsdMenu, OsdMenuListener } from "./osd_menu.ts";

/**
 * The menu overlay of a panel, drawn on mpv's screen as text, without position, style sheet, backdrop and
 * animation.
 */
export class ScreenOverlay {
  readonly #osd: OsdMenu;
  readonly #signals: SignalSender;
  #open: { readonly menu: OpenOverlay; readonly listener: OsdMenuListener } | null = null;

  /** @param signals Sends the user's choices. */
  constructor(osd: OsdMenu, signals: SignalSender) {
    this.#osd = osd;
    this.#signals = signals;
  }

  /** The open menu; null when none is open. */
  get open(): OpenOverlay | null {
    return this.#open && this.#open.menu;
  }

  readonly show: PlayerActions["player.overlay.open"] = async (given) => {
    if (this.#open) throw new ActionError(`An overlay is already open: ${this.#open.menu.menuId}`);
    const menu = { ...given, items: structuredClone(given.items) };
    const { menuId, items } = menu;
    /** Forgets the menu; false when it was already closed. */
    const forget = (): boolean => {
      const isOpen = this.#open?.listener === listener;
      if (isOpen) this.#open = null;
      return isOpen;
    };
    const listener: OsdMenuListener = {
      choose: (itemId) =>
        forget() && this.#signals.send({ name: "signal.overlaySelected", params: { menuId, itemId } }),
      change: (itemId, value) =>
        this.#open?.listener === listener &&
        this.#signals.send({ name: "signal.overlayValueChanged", params: { menuId, itemId, value } }),
      dismiss: (reason) =>
        forget() && this.#signals.send({ name: "signal.overlayDismissed", params: { menuId, reason } }),
    };
    this.#open = { menu, listener };
    try {
      await this.#osd.open(items, listener);
    } catch (error) {
      forget();
      throw error;
    }
    return {};
  };

  /** Does nothing when the user has already closed the menu. */
  readonly close: PlayerActions["player.overlay.close"] = async ({ menuId }) => {
    if (this.#open?.menu.menuId !== menuId) return {};
    const { listener } = this.#open;
    this.#open = null;
    await this.#osd.close(listener);
    return {};
  };

  /** Chooses a row of the menu on the screen, or of mpv's context menu. Returns whether it can be chosen. */
  choose(itemId: string): Promise<boolean> {
    return this.#osd.choose(itemId);
  }

  /** Changes the value of a row of the menu on the screen. Returns whether the row can have that value. */
  change(itemId: string, value: number): Promise<boolean> {
    return this.#osd.change(itemId, value);
  }

  /** Closes the menu on the screen without a choice. Returns whether one was open. */
  dismiss(reason: string): Promise<boolean> {
    return this.#osd.dismiss(reason);
  }
}

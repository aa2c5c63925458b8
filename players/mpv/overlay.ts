/**
 * A panel's menu, drawn on mpv's screen.
 *
 * @module
 */

import { ActionError, type PlayerActions } from "../model/actions.ts";
import type { OpenOverlay } from "../model/overlay.ts";
import type { SignalSender } from "../model/signal_sender.ts";
import type { OsdMenu, OsdMenuListener } from "./osd_menu.ts";

/** The menu overlay on mpv's screen. Text on a screen ignores position, style sheet, backdrop and animation. */
export class ScreenOverlay {
  readonly #osd: OsdMenu;
  readonly #signals: SignalSender;
  #open: { readonly menu: OpenOverlay; readonly listener: OsdMenuListener } | null = null;

  /**
   * @param osd The screen.
   * @param signals Where the user's choices are signalled.
   */
  constructor(osd: OsdMenu, signals: SignalSender) {
    this.#osd = osd;
    this.#signals = signals;
  }

  /** The open menu. */
  get open(): OpenOverlay | null {
    return this.#open && this.#open.menu;
  }

  /** Carries out `player.overlay.open`. */
  readonly show: PlayerActions["player.overlay.open"] = async (given) => {
    if (this.#open) throw new ActionError(`An overlay is open already: ${this.#open.menu.menuId}`);
    const menu = { ...given, items: structuredClone(given.items) };
    const { menuId, items } = menu;
    /** Forgets the menu; false when another one, or none, is open. */
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

  /** Carries out `player.overlay.close`. A menu that the user has just closed is closed already: that is no error. */
  readonly close: PlayerActions["player.overlay.close"] = async ({ menuId }) => {
    if (this.#open?.menu.menuId !== menuId) return {};
    const { listener } = this.#open;
    this.#open = null;
    await this.#osd.close(listener);
    return {};
  };

  /** Chooses a row of the menu on the screen, which may also be mpv's context menu; false when it cannot be chosen. */
  choose(itemId: string): Promise<boolean> {
    return this.#osd.choose(itemId);
  }

  /** Changes the value of a row of the menu on the screen; false when the row cannot have it. */
  change(itemId: string, value: number): Promise<boolean> {
    return this.#osd.change(itemId, value);
  }

  /** Closes the menu on the screen without a choice; false when there is none. */
  dismiss(reason: string): Promise<boolean> {
    return this.#osd.dismiss(reason);
  }
}

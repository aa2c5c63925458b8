/**
 * The native actions about the menu overlay, drawn on mpv's screen.
 *
 * @module
 */

import { ActionError } from "../model/action_error.ts";
import type { PlayerActions } from "../model/player_actions.ts";
import type { SignalSender } from "../model/signal_sender.ts";
import type { OsdMenu, OsdMenuListener } from "./osd_menu.ts";

/** The menu overlay. Position, style sheet, backdrop and animation are of no use to text on a screen. */
export class Overlay {
  readonly #osd: OsdMenu;
  readonly #signals: SignalSender;
  #open: { readonly menuId: string; readonly listener: OsdMenuListener } | null = null;

  /**
   * @param osd Where it is drawn.
   * @param signals Where it is told what comes of it.
   */
  constructor(osd: OsdMenu, signals: SignalSender) {
    this.#osd = osd;
    this.#signals = signals;
  }

  /** The menu that is open; null when none is. */
  get menuId(): string | null {
    return this.#open && this.#open.menuId;
  }

  /** Carries out `player.overlay.open`. */
  readonly open: PlayerActions["player.overlay.open"] = async ({ menuId, items }) => {
    if (this.#open) throw new ActionError(`An overlay is open already: ${this.#open.menuId}`);
    /** Closes it; false when it is closed already, so that there is nothing to tell. */
    const shut = (): boolean => {
      const mine = this.#open?.listener === listener;
      if (mine) this.#open = null;
      return mine;
    };
    const listener: OsdMenuListener = {
      choose: (itemId) =>
        shut() && this.#signals.send({ name: "signal.overlaySelected", params: { menuId, itemId } }),
      change: (itemId, value) =>
        this.#open?.listener === listener &&
        this.#signals.send({ name: "signal.overlayValueChanged", params: { menuId, itemId, value } }),
      dismiss: (reason) =>
        shut() && this.#signals.send({ name: "signal.overlayDismissed", params: { menuId, reason } }),
    };
    this.#open = { menuId, listener };
    try {
      await this.#osd.open(structuredClone(items), listener);
    } catch (error) {
      shut();
      throw error;
    }
    return {};
  };

  /** Carries out `player.overlay.close`. One that the person has just closed is closed already: that is no error. */
  readonly close: PlayerActions["player.overlay.close"] = async ({ menuId }) => {
    if (this.#open?.menuId !== menuId) return {};
    const { listener } = this.#open;
    this.#open = null;
    await this.#osd.close(listener);
    return {};
  };
}

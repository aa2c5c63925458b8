/** The menu overlay of a panel: its state, and the user's actions on it. */

import type { OverlayRow } from "../../host_stdio/api/shapes.ts";
import type { Clock } from "../../host_stdio/clock.ts";
import { ActionError, type PlayerActions } from "./actions.ts";
import type { SignalSender } from "./signal_sender.ts";

/** An open overlay: the parameters of `player.overlay.open`. */
export type OpenOverlay = Readonly<Parameters<PlayerActions["player.overlay.open"]>[0]>;

/**
 * A step of a scripted user at an overlay, `after` milliseconds of the player's clock (0 by default) after
 * the step before.
 */
export type OverlayStep =
  & { readonly after?: number }
  & (
    | { readonly choose: string }
    | { readonly change: string; readonly value: number }
    | { readonly dismiss: string }
  );

/**
 * A scripted user who reacts to each overlay.
 *
 * @param menu The overlay that has opened.
 * @returns The steps; undefined leaves the overlay open.
 */
export type OverlayUser = (menu: OpenOverlay) => readonly OverlayStep[] | undefined;

/** The menu overlay. At most one is open. */
export class Overlay {
  #open: OpenOverlay | null = null;
  #cancelStep = () => {};
  readonly #clock: Clock;
  readonly #signals: SignalSender;
  readonly #user: OverlayUser;

  /**
   * @param clock Measures the steps of the scripted user.
   * @param signals Sends the user's choices.
   * @param user The scripted user.
   */
  constructor(clock: Clock, signals: SignalSender, user: OverlayUser) {
    this.#clock = clock;
    this.#signals = signals;
    this.#user = user;
  }

  /** The open overlay. */
  get open(): OpenOverlay | null {
    return this.#open;
  }

  readonly show: PlayerActions["player.overlay.open"] = (menu) => {
    if (this.#open) throw new ActionError(`An overlay is already open: ${this.#open.menuId}`);
    this.#open = { ...menu, items: structuredClone(menu.items) };
    // The user reacts after the answer.
    this.#perform(this.#user(this.#open) ?? []);
    return {};
  };

  /** Does nothing when the user has already closed the overlay. */
  readonly close: PlayerActions["player.overlay.close"] = ({ menuId }) => {
    if (this.#open?.menuId === menuId) this.#shut();
    return {};
  };

  /**
   * Chooses a row, which closes the overlay.
   *
   * @returns Whether the row can be chosen.
   */
  choose(itemId: string): boolean {
    const menu = this.#open;
    const row = menu && reachableRows(menu.items).find((row) => row.id === itemId && isChosen(row));
    if (!row) return false;
    this.#shut();
    this.#signals.send({ name: "signal.overlaySelected", params: { menuId: menu.menuId, itemId } });
    return true;
  }

  /**
   * Changes the value of a rich row; the overlay stays open.
   *
   * @param value Stars, a slider's position or a segment's index.
   * @returns Whether the row can have that value.
   */
  change(itemId: string, value: number): boolean {
    const menu = this.#open;
    const row = menu && reachableRows(menu.items).find((row) => row.id === itemId && takesValue(row, value));
    if (!row) return false;
    row.value = value;
    this.#signals.send({
      name: "signal.overlayValueChanged",
      params: { menuId: menu.menuId, itemId, value },
    });
    return true;
  }

  /**
   * Closes the overlay without a choice.
   *
   * @returns Whether one was open.
   */
  dismiss(reason: string): boolean {
    const menu = this.#open;
    if (!menu) return false;
    this.#shut();
    this.#signals.send({ name: "signal.overlayDismissed", params: { menuId: menu.menuId, reason } });
    return true;
  }

  #perform([step, ...rest]: readonly OverlayStep[]): void {
    if (!step) return;
    const menu = this.#open;
    this.#cancelStep = this.#clock.after(step.after ?? 0, () => {
      if ("choose" in step) this.choose(step.choose);
      else if ("change" in step) this.change(step.change, step.value);
      else this.dismiss(step.dismiss);
      // Another overlay, with steps of its own, may be open by now.
      if (this.#open === menu) this.#perform(rest);
    });
  }

  #shut(): void {
    this.#open = null;
    this.#cancelStep();
  }
}

export const MAX_RATING = 5;

/** Types of rows that cannot be chosen: separators, and rows with a value. */
const notChosen: ReadonlySet<string> = new Set(["separator", "rating", "slider", "segmented"]);

/** Returns the rows that are enabled and whose parents are enabled, depth first. */
export function reachableRows(rows: readonly OverlayRow[]): OverlayRow[] {
  return rows.filter((row) => row.enabled).flatMap((row) => [row, ...reachableRows(row.submenu ?? [])]);
}

/** Whether a click on the row, when it is enabled, chooses it and closes the menu. */
export function isChosen({ type, submenu }: OverlayRow): boolean {
  return !notChosen.has(type) && submenu === undefined;
}

/** Whether a row can have a value: stars, a slider's position or a segment's index. */
export function takesValue({ type, min = 0, max = 100, segments = [] }: OverlayRow, value: number): boolean {
  if (!Number.isSafeInteger(value)) return false;
  switch (type) {
    case "rating":
      return value >= 0 && value <= MAX_RATING;
    case "slider":
      return value >= min && value <= max;
    case "segmented":
      return segments[value]?.enabled ?? false;
    default:
      return false;
  }
}

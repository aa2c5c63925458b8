/**
 * The menu overlay of a panel, and the person in front of it.
 *
 * @module
 */

import type { Clock } from "../../host_stdio/clock.ts";
import { ActionError, type PlayerActions } from "./actions.ts";
import type { SignalSender } from "./signal_sender.ts";
import type { OverlayRow } from "../../host_stdio/shapes.ts";

/** An open overlay, as it was asked for. */
export type OpenOverlay = Readonly<Parameters<PlayerActions["player.overlay.open"]>[0]>;

/** How an overlay was closed by the bridge. */
export type OverlayClosing = Readonly<Parameters<PlayerActions["player.overlay.close"]>[0]>;

/** What a person does with an overlay; `after` milliseconds of the clock, 0 when left out, since the step before. */
export type OverlayStep =
  & { readonly after?: number }
  & (
    | { readonly choose: string }
    | { readonly change: string; readonly value: number }
    | { readonly dismiss: string }
  );

/**
 * A person who answers every overlay.
 *
 * @param menu The overlay that has opened.
 * @returns What the person does, step by step; nothing leaves it open.
 */
export type OverlayUser = (menu: OpenOverlay) => readonly OverlayStep[] | undefined;

/** The overlay; there is one at a time. */
export class Overlay {
  #open: OpenOverlay | null = null;
  #lastClosing: OverlayClosing | null = null;
  #fading = false;
  #cancelFading = () => {};
  #cancelStep = () => {};
  readonly #clock: Clock;
  readonly #signals: SignalSender;
  readonly #user: OverlayUser;

  /**
   * @param clock What exit animations and persons are measured with.
   * @param signals Where it is told what the person does.
   * @param user A person who answers every overlay.
   */
  constructor(clock: Clock, signals: SignalSender, user: OverlayUser) {
    this.#clock = clock;
    this.#signals = signals;
    this.#user = user;
  }

  /** The overlay that a person can use. */
  get open(): OpenOverlay | null {
    return this.#open;
  }

  /** Whether something is to be seen: an overlay, or its exit animation. */
  get visible(): boolean {
    return this.#open !== null || this.#fading;
  }

  /** How the bridge closed an overlay the last time. */
  get lastClosing(): OverlayClosing | null {
    return this.#lastClosing;
  }

  /** Carries out `player.overlay.open`. */
  readonly show: PlayerActions["player.overlay.open"] = (menu) => {
    if (this.#open) throw new ActionError(`An overlay is open already: ${this.#open.menuId}`);
    this.#stopFading();
    this.#open = { ...menu, items: structuredClone(menu.items) };
    // The person sees the menu after it was answered.
    this.#perform(this.#user(this.#open) ?? []);
    return {};
  };

  /** Carries out `player.overlay.close`. One that the person has just closed is closed already: that is no error. */
  readonly close: PlayerActions["player.overlay.close"] = (closing) => {
    if (this.#open?.menuId !== closing.menuId) return {};
    this.#lastClosing = closing;
    this.#shut();
    if (closing.animationMs > 0) {
      this.#fading = true;
      this.#cancelFading = this.#clock.after(closing.animationMs, () => this.#stopFading());
    }
    return {};
  };

  /**
   * The person clicks a row; the overlay closes when it can be chosen.
   *
   * @param itemId The row.
   * @returns Whether it could be chosen.
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
   * The person changes the value of a rich row; the overlay stays open.
   *
   * @param itemId The row.
   * @param value The new value: stars, the slider's position, the segment's index.
   * @returns Whether the row has such a value.
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
   * The person closes the overlay without a choice.
   *
   * @param reason How.
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
      // Another menu may be open by now: it has a script of its own.
      if (this.#open === menu) this.#perform(rest);
    });
  }

  #shut(): void {
    this.#open = null;
    this.#cancelStep();
  }

  #stopFading(): void {
    this.#cancelFading();
    this.#fading = false;
  }
}

/** The most stars of a rating. */
export const MAX_RATING = 5;

/** Rows of these types are not chosen: their value is changed, or they only divide. */
const notChosen: ReadonlySet<string> = new Set(["separator", "rating", "slider", "segmented"]);

/**
 * The rows that a person can get at: those that are enabled, and all that lie above them.
 *
 * @param rows The rows of a menu.
 * @returns Each before those below it.
 */
export function reachableRows(rows: readonly OverlayRow[]): OverlayRow[] {
  return rows.filter((row) => row.enabled).flatMap((row) => [row, ...reachableRows(row.submenu ?? [])]);
}

/**
 * Whether a click on a row chooses it, and closes the menu, when it is enabled.
 *
 * @param row The row.
 * @returns Whether it does.
 */
export function isChosen({ type, submenu }: OverlayRow): boolean {
  return !notChosen.has(type) && submenu === undefined;
}

/**
 * Whether a row can have a value.
 *
 * @param row The row.
 * @param value Stars, a slider's position or a segment's index.
 * @returns Whether it can.
 */
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

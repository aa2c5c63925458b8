/**
 * The self-drawn menu overlay: at most one is open at a time, and what its user does becomes events
 * (contract-decisions.md, "menu": show, one overlay at a time).
 *
 * Opening and closing take turns, in order of arrival: each waits until the player has answered the one before. So a
 * menu is always either not there yet, open, or gone, and each gets exactly one `menu:dismiss`:
 *
 * - chosen by the user: `menu:select`, then `menu:dismiss` with reason `select`, both at once. The player is asked to
 *   close it, because only the bridge knows whether a choice counts and how long the exit animation is;
 * - dismissed by the user: the player has closed it already, its reason is passed on;
 * - closed by `menu.close`, replaced by another menu, or left by its panel: `menu:dismiss` once the player has answered
 *   `player.overlay.close`. From the moment of asking on, signals about the menu are ignored. Should the player fail to
 *   close it, it counts as gone all the same;
 * - still open at the end of the connection: the player is told to close it.
 *
 * A menu that never opened has no events. One whose call was cancelled while it opened is closed again at once.
 *
 * @module
 */

import type { Audience, Context } from "../core/context.ts";
import type { ConnectionContext, ConnectionListener } from "../core/namespace.ts";
import type { ActionParams } from "../../host_stdio/native_actions.ts";
import { CancelledError, NativeActionError } from "../../host_stdio/player.ts";
import type { OverlayRow } from "../../host_stdio/shapes.ts";
import type { SignalMessage } from "../../host_stdio/signals.ts";
import { MAX_DISMISS_REASON } from "./limits.ts";
import { MAX_RATING } from "./rows.ts";

type TakesValue = (value: number) => boolean;

/** Rows that change a value instead of being chosen. */
const valueTypes: ReadonlySet<string> = new Set(["rating", "slider", "segmented"]);

/** The rows of one menu by what can be done with them. A row without id cannot be told apart and so is not among them. */
export class RowIndex {
  readonly #selectable = new Set<string>();
  /** By id. Should several rows have the same id, one that takes the value is enough. */
  readonly #values = new Map<string, TakesValue[]>();

  /** @param rows The rows as they are drawn. */
  constructor(rows: readonly OverlayRow[]) {
    this.#add(rows);
  }

  /**
   * Whether the user can choose a row.
   *
   * @param id The row's id.
   * @returns False for a row that is unknown, disabled, below a disabled one, a parent, a separator or has a value.
   */
  isSelectable(id: string): boolean {
    return this.#selectable.has(id);
  }

  /**
   * Whether a row can take a value.
   *
   * @param id The row's id.
   * @param value The value.
   * @returns False for a row that is unknown, disabled, below a disabled one or not rich, and for a value out of its
   * range.
   */
  takesValue(id: string, value: number): boolean {
    return this.#values.get(id)?.some((takes) => takes(value)) ?? false;
  }

  /** Nothing below a disabled row can be reached. */
  #add(rows: readonly OverlayRow[]): void {
    for (const row of rows) {
      if (!row.enabled) continue;
      if (row.submenu) this.#add(row.submenu);
      if (row.id === "") continue;
      const takes = valueCheck(row);
      if (takes) this.#values.set(row.id, [...this.#values.get(row.id) ?? [], takes]);
      if (!row.submenu && row.type !== "separator" && !valueTypes.has(row.type)) this.#selectable.add(row.id);
    }
  }
}

/** Which values a row takes; undefined for a row that is not rich. */
function valueCheck(row: OverlayRow): TakesValue | undefined {
  switch (row.type) {
    case "nowplaying":
      // The specification lets it report values and gives it no range.
      return () => true;
    case "rating":
      return isBetween(0, MAX_RATING);
    case "slider":
      return isBetween(row.min, row.max);
    case "segmented":
      return (value) => row.segments?.[value]?.enabled ?? false;
    default:
      return undefined;
  }
}

function isBetween(min = 0, max = 0): TakesValue {
  return (value) => value >= min && value <= max;
}

/** Why a menu has closed, where it is not the page or the user that gives the reason. */
export const dismissReasons = {
  selected: "select",
  replaced: "replaced",
  panelClosed: "panelClosed",
  cancelled: "cancelled",
  shutdown: "shutdown",
} as const;

/** A menu to open. */
export interface MenuRequest {
  /** What the player is asked to draw. */
  readonly drawing: Omit<ActionParams<"player.overlay.open">, "menuId">;
  /**
   * Milliseconds that the overlay takes to disappear after a choice or `menu.close`. It disappears at once when another
   * menu takes its place or its panel is gone.
   */
  readonly closeAnimationMs: number;
}

/** A menu that the player has been asked to open, or that is open. */
interface Menu {
  readonly id: string;
  /** Who opened it and gets its events. */
  readonly panel: string | undefined;
  readonly rows: RowIndex;
  readonly closeAnimationMs: number;
  /** Signals about it that came before our own answer to its opening, which they have to follow. */
  early: OverlaySignal[];
}

type OverlaySignal = Extract<SignalMessage, { name: `signal.overlay${string}` }>;

/** The menu overlay of one connection. */
export class MenuOverlay implements ConnectionListener {
  readonly #connection: ConnectionContext;
  /** Settles when the last opening or closing so far is through; never rejected. */
  #turn: Promise<unknown> = Promise.resolve();
  #lastNumber = 0;
  /** The menu that the player has not yet answered about. */
  #opening: Menu | undefined;
  #open: Menu | undefined;
  /** Calls off hearing the open menu's early signals. */
  #cancelEarly: (() => void) | undefined;

  /** @param connection What it may reach. */
  constructor(connection: ConnectionContext) {
    this.#connection = connection;
  }

  /**
   * Opens a menu in place of the one that is open.
   *
   * @param context The call that asks for it; the menu is its panel's.
   * @param request What to open.
   * @returns The menu's id, `menu-<n>`.
   * @throws {NativeActionError} When the player fails to open it.
   * @throws {CancelledError} When the call was cancelled; no menu of its own stays open then.
   */
  show(context: Context, request: MenuRequest): Promise<string> {
    return this.#inTurn(async () => {
      requireWanted(context);
      await this.#closeOpen(dismissReasons.replaced, 0);
      requireWanted(context);
      return await this.#openMenu(context, request);
    });
  }

  /**
   * Closes the menu that is open, whoever opened it; one that is just opening is closed as soon as it is open.
   *
   * @param reason Passed on to the player and to the panel, cut to {@linkcode MAX_DISMISS_REASON}.
   * @returns When the player has answered. It never fails.
   */
  dismiss(reason: string): Promise<void> {
    return this.#inTurn(() => this.#closeOpen(cutReason(reason), this.#open?.closeAnimationMs ?? 0));
  }

  onSignal(signal: SignalMessage): void {
    if (!isOverlaySignal(signal)) return;
    if (signal.params.menuId === this.#opening?.id) {
      this.#opening.early.push(signal);
      return;
    }
    this.#hearEarly();
    this.#hear(signal);
  }

  onPanelClosed(panel: string): void {
    // In its turn, so that a menu which the panel has asked for and which is not open yet is closed too.
    this.#inTurn(async () => {
      if (this.#open?.panel === panel) await this.#closeOpen(dismissReasons.panelClosed, 0);
    }).catch((error: unknown) =>
      this.#connection.diagnostics.report("error", "a defect: {error}", { error })
    );
  }

  async close(): Promise<void> {
    await this.#turn;
    this.#hearEarly();
    const menu = this.#open;
    if (!menu) return;
    this.#forget(menu, dismissReasons.shutdown);
    this.#tellToClose(menu.id, dismissReasons.shutdown, 0);
  }

  /** Carries one opening or closing out when all earlier ones are through. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    // Whoever asked hears of a failure; the next turn comes all the same.
    this.#turn = result.catch(() => {});
    return result;
  }

  async #openMenu(context: Context, { drawing, closeAnimationMs }: MenuRequest): Promise<string> {
    const { player, clock } = this.#connection;
    const { panel } = context;
    const id = `menu-${++this.#lastNumber}`;
    const menu: Menu = { id, panel, rows: new RowIndex(drawing.items), closeAnimationMs, early: [] };
    this.#opening = menu;
    try {
      // Not asked in the call's name: were the call cancelled, nobody would know whether a menu is open.
      await player.request("player.overlay.open", { menuId: id, ...drawing }, panel);
    } catch (error) {
      // Without an error of the player's own, the menu may be open after all, or yet open.
      if (!(error instanceof NativeActionError) || error.playerCode === undefined) {
        this.#tellToClose(id, dismissReasons.cancelled, 0);
      }
      throw error;
    } finally {
      this.#opening = undefined;
    }
    if (context.signal.aborted) {
      await this.#askToClose(menu, dismissReasons.cancelled, 0);
      throw new CancelledError();
    }
    this.#open = menu;
    // Timers run when nothing else can: our answer is on its way then.
    if (menu.early.length > 0) this.#cancelEarly = clock.after(0, () => this.#hearEarly());
    return id;
  }

  async #closeOpen(reason: string, animationMs: number): Promise<void> {
    const menu = this.#open;
    if (!menu) return;
    this.#takeOpen();
    await this.#askToClose(menu, reason, animationMs);
    this.#emitDismiss(menu, reason);
  }

  /** Never fails: a menu that the player cannot close is none that the bridge could do more about. */
  async #askToClose({ id, panel }: Menu, reason: string, animationMs: number): Promise<void> {
    const { player, diagnostics } = this.#connection;
    try {
      await player.request("player.overlay.close", { menuId: id, reason, animationMs }, panel);
    } catch (error) {
      diagnostics.report("warning", "the player has not closed {menuId}: {error}", { menuId: id, error });
    }
  }

  #tellToClose(menuId: string, reason: string, animationMs: number): void {
    this.#connection.player.tell("player.overlay.close", { menuId, reason, animationMs });
  }

  #hearEarly(): void {
    this.#cancelEarly?.();
    this.#cancelEarly = undefined;
    const signals = this.#open?.early.splice(0) ?? [];
    for (const signal of signals) this.#hear(signal);
  }

  #hear({ name, params }: OverlaySignal): void {
    const menu = this.#open;
    if (params.menuId !== menu?.id) return;
    switch (name) {
      case "signal.overlaySelected":
        return this.#select(menu, params.itemId);
      case "signal.overlayValueChanged":
        return this.#changeValue(menu, params.itemId, params.value);
      case "signal.overlayDismissed":
        return this.#forget(menu, cutReason(params.reason));
    }
  }

  #select(menu: Menu, itemId: string): void {
    if (!menu.rows.isSelectable(itemId)) return;
    this.#connection.emit("menu:select", { menuId: menu.id, itemId }, audienceOf(menu));
    this.#forget(menu, dismissReasons.selected);
    this.#tellToClose(menu.id, dismissReasons.selected, menu.closeAnimationMs);
  }

  #changeValue(menu: Menu, itemId: string, value: number): void {
    if (!menu.rows.takesValue(itemId, value)) return;
    this.#connection.emit("menu:valueChanged", { menuId: menu.id, itemId, value }, audienceOf(menu));
  }

  #forget(menu: Menu, reason: string): void {
    this.#takeOpen();
    this.#emitDismiss(menu, reason);
  }

  /** From here on no menu is open, and what is still heard about this one is ignored. */
  #takeOpen(): void {
    this.#open = undefined;
    this.#cancelEarly?.();
    this.#cancelEarly = undefined;
  }

  #emitDismiss(menu: Menu, reason: string): void {
    this.#connection.emit("menu:dismiss", { menuId: menu.id, reason }, audienceOf(menu));
  }
}

function isOverlaySignal(signal: SignalMessage): signal is OverlaySignal {
  return signal.name.startsWith("signal.overlay");
}

/** A reason of any length could make the action or the event exceed the frame limit, and the menu would stay. */
function cutReason(reason: string): string {
  return reason.slice(0, MAX_DISMISS_REASON);
}

/** A menu that no panel has opened is everybody's. */
function audienceOf({ panel }: Menu): Audience {
  return panel === undefined ? "all" : { panel };
}

function requireWanted({ signal }: Context): void {
  if (signal.aborted) throw new CancelledError();
}

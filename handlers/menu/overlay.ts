/**
 * The menu overlay: at most one menu is open, and the user's actions in it become events (decisions.md,
 * "menu": show, one overlay at a time).
 *
 * Opening and closing run one after another in order of arrival; each waits for the player's answer to the one before.
 * Every menu that {@linkcode MenuOverlay.show} opened gets exactly one `menu:dismiss`. A menu that
 * {@linkcode MenuOverlay.choose} opened has no events: its call returns the choice.
 *
 * - The user chose a row: `menu:select`, then `menu:dismiss` with reason `select`, both at once. The bridge asks the
 * player to close the menu, because only the bridge knows whether the choice counts and how long the exit animation is.
 * - The user dismissed it: the player has closed it already, and its reason is passed on.
 * - `menu.close`, another menu or the end of its panel closed it: `menu:dismiss` follows when the player has answered
 * `player.overlay.close`. Signals about the menu are ignored from the request on. If the player fails to close it, it
 * counts as closed anyway.
 * - The connection ended: the player is asked to close it.
 *
 * A menu that did not open has no events. If its call was cancelled while it opened, it is closed again at once.
 */

import * as v from "valibot";
import type { ActionParams } from "../../host_stdio/api/native_actions.ts";
import type { OverlayRow } from "../../host_stdio/api/shapes.ts";
import { CancelledError, NativeActionError } from "../../host_stdio/player.ts";
import { SerialQueue } from "../core/change_queue.ts";
import type { Context } from "../core/context.ts";
import { described } from "../core/documented_schema.ts";
import { type Audience, defineEvent } from "../core/event.ts";
import type { ConnectionContext, Listeners, Part, SignalListeners } from "../core/namespace.ts";
import { MAX_DISMISS_REASON, MAX_RATING } from "./rows.ts";

/** The events of the menu overlay. */
export const menuEvents = {
  select: defineEvent({
    name: "menu:select",
    description: "The user chose a row of the menu overlay.",
    payload: () => v.strictObject({ menuId: v.string(), itemId: v.string() }),
  }),
  dismiss: defineEvent({
    name: "menu:dismiss",
    description: "The menu overlay has closed.",
    payload: () =>
      v.strictObject({
        menuId: v.string(),
        reason: described(
          v.string(),
          "`select` after a choice, `replaced` by another menu, the reason given to `menu.close`, or a reason of the player.",
        ),
      }),
  }),
  valueChanged: defineEvent({
    name: "menu:valueChanged",
    description: "A rich row of the menu overlay has changed its value; the menu stays open.",
    payload: () => v.strictObject({ menuId: v.string(), itemId: v.string(), value: v.number() }),
  }),
} as const;

type TakesValue = (value: number) => boolean;

/** Types of rows whose value changes instead of being chosen. */
const valueTypes: ReadonlySet<string> = new Set(["rating", "slider", "segmented"]);

/**
 * What the user can do with the rows of an open menu (decisions.md, "menu": ignored choices and values). Rows
 * without id are ignored.
 */
export class RowIndex {
  readonly #selectable = new Set<string>();
  /** By id. Of several rows with the same id, one that takes the value is enough. */
  readonly #values = new Map<string, TakesValue[]>();

  /** @param rows The rows as they are drawn. */
  constructor(rows: readonly OverlayRow[]) {
    this.#add(rows);
  }

  /**
   * Whether the user can choose a row. False for a row that is unknown, disabled, below a disabled one, a parent, a
   * separator or has a value.
   */
  isSelectable(id: string): boolean {
    return this.#selectable.has(id);
  }

  /**
   * Whether a row can take a value. False for a row that is unknown, disabled, below a disabled one or not rich, and
   * for a value out of range.
   */
  takesValue(id: string, value: number): boolean {
    return this.#values.get(id)?.some((takes) => takes(value)) ?? false;
  }

  /** Adds rows. Rows below a disabled one cannot be reached. */
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

/** Returns the check for values of a row; undefined for a row that is not rich. */
function valueCheck(row: OverlayRow): TakesValue | undefined {
  switch (row.type) {
    case "nowplaying":
      // The specification lets it report values but gives no range.
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

/** The reasons that the bridge itself gives. */
export const dismissReasons = {
  selected: "select",
  replaced: "replaced",
  panelClosed: "panelClosed",
  cancelled: "cancelled",
  shutdown: "shutdown",
} as const;

/** A menu to open. */
export interface MenuRequest {
  readonly drawing: Omit<ActionParams<"player.overlay.open">, "menuId">;
  /** Length of the exit animation in milliseconds. A menu that another one replaces, or whose panel closes, has no animation. */
  readonly closeAnimationMs: number;
}

/** Receives the user's actions in a menu, and the reason for which it closed. */
interface MenuReport {
  select(menuId: string, itemId: string): void;
  changeValue(menuId: string, itemId: string, value: number): void;
  /** Called once, even after a choice. */
  dismiss(menuId: string, reason: string): void;
}

/** A menu that is opening or open. */
interface Menu {
  readonly id: string;
  /** The panel that opened it. */
  readonly panel: string | undefined;
  readonly report: MenuReport;
  readonly rows: RowIndex;
  readonly closeAnimationMs: number;
  /** What the user did before the response of `menu.show` was sent. The events must follow it. */
  readonly early: UserAction[];
}

/** Handles what the user did in a menu. */
type UserAction = (menu: Menu) => void;

/** The menu overlay of one connection. */
export class MenuOverlay implements Listeners {
  readonly #connection: ConnectionContext;
  /** Openings and closings. */
  readonly #changes = new SerialQueue();
  #lastNumber = 0;
  /** The menu that the player is opening. */
  #opening: Menu | undefined;
  #open: Menu | undefined;
  /** The menus whose choice a call waits for. */
  readonly #waiting = new Set<MenuReport>();
  /** Cancels the timer that handles early signals of the open menu. */
  #cancelEarly: (() => void) | undefined;

  constructor(connection: ConnectionContext) {
    this.#connection = connection;
  }

  /**
   * Opens a menu and closes the open one first.
   *
   * @returns The menu's id, `menu-<n>`.
   * @throws {NativeActionError} When the player fails to open it.
   * @throws {CancelledError} When the call was cancelled. Its menu is closed then.
   */
  show(context: Context, request: MenuRequest): Promise<string> {
    // Events of a menu that no panel opened go to all panels.
    const audience: Audience = context.panel === undefined ? "all" : { panel: context.panel };
    const { emit } = this.#connection;
    return this.#replace(context, request, {
      select: (menuId, itemId) => emit(menuEvents.select, { menuId, itemId }, audience),
      changeValue: (menuId, itemId, value) =>
        emit(menuEvents.valueChanged, { menuId, itemId, value }, audience),
      dismiss: (menuId, reason) => emit(menuEvents.dismiss, { menuId, reason }, audience),
    });
  }

  /**
   * Opens a menu, closes the open one first, and waits until it has closed. It has no events.
   *
   * @returns The id of the chosen row; null without a choice.
   * @throws {NativeActionError} When the player fails to open it.
   * @throws {CancelledError} When the call was cancelled. The menu is closed then.
   */
  async choose(context: Context, request: MenuRequest): Promise<string | null> {
    const { promise: closed, resolve } = Promise.withResolvers<string | null>();
    let chosen: string | null = null;
    const report: MenuReport = {
      select: (_menuId, itemId) => chosen = itemId,
      changeValue: () => {},
      dismiss: () => resolve(chosen),
    };
    const cancel = () => void this.#dismissMenuOf(report, dismissReasons.cancelled);
    this.#waiting.add(report);
    try {
      await this.#replace(context, request, report);
      context.cancelSignal.addEventListener("abort", cancel);
      return await closed;
    } finally {
      this.#waiting.delete(report);
      context.cancelSignal.removeEventListener("abort", cancel);
    }
  }

  /**
   * Closes the open menu, whichever panel opened it. A menu that is opening is closed when it is open.
   *
   * @param reason For the player and the panel, cut to {@linkcode MAX_DISMISS_REASON}.
   * @returns Settles when the player has answered. Never rejects.
   */
  dismiss(reason: string): Promise<void> {
    return this.#inOrder(() => this.#closeOpen(cutReason(reason), this.#open?.closeAnimationMs ?? 0));
  }

  /** Closes the menus whose choice a call waits for: otherwise the shutdown would wait as long as the menu is open. */
  onShutdown(): void {
    for (const report of this.#waiting) void this.#dismissMenuOf(report, dismissReasons.shutdown);
  }

  readonly on: SignalListeners = {
    "signal.overlaySelected": ({ menuId, itemId }) =>
      this.#hear(menuId, (menu) => this.#select(menu, itemId)),
    "signal.overlayValueChanged": ({ menuId, itemId, value }) =>
      this.#hear(menuId, (menu) => this.#changeValue(menu, itemId, value)),
    "signal.overlayDismissed": ({ menuId, reason }) =>
      this.#hear(menuId, (menu) => this.#forget(menu, cutReason(reason))),
  };

  onPanelClosed(panel: string): void {
    // After earlier changes, so that a menu of the panel that is still opening is closed too.
    this.#inOrder(async () => {
      if (this.#open?.panel === panel) await this.#closeOpen(dismissReasons.panelClosed, 0);
    }).catch((error: unknown) =>
      this.#connection.diagnostics.report("error", "a defect of the bridge: {error}", { error })
    );
  }

  async close(): Promise<void> {
    await this.#changes.ended;
    this.#hearEarly();
    const menu = this.#open;
    if (!menu) return;
    this.#forget(menu, dismissReasons.shutdown);
    this.#tellToClose(menu.id, dismissReasons.shutdown, 0);
  }

  /** Runs one opening or closing when all earlier ones have ended. */
  #inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#changes.run(async () => {
      // A call is answered that it is cancelled before its menu is closed.
      await Promise.resolve();
      return await work();
    });
  }

  /** Closes the open menu and opens another one. */
  #replace(context: Context, request: MenuRequest, report: MenuReport): Promise<string> {
    return this.#inOrder(async () => {
      requireWanted(context);
      await this.#closeOpen(dismissReasons.replaced, 0);
      requireWanted(context);
      return await this.#openMenu(context, request, report);
    });
  }

  /** Closes a menu if it is the open one when its turn comes. */
  #dismissMenuOf(report: MenuReport, reason: string): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#open?.report === report) await this.#closeOpen(reason, 0);
    });
  }

  async #openMenu(
    context: Context,
    { drawing, closeAnimationMs }: MenuRequest,
    report: MenuReport,
  ): Promise<string> {
    const { player, clock } = this.#connection;
    const { panel } = context;
    const id = `menu-${++this.#lastNumber}`;
    const rows = new RowIndex(drawing.items);
    const menu: Menu = { id, panel, report, rows, closeAnimationMs, early: [] };
    this.#opening = menu;
    try {
      // Outside the call: if the call were cancelled, the bridge would not know whether the menu is open.
      await player.request("player.overlay.open", { menuId: id, ...drawing }, panel);
    } catch (error) {
      // Without an answer of the player the menu may be open, or may still open.
      if (!(error instanceof NativeActionError) || error.playerCode === undefined) {
        this.#tellToClose(id, dismissReasons.cancelled, 0);
      }
      throw error;
    } finally {
      this.#opening = undefined;
    }
    if (context.cancelSignal.aborted) {
      await this.#askToClose(menu, dismissReasons.cancelled, 0);
      throw new CancelledError();
    }
    this.#open = menu;
    // The response is sent before a timer runs.
    if (menu.early.length > 0) this.#cancelEarly = clock.after(0, () => this.#hearEarly());
    return id;
  }

  async #closeOpen(reason: string, animationMs: number): Promise<void> {
    const menu = this.#open;
    if (!menu) return;
    this.#takeOpen();
    await this.#askToClose(menu, reason, animationMs);
    menu.report.dismiss(menu.id, reason);
  }

  /** Never rejects: the bridge can do nothing more about a menu that the player cannot close. */
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

  /** Handles what the user did in a menu. It is ignored for any other menu than the open one. */
  #hear(menuId: string, act: UserAction): void {
    if (menuId === this.#opening?.id) {
      this.#opening.early.push(act);
      return;
    }
    this.#hearEarly();
    if (menuId === this.#open?.id) act(this.#open);
  }

  #hearEarly(): void {
    this.#cancelEarly?.();
    this.#cancelEarly = undefined;
    const menu = this.#open;
    if (!menu) return;
    for (const act of menu.early.splice(0)) {
      // A choice closes the menu.
      if (this.#open === menu) act(menu);
    }
  }

  #select(menu: Menu, itemId: string): void {
    if (!menu.rows.isSelectable(itemId)) return;
    menu.report.select(menu.id, itemId);
    this.#forget(menu, dismissReasons.selected);
    this.#tellToClose(menu.id, dismissReasons.selected, menu.closeAnimationMs);
  }

  #changeValue(menu: Menu, itemId: string, value: number): void {
    if (menu.rows.takesValue(itemId, value)) menu.report.changeValue(menu.id, itemId, value);
  }

  #forget(menu: Menu, reason: string): void {
    this.#takeOpen();
    menu.report.dismiss(menu.id, reason);
  }

  /** Forgets the open menu; signals about it are ignored from now on. */
  #takeOpen(): void {
    this.#open = undefined;
    this.#cancelEarly?.();
    this.#cancelEarly = undefined;
  }
}

/** The menu overlay as a part of a connection. */
export const menuOverlay: Part<MenuOverlay> = {
  name: "menu overlay",
  createState: (connection) => new MenuOverlay(connection),
  listeners: (overlay) => overlay,
};

/** A very long reason could make the action or the event exceed the frame limit. */
function cutReason(reason: string): string {
  return reason.slice(0, MAX_DISMISS_REASON);
}

function requireWanted({ cancelSignal }: Context): void {
  if (cancelSignal.aborted) throw new CancelledError();
}

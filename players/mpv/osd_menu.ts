import type { OverlayRow } from "../../host_stdio/api/shapes.ts";
import { isChosen, MAX_RATING, reachableRows, takesValue } from "../model/overlay.ts";
import { type MpvEvent, MpvGone } from "./ipc/mpv_client.ts";
import type { MpvLink } from "./ipc/mpv_link.ts";

export interface OsdMenuListener {
  /** Called with the id of the chosen row, or with the typed text. The menu has closed. */
  choose(id: string): void;
  /**
   * Called when the menu was closed without a choice.
   *
   * @param reason `escape`, `replaced` by another menu, `closed` with mpv, or the user's own reason.
   */
  dismiss(reason: string): void;
  /** Called when the value of a row has changed. The menu stays open. */
  change?(id: string, value: number): void;
}

/** A level of the menu, with the index of the marked row. */
interface Level {
  readonly rows: readonly OverlayRow[];
  mark: number;
  /** Lines above the rows. */
  readonly head?: readonly string[];
  /** The text that the user types, instead of rows. */
  text?: string;
}

const SECTION = "tonearm-menu";
const OVERLAY_ID = 7291;
/** The height of the screen in units of text positions. */
const HEIGHT = 720;
const FONT_SIZE = 26;
const MAX_ROWS = 20;

const keys: Readonly<Record<string, string>> = {
  UP: "up",
  DOWN: "down",
  LEFT: "left",
  RIGHT: "right",
  ENTER: "choose",
  KP_ENTER: "choose",
  ESC: "escape",
};

/** The keys of a text: mpv sends each letter. The section's name is that of the binding. */
const textKeys = (client: string): string[] => [
  `ANY_UNICODE script-binding ${client}/${SECTION}`,
  `BS script-message-to ${client} ${SECTION} erase`,
];

/**
 * The menu on mpv's screen, controlled by the keyboard. Steps run one after the other, because each needs
 * several answers from mpv.
 */
export class OsdMenu {
  readonly #link: MpvLink;
  #levels: Level[] = [];
  #listener: OsdMenuListener | null = null;
  #lastStep: Promise<unknown> = Promise.resolve();

  constructor(link: MpvLink) {
    this.#link = link;
  }

  /**
   * Shows a menu and dismisses the open one as replaced.
   *
   * @param more Lines above the rows, the row that is marked first, or a text that the user types instead.
   * @throws {MpvGone} When there is no mpv.
   */
  open(
    rows: readonly OverlayRow[],
    listener: OsdMenuListener,
    more: Partial<Omit<Level, "rows">> = {},
  ): Promise<void> {
    return this.#exclusively(async () => {
      const name = String(await this.#link.command("client_name"));
      const lines = Object.entries(keys).map(([key, step]) =>
        `${key} script-message-to ${name} ${SECTION} ${step}`
      );
      if (more.text !== undefined) lines.push(...textKeys(name));
      // Forced: these keys belong to the open menu, whatever the user has bound to them.
      await this.#link.command("define-section", SECTION, lines.join("\n"), "force");
      await this.#link.command("enable-section", SECTION, "allow-hide-cursor+allow-vo-dragging");
      const before = this.#listener;
      this.#listener = listener;
      this.#levels = [{ mark: firstRow(rows), ...more, rows }];
      before?.dismiss("replaced");
      await this.#draw();
    });
  }

  /** The rows of the open menu, with submenus; null when none is open. */
  get rows(): readonly OverlayRow[] | null {
    return this.#levels[0]?.rows ?? null;
  }

  /**
   * Chooses a row, which closes the menu.
   *
   * @returns Whether the row can be chosen.
   */
  choose(id: string): Promise<boolean> {
    return this.#exclusively(async () => {
      const row = reachableRows(this.rows ?? []).find((row) => row.id === id && isChosen(row));
      const listener = row && await this.#hide();
      listener?.choose(id);
      return listener !== undefined;
    });
  }

  /**
   * Changes the value of a rich row; the menu stays open.
   *
   * @param value Stars, a slider's position or a segment's index.
   * @returns Whether the row can have that value.
   * @throws {MpvGone} When mpv ends meanwhile.
   */
  change(id: string, value: number): Promise<boolean> {
    return this.#exclusively(async () => {
      const row = reachableRows(this.rows ?? []).find((row) => row.id === id && takesValue(row, value));
      if (!row) return false;
      row.value = value;
      this.#listener?.change?.(id, value);
      await this.#draw();
      return true;
    });
  }

  /**
   * Closes the menu without a choice.
   *
   * @returns Whether one was open.
   */
  dismiss(reason: string): Promise<boolean> {
    return this.#exclusively(async () => {
      const listener = await this.#hide();
      listener?.dismiss(reason);
      return listener !== undefined;
    });
  }

  /** Removes the menu of this listener, without calling it. A menu that has replaced it stays. */
  close(listener: OsdMenuListener): Promise<void> {
    return this.#exclusively(async () => {
      if (this.#listener === listener) await this.#hide();
    });
  }

  /** Closes the menu because mpv has ended. */
  disconnected(): void {
    this.#forget()?.dismiss("closed");
  }

  async event({ event, args }: MpvEvent): Promise<void> {
    if (event !== "client-message" || !Array.isArray(args)) return;
    const [name, step, state, , letter] = args;
    if (name === SECTION) return await this.#exclusively(() => this.#key(step));
    // A letter is pressed, repeated or sent; `u` is its release.
    if (name !== "key-binding" || step !== SECTION || !/^[dpr]/.test(String(state))) return;
    await this.#exclusively(() => this.#type(String(letter ?? "")));
  }

  async #type(letter: string): Promise<void> {
    const level = this.#levels.at(-1);
    if (level?.text === undefined) return;
    level.text += letter;
    await this.#draw();
  }

  async #key(key: unknown): Promise<void> {
    const level = this.#levels.at(-1);
    if (!level) return;
    const row = level.rows[level.mark];
    switch (key) {
      case "up":
      case "down":
        level.mark = nextRow(level, key === "up" ? -1 : 1);
        break;
      case "left":
      case "right":
        if (!this.#adjust(row, key === "right" ? 1 : -1)) {
          if (key === "right" && row?.enabled && row.submenu) this.#descend(row.submenu);
          else if (key === "left" && this.#levels.length > 1) this.#levels.pop();
        }
        break;
      case "erase":
        level.text &&= [...level.text].slice(0, -1).join("");
        break;
      case "choose":
        if (level.text !== undefined) return (await this.#hide())?.choose(level.text);
        if (!row?.enabled) break;
        if (row.submenu) this.#descend(row.submenu);
        else if (isChosen(row)) return (await this.#hide())?.choose(row.id);
        break;
      case "escape":
        if (this.#levels.length === 1) return (await this.#hide())?.dismiss("escape");
        this.#levels.pop();
    }
    await this.#draw();
  }

  /** Runs a step after the earlier ones. */
  #exclusively<Result>(step: () => Promise<Result>): Promise<Result> {
    const done = this.#lastStep.then(step);
    this.#lastStep = done.catch(() => {
      // The caller of the step gets the error.
    });
    return done;
  }

  #forget(): OsdMenuListener | undefined {
    const listener = this.#listener ?? undefined;
    this.#listener = null;
    this.#levels = [];
    return listener;
  }

  /** Removes the open menu and returns its listener. The menu counts as removed when mpv ends meanwhile. */
  async #hide(): Promise<OsdMenuListener | undefined> {
    const listener = this.#forget();
    if (!listener) return undefined;
    try {
      await this.#link.command("disable-section", SECTION);
      await this.#draw();
    } catch (error) {
      if (!(error instanceof MpvGone)) throw error;
    }
    return listener;
  }

  #descend(rows: readonly OverlayRow[]): void {
    this.#levels.push({ rows, mark: firstRow(rows) });
  }

  /** Changes the value of a rich row; false for other rows. */
  #adjust(row: OverlayRow | undefined, step: number): boolean {
    const range = row && valueRange(row);
    if (!row || !range) return false;
    const [low, high] = range;
    const size = row.type === "slider" ? Math.max(1, Math.round((high - low) / 20)) : 1;
    let value = Math.min(high, Math.max(low, (row.value ?? low) + step * size));
    while (row.type === "segmented" && value > low && value < high && !row.segments?.[value]?.enabled) {
      value += step;
    }
    if (value === row.value || (row.type === "segmented" && !row.segments?.[value]?.enabled)) return true;
    row.value = value;
    this.#listener?.change?.(row.id, value);
    return true;
  }

  async #draw(): Promise<void> {
    const level = this.#levels.at(-1);
    await this.#link.commandOf("osd-overlay", {
      id: OVERLAY_ID,
      format: level ? "ass-events" : "none",
      data: level ? assText(level) : "",
      res_x: 0,
      res_y: HEIGHT,
      z: 100,
    });
  }
}

/** Renders a level as text of ASS events. */
export function assText({ rows, mark, head = [], text }: Level): string {
  const first = Math.max(0, Math.min(mark - MAX_ROWS / 2, rows.length - MAX_ROWS));
  const lines = rows.slice(first, first + MAX_ROWS).map((row, index) => {
    const here = first + index === mark;
    const colour = row.enabled ? "" : "{\\alpha&H80&}";
    return `${colour}${here ? "▸ " : "   "}${escaped(rowText(row))}`;
  });
  if (text !== undefined) lines.push(`▸ ${escaped(text)}▏`);
  return `{\\an7\\fs${FONT_SIZE}\\pos(40,40)}${[...head.map(escaped), ...lines].join("\\N")}`;
}

function rowText(row: OverlayRow): string {
  const check = row.checked ? "✓ " : "";
  switch (row.type) {
    case "separator":
      return "────────";
    case "nowplaying":
      return [row.title, row.subtitle].filter(Boolean).join(" – ") || row.label;
    case "rating":
      return `${row.label} ${"★".repeat(row.value ?? 0)}${"☆".repeat(MAX_RATING - (row.value ?? 0))}`.trim();
    case "slider":
      return `${row.label} ◂ ${row.value ?? row.min ?? 0} ▸`.trim();
    case "segmented":
      return `${row.label} ${
        (row.segments ?? []).map(({ label }, index) => index === row.value ? `[${label}]` : label).join(" ")
      }`.trim();
    default:
      return `${check}${row.label}${row.submenu ? " ▸" : ""}`;
  }
}

/** Escapes a page's text, so that it contains no drawing commands and no line breaks. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\\u2060").replaceAll("{", "\\{").replaceAll(/[\r\n\0]/g, " ");
}

function valueRange(
  { type, min = 0, max = 100, segments = [], enabled }: OverlayRow,
): [number, number] | undefined {
  if (!enabled) return undefined;
  switch (type) {
    case "rating":
      return [0, MAX_RATING];
    case "slider":
      return [min, max];
    case "segmented":
      return [0, segments.length - 1];
    default:
      return undefined;
  }
}

function firstRow(rows: readonly OverlayRow[]): number {
  return Math.max(0, rows.findIndex(({ type }) => type !== "separator"));
}

function nextRow({ rows, mark }: Level, step: number): number {
  for (let at = mark + step; at >= 0 && at < rows.length; at += step) {
    if (rows[at]?.type !== "separator") return at;
  }
  return mark;
}

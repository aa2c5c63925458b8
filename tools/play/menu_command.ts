/**
 * `:menu`: the user in front of the menu that the bridge has opened.
 *
 * @module
 */

import { bold, cyan, dim } from "@std/fmt/colors";
import type { OverlayRow } from "../../host_stdio/shapes.ts";
import { plainText } from "../../text/unicode.ts";
import { byHand } from "./by_hand.ts";
import type { Command, Desk, Words } from "./desk.ts";
import { Misuse } from "./prompt_line.ts";

/** `:menu`. */
export const menuCommand: Command = {
  name: "menu",
  usage: "[choose ROW | change ROW VALUE | dismiss [REASON]]",
  about: "Lists the rows of the open menu, or uses it as a user does. A row is named by its id or its label.",
  complete([verb, ...more], desk) {
    if (verb === undefined) return ["choose", "change", "dismiss"];
    const takesRow = (verb === "choose" || verb === "change") && more.length === 0;
    if (!takesRow) return [];
    // A context menu's separators and submenus have none.
    return rowsIn(openMenu(desk)?.rows ?? []).map(({ row }) => row.id).filter((id) => id !== "");
  },
  run(words, desk, signal) {
    if (words.done) return list(desk);
    const verb = words.word("what to do");
    switch (verb) {
      case "choose":
        return choose(words, desk, signal);
      case "change":
        return change(words, desk, signal);
      case "dismiss":
        return dismiss(words, desk, signal);
      default:
        throw new Misuse(`:menu knows choose, change and dismiss, not ${JSON.stringify(verb)}`);
    }
  },
};

/** A row and how deep it lies. */
interface Placed {
  readonly row: OverlayRow;
  readonly depth: number;
}

function rowsIn(rows: readonly OverlayRow[], depth = 0): Placed[] {
  return rows.flatMap((row) => [{ row, depth }, ...rowsIn(row.submenu ?? [], depth + 1)]);
}

/** The menu that is open: a panel's own, or the player's context menu. */
function openMenu({ session }: Desk): { readonly name: string; readonly rows: readonly OverlayRow[] } | null {
  const { overlay, contextMenu } = session.player.facts;
  if (overlay) return { name: overlay.menuId, rows: overlay.items };
  return contextMenu ? { name: "the context menu", rows: contextMenu } : null;
}

function openRows(desk: Desk): Placed[] {
  const menu = openMenu(desk);
  if (!menu) throw new Misuse("no menu is open; menu.show opens one");
  return rowsIn(menu.rows);
}

function list(desk: Desk): void {
  const rows = openRows(desk);
  const top = rows.filter(({ depth }) => depth === 0).length;
  desk.print(`  ${bold(plainText(openMenu(desk)?.name ?? ""))} ${dim(`${top} rows at its top`)}`);
  for (const { row, depth } of rows) desk.print(`  ${"  ".repeat(depth)}${rowText(row)}`);
}

function rowText({ id, type, label, enabled, checked, value, min, max, segments }: OverlayRow): string {
  if (type === "separator") return dim("--------");
  const facts = [
    ...type === "normal" ? [] : [plainText(type)],
    ...checked ? ["checked"] : [],
    ...enabled ? [] : ["disabled"],
    ...value === undefined ? [] : [`value ${value}`],
    ...min === undefined && max === undefined ? [] : [`of ${min ?? ""} to ${max ?? ""}`],
    ...segments ? [segments.map((segment) => plainText(segment.label)).join(" | ")] : [],
  ];
  return `${cyan(plainText(id))} ${plainText(label)}${facts.length > 0 ? dim(` (${facts.join(", ")})`) : ""}`;
}

/** The id of the row that a user means: by its id or, when no row has it as its id, by its label. */
function rowId(named: string, desk: Desk): string {
  const rows = openRows(desk).map(({ row }) => row);
  const byId = rows.find(({ id }) => id === named);
  const byLabel = rows.filter(({ label }) => label === named);
  const [row, second] = byId ? [byId] : byLabel;
  if (!row) throw new Misuse(`the menu has no row ${JSON.stringify(named)}; :menu lists them`);
  if (second) {
    throw new Misuse(`${byLabel.length} rows are labelled ${JSON.stringify(named)}; name one by its id`);
  }
  return row.id;
}

async function choose(words: Words, desk: Desk, signal: AbortSignal): Promise<void> {
  const { user } = desk.session.player;
  const id = rowId(words.text("the row"), desk);
  if (!await byHand(() => user.chooseRow(id), signal)) {
    throw new Misuse(
      `the row ${JSON.stringify(id)} cannot be chosen: it is disabled, divides, or has a submenu or a value`,
    );
  }
}

async function change(words: Words, desk: Desk, signal: AbortSignal): Promise<void> {
  const [, named = "", number] = /^(.*?)\s+(-?\d+)$/su.exec(words.text("the row and its value")) ?? [];
  if (number === undefined) {
    throw new Misuse("a row and a whole number are needed, as in :menu change volume 40");
  }
  const { user } = desk.session.player;
  const id = rowId(named, desk);
  if (!await byHand(() => user.changeRow(id, Number(number)), signal)) {
    throw new Misuse(`the row ${JSON.stringify(id)} cannot have the value ${number}`);
  }
}

async function dismiss(words: Words, desk: Desk, signal: AbortSignal): Promise<void> {
  openRows(desk);
  const { user } = desk.session.player;
  const reason = words.done ? undefined : words.text("the reason");
  await byHand(() => user.dismissMenu(reason), signal);
}

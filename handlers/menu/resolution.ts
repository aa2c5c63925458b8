/**
 * How menu labels are compared (decisions.md, "menu": normal form, name and path forms), and the one command that a page
 * means (specification, "Main menu command failure codes"). Nothing here runs a command.
 */

import type { CommandNode, MenuNode } from "../../host_stdio/api/shapes.ts";
import { foldCase } from "../../limits/unicode.ts";

const SEPARATOR = /[\\/]/;

/** Longer texts are not normalised: no label is that long, and the normal form of 60 MB takes 12 s. */
const MAX_COMPARED_UNITS = 65_536;

/** An access key in brackets, as in `打开(&O)`: a letter that the label itself does not contain. */
const ACCESS_KEY = /[((]&[^&][))]/gu;

/** Returns the ellipsis at the end of a label, `...` or `…`; "" without one. It says that a dialog follows. */
export function ellipsisOf(label: string): string {
  return endOf(wordsOf(label));
}

/**
 * Returns the normal form of a label: without access keys in brackets, `&`, a trailing ellipsis and surrounding blanks,
 * case folded. "" when nothing is left.
 */
export function normalForm(label: string): string {
  const words = wordsOf(label);
  const ellipsis = endOf(words);
  return foldCase(ellipsis === "" ? words : words.slice(0, -ellipsis.length).trimEnd());
}

function wordsOf(label: string): string {
  return (label.includes("&") ? label.replace(ACCESS_KEY, "").replaceAll("&", "") : label).trim();
}

function endOf(words: string): string {
  if (words.endsWith("...")) return "...";
  return words.endsWith("…") ? "…" : "";
}

/**
 * Returns the key by which names, paths and labels are compared: the normal forms of the segments joined by `/`,
 * without empty ones. `/` and `\` separate segments. A label that contains a separator has several segments too, so
 * that the path of every node leads back to it.
 */
export function pathKey(text: string): string {
  if (text.length > MAX_COMPARED_UNITS) return text;
  if (!SEPARATOR.test(text)) return normalForm(text);
  return text.split(SEPARATOR).map(normalForm).filter((segment) => segment !== "").join("/");
}

/** Whether a key of {@linkcode pathKey} has several segments. */
function isPath(key: string): boolean {
  return key.includes("/");
}

/** Joins the keys of a menu ("" at the top) and of an item in it. */
export function joinKeys(parent: string, child: string): string {
  return parent === "" || child === "" ? parent + child : `${parent}/${child}`;
}

const GUID =
  /^(?:\{([0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12})\}|([0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}))$/i;

/**
 * Parses a GUID with or without braces, in any case.
 *
 * @returns The canonical form `{XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}` in upper case; undefined for any other text.
 */
export function parseGuid(text: string): string | undefined {
  const [, inBraces, bare] = GUID.exec(text) ?? [];
  const digits = inBraces ?? bare;
  return digits === undefined ? undefined : `{${digits.toUpperCase()}}`;
}

/** A command and its place in the menu. */
export interface PlacedCommand {
  readonly node: CommandNode;
  /** The player's labels from the top of the menu, joined by `/`. */
  readonly path: string;
}

/** The result of the search for a command. */
export type Resolution =
  | { readonly outcome: "found"; readonly node: CommandNode }
  | { readonly outcome: "disabled"; readonly node: CommandNode }
  | { readonly outcome: "ambiguous"; readonly candidates: readonly PlacedCommand[] }
  | { readonly outcome: "notFound" };

/** The GUIDs of a command in canonical form. A dynamically generated child has both. */
export interface CommandGuid {
  readonly guid: string;
  readonly subGuid: string | undefined;
}

/** The error texts for a command that is not run, with what the page asked for. */
export const refusals = {
  disabled: (what: string | number) => `Command is currently disabled: ${what}`,
  ambiguous: (what: string | number) => `Command is ambiguous: ${what}`,
  notFound: (what: string | number) => `Command not found: ${what}`,
} as const;

/**
 * Finds a command by name or path. A name of one segment matches commands anywhere, a path only those at that place
 * from the top.
 *
 * @param isRunnable Commands for which this is false are ignored.
 * @returns Ambiguous when several commands match, disabled ones included. Nodes with the same GUIDs are one command.
 */
export function resolveName(
  nodes: readonly MenuNode[],
  name: string,
  isRunnable: (node: CommandNode) => boolean,
): Resolution {
  const wanted = pathKey(name);
  const matches: PlacedCommand[] = [];
  collectNamed(nodes, { key: wanted, anywhere: !isPath(wanted) }, { key: "", path: "" }, matches);
  const runnable = matches.filter(({ node }) => isRunnable(node));
  // A command that is shown in several places is one command.
  const commands = new Map<string | CommandNode, PlacedCommand>();
  for (const match of runnable) {
    const identity = identityOf(match.node);
    if (!commands.has(identity)) commands.set(identity, match);
  }
  if (commands.size > 1) return { outcome: "ambiguous", candidates: [...commands.values()] };
  return resultOf(runnable.map(({ node }) => node));
}

/** The GUIDs of a command; a node without GUID is a command of its own. */
function identityOf(node: CommandNode): string | CommandNode {
  return node.guid === undefined ? node : `${node.guid}${node.subGuid ?? ""}`.toUpperCase();
}

/**
 * Finds a command by its GUID. Without `subGuid` only commands without one match.
 *
 * @returns Never `ambiguous`.
 */
export function resolveGuid(nodes: readonly MenuNode[], { guid, subGuid }: CommandGuid): Resolution {
  return resultOf(
    commandsIn(nodes, (node) => node.guid?.toUpperCase() === guid && node.subGuid?.toUpperCase() === subGuid),
  );
}

/** Whether any command is a dynamically generated child of a GUID in canonical form. */
export function ownsChildren(nodes: readonly MenuNode[], guid: string): boolean {
  return commandsIn(nodes, (node) => node.subGuid !== undefined && node.guid?.toUpperCase() === guid).length >
    0;
}

/**
 * Finds a command by the number that the player gave it when it built the menu.
 *
 * @returns Never `ambiguous`.
 */
export function resolveId(nodes: readonly MenuNode[], commandId: number): Resolution {
  return resultOf(commandsIn(nodes, (node) => node.commandId === commandId));
}

/** Nodes of the same command count as disabled when any of them is. */
function resultOf(same: readonly CommandNode[]): Resolution {
  const [first] = same;
  if (!first) return { outcome: "notFound" };
  const disabled = same.find((node) => !node.enabled);
  return disabled ? { outcome: "disabled", node: disabled } : { outcome: "found", node: first };
}

function commandsIn(nodes: readonly MenuNode[], accept: (node: CommandNode) => boolean): CommandNode[] {
  return nodes.flatMap((node) => {
    if (node.type === "submenu") return commandsIn(node.children, accept);
    return node.type === "command" && accept(node) ? [node] : [];
  });
}

/** Collects the commands with the wanted path or, if `anywhere`, the wanted name, in order. */
function collectNamed(
  nodes: readonly MenuNode[],
  wanted: { readonly key: string; readonly anywhere: boolean },
  menu: { readonly key: string; readonly path: string },
  matches: PlacedCommand[],
): void {
  for (const node of nodes) {
    if (node.type === "separator") continue;
    const name = pathKey(node.label);
    const key = joinKeys(menu.key, name);
    if (node.type === "submenu") {
      collectNamed(node.children, wanted, { key, path: `${menu.path}${node.label}/` }, matches);
    } else if (name !== "" && (key === wanted.key || wanted.anywhere && name === wanted.key)) {
      matches.push({ node, path: menu.path + node.label });
    }
  }
}

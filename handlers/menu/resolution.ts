/**
 * Finding the one command that a page means (contract-decisions.md, "menu"; specification, "Main menu command failure
 * codes"). Nothing here runs a command, and only what is found, enabled and unmistakable comes back as `found`.
 *
 * @module
 */

import type { CommandNode, MenuNode } from "../../host_stdio/shapes.ts";
import { isPath, joinKeys, pathKey } from "./label.ts";

const GUID =
  /^(?:\{([0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12})\}|([0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}))$/i;

/**
 * Reads a GUID, with or without braces, in any case.
 *
 * @param text Any text.
 * @returns Its canonical form `{XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}` in upper case; undefined for any other text.
 */
export function parseGuid(text: string): string | undefined {
  const [, inBraces, bare] = GUID.exec(text) ?? [];
  const digits = inBraces ?? bare;
  return digits === undefined ? undefined : `{${digits.toUpperCase()}}`;
}

/** A command and where it is. */
export interface PlacedCommand {
  readonly node: CommandNode;
  /** The host's labels from the top of the menu, joined by `/`. */
  readonly path: string;
}

/** What became of the search for a command. */
export type Resolution =
  | { readonly outcome: "found"; readonly node: CommandNode }
  | { readonly outcome: "disabled"; readonly node: CommandNode }
  | { readonly outcome: "ambiguous"; readonly candidates: readonly PlacedCommand[] }
  | { readonly outcome: "notFound" };

/** A command's GUID, with a second one when it is a dynamically generated child, both in canonical form. */
export interface CommandGuid {
  readonly guid: string;
  readonly subGuid: string | undefined;
}

/** The texts for a command that is not run. Each ends in what the page has asked for. */
export const refusals = {
  disabled: (what: string | number) => `Command is currently disabled: ${what}`,
  ambiguous: (what: string | number) => `Command is ambiguous: ${what}`,
  notFound: (what: string | number) => `Command not found: ${what}`,
} as const;

/**
 * Finds a command by name or path. A name of one segment finds commands anywhere, a path those at that place from the
 * top of the menu.
 *
 * @param nodes The whole menu.
 * @param name A leaf's name or a path of names.
 * @param isRunnable Tells which commands count; the others are as good as not there.
 * @returns What became of it: several commands are ambiguous, whichever of them are disabled. Nodes with the same GUIDs
 * are one command.
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
  // A command that the menu shows in several places is one command.
  const commands = new Map<string | CommandNode, PlacedCommand>();
  for (const match of runnable) {
    const identity = identityOf(match.node);
    if (!commands.has(identity)) commands.set(identity, match);
  }
  if (commands.size > 1) return { outcome: "ambiguous", candidates: [...commands.values()] };
  return judge(runnable.map(({ node }) => node));
}

/** What two nodes of the same command have in common: the GUIDs, or else the node itself. */
function identityOf(node: CommandNode): string | CommandNode {
  return node.guid === undefined ? node : `${node.guid}${node.subGuid ?? ""}`.toUpperCase();
}

/**
 * Finds a command by its GUID.
 *
 * @param nodes The whole menu.
 * @param command The command; without subGuid, only a command that has none itself is meant.
 * @returns What became of it; never `ambiguous`.
 */
export function resolveGuid(nodes: readonly MenuNode[], { guid, subGuid }: CommandGuid): Resolution {
  return judge(
    commandsIn(nodes, (node) => node.guid?.toUpperCase() === guid && node.subGuid?.toUpperCase() === subGuid),
  );
}

/**
 * Whether a GUID owns dynamically generated children.
 *
 * @param nodes The whole menu.
 * @param guid The GUID in canonical form.
 * @returns Whether any command is such a child.
 */
export function ownsChildren(nodes: readonly MenuNode[], guid: string): boolean {
  return commandsIn(nodes, (node) => node.subGuid !== undefined && node.guid?.toUpperCase() === guid).length >
    0;
}

/**
 * Finds a command by the number that the player gave it when it built the menu.
 *
 * @param nodes The whole menu.
 * @param commandId The number.
 * @returns What became of it; never `ambiguous`.
 */
export function resolveId(nodes: readonly MenuNode[], commandId: number): Resolution {
  return judge(commandsIn(nodes, (node) => node.commandId === commandId));
}

/** Judges nodes that are all the same command: a player that shows it disabled anywhere does not want it run. */
function judge(same: readonly CommandNode[]): Resolution {
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

/** Adds the commands whose name, where that may be anywhere, or whose path from the top is the wanted one, in order. */
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

/**
 * Menu trees as they are answered to a page (contract-decisions.md, "menu": tree nodes, availability). One walk over the
 * player's tree gives paths, translations and counters alike.
 *
 * @module
 */

import * as v from "valibot";
import { ACTION_NOT_SUPPORTED, MENU_TREE_UNAVAILABLE } from "../../host_stdio/native_actions.ts";
import { NativeActionError, type Player } from "../../host_stdio/player.ts";
import type { CommandNode, MenuContext, MenuNode, SubmenuNode } from "../../host_stdio/shapes.ts";
import { Failure } from "../core/operation.ts";
import { joinKeys, pathKey } from "./label.ts";
import type { Translate } from "./translation.ts";

/** The command id of a command that comes from a list without tree. */
const NO_COMMAND_ID = -1;

/** The text for a context menu that the player cannot build. */
export const contextMenuFailed = "Failed to initialize context menu";

/** The main menu. */
export interface MainMenu {
  readonly nodes: readonly MenuNode[];
  /** Whether the player could build no tree, so that the nodes are a flat list of commands. */
  readonly fallback: boolean;
}

/**
 * Has the context menu for some tracks built.
 *
 * @param player The player, asked in the name of the call.
 * @param context The tracks.
 * @returns Its nodes.
 * @throws {Failure} Whatever it is that the player fails in.
 */
export async function buildContextMenu(player: Player, context: MenuContext): Promise<readonly MenuNode[]> {
  try {
    return (await player.request("player.menu.build", { kind: "context", context })).nodes;
  } catch (error) {
    if (error instanceof NativeActionError) throw new Failure(contextMenuFailed);
    throw error;
  }
}

/**
 * Has the main menu built, or listed where the player cannot build a tree.
 *
 * @param player The player, asked in the name of the call.
 * @returns The menu.
 * @throws {NativeActionError} When the player fails in another way.
 */
export async function buildMainMenu(player: Player): Promise<MainMenu> {
  try {
    return { nodes: (await player.request("player.menu.build", { kind: "main" })).nodes, fallback: false };
  } catch (error) {
    if (!(error instanceof NativeActionError && hasNoTree(error))) throw error;
  }
  const { commands } = await player.request("player.menu.listMainCommands", {});
  const nodes = commands.map(({ name, checked = false, ...rest }): CommandNode => ({
    type: "command",
    label: name,
    commandId: NO_COMMAND_ID,
    checked,
    ...rest,
  }));
  return { nodes, fallback: true };
}

function hasNoTree({ playerCode }: NativeActionError): boolean {
  return playerCode === MENU_TREE_UNAVAILABLE || playerCode === ACTION_NOT_SUPPORTED;
}

/** How many of the commands below a submenu, at every depth, can be run now. */
export interface Availability {
  totalCommands: number;
  availableCommands: number;
  disabledCommands: number;
  allAvailable: boolean;
}

/** A line between menu rows. */
export interface SeparatorItem {
  type: "separator";
}

/** A menu row that opens a further menu. */
export interface SubmenuItem {
  type: "submenu";
  /** As the host has it. */
  label: string;
  /** As a page shows it. */
  displayLabel: string;
  /** The host's labels from the top of the menu, joined by `/`. */
  path: string;
  /** The same with the labels that a page shows. */
  displayPath: string;
  children: MenuItem[];
  /** Only when asked for. */
  availability?: Availability | undefined;
}

/** A menu row that runs a command. */
export interface CommandItem {
  type: "command";
  /** As the host has it. */
  label: string;
  /** As a page shows it. */
  displayLabel: string;
  /** The host's labels from the top of the menu, joined by `/`. */
  path: string;
  /** The same with the labels that a page shows. */
  displayPath: string;
  enabled: boolean;
  checked: boolean;
  radioChecked: boolean;
  hidden: boolean;
  /** For `menu.runContextCommandById`; -1 in a list without tree. */
  commandId: number;
  /** Whether the command can be run now: the same as `enabled`. */
  available: boolean;
  guid?: string | undefined;
  /** Names one dynamically generated child of the command `guid`. */
  subGuid?: string | undefined;
  /** Whether the command has an identifier that stays: a GUID. */
  executable: boolean;
  /** Why it is not executable. */
  unaddressableReason?: "noStableIdentifier" | undefined;
}

/** One node of a menu tree as a page gets it. */
export type MenuItem = SeparatorItem | SubmenuItem | CommandItem;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const labels = { label: v.string(), displayLabel: v.string(), path: v.string(), displayPath: v.string() };

/** One node of a menu tree as a page gets it. */
export const menuItem: v.GenericSchema<MenuItem> = v.variant("type", [
  v.strictObject({ type: v.literal("separator") }),
  v.strictObject({
    type: v.literal("submenu"),
    ...labels,
    children: v.array(v.lazy(() => menuItem)),
    availability: v.optional(
      v.strictObject({
        totalCommands: count,
        availableCommands: count,
        disabledCommands: count,
        allAvailable: v.boolean(),
      }),
    ),
  }),
  v.strictObject({
    type: v.literal("command"),
    ...labels,
    enabled: v.boolean(),
    checked: v.boolean(),
    radioChecked: v.boolean(),
    hidden: v.boolean(),
    commandId: v.pipe(v.number(), v.safeInteger()),
    available: v.boolean(),
    guid: v.optional(v.string()),
    subGuid: v.optional(v.string()),
    executable: v.boolean(),
    unaddressableReason: v.optional(v.literal("noStableIdentifier")),
  }),
]);

/** How a tree is to be shaped. */
export interface ShapeOptions {
  /** Gives the labels to show; the host's own when undefined. */
  readonly translate: Translate | undefined;
  /** Whether submenus carry counters. */
  readonly withAvailability: boolean;
}

/** A menu, the one that holds everything or one in it. */
export interface Menu {
  readonly nodes: readonly MenuNode[];
  /** The labels on the way to it from the top; none for the one that holds everything. */
  readonly labels: readonly string[];
}

/**
 * Shapes a menu for a page.
 *
 * @param menu The menu as the player has built it, no deeper than the check of its answer lets through.
 * @param options See {@linkcode ShapeOptions}.
 * @returns Its nodes, in the same order.
 */
export function shapeMenu(menu: Menu, options: ShapeOptions): MenuItem[] {
  const { translate } = options;
  const path = menu.labels.map((label) => `${label}/`).join("");
  const displayPath = translate ? menu.labels.map((label) => `${translate(label)}/`).join("") : path;
  return shapeNodes(menu.nodes, path, displayPath, options, { total: 0, available: 0 });
}

/**
 * Finds the menu that a page names.
 *
 * @param nodes The menu that holds everything.
 * @param root A name or path from the top; "" names the menu that holds everything.
 * @returns The first that matches; undefined when there is none.
 */
export function findMenu(nodes: readonly MenuNode[], root: string): Menu | undefined {
  const key = pathKey(root);
  const whole = { nodes, labels: [] };
  return key === "" ? whole : findBelow(whole, "", key);
}

interface Counts {
  total: number;
  available: number;
}

/** `path` and `displayPath` end in the separator, so that each node costs one concatenation. */
function shapeNodes(
  nodes: readonly MenuNode[],
  path: string,
  displayPath: string,
  options: ShapeOptions,
  counts: Counts,
): MenuItem[] {
  const { translate } = options;
  return nodes.map((node) => {
    if (node.type === "separator") return { type: "separator" };
    const { label } = node;
    const ownPath = path + label;
    const displayLabel = translate ? translate(label) : label;
    const ownDisplayPath = translate ? displayPath + displayLabel : ownPath;
    return node.type === "submenu"
      ? shapeSubmenu(node, displayLabel, ownPath, ownDisplayPath, options, counts)
      : shapeCommand(node, displayLabel, ownPath, ownDisplayPath, counts);
  });
}

function shapeSubmenu(
  { label, children }: SubmenuNode,
  displayLabel: string,
  path: string,
  displayPath: string,
  options: ShapeOptions,
  counts: Counts,
): SubmenuItem {
  const below = { total: 0, available: 0 };
  const item: SubmenuItem = {
    type: "submenu",
    label,
    displayLabel,
    path,
    displayPath,
    children: shapeNodes(children, `${path}/`, `${displayPath}/`, options, below),
  };
  counts.total += below.total;
  counts.available += below.available;
  if (options.withAvailability) {
    const disabled = below.total - below.available;
    item.availability = {
      totalCommands: below.total,
      availableCommands: below.available,
      disabledCommands: disabled,
      allAvailable: disabled === 0,
    };
  }
  return item;
}

function shapeCommand(
  node: CommandNode,
  displayLabel: string,
  path: string,
  displayPath: string,
  counts: Counts,
): CommandItem {
  const { label, enabled, checked, radioChecked = false, hidden = false, commandId, guid, subGuid } = node;
  counts.total++;
  if (enabled) counts.available++;
  const executable = guid !== undefined;
  const item: CommandItem = {
    type: "command",
    label,
    displayLabel,
    path,
    displayPath,
    enabled,
    checked,
    radioChecked,
    hidden,
    commandId,
    available: enabled,
    executable,
  };
  // Set only where there is one: an undefined member would be written nowhere but cost the writer time.
  if (guid !== undefined) item.guid = guid;
  if (subGuid !== undefined) item.subGuid = subGuid;
  if (!executable) item.unaddressableReason = "noStableIdentifier";
  return item;
}

function findBelow(menu: Menu, menuKey: string, wanted: string): Menu | undefined {
  for (const node of menu.nodes) {
    if (node.type !== "submenu") continue;
    const key = joinKeys(menuKey, pathKey(node.label));
    const found = { nodes: node.children, labels: [...menu.labels, node.label] };
    if (key === wanted) return found;
    const below = findBelow(found, key, wanted);
    if (below) return below;
  }
  return undefined;
}

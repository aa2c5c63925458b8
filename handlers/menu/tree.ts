/**
 * Menu trees: the player builds them, and a page gets them with paths, translations and counters
 * (decisions.md, "menu": tree nodes, availability). One walk over the tree adds all of these.
 */

import * as v from "valibot";
import { ACTION_NOT_SUPPORTED, MENU_TREE_UNAVAILABLE } from "../../host_stdio/api/native_actions.ts";
import type { CommandNode, MenuContext, MenuNode, SubmenuNode } from "../../host_stdio/api/shapes.ts";
import { NativeActionError, type Player } from "../../host_stdio/player.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import { Failure } from "../core/operation.ts";
import { joinKeys, pathKey } from "./resolution.ts";
import type { Translate } from "./translation.ts";

/** The command id of commands in a flat list. */
const NO_COMMAND_ID = -1;

/** The error text when the player cannot build the context menu. */
export const contextMenuFailed = "Failed to initialize context menu";

export interface MainMenu {
  readonly nodes: readonly MenuNode[];
  /** Whether the nodes are a flat list, because the player cannot build a tree. */
  readonly fallback: boolean;
}

/**
 * Asks the player for the context menu of some tracks.
 *
 * @throws {Failure} When the player fails.
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
 * Asks the player for the main menu, or for its commands when it cannot build a tree.
 *
 * @throws {NativeActionError} When the player fails for another reason.
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

/** Counts of the commands below a submenu, at every depth. */
export interface Availability {
  totalCommands: number;
  availableCommands: number;
  disabledCommands: number;
  allAvailable: boolean;
}

export interface SeparatorItem {
  type: "separator";
}

export interface SubmenuItem {
  type: "submenu";
  /** The player's own label. */
  label: string;
  /** The label to show. */
  displayLabel: string;
  /** The player's labels from the top of the menu, joined by `/`. */
  path: string;
  /** The same with the labels to show. */
  displayPath: string;
  children: MenuItem[];
  /** Only when requested. */
  availability?: Availability | undefined;
}

export interface CommandItem {
  type: "command";
  /** The player's own label. */
  label: string;
  /** The label to show. */
  displayLabel: string;
  /** The player's labels from the top of the menu, joined by `/`. */
  path: string;
  /** The same with the labels to show. */
  displayPath: string;
  enabled: boolean;
  checked: boolean;
  radioChecked: boolean;
  hidden: boolean;
  /** For `menu.runContextCommandById`; -1 in a flat list. */
  commandId: number;
  /** The same as `enabled`. */
  available: boolean;
  guid?: string | undefined;
  /** The GUID of a dynamically generated child of the command `guid`. */
  subGuid?: string | undefined;
  /** Whether the command has a stable identifier, a GUID. */
  executable: boolean;
  /** Why it is not executable. */
  unaddressableReason?: "noStableIdentifier" | undefined;
}

/** A node of a menu tree in an answer. */
export type MenuItem = SeparatorItem | SubmenuItem | CommandItem;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const labels = () => ({
  label: v.string(),
  displayLabel: v.string(),
  path: v.string(),
  displayPath: v.string(),
});

/** The schema of {@linkcode MenuItem}. */
export const menuItem = (): v.GenericSchema<MenuItem> =>
  v.variant("type", [
    v.strictObject({ type: v.literal("separator") }),
    v.strictObject({
      type: v.literal("submenu"),
      ...labels(),
      children: v.array(v.lazy(() => schemaOf(menuItem))),
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
      ...labels(),
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

export interface ShapeOptions {
  /** Translates labels; undefined to show the player's own. */
  readonly translate: Translate | undefined;
  /** Whether submenus have counters. */
  readonly withAvailability: boolean;
}

/** The whole menu, or a submenu. */
export interface Menu {
  readonly nodes: readonly MenuNode[];
  /** The labels from the top to this menu; empty for the whole menu. */
  readonly labels: readonly string[];
}

/** Returns the nodes of a menu as a page gets them, in the same order. */
export function shapeMenu(menu: Menu, options: ShapeOptions): MenuItem[] {
  const { translate } = options;
  const path = menu.labels.map((label) => `${label}/`).join("");
  const displayPath = translate ? menu.labels.map((label) => `${translate(label)}/`).join("") : path;
  return shapeNodes(menu.nodes, path, displayPath, options, { total: 0, available: 0 });
}

/** Finds the first menu that matches a name or a path from the top; "" is the whole menu. */
export function findMenu(nodes: readonly MenuNode[], root: string): Menu | undefined {
  const key = pathKey(root);
  const whole = { nodes, labels: [] };
  return key === "" ? whole : findBelow(whole, "", key);
}

interface Counts {
  total: number;
  available: number;
}

/** `path` and `displayPath` end in `/`, so that each node needs one concatenation. */
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
  // An undefined member would not be written but would cost the writer time.
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

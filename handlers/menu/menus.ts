/**
 * The menus as the player builds them (contract-decisions.md, "menu").
 *
 * @module
 */

import { ACTION_NOT_SUPPORTED, MENU_TREE_UNAVAILABLE } from "../../host_stdio/native_actions.ts";
import { NativeActionError, type Player } from "../../host_stdio/player.ts";
import type { CommandNode, MenuContext, MenuNode } from "../../host_stdio/shapes.ts";
import { Failure } from "../operation.ts";

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

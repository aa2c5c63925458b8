/**
 * The native actions about the player's own menus.
 *
 * @module
 */

import { MENU_TREE_UNAVAILABLE } from "../../../host_stdio/native_actions.ts";
import type { MenuContext } from "../../../host_stdio/shapes.ts";
import { ActionError, type PlayerActions } from "../../model/actions.ts";
import { History } from "../../model/history.ts";
import { contextMenu } from "./context_menu.ts";
import { mainMenu } from "./main_menu.ts";
import type { MenuParts } from "./parts.ts";
import { type CommandRow, commandsOf, menuSubject, nodesOf } from "../../model/menu.ts";

/** A menu command that was run. */
export interface CommandRun {
  /** Which menu it stands in. */
  readonly menu: "main" | "context";
  /** The text of its row. */
  readonly label: string;
  /** Its GUID, in braces; undefined when it has none. */
  readonly guid: string | undefined;
  /** The GUID of one of several commands that share a GUID. */
  readonly subGuid: string | undefined;
  /** On how many tracks; 0 for the main menu. */
  readonly trackCount: number;
}

/** The main menu and the context menus. */
export class Menus {
  readonly #parts: MenuParts;
  readonly #canBuildMainMenuTree: boolean;
  readonly #runs = new History<CommandRun>();
  readonly #popups = new History<MenuContext>();

  /**
   * @param parts What the commands act on.
   * @param canBuildMainMenuTree Whether the main menu's tree can be had; without it there is the flat list only.
   */
  constructor(parts: MenuParts, canBuildMainMenuTree: boolean) {
    this.#parts = parts;
    this.#canBuildMainMenuTree = canBuildMainMenuTree;
  }

  /** The commands run, oldest first. */
  get runs(): readonly CommandRun[] {
    return this.#runs.entries;
  }

  /** The native popups shown, oldest first. */
  get popups(): readonly MenuContext[] {
    return this.#popups.entries;
  }

  /** Carries out `player.menu.build`. */
  readonly build: PlayerActions["player.menu.build"] = (params) => {
    if (params.kind === "context") {
      return { nodes: nodesOf(contextMenu(menuSubject(params.context, this.#parts), this.#parts)) };
    }
    if (!this.#canBuildMainMenuTree) {
      throw new ActionError("This host has no main menu tree", MENU_TREE_UNAVAILABLE);
    }
    return { nodes: nodesOf(mainMenu(this.#parts)) };
  };

  /** Carries out `player.menu.listMainCommands`: names without the marks of their keys. */
  readonly listMainCommands: PlayerActions["player.menu.listMainCommands"] = () => ({
    commands: commandsOf(mainMenu(this.#parts)).flatMap(({ label, guid, subGuid, enabled, checked }) =>
      guid === undefined ? [] : [{
        name: label.replaceAll("&", ""),
        guid,
        ...(subGuid !== undefined && { subGuid }),
        enabled,
        checked,
      }]
    ),
  });

  /** Carries out `player.menu.runMain`. The owner of children made up on demand runs nothing by itself. */
  readonly runMain: PlayerActions["player.menu.runMain"] = ({ guid, subGuid }) => {
    const row = named(commandsOf(mainMenu(this.#parts)), guid, subGuid);
    return { executed: this.#run("main", row, 0) };
  };

  /** Carries out `player.menu.runContext`. A command without GUID is handed over and never heard of again. */
  readonly runContext: PlayerActions["player.menu.runContext"] = (params) => {
    const subject = menuSubject(params.context, this.#parts);
    const commands = commandsOf(contextMenu(subject, this.#parts));
    const row = "commandId" in params
      ? commands[params.commandId - 1]
      : named(commands, params.guid, params.subGuid);
    // The command may change how many tracks there are.
    const executed = this.#run("context", row, subject.tracks.length);
    return { executed, confirmed: !executed || row?.guid !== undefined };
  };

  /** Carries out `player.menu.popup`. */
  readonly popup: PlayerActions["player.menu.popup"] = ({ context }) => {
    menuSubject(context, this.#parts);
    this.#popups.add(context);
    return {};
  };

  #run(menu: CommandRun["menu"], row: CommandRow | undefined, trackCount: number): boolean {
    if (!row?.enabled || this.#parts.app.modalDialogOpen) return false;
    const { label, guid, subGuid } = row;
    this.#runs.add({ menu, label, guid, subGuid, trackCount });
    row.run();
    return true;
  }
}

function named(
  commands: readonly CommandRow[],
  guid: string,
  subGuid: string | undefined,
): CommandRow | undefined {
  return commands.find((row) => sameGuid(row.guid, guid) && sameGuid(row.subGuid, subGuid));
}

function sameGuid(a: string | undefined, b: string | undefined): boolean {
  return a?.toUpperCase() === b?.toUpperCase();
}

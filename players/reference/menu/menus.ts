import { MENU_TREE_UNAVAILABLE } from "../../../host_stdio/api/native_actions.ts";
import type { MenuContext } from "../../../host_stdio/api/shapes.ts";
import { ActionError, type PlayerActions } from "../../model/actions.ts";
import { History } from "../../model/history.ts";
import { type CommandRow, commandsOf, menuSubject, nodesOf } from "../../model/menu.ts";
import { contextMenu } from "./context_menu.ts";
import { mainMenu } from "./main_menu.ts";
import type { MenuParts } from "./parts.ts";

/** A menu command that was run. */
export interface CommandRun {
  /** The menu. */
  readonly menu: "main" | "context";
  /** The text of its row. */
  readonly label: string;
  /** Its GUID in braces; undefined when it has none. */
  readonly guid: string | undefined;
  /** Distinguishes commands that share a GUID. */
  readonly subGuid: string | undefined;
  /** The number of tracks; 0 for the main menu. */
  readonly trackCount: number;
}

/** The main menu and the context menus, with the latest commands run. */
export class Menus {
  readonly #parts: MenuParts;
  readonly #canBuildMainMenuTree: boolean;
  readonly #runs = new History<CommandRun>();
  readonly #popups = new History<MenuContext>();

  /** @param canBuildMainMenuTree Whether `player.menu.build` can build the main menu. */
  constructor(parts: MenuParts, canBuildMainMenuTree: boolean) {
    this.#parts = parts;
    this.#canBuildMainMenuTree = canBuildMainMenuTree;
  }

  /** The latest commands run, oldest first. */
  get runs(): readonly CommandRun[] {
    return this.#runs.entries;
  }

  /** The contexts of the latest native popups, oldest first. */
  get popups(): readonly MenuContext[] {
    return this.#popups.entries;
  }

  readonly build: PlayerActions["player.menu.build"] = (params) => {
    if (params.kind === "context") {
      return { nodes: nodesOf(contextMenu(menuSubject(params.context, this.#parts), this.#parts)) };
    }
    if (!this.#canBuildMainMenuTree) {
      throw new ActionError("This player has no main menu tree", MENU_TREE_UNAVAILABLE);
    }
    return { nodes: nodesOf(mainMenu(this.#parts)) };
  };

  /** Names are labels without the `&` of access keys. */
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

  /** A command whose children are made on demand does nothing without a `subGuid`. */
  readonly runMain: PlayerActions["player.menu.runMain"] = ({ guid, subGuid }) => {
    const row = named(commandsOf(mainMenu(this.#parts)), guid, subGuid);
    return { executed: this.#run("main", row, 0) };
  };

  /** The player cannot confirm that a command without a GUID ran. */
  readonly runContext: PlayerActions["player.menu.runContext"] = (params) => {
    const subject = menuSubject(params.context, this.#parts);
    const commands = commandsOf(contextMenu(subject, this.#parts));
    const row = "commandId" in params
      ? commands[params.commandId - 1]
      : named(commands, params.guid, params.subGuid);
    // Read the count first: the command may change the selection.
    const executed = this.#run("context", row, subject.tracks.length);
    return { executed, confirmed: !executed || row?.guid !== undefined };
  };

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

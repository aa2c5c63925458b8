/**
 * The native actions about menus.
 *
 * @module
 */

import type { MenuContext } from "../../../host_stdio/shapes.ts";
import {
  type CommandRow,
  commandsOf,
  type MenuRow,
  type MenuSubject,
  menuSubject,
  nodesOf,
} from "../../model/menu.ts";
import type { PlayerActions } from "../../model/actions.ts";
import { canonicalHandle } from "../media.ts";
import type { OsdMenu } from "../osd_menu.ts";
import { contextMenu } from "./context_menu.ts";
import { mainMenu } from "./main_menu.ts";
import type { MenuParts } from "./parts.ts";

/** The main menu and the context menus. */
export class Menus {
  readonly #parts: MenuParts;
  readonly #osd: OsdMenu;

  /**
   * @param parts What the commands act on.
   * @param osd Where a native context menu is shown.
   */
  constructor(parts: MenuParts, osd: OsdMenu) {
    this.#parts = parts;
    this.#osd = osd;
  }

  /** Carries out `player.menu.build`. */
  readonly build: PlayerActions["player.menu.build"] = async (params) => ({
    nodes: nodesOf(
      params.kind === "main" ? await mainMenu(this.#parts) : await this.#context(params.context),
    ),
  });

  /** Carries out `player.menu.listMainCommands`. */
  readonly listMainCommands: PlayerActions["player.menu.listMainCommands"] = async () => ({
    commands: commandsOf(await mainMenu(this.#parts)).flatMap(({ label, guid, enabled, checked }) =>
      guid === undefined ? [] : [{ name: label.replaceAll("&", ""), guid, enabled, checked }]
    ),
  });

  /** Carries out `player.menu.runMain`. */
  readonly runMain: PlayerActions["player.menu.runMain"] = async ({ guid, subGuid }) => ({
    executed: await run(named(await mainMenu(this.#parts), guid, subGuid)),
  });

  /** Carries out `player.menu.runContext`. */
  readonly runContext: PlayerActions["player.menu.runContext"] = async (params) => {
    const rows = await this.#context(params.context);
    const row = "commandId" in params
      ? commandsOf(rows)[params.commandId - 1]
      : named(rows, params.guid, params.subGuid);
    return { executed: await run(row), confirmed: true };
  };

  /** Carries out `player.menu.popup`: mpv 0.35 has no menus, so it is drawn on its screen. */
  readonly popup: PlayerActions["player.menu.popup"] = async ({ context }) => {
    const rows = await this.#context(context);
    await this.#osd.open(
      osdRows(rows),
      {
        // Not waited for: the command may wait for events that come behind the key press.
        choose: (id) => {
          run(commandsOf(rows)[Number(id) - 1]).catch((error) => this.#parts.say(String(error.message)));
        },
        dismiss: () => {},
      },
    );
    return {};
  };

  #context(context: MenuContext): Promise<MenuRow[]> {
    const { playback, playlists, selection } = this.#parts;
    const subject: MenuSubject = menuSubject(context, {
      library: { canonical: canonicalHandle },
      playback,
      playlists,
      selection,
    });
    return contextMenu(subject, this.#parts);
  }
}

async function run(row: CommandRow | undefined): Promise<boolean> {
  if (!row?.enabled) return false;
  // Rows of this host do their work by asking mpv, which takes a moment.
  await (row.run() as unknown);
  return true;
}

function named(rows: readonly MenuRow[], guid: string, subGuid: string | undefined): CommandRow | undefined {
  return commandsOf(rows).find((row) =>
    row.guid === guid.toUpperCase() && row.subGuid === subGuid?.toUpperCase()
  );
}

/** The rows by the numbers of their commands. */
function osdRows(rows: readonly MenuRow[]): Parameters<OsdMenu["open"]>[0] {
  let lastId = 0;
  const usual = { id: "", label: "", enabled: true, checked: false };
  const rowOf = (row: MenuRow): Parameters<OsdMenu["open"]>[0][number] => {
    if (row.type === "separator") return { ...usual, type: "separator" };
    const label = row.label.replace(/&(.)/g, "$1");
    if (row.type === "submenu") return { ...usual, type: "normal", label, submenu: row.rows.map(rowOf) };
    return { type: "normal", id: String(++lastId), label, enabled: row.enabled, checked: row.checked };
  };
  return rows.map(rowOf);
}

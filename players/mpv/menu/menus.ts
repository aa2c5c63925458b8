import type { MenuContext } from "../../../host_stdio/api/shapes.ts";
import type { PlayerActions } from "../../model/actions.ts";
import {
  type CommandRow,
  commandsOf,
  type MenuRow,
  type MenuSubject,
  menuSubject,
  nodesOf,
} from "../../model/menu.ts";
import { canonicalHandle } from "../media.ts";
import type { OsdMenu } from "../osd_menu.ts";
import { contextMenu } from "./context_menu.ts";
import { mainMenu } from "./main_menu.ts";
import type { MenuParts } from "./parts.ts";

export class Menus {
  readonly #parts: MenuParts;
  readonly #osd: OsdMenu;

  constructor(parts: MenuParts, osd: OsdMenu) {
    this.#parts = parts;
    this.#osd = osd;
  }

  readonly build: PlayerActions["player.menu.build"] = async (params) => ({
    nodes: nodesOf(
      params.kind === "main" ? await mainMenu(this.#parts) : await this.#context(params.context),
    ),
  });

  readonly listMainCommands: PlayerActions["player.menu.listMainCommands"] = async () => ({
    commands: commandsOf(await mainMenu(this.#parts)).flatMap(({ label, guid, enabled, checked }) =>
      guid === undefined ? [] : [{ name: label.replaceAll("&", ""), guid, enabled, checked }]
    ),
  });

  readonly runMain: PlayerActions["player.menu.runMain"] = async ({ guid, subGuid }) => ({
    executed: await run(named(await mainMenu(this.#parts), guid, subGuid)),
  });

  readonly runContext: PlayerActions["player.menu.runContext"] = async (params) => {
    const rows = await this.#context(params.context);
    const row = "commandId" in params
      ? commandsOf(rows)[params.commandId - 1]
      : named(rows, params.guid, params.subGuid);
    return { executed: await run(row), confirmed: true };
  };

  /** Draws the context menu on mpv's screen: mpv 0.35 has no menus. */
  readonly popup: PlayerActions["player.menu.popup"] = async ({ context }) => {
    const rows = await this.#context(context);
    await this.#osd.open(
      osdRows(rows),
      {
        // Not awaited: the command may wait for events that mpv sends after the key press.
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
  // Commands here ask mpv, so `run` returns a promise.
  await (row.run() as unknown);
  return true;
}

function named(rows: readonly MenuRow[], guid: string, subGuid: string | undefined): CommandRow | undefined {
  return commandsOf(rows).find((row) =>
    row.guid === guid.toUpperCase() && row.subGuid === subGuid?.toUpperCase()
  );
}

/** Converts menu rows. The id of a command's row is its number. */
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

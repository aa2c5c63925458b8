import { assertEquals } from "@std/assert";
import { callOnce } from "../../support/call_once.ts";
import { PlayerFailure, type PlayerScript } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { command, guidOf, menuPlayer, submenu } from "./menu_player.ts";

const operation = "menu.getMainMenu";

async function get(player: PlayerScript, params?: unknown): Promise<Record<string, unknown>> {
  return (await callOnce(player, operation, params)).result;
}

/** The labels at the top of what is answered. */
async function labels(player: PlayerScript, params?: unknown): Promise<unknown[]> {
  const { items } = await get(player, params) as { items: { label?: string }[] };
  return items.map(({ label }) => label);
}

const tree = [
  submenu("File", command("Open...")),
  submenu("Playback", command("Play"), submenu("&Order", command("Default", { guid: guidOf(1) }))),
];

/** A player that cannot build a tree, but lists its commands. */
const flat: PlayerScript = {
  "player.menu.build": () => {
    throw new PlayerFailure("no tree", -32010);
  },
  "player.menu.listMainCommands": {
    commands: [
      { name: "Playback/Play", guid: guidOf(1), enabled: true },
      { name: "Mute", guid: guidOf(2), subGuid: guidOf(3), enabled: false, checked: true },
    ],
  },
};

Deno.test("menu.getMainMenu answers the whole menu and that it is no fallback", async () => {
  const { result, asked } = await callOnce(menuPlayer(tree), operation);
  const { items, ...rest } = result;
  assertEquals(rest, { success: true, fallback: false });
  assertEquals((items as unknown[]).length, 2);
  assertEquals(asked, [{ name: "player.menu.build", params: { kind: "main" } }]);
});

Deno.test("menu.getMainMenu answers the children of the root, their paths from the top of the menu", async () => {
  const [order, ...others] =
    (await get(menuPlayer(tree), { root: "playback/order...", locale: "de" }))["items"] as Record<
      string,
      unknown
    >[];
  assertEquals(others, []);
  assertEquals(order?.["path"], "Playback/&Order/Default");
  assertEquals(order?.["displayPath"], "Wiedergabe/Reihenfolge/Standard");
});

Deno.test("menu.getMainMenu takes an absent, null or empty root for the whole menu", async () => {
  for (const root of [undefined, null, "", "/"]) {
    assertEquals(await labels(menuPlayer(tree), { root }), ["File", "Playback"]);
  }
});

Deno.test("menu.getMainMenu takes the first menu that matches the root from the top", async () => {
  const player = menuPlayer([
    submenu("A", submenu("B", command("inner"))),
    submenu("B", command("1")),
    submenu("B"),
  ]);
  assertEquals(await labels(player, { root: "B" }), ["1"]);
});

Deno.test("menu.getMainMenu says that a root is not found, with empty items and fallback", async () => {
  for (const root of ["Order", "Edit", "Playback/Play", "Playback/Order/Default"]) {
    assertEquals(await get(menuPlayer(tree), { root }), {
      success: false,
      error: `Menu not found: ${root}`,
      items: [],
      fallback: false,
    });
  }
  assertEquals(await get(flat, { root: "Playback" }), {
    success: false,
    error: "Menu not found: Playback",
    items: [],
    fallback: true,
  });
});

Deno.test("menu.getMainMenu answers the flat list when the player builds no tree or lacks the action", async () => {
  const item = {
    checked: false,
    radioChecked: false,
    hidden: false,
    commandId: -1,
    executable: true,
    type: "command",
  };
  const expected = {
    success: true,
    fallback: true,
    items: [
      {
        ...item,
        label: "Playback/Play",
        displayLabel: "Playback/Play",
        path: "Playback/Play",
        displayPath: "Playback/Play",
        enabled: true,
        available: true,
        guid: guidOf(1),
      },
      {
        ...item,
        label: "Mute",
        displayLabel: "Mute",
        path: "Mute",
        displayPath: "Mute",
        enabled: false,
        available: false,
        checked: true,
        guid: guidOf(2),
        subGuid: guidOf(3),
      },
    ],
  };
  assertEquals(await get(flat), expected);
  const { "player.menu.listMainCommands": list = { commands: [] } } = flat;
  const lacking = await callOnce({ "player.menu.listMainCommands": list }, operation);
  assertEquals(lacking.result, expected);
  assertEquals(lacking.asked.map(({ name }) => name), ["player.menu.build", "player.menu.listMainCommands"]);
});

Deno.test("menu.getMainMenu translates the flat list too", async () => {
  const items = (await get(flat, { locale: "fr" }))["items"] as Record<string, unknown>[];
  assertEquals(items[1]?.["displayLabel"], "Couper le son");
  assertEquals(items[1]?.["displayPath"], "Couper le son");
});

Deno.test("menu.getMainMenu reports any other failure to build and does not fall back", async () => {
  for (const fault of [new PlayerFailure("it broke"), new PlayerFailure("it broke", -32011)]) {
    const { result, asked } = await callOnce({
      ...flat,
      "player.menu.build": () => {
        throw fault;
      },
    }, operation);
    assertEquals(result, { success: false, error: "Player action failed: it broke" });
    assertEquals(asked.length, 1);
  }
  const misfit = await get({ ...flat, "player.menu.build": { nodes: [{ type: "x" }] } as never });
  assertEquals(misfit["success"], false);
});

Deno.test("menu.getMainMenu reports a player that fails at the flat list", async () => {
  await assertPlayerFaults({
    operation,
    player: flat,
    action: "player.menu.listMainCommands",
    misfits: [{ commands: [{ name: "x", guid: "no guid", enabled: true }] }],
  });
});

Deno.test("menu.getMainMenu answers a wrong type, the first one in the order of the table", async () => {
  const wrong: Record<string, unknown> = { i18n: 1, locale: 1, root: 1, withAvailability: 1 };
  for (
    const [key, type] of [["i18n", "a boolean"], ["locale", "a string"], ["root", "a string"], [
      "withAvailability",
      "a boolean",
    ]] as const
  ) {
    const { result, asked } = await callOnce(menuPlayer(tree), operation, wrong);
    assertEquals(result, { success: false, error: `${key} must be ${type}` });
    assertEquals(asked, []);
    delete wrong[key];
  }
});

Deno.test("menu.getMainMenu counts unless told not to", async () => {
  const counted = async (params: unknown) =>
    JSON.stringify(await get(menuPlayer(tree), params)).includes('"availability"');
  assertEquals([await counted({}), await counted({ withAvailability: false })], [true, false]);
});

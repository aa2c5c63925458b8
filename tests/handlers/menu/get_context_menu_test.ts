import { assertEquals } from "@std/assert";
import { MAX_MENU_TREE_DEPTH } from "../../../limits/wire.ts";
import type { MenuNode } from "../../../host_stdio/shapes.ts";
import { callOnce } from "../../support/call_once.ts";
import { PlayerFailure, type PlayerScript } from "../../support/harness.ts";
import { command, guidOf, menuPlayer, playing, separator, submenu } from "./menu_player.ts";

const operation = "menu.getContextMenu";
const cannotBuild = { success: false, error: "Failed to initialize context menu" };

async function get(player: PlayerScript, params?: unknown): Promise<Record<string, unknown>> {
  return (await callOnce(player, operation, params)).result;
}

Deno.test("menu.getContextMenu answers the shaped tree and what it has used", async () => {
  const nodes = [
    command("Play", { commandId: 4, guid: guidOf(1) }),
    separator,
    submenu("Utilities", command("Off", { commandId: 5, enabled: false })),
  ];
  const off = { radioChecked: false, hidden: false, checked: false };
  assertEquals(await get(menuPlayer(nodes)), {
    success: true,
    items: [
      {
        type: "command",
        label: "Play",
        displayLabel: "Play",
        path: "Play",
        displayPath: "Play",
        enabled: true,
        ...off,
        commandId: 4,
        available: true,
        guid: guidOf(1),
        executable: true,
      },
      { type: "separator" },
      {
        type: "submenu",
        label: "Utilities",
        displayLabel: "Utilities",
        path: "Utilities",
        displayPath: "Utilities",
        children: [{
          type: "command",
          label: "Off",
          displayLabel: "Off",
          path: "Utilities/Off",
          displayPath: "Utilities/Off",
          enabled: false,
          ...off,
          commandId: 5,
          available: false,
          executable: false,
          unaddressableReason: "noStableIdentifier",
        }],
        availability: { totalCommands: 1, availableCommands: 0, disabledCommands: 1, allAvailable: false },
      },
    ],
    i18n: true,
    locale: "auto",
    mode: "playlist",
    withAvailability: true,
  });
});

Deno.test("menu.getContextMenu echoes i18n, locale and withAvailability as used, and the mode in effect", async () => {
  const params = { i18n: false, locale: "de-AT", withAvailability: false, mode: "auto" };
  assertEquals(await get(menuPlayer([], playing(true)), params), {
    success: true,
    items: [],
    i18n: false,
    locale: "de-AT",
    mode: "nowPlaying",
    withAvailability: false,
  });
});

Deno.test("menu.getContextMenu takes null for the defaults", async () => {
  const nothing = { handles: null, i18n: null, locale: null, mode: null, withAvailability: null };
  assertEquals(await get(menuPlayer([]), nothing), await get(menuPlayer([])));
});

Deno.test("menu.getContextMenu translates labels only with i18n and a locale other than auto or empty", async () => {
  const label = async (params: unknown) =>
    (await get(menuPlayer([command("&Properties...")]), params) as { items: { displayLabel: string }[] })
      .items[0]
      ?.displayLabel;
  assertEquals(await label({ locale: "de" }), "Eigenschaften...");
  assertEquals(await label({ locale: "de", i18n: false }), "&Properties...");
  assertEquals(await label({ locale: "auto" }), "&Properties...");
  assertEquals(await label({ locale: "" }), "&Properties...");
  assertEquals(await label({ locale: "xx" }), "&Properties...");
  assertEquals(await label({}), "&Properties...");
});

Deno.test("menu.getContextMenu counts only when asked to", async () => {
  const tree = [submenu("M", command("x"))];
  const counted = async (params: unknown) =>
    JSON.stringify(await get(menuPlayer(tree), params)).includes('"availability"');
  assertEquals(await counted({}), true);
  assertEquals(await counted({ withAvailability: true }), true);
  assertEquals(await counted({ withAvailability: false }), false);
});

Deno.test("menu.getContextMenu answers a wrong type, the first one in the order of the table", async () => {
  const wrong = { handles: 5, i18n: "yes", locale: 5, mode: 5, withAvailability: 0 };
  const errors: unknown[] = [];
  for (const key of ["handles", "i18n", "locale", "withAvailability"] as const) {
    const { result, asked } = await callOnce(menuPlayer([]), operation, wrong);
    assertEquals(asked, []);
    errors.push(result);
    delete (wrong as Record<string, unknown>)[key];
  }
  assertEquals(
    errors,
    [
      "handles must be an array",
      "i18n must be a boolean",
      "locale must be a string",
      "withAvailability must be a boolean",
    ].map((error) => ({ success: false, error })),
  );
  assertEquals((await get(menuPlayer([]), wrong))["success"], true);
});

Deno.test("menu.getContextMenu answers one text for every failure to build", async () => {
  const failures: PlayerScript["player.menu.build"][] = [
    undefined,
    () => {
      throw new PlayerFailure("it broke", -32010);
    },
    () => {
      throw new PlayerFailure("it broke");
    },
    () => null as never,
    { nodes: null } as never,
    { nodes: [{ type: "command" }] } as never,
  ];
  for (const build of failures) {
    assertEquals(await get({ ...menuPlayer([]), "player.menu.build": build as never }), cannotBuild);
  }
});

Deno.test("menu.getContextMenu chooses the context before it builds", async () => {
  const { result, asked } = await callOnce(
    { ...menuPlayer([]), "player.menu.build": undefined as never },
    operation,
    {
      mode: "selection",
    },
  );
  assertEquals(result, { success: false, error: "No tracks selected" });
  assertEquals(asked.map(({ name }) => name), ["player.selection.get"]);
});

Deno.test("menu.getContextMenu answers a tree as deep as is allowed and fails at one that is deeper, however deep", async () => {
  const nested = (levels: number): MenuNode[] => {
    let nodes: MenuNode[] = [command("end")];
    for (let level = 1; level < levels; level++) nodes = [submenu("m", ...nodes)];
    return nodes;
  };
  assertEquals((await get(menuPlayer(nested(MAX_MENU_TREE_DEPTH))))["success"], true);
  for (const levels of [MAX_MENU_TREE_DEPTH + 1, 100_000]) {
    assertEquals(await get(menuPlayer(nested(levels))), cannotBuild);
  }
});

Deno.test("menu.getContextMenu shapes a menu of 5,000 commands", async () => {
  const tree = Array.from({ length: 50 }, (_menu, menu) =>
    submenu(
      `Menu ${menu}`,
      ...Array.from({ length: 100 }, (_item, item) => command(`Item ${item}`, { enabled: item % 2 === 0 })),
    ));
  const { items } = await get(menuPlayer(tree), { locale: "de" }) as { items: Record<string, unknown>[] };
  assertEquals(items.length, 50);
  for (const { availability } of items) {
    assertEquals(availability, {
      totalCommands: 100,
      availableCommands: 50,
      disabledCommands: 50,
      allAvailable: false,
    });
  }
});

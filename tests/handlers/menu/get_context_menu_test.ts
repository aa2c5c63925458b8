import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import type { MenuNode } from "../../../host_stdio/api/shapes.ts";
import { MAX_MENU_TREE_DEPTH } from "../../../limits/wire.ts";
import { callOnce } from "../../support/call_once.ts";
import { type PlayerScript } from "../../support/harness.ts";
import { command, menuPlayer, submenu } from "./menu_player.ts";

const operation = "menu.getContextMenu";
const cannotBuild = { success: false, error: "Failed to initialize context menu" };

async function get(player: PlayerScript, params?: unknown): Promise<Record<string, unknown>> {
  return (await callOnce(player, operation, params)).result;
}

Deno.test("menu.getContextMenu takes a tree of the maximum depth and refuses any deeper one", async () => {
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

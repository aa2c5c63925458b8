import { assertEquals } from "@std/assert";
import { callOnce } from "../../support/call_once.ts";
import { PlayerFailure } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { command, guidOf, menuPlayer, submenu } from "./menu_player.ts";

const operation = "menu.runContextCommandById";
const nodes = [
  command("Zero", { commandId: 0 }),
  submenu(
    "M",
    command("&Off...", { commandId: 5, enabled: false }),
    command("On", { commandId: 6, guid: guidOf(1) }),
  ),
];
const player = menuPlayer(nodes);

function refusal(error: string): Record<string, unknown> {
  return { success: false, error };
}

Deno.test("menu.runContextCommandById requires an id that is an integer from 0, before anything else", async () => {
  for (const id of [undefined, null, -1, 1.5, "5", true, [], {}, 2 ** 53, 1e300]) {
    const { result, asked } = await callOnce(player, operation, { id, mode: "handles", handles: 5 });
    assertEquals(result, refusal("id is required"), String(id));
    assertEquals(asked, []);
  }
});

Deno.test("menu.runContextCommandById builds the menu of the context and runs the id in that context", async () => {
  for (const id of [0, 6, 6.0]) {
    const { result, asked } = await callOnce(player, operation, { id, mode: "handles", handles: ["/a"] });
    assertEquals(result, { success: true });
    const context = { source: "handles", handles: [{ path: "/a", subsong: 0 }] };
    assertEquals(asked.slice(1), [
      { name: "player.menu.build", params: { kind: "context", context } },
      { name: "player.menu.runContext", params: { context, commandId: id } },
    ]);
  }
});

Deno.test("menu.runContextCommandById runs no id that the menu does not hold", async () => {
  for (const id of [1, 7, 2 ** 53 - 1]) {
    const { result, asked } = await callOnce(player, operation, { id });
    assertEquals(result, refusal(`Command not found: ${id}`));
    assertEquals(asked.at(-1)?.name, "player.menu.build");
  }
});

Deno.test("menu.runContextCommandById runs no disabled command and names it by its label", async () => {
  const { result, asked } = await callOnce(player, operation, { id: 5 });
  assertEquals(result, refusal("Command is currently disabled: &Off..."));
  assertEquals(asked.at(-1)?.name, "player.menu.build");
});

Deno.test("menu.runContextCommandById says that the menu cannot be built", async () => {
  for (const build of [undefined, () => Promise.reject(new PlayerFailure()), () => ({ nodes: [null] })]) {
    const { result } = await callOnce({ ...player, "player.menu.build": build as never }, operation, {
      id: 5,
    });
    assertEquals(result, refusal("Failed to initialize context menu"));
  }
});

Deno.test("menu.runContextCommandById chooses the context before it builds the menu", async () => {
  const unable = { ...player, "player.menu.build": undefined as never };
  const { result } = await callOnce(unable, operation, { id: 5, mode: "nowPlaying" });
  assertEquals(result, refusal("No track is playing"));
});

Deno.test("menu.runContextCommandById says that the player did not run the command", async () => {
  const unwilling = { ...player, "player.menu.runContext": { executed: false, confirmed: false } };
  const { result } = await callOnce(unwilling, operation, { id: 6 });
  assertEquals(result, refusal("The player did not run the command"));
});

Deno.test("menu.runContextCommandById does not mind a player that cannot confirm", async () => {
  const silent = { ...player, "player.menu.runContext": { executed: true, confirmed: false } };
  assertEquals((await callOnce(silent, operation, { id: 6 })).result, { success: true });
});

Deno.test("menu.runContextCommandById reports a player that fails to run the command", async () => {
  await assertPlayerFaults({
    operation,
    params: { id: 6 },
    player,
    action: "player.menu.runContext",
    misfits: [{ executed: "yes", confirmed: true }],
  });
});

import { assertEquals } from "@std/assert";
import { callOnce } from "../../support/call_once.ts";
import { Harness, PlayerFailure, type PlayerScript } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { command, guidOf, menuPlayer, playing, selected, submenu } from "./menu_player.ts";

const operation = "menu.runContextCommand";
const nodes = [
  command("&Play...", { commandId: 1, guid: guidOf(1).toLowerCase() }),
  submenu(
    "Tools",
    command("Child", { commandId: 2, guid: guidOf(2), subGuid: guidOf(3) }),
    command("Plain", { commandId: 4 }),
    command("Off", { commandId: 5, guid: guidOf(5), enabled: false }),
    command("Twice", { commandId: 6, guid: guidOf(6) }),
  ),
  command("Twice", { commandId: 7, enabled: false }),
];
const player = menuPlayer(nodes, { ...playing(true), ...selected(9) });

function refusal(error: string): Record<string, unknown> {
  return { success: false, error };
}

/** What was run, or the failed result. */
async function run(params: unknown, more: PlayerScript = {}): Promise<unknown> {
  const { result, asked } = await callOnce({ ...player, ...more }, operation, params);
  const runs = asked.filter(({ name }) => name === "player.menu.runContext");
  if (result["success"]) return runs.map(({ params }) => params);
  assertEquals(runs, []);
  return result;
}

const now = { source: "nowPlaying" };

Deno.test("menu.runContextCommand requires a command", async () => {
  for (const given of [undefined, null, ""]) {
    const { result, asked } = await callOnce(player, operation, { command: given, subGuid: "x" });
    assertEquals(result, refusal("command is required"));
    assertEquals(asked, []);
  }
});

Deno.test("menu.runContextCommand answers a wrong type, command first", async () => {
  assertEquals(await run({ command: 5, subGuid: 5 }), refusal("command must be a string"));
  assertEquals(await run({ command: "Play", subGuid: 5 }), refusal("subGuid must be a string"));
});

Deno.test("menu.runContextCommand refuses a malformed subGuid before it asks the player, with a name too", async () => {
  for (const given of ["x", " ", guidOf(1).slice(0, -1), `${guidOf(1)} `, guidOf(1).slice(1)]) {
    for (const name of ["Play", guidOf(2)]) {
      const { result, asked } = await callOnce(player, operation, { command: name, subGuid: given });
      assertEquals(result, refusal("Invalid subGuid format"), given);
      assertEquals(asked, []);
    }
  }
});

Deno.test("menu.runContextCommand acts on the playing track before the selection", async () => {
  const { result, asked } = await callOnce(player, operation, { command: guidOf(1) });
  assertEquals(result, { success: true, guid: guidOf(1), itemCount: 1, executionConfirmed: true });
  assertEquals(asked.map(({ name }) => name), ["player.playback.nowPlaying", "player.menu.runContext"]);
  assertEquals(asked[1]?.params, { context: now, guid: guidOf(1) });
});

Deno.test("menu.runContextCommand acts on the whole selection when nothing plays", async () => {
  const { result, asked } = await callOnce({ ...player, ...playing(false) }, operation, { command: "Play" });
  assertEquals(result["itemCount"], 9);
  const context = { source: "selection" };
  assertEquals(asked.slice(2), [
    { name: "player.menu.build", params: { kind: "context", context } },
    { name: "player.menu.runContext", params: { context, guid: guidOf(1).toLowerCase() } },
  ]);
});

Deno.test("menu.runContextCommand fails when nothing plays and nothing is selected, by GUID and by name", async () => {
  for (const name of [guidOf(1), "Play"]) {
    assertEquals(
      await run({ command: name }, { ...playing(false), ...selected(0) }),
      refusal("No track selected or playing"),
    );
  }
});

Deno.test("menu.runContextCommand sends a GUID in canonical form, with or without braces and in any case, unlooked-up", async () => {
  const guid = guidOf(0xabc);
  for (const form of [guid, guid.toLowerCase(), guid.slice(1, -1), guid.slice(1, -1).toLowerCase()]) {
    assertEquals(await run({ command: form }), [{ context: now, guid }]);
  }
  const { asked } = await callOnce(player, operation, { command: guid });
  assertEquals(asked.some(({ name }) => name === "player.menu.build"), false);
});

Deno.test("menu.runContextCommand sends a subGuid with a GUID, in canonical form", async () => {
  const [guid, subGuid] = [guidOf(2), guidOf(3)];
  assertEquals(await run({ command: guid, subGuid: subGuid.slice(1, -1).toLowerCase() }), [
    { context: now, guid, subGuid },
  ]);
});

Deno.test("menu.runContextCommand takes an empty or null subGuid as absent", async () => {
  for (const subGuid of ["", null]) {
    assertEquals(await run({ command: guidOf(2), subGuid }), [{ context: now, guid: guidOf(2) }]);
  }
});

Deno.test("menu.runContextCommand finds a name anywhere and a path from the top", async () => {
  for (const name of ["play", "PLAY...", "Child", "tools\\child"]) {
    const isPlay = name.toLowerCase().startsWith("play");
    assertEquals(await run({ command: name }), [
      isPlay
        ? { context: now, guid: guidOf(1).toLowerCase() }
        : { context: now, guid: guidOf(2), subGuid: guidOf(3) },
    ]);
  }
});

Deno.test("menu.runContextCommand by name sends the command's own subGuid and ignores a given one", async () => {
  assertEquals(await run({ command: "Child", subGuid: guidOf(9) }), [
    { context: now, guid: guidOf(2), subGuid: guidOf(3) },
  ]);
  assertEquals(await run({ command: "Play", subGuid: guidOf(9) }), [
    { context: now, guid: guidOf(1).toLowerCase() },
  ]);
});

Deno.test("menu.runContextCommand runs a command without GUID by its id and answers no guid", async () => {
  assertEquals(await run({ command: "Plain" }), [{ context: now, commandId: 4 }]);
  const { result } = await callOnce(
    { ...player, "player.menu.runContext": { executed: true, confirmed: false } },
    operation,
    { command: "Plain" },
  );
  assertEquals(result, { success: true, itemCount: 1, executionConfirmed: false });
});

Deno.test("menu.runContextCommand runs nothing when the name is unknown, ambiguous or disabled", async () => {
  assertEquals(await run({ command: "Nothing" }), refusal("Command not found: Nothing"));
  assertEquals(await run({ command: "Child/Tools" }), refusal("Command not found: Child/Tools"));
  assertEquals(await run({ command: "/" }), refusal("Command not found: /"));
  assertEquals(await run({ command: "twice" }), refusal("Command is ambiguous: twice"));
  assertEquals(await run({ command: "OFF" }), refusal("Command is currently disabled: OFF"));
});

Deno.test("menu.runContextCommand takes what is nearly a GUID for a name", async () => {
  const name = guidOf(1).slice(1);
  assertEquals(await run({ command: name }), refusal(`Command not found: ${name}`));
});

Deno.test("menu.runContextCommand says that the menu cannot be built", async () => {
  for (const build of [undefined, () => Promise.reject(new PlayerFailure()), () => 5]) {
    assertEquals(
      await run({ command: "Play" }, { "player.menu.build": build as never }),
      refusal("Failed to initialize context menu"),
    );
  }
});

Deno.test("menu.runContextCommand says that the player did not run the command", async () => {
  const { result } = await callOnce(
    { ...player, "player.menu.runContext": { executed: false, confirmed: true } },
    operation,
    { command: guidOf(1) },
  );
  assertEquals(result, refusal("The player did not run the command"));
});

Deno.test("menu.runContextCommand reports a player that fails", async () => {
  const params = { command: guidOf(1) };
  await assertPlayerFaults({
    operation,
    params,
    player: { ...player, ...playing(false) },
    action: "player.selection.get",
  });
  await assertPlayerFaults({
    operation,
    params,
    player,
    action: "player.menu.runContext",
    misfits: [{ executed: true }, { confirmed: true }],
  });
});

Deno.test("menu.runContextCommand asks in the name of the calling panel", async () => {
  const harness = new Harness({ player });
  await harness.call(operation, { command: "Play" }, { panel: "p7" });
  assertEquals(new Set(harness.asked.map(({ panel }) => panel)), new Set(["p7"]));
  await harness.close();
});

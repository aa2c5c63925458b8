import { assertEquals } from "@std/assert";
import { callOnce } from "../../support/call_once.ts";
import { PlayerFailure, type PlayerScript } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { command, guidOf, menuPlayer, submenu } from "./menu_player.ts";

const operation = "menu.runMainMenuCommand";
const nodes = [
  submenu(
    "File",
    command("&Open...", { guid: guidOf(1).toLowerCase() }),
    command("Recent track", { guid: guidOf(2), subGuid: guidOf(3) }),
    command("Old track", { guid: guidOf(2), subGuid: guidOf(4), enabled: false }),
  ),
  submenu(
    "Playback",
    command("Stop", { guid: guidOf(5), enabled: false }),
    command("Nameless"),
    submenu("Order", command("Default", { guid: guidOf(6) })),
  ),
  submenu(
    "View",
    command("Default", { guid: guidOf(7), subGuid: guidOf(8), enabled: false }),
    command("Half", { guid: guidOf(9) }),
    command("Half"),
  ),
];
const player = menuPlayer(nodes);

/** A player that lists its commands only. */
const flat: PlayerScript = {
  "player.menu.listMainCommands": {
    commands: [
      { name: "Open...", guid: guidOf(1), enabled: true },
      { name: "Playback/Stop", guid: guidOf(5), enabled: false },
      { name: "Recent", guid: guidOf(2), subGuid: guidOf(3), enabled: true },
      { name: "Twice", guid: guidOf(10), enabled: true },
      { name: "twice", guid: guidOf(11), enabled: true },
    ],
  },
  "player.menu.runMain": { executed: true },
};

const codes = {
  disabled: "MENU_ITEM_DISABLED",
  ambiguous: "MENU_MATCH_AMBIGUOUS",
  notFound: "MENU_COMMAND_NOT_FOUND",
} as const;

const notFound = (name: string) => ({
  success: false,
  error: `Command not found: ${name}`,
  code: codes.notFound,
});
const disabled = (name: string) => ({
  success: false,
  error: `Command is currently disabled: ${name}`,
  code: codes.disabled,
});

/** What was run, or the failed result. */
async function run(params: unknown, script: PlayerScript = player): Promise<unknown> {
  const { result, asked } = await callOnce(script, operation, params);
  const runs = asked.filter(({ name }) => name === "player.menu.runMain");
  if (!result["success"]) {
    assertEquals(runs, []);
    return result;
  }
  assertEquals(runs.length, 1);
  const sent = runs[0]?.params;
  assertEquals(result, { success: true, guid: (sent as { guid: string }).guid });
  return sent;
}

Deno.test("menu.runMainMenuCommand requires a command, before anything else and without a code", async () => {
  for (const given of [undefined, null, ""]) {
    const { result, asked } = await callOnce(player, operation, { command: given, subGuid: "x" });
    assertEquals(result, { success: false, error: "command is required" });
    assertEquals(asked, []);
  }
});

Deno.test("menu.runMainMenuCommand answers a wrong type, command first", async () => {
  assertEquals(await run({ command: 5, subGuid: 5 }), { success: false, error: "command must be a string" });
  assertEquals(await run({ command: "x", subGuid: 5 }), {
    success: false,
    error: "subGuid must be a string",
  });
});

Deno.test("menu.runMainMenuCommand refuses a malformed subGuid always, before it asks the player and without a code", async () => {
  for (const given of ["x", "{}", " ", guidOf(1).slice(1)]) {
    for (const name of ["Open", guidOf(1), "Nothing"]) {
      const { result, asked } = await callOnce(player, operation, { command: name, subGuid: given });
      assertEquals(result, { success: false, error: "Invalid subGuid format" });
      assertEquals(asked, []);
    }
  }
});

Deno.test("menu.runMainMenuCommand runs a GUID that the tree has, with or without braces, in any case", async () => {
  const guid = guidOf(1);
  for (const form of [guid, guid.toLowerCase(), guid.slice(1, -1), guid.slice(1, -1).toLowerCase()]) {
    assertEquals(await run({ command: form }), { guid: guidOf(1).toLowerCase() });
  }
});

Deno.test("menu.runMainMenuCommand takes an empty or null subGuid as absent", async () => {
  for (const subGuid of ["", null]) {
    assertEquals(await run({ command: guidOf(6), subGuid }), { guid: guidOf(6) });
  }
});

Deno.test("menu.runMainMenuCommand runs a dynamic child by its owner's GUID and its own", async () => {
  assertEquals(await run({ command: guidOf(2), subGuid: guidOf(3).slice(1, -1).toLowerCase() }), {
    guid: guidOf(2),
    subGuid: guidOf(3),
  });
});

Deno.test("menu.runMainMenuCommand sends an owner's GUID without subGuid as it is", async () => {
  for (const owner of [guidOf(2), guidOf(7)]) {
    assertEquals(await run({ command: owner.toLowerCase() }), { guid: owner });
  }
});

Deno.test("menu.runMainMenuCommand does not find a GUID, or a GUID with a subGuid, that the tree lacks", async () => {
  for (
    const params of [
      { command: guidOf(20) },
      { command: guidOf(20), subGuid: guidOf(3) },
      { command: guidOf(2), subGuid: guidOf(20) },
      { command: guidOf(6), subGuid: guidOf(3) },
      { command: guidOf(3) },
    ]
  ) assertEquals(await run(params), notFound(params.command));
});

Deno.test("menu.runMainMenuCommand runs no disabled GUID", async () => {
  assertEquals(await run({ command: guidOf(5) }), disabled(guidOf(5)));
  assertEquals(await run({ command: guidOf(2), subGuid: guidOf(4) }), disabled(guidOf(2)));
});

Deno.test("menu.runMainMenuCommand runs a name anywhere and a path from the top, in normal form", async () => {
  for (const name of ["open", "&OPEN...", "File/Open", "file\\open…", "/File//Open/"]) {
    assertEquals(await run({ command: name }), { guid: guidOf(1).toLowerCase() }, name);
  }
  assertEquals(await run({ command: "Playback/Order/Default" }), { guid: guidOf(6) });
});

Deno.test("menu.runMainMenuCommand by name sends the command's own subGuid and ignores a given one", async () => {
  assertEquals(await run({ command: "Recent track", subGuid: guidOf(4) }), {
    guid: guidOf(2),
    subGuid: guidOf(3),
  });
  assertEquals(await run({ command: "Open", subGuid: guidOf(4) }), { guid: guidOf(1).toLowerCase() });
});

Deno.test("menu.runMainMenuCommand does not find what matches in part, below the top or not at all", async () => {
  for (
    const name of [
      "Ope",
      "Order/Default",
      "File",
      "Playback/Order",
      "/",
      "File/Open/x",
      "Öffnen",
      "Play/Order",
    ]
  ) {
    assertEquals(await run({ command: name }), notFound(name));
  }
});

Deno.test("menu.runMainMenuCommand runs no disabled name or path", async () => {
  for (const name of ["stop", "Playback/Stop", "View/Default"]) {
    assertEquals(await run({ command: name }), disabled(name));
  }
});

Deno.test("menu.runMainMenuCommand lists the candidates of an ambiguous name, disabled ones too, and runs none", async () => {
  assertEquals(await run({ command: "default" }), {
    success: false,
    error: "Command is ambiguous: default",
    code: codes.ambiguous,
    candidates: [
      { name: "Default", path: "Playback/Order/Default", guid: guidOf(6) },
      { name: "Default", path: "View/Default", guid: guidOf(7), subGuid: guidOf(8) },
    ],
  });
});

Deno.test("menu.runMainMenuCommand does not find a command without GUID, nor takes it for a second match", async () => {
  assertEquals(await run({ command: "Nameless" }), notFound("Nameless"));
  assertEquals(await run({ command: "Half" }), { guid: guidOf(9) });
});

Deno.test("menu.runMainMenuCommand does not translate: English names do not resolve on a localized host", async () => {
  const german = menuPlayer([submenu("Datei", command("Öffnen...", { guid: guidOf(1) }))]);
  assertEquals(await run({ command: "Open" }, german), notFound("Open"));
  assertEquals(await run({ command: "datei/öffnen" }, german), { guid: guidOf(1) });
});

Deno.test("menu.runMainMenuCommand resolves in the flat list when there is no tree", async () => {
  assertEquals(await run({ command: guidOf(1).toLowerCase() }, flat), { guid: guidOf(1) });
  assertEquals(await run({ command: "open" }, flat), { guid: guidOf(1) });
  assertEquals(await run({ command: "recent" }, flat), { guid: guidOf(2), subGuid: guidOf(3) });
  assertEquals(await run({ command: guidOf(2) }, flat), { guid: guidOf(2) });
  assertEquals(await run({ command: guidOf(5) }, flat), disabled(guidOf(5)));
  assertEquals(await run({ command: "playback/stop" }, flat), disabled("playback/stop"));
  assertEquals(await run({ command: guidOf(20) }, flat), notFound(guidOf(20)));
  assertEquals(await run({ command: "twice" }, flat), {
    success: false,
    error: "Command is ambiguous: twice",
    code: codes.ambiguous,
    candidates: [
      { name: "Twice", path: "Twice", guid: guidOf(10) },
      { name: "twice", path: "twice", guid: guidOf(11) },
    ],
  });
});

Deno.test("menu.runMainMenuCommand reports a failure to build that is no want of a tree", async () => {
  const broken = () => {
    throw new PlayerFailure("it broke");
  };
  const { result, asked } = await callOnce({ ...flat, "player.menu.build": broken }, operation, {
    command: "x",
  });
  assertEquals(result, { success: false, error: "Player action failed: it broke" });
  assertEquals(asked.length, 1);
});

Deno.test("menu.runMainMenuCommand reports a player that fails, without a code", async () => {
  const params = { command: "Open" };
  await assertPlayerFaults({ operation, params, player: flat, action: "player.menu.listMainCommands" });
  await assertPlayerFaults({
    operation,
    params,
    player,
    action: "player.menu.runMain",
    misfits: [{ executed: 1 }],
  });
});

Deno.test("menu.runMainMenuCommand says that the player did not run the command, without a code", async () => {
  const unwilling = { ...player, "player.menu.runMain": { executed: false } };
  for (const name of ["Open", guidOf(1)]) {
    const { result } = await callOnce(unwilling, operation, { command: name });
    assertEquals(result, { success: false, error: "The player did not run the command" });
  }
});

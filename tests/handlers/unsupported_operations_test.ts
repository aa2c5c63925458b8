import "../support/deadline.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { allOperations } from "../../handlers/all.ts";
import { unsupportedOperations } from "../../handlers/core/bridge.ts";
import { operations, operationTable } from "../../handlers/mod.ts";
import { extensionNames } from "../../host_stdio/api/extension_names.ts";
import { type ActionName, nativeActions } from "../../host_stdio/api/native_actions.ts";
import { embedBridge } from "../../mod.ts";
import { ReferencePlayer } from "../../players/reference/mod.ts";

const allActions = Object.keys(nativeActions) as ActionName[];

Deno.test("unsupportedOperations names the first missing action and accepts alternatives", () => {
  assertEquals(unsupportedOperations(operations, allActions).size, 0);
  assertEquals(unsupportedOperations(operations, [...allActions, "player.no.such"]).size, 0);
  const without = (
    ...missing: string[]
  ) => [...unsupportedOperations(operations, allActions.filter((name) => !missing.includes(name)))];
  assertEquals(without("player.menu.listMainCommands"), []);
  assertEquals(without("player.menu.build", "player.menu.listMainCommands"), [
    ["menu.getContextMenu", "player.menu.build"],
    ["menu.getMainMenu", "player.menu.build"],
    ["menu.runContextCommandById", "player.menu.build"],
    ["menu.runMainMenuCommand", "player.menu.build"],
  ]);
  const none = unsupportedOperations(operations, []);
  for (const { name, needs = [] } of operationTable.values()) {
    assertEquals(none.has(name), needs.length > 0, name);
  }
});

Deno.test("bridge.initialize lists every operation of the table and those of the extensions, and what they lack", async () => {
  await using bridge = await embedBridge({ directory: "/nonexistent" });
  const player = { name: "n", version: "v" };
  bridge.implement({ "player.queue.count": () => ({ count: 3 }) });
  assertEquals((await bridge.initialize(player)).operations, operations.map(({ name }) => name));
  const all = await bridge.initialize(player, { extensions: extensionNames });
  assertEquals(all.operations, allOperations.map(({ name }) => name));
  assertEquals(all.unsupported, [...unsupportedOperations(allOperations, ["player.queue.count"]).keys()]);
});

Deno.test("a client names the actions that it implements, and the reference player has all", async () => {
  await using bridge = await embedBridge({ directory: "/nonexistent" });
  const player = { name: "n", version: "v" };
  assertEquals((await bridge.initialize(player)).unsupported, undefined);
  bridge.implement({ "player.queue.count": () => ({ count: 3 }) });
  const { unsupported = [] } = await bridge.initialize(player);
  assertEquals([unsupported.includes("queue.getCount"), unsupported.includes("queue.get")], [false, true]);
  await assertRejects(
    () => bridge.client.invoke("queue.get", {}),
    Error,
    "Not supported by this player: player.queue.get",
  );
  const reference = new ReferencePlayer();
  bridge.implement(reference.actions);
  assertEquals((await bridge.initialize(player)).unsupported, []);
  reference.close();
});

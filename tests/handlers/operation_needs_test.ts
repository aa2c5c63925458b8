import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  type OperationName,
  operationNames,
  operationNeeds,
  unsupportedOperations,
} from "../../handlers/core/operation_names.ts";
import { type ActionName, nativeActions } from "../../host_stdio/native_actions.ts";
import { type ActionTable, type ConnectedBridge, embedBridge, ReferencePlayer } from "../../mod.ts";

const allActions = Object.keys(nativeActions) as ActionName[];

type Params = Readonly<Record<string, unknown>>;

/** A call that has something to do, and what comes before it. */
interface Sample {
  readonly params?: Params;
  readonly before?: readonly (readonly [method: OperationName, params: Params])[];
}

/** One that the reference player has. */
const track = "/music/Harbour Lights/Tidewater/01 Low Water.flac";
const queued = ["queue.add", { playlist: 0, tracks: [0, 1] }] as const;

/** Of each operation that has something to do with the player, apart from those of a session. */
const samples: Partial<Record<OperationName, Sample>> = {
  "clipboard.read": {},
  "clipboard.write": { params: { text: "x" } },
  "clipboard.writeFiles": { params: { paths: [track] } },
  "clipboard.writeHTML": { params: { html: "x" } },
  "console.log": { params: { message: "x" } },
  "console.warn": { params: { message: "x" } },
  "console.error": { params: { message: "x" } },
  "menu.getContextMenu": {},
  "menu.getMainMenu": {},
  "menu.runContextCommandById": { params: { id: 2, mode: "playlist" } },
  "menu.show": { params: { items: [{ id: "a", label: "A" }] } },
  "menu.showNativePopup": {},
  "misc.exit": {},
  "misc.getComponentPath": {},
  "misc.getFoobarPath": {},
  "misc.getProfilePath": {},
  "misc.restart": {},
  "misc.showConsole": {},
  "misc.showLibrarySearch": { params: { query: "x" } },
  "misc.showPreferences": {},
  "panel.getConfig": {},
  "panel.setConfig": { params: { grabFocus: true, transparentBackground: true, enableDragDrop: true } },
  "queue.add": { params: { playlist: 0, tracks: [0] } },
  "queue.addPaths": { params: { paths: [track], playlist: 0, useQueuePlaylist: false } },
  "queue.clear": { before: [queued] },
  "queue.flush": { before: [queued] },
  "queue.get": {},
  "queue.getCount": {},
  "queue.moveToTop": { params: { index: 1 }, before: [queued] },
  "queue.remove": { params: { index: 0 }, before: [queued] },
  "selection.get": {},
  "selection.getType": {},
  "selection.set": { params: { handles: [track] } },
  "selection.setPlaylistTracking": { params: { mode: "playlist" } },
  "system.getDPI": {},
  "system.getLocale": {},
  "system.getTheme": {},
};

/** A reference player without some actions, and the names of those that it is asked for. */
async function playing(
  lacking: readonly ActionName[],
): Promise<{ bridge: ConnectedBridge; asked: Set<ActionName>; begin(): void }> {
  const player = new ReferencePlayer();
  const asked = new Set<ActionName>();
  let begun = false;
  const actions: Record<string, unknown> = {};
  for (const name of allActions) {
    const action = player.actions[name] as (...args: unknown[]) => unknown;
    actions[name] = (...args: unknown[]) => {
      if (begun) asked.add(name);
      if (begun && lacking.includes(name)) throw Object.assign(new Error("lacking"), { code: -32601 });
      return action.apply(player.actions, args);
    };
  }
  const bridge = await embedBridge({ directory: "/nonexistent" });
  bridge.implement(actions as ActionTable);
  return { bridge, asked, begin: () => void (begun = true) };
}

/** Makes an operation's call; whether it worked, and what the player was asked for. */
async function tried(method: OperationName, lacking: readonly ActionName[]) {
  const { params = {}, before = [] } = samples[method] ?? {};
  const { bridge, asked, begin } = await playing(lacking);
  await using _bridge = bridge;
  const call = (name: OperationName, given: Params): Promise<unknown> =>
    bridge.client.invoke(name, given, { panel: "p1" });
  for (const [name, given] of before) await call(name, given);
  begin();
  let worked: boolean;
  try {
    const result = await call(method, params);
    worked = (result as { success?: boolean }).success !== false;
  } catch {
    worked = false;
  }
  return { worked, asked };
}

for (const method of Object.keys(samples) as OperationName[]) {
  Deno.test(`${method} needs the actions without which it fails, and no others`, async () => {
    const { worked, asked } = await tried(method, []);
    assert(worked, "the sample has to work");
    const failing: ActionName[] = [];
    for (const action of asked) if (!(await tried(method, [action])).worked) failing.push(action);
    const needs = operationNeeds[method];
    assertEquals(new Set(failing), new Set(needs.filter((need) => typeof need === "string")));
    for (const need of needs) {
      if (typeof need !== "string") assert(!(await tried(method, need)).worked, `${need} are all missing`);
    }
  });
}

Deno.test("every operation without a sample needs nothing, runs a menu command or belongs to a session", () => {
  for (const name of operationNames) {
    const isTried = samples[name] !== undefined || operationNeeds[name].length === 0;
    assert(isTried || name.startsWith("jitQueue.") || name.startsWith("menu.run"), name);
  }
});

Deno.test("unsupportedOperations names the first action that is missing, and knows alternatives", () => {
  assertEquals(unsupportedOperations(allActions).size, 0);
  assertEquals(unsupportedOperations([...allActions, "player.no.such"]).size, 0);
  const without = (
    ...missing: string[]
  ) => [...unsupportedOperations(allActions.filter((name) => !missing.includes(name)))];
  assertEquals(without("player.menu.listMainCommands"), []);
  assertEquals(without("player.menu.build", "player.menu.listMainCommands"), [
    ["menu.getContextMenu", "player.menu.build"],
    ["menu.getMainMenu", "player.menu.build"],
    ["menu.runContextCommandById", "player.menu.build"],
    ["menu.runMainMenuCommand", "player.menu.build"],
  ]);
  const none = unsupportedOperations([]);
  for (const name of operationNames) assertEquals(none.has(name), operationNeeds[name].length > 0, name);
});

Deno.test("a client tells the actions that it implements, and the reference player lacks nothing", async () => {
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
  bridge.implement(new ReferencePlayer().actions);
  assertEquals((await bridge.initialize(player)).unsupported, []);
});

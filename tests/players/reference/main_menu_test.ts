import { schemaOf } from "../../../host_stdio/schema_check.ts";
import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import * as v from "valibot";
import type { CommandNode, MenuNode } from "../../../host_stdio/api/shapes.ts";
import { menuNode } from "../../../host_stdio/api/shapes.ts";
import { shortTracks, StrictPlayer } from "./strict_player.ts";

interface Found {
  readonly path: string;
  readonly node: CommandNode;
}

function commands(nodes: readonly MenuNode[], above = ""): Found[] {
  return nodes.flatMap((node) => {
    if (node.type === "separator") return [];
    const path = `${above}${node.label}`;
    return node.type === "submenu" ? commands(node.children, `${path}/`) : [{ path, node }];
  });
}

async function build(strict: StrictPlayer): Promise<MenuNode[]> {
  const { nodes } = await strict.ask("player.menu.build", { kind: "main" });
  assertEquals(v.parse(v.array(schemaOf(menuNode)), nodes), nodes);
  return nodes;
}

async function find(strict: StrictPlayer, path: string): Promise<CommandNode> {
  const found = commands(await build(strict)).find((command) => command.path === path);
  assert(found, path);
  return found.node;
}

async function run(strict: StrictPlayer, path: string): Promise<boolean> {
  const { guid = "", subGuid } = await find(strict, path);
  return (await strict.ask("player.menu.runMain", { guid, subGuid })).executed;
}

Deno.test("main menu: has the six usual menus and over sixty commands", async () => {
  using strict = new StrictPlayer();
  const nodes = await build(strict);
  const labels = nodes.map((node) => node.type === "submenu" ? node.label : node.type);
  assertEquals(labels, ["&File", "&Edit", "&View", "&Playback", "&Library", "&Help"]);
  const all = commands(nodes);
  assert(all.length >= 60, String(all.length));
  assertEquals(all.map(({ node }) => node.commandId), all.map((_command, index) => index + 1));
});

Deno.test("main menu: GUIDs are unique with their node GUIDs, and always the same", async () => {
  using strict = new StrictPlayer();
  const ids = async () => commands(await build(strict)).map(({ node }) => `${node.guid} ${node.subGuid}`);
  const first = await ids();
  assertEquals(new Set(first).size, first.length);
  strict.user.play(0, 0);
  assertEquals(await ids(), first);
  using other = new StrictPlayer();
  assertEquals(commands(await build(other)).map(({ node }) => `${node.guid} ${node.subGuid}`), first);
  assertEquals((await find(strict, "&Playback/&Stop")).guid, "{5A3C7E10-0401-4D2B-8F61-000000000000}");
});

Deno.test("main menu: has every kind of row", async () => {
  using strict = new StrictPlayer();
  const all = commands(await build(strict)).map(({ node }) => node);
  assert(all.some(({ enabled }) => !enabled));
  assert(all.some(({ checked, radioChecked }) => checked && !radioChecked));
  assert(all.some(({ radioChecked }) => radioChecked));
  assert(all.some(({ hidden }) => hidden));
  assert(all.some(({ label }) => label.endsWith("...")));
  assert(all.some(({ label }) => label.endsWith("…")));
  assert(all.filter(({ label }) => label === "&Search...").length > 1);
  const children = all.filter(({ subGuid }) => subGuid !== undefined);
  assert(children.length > 0 && new Set(children.map(({ guid }) => guid)).size < children.length);
});

Deno.test("main menu: without a tree, the flat list has the same commands", async () => {
  using strict = new StrictPlayer({ canBuildMainMenuTree: false });
  assertEquals((await strict.refusal("player.menu.build", { kind: "main" })).code, -32010);
  const flat = (await strict.ask("player.menu.listMainCommands", {})).commands;
  using other = new StrictPlayer();
  const tree = commands(await build(other)).map(({ node }) => node);
  assertEquals(
    flat.map(({ guid, subGuid }) => [guid, subGuid]),
    tree.map(({ guid, subGuid }) => [guid, subGuid]),
  );
  assert(flat.every(({ name }) => !name.includes("&")));
  const stop = flat.find(({ name }) => name === "Always on top");
  assertEquals(await strict.ask("player.menu.runMain", { guid: stop?.guid ?? "" }), { executed: true });
});

Deno.test("main menu: Stop is grey while nothing plays, and stops", async () => {
  using strict = new StrictPlayer();
  assertEquals(await run(strict, "&Playback/&Stop"), false);
  strict.user.play(0, 0);
  strict.take();
  assertEquals(await run(strict, "&Playback/&Stop"), true);
  assertEquals(strict.signalled(), ["stopped user"]);
  assertEquals(strict.player.commandsRun, [{
    menu: "main",
    label: "&Stop",
    guid: "{5A3C7E10-0401-4D2B-8F61-000000000000}",
    subGuid: undefined,
    trackCount: 0,
  }]);
});

Deno.test("main menu: the playback commands act on playback", async () => {
  using strict = new StrictPlayer(shortTracks(3));
  await run(strict, "&Playback/&Play");
  await run(strict, "&Playback/&Next");
  await run(strict, "&Playback/&Next");
  await run(strict, "&Playback/P&revious");
  assertEquals(strict.player.facts.nowPlaying?.item, 1);
  await run(strict, "&Playback/See&k/Ahead by 5 seconds");
  assertEquals(strict.player.facts.nowPlaying?.position, 5);
  await run(strict, "&Playback/Pa&use");
  assertEquals((await find(strict, "&Playback/Pa&use")).checked, true);
  await run(strict, "&Playback/Pa&use");
  await run(strict, "&Playback/Stop after &current");
  assertEquals((await find(strict, "&Playback/Stop after &current")).checked, true);
  strict.clock.advance(5000);
  assertEquals(strict.player.facts.nowPlaying, null);
  assertEquals(strict.signalled().at(-1), "stopped user");
  assertEquals((await find(strict, "&Playback/Stop after &current")).checked, false);
  await run(strict, "&Playback/R&andom");
  assert(strict.player.facts.nowPlaying);
  strict.user.queue(0, 1);
  await run(strict, "&Playback/&Flush playback queue");
  assertEquals(strict.player.facts.queue, []);
});

Deno.test("main menu: one playback order is checked, and choosing another sets it", async () => {
  using strict = new StrictPlayer();
  const chosen = async () =>
    commands(await build(strict)).filter(({ path, node }) =>
      path.startsWith("&Playback/&Order/") && node.radioChecked
    )
      .map(({ node }) => node.label);
  assertEquals(await chosen(), ["Default"]);
  await run(strict, "&Playback/&Order/Shuffle (tracks)");
  assertEquals([await chosen(), strict.player.facts.playbackOrder], [["Shuffle (tracks)"], 4]);
});

Deno.test("main menu: switches toggle, choices move, children made on demand run by both GUIDs", async () => {
  using strict = new StrictPlayer();
  await run(strict, "&View/Always on &top");
  assertEquals((await find(strict, "&View/Always on &top")).checked, true);
  await run(strict, "&View/Always on &top");
  assertEquals((await find(strict, "&View/Always on &top")).checked, false);
  await run(strict, "&Playback/&Device/Null Output");
  assertEquals((await find(strict, "&Playback/&Device/Null Output")).radioChecked, true);
  await run(strict, "&Playback/Replay&Gain/Album");
  assertEquals((await find(strict, "&Playback/Replay&Gain/None")).radioChecked, undefined);
  await run(strict, "&View/&Layout/Slim View");
  assertEquals((await find(strict, "&View/&Layout/Slim View")).checked, true);
  await run(strict, "&View/&Switch to playlist/Radio && Streams");
  assertEquals(strict.player.facts.activePlaylist, 3);
  await run(strict, "&View/&Dark mode");
  assertEquals(strict.player.theme.darkMode, false);
});

Deno.test("main menu: the file, library and help commands act on the player", async () => {
  using strict = new StrictPlayer(shortTracks(1));
  await run(strict, "&File/&New playlist");
  assertEquals([strict.player.facts.activePlaylist, strict.player.facts.playlists.length], [1, 2]);
  assertEquals(strict.signalled(), ["playlistsChanged", "selectionChanged"]);
  await run(strict, "&File/&Remove playlist");
  assertEquals(strict.player.facts.playlists.length, 1);
  for (const path of ["&File/Pre&ferences", "&File/Res&tart", "&View/&Console", "&File/E&xit"]) {
    await run(strict, path);
  }
  assertEquals(strict.player.appCommands, ["showPreferences", "restart", "showConsole", "exit"]);
  await run(strict, "&Library/&Search...");
  assertEquals(strict.player.librarySearches, [""]);
  await run(strict, "&Library/&Album list");
  assertEquals(strict.player.facts.selection.type, "media_library_viewer");
  await run(strict, "&Help/&About...");
  assertEquals(strict.player.popupMessages.length, 1);
  await run(strict, "&Help/&Diagnostics/&Copy system report");
  assert(strict.player.clipboard.text);
});

Deno.test("main menu: the edit commands change the active playlist and its selection", async () => {
  using strict = new StrictPlayer(shortTracks(6));
  strict.user.selectItems([0, 2, 3]);
  await run(strict, "&Edit/Re&move");
  assertEquals(strict.player.facts.playlists[0]?.tracks().map(({ path }) => path), ["/t/1", "/t/4", "/t/5"]);
  assertEquals(await run(strict, "&Edit/Re&move"), false);
  await run(strict, "&Edit/Select &all");
  assertEquals(strict.player.facts.selection.total, 3);
  strict.user.selectItems([1]);
  await run(strict, "&Edit/&Invert selection");
  assertEquals(strict.player.facts.selection.total, 2);
  await run(strict, "&Edit/Cro&p");
  assertEquals(strict.player.facts.playlists[0]?.tracks().map(({ path }) => path), ["/t/1", "/t/5"]);
  await run(strict, "&Edit/Read-&only");
  assertEquals(strict.player.facts.playlists[0]?.lock, "User");
  assertEquals((await find(strict, "&Edit/Read-&only")).checked, true);
  assertEquals(await run(strict, "&Edit/&Clear"), false);
  assertEquals(await run(strict, "&File/&Remove playlist"), false);
  await run(strict, "&Edit/Read-&only");
  assertEquals(await run(strict, "&Edit/&Clear"), true);
  assertEquals(strict.player.facts.playlists[0]?.count, 0);
});

Deno.test("main menu: an unknown GUID, a parent without child, and an open dialog run nothing", async () => {
  using strict = new StrictPlayer();
  const { guid = "" } = await find(strict, "&Playback/&Device/Null Output");
  const unknown = "{00000000-0000-0000-0000-000000000000}";
  assertEquals(await strict.ask("player.menu.runMain", { guid }), { executed: false });
  assertEquals(await strict.ask("player.menu.runMain", { guid: unknown }), { executed: false });
  assertEquals(await strict.ask("player.menu.runMain", { guid, subGuid: unknown }), { executed: false });
  strict.user.openDialog();
  assertEquals(await run(strict, "&File/&Open..."), false);
  strict.user.closeDialog();
  assertEquals(await run(strict, "&File/&Open..."), true);
  assertEquals(strict.player.commandsRun.length, 1);
});

Deno.test("main menu: GUIDs ignore case", async () => {
  using strict = new StrictPlayer();
  const { guid = "" } = await find(strict, "&File/&Open...");
  assertEquals(await strict.ask("player.menu.runMain", { guid: guid.toLowerCase() }), { executed: true });
});

Deno.test("main menu: can be built without playlists", async () => {
  using strict = new StrictPlayer({ playlists: [] });
  assert(commands(await build(strict)).length >= 60);
  assertEquals(await run(strict, "&File/&Remove playlist"), false);
  assertEquals(await run(strict, "&Edit/Read-&only"), false);
});

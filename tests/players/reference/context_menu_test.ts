import "../../support/deadline.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { CommandNode, MenuContext, MenuNode } from "../../../host_stdio/api/shapes.ts";
import { shortTracks, StrictPlayer } from "./strict_player.ts";

const selection: MenuContext = { source: "selection" };
const playlist: MenuContext = { source: "playlist" };
const nowPlaying: MenuContext = { source: "nowPlaying" };
const cue = "/music/Marble Arcade/Live at the Observatory/Live at the Observatory.cue";

function commands(nodes: readonly MenuNode[], above = ""): Map<string, CommandNode> {
  const found = new Map<string, CommandNode>();
  for (const node of nodes) {
    if (node.type === "command") found.set(`${above}${node.label}`, node);
    if (node.type === "submenu") {
      for (const [path, child] of commands(node.children, `${above}${node.label}/`)) found.set(path, child);
    }
  }
  return found;
}

async function build(strict: StrictPlayer, context: MenuContext): Promise<Map<string, CommandNode>> {
  return commands((await strict.ask("player.menu.build", { kind: "context", context })).nodes);
}

async function run(
  strict: StrictPlayer,
  context: MenuContext,
  path: string,
): Promise<{ executed: boolean; confirmed: boolean }> {
  const node = (await build(strict, context)).get(path);
  assert(node, path);
  const byId = { context, commandId: node.commandId };
  const { guid, subGuid } = node;
  return await strict.ask("player.menu.runContext", guid === undefined ? byId : { context, guid, subGuid });
}

Deno.test("context menu: an empty selection has a menu, mostly disabled", async () => {
  using strict = new StrictPlayer();
  const menu = await build(strict, selection);
  assert([...menu.values()].every(({ enabled }) => !enabled));
});

Deno.test("context menu: fails without a playing track or a playlist", async () => {
  using strict = new StrictPlayer({ playlists: [] });
  const refusal = async (context: MenuContext) =>
    (await strict.refusal("player.menu.build", { kind: "context", context })).message;
  assertStringIncludes(await refusal(nowPlaying), "No track is playing");
  assertStringIncludes(await refusal(playlist), "No playlist is active");
  await strict.refusal("player.menu.runContext", { context: nowPlaying, commandId: 1 });
  await strict.refusal("player.menu.popup", { context: nowPlaying });
  assertEquals(strict.player.contextPopups, []);
});

Deno.test("context menu: depends on the number and kind of tracks", async () => {
  using strict = new StrictPlayer();
  const of = (...paths: string[]) =>
    build(strict, {
      source: "handles",
      handles: paths.map((path) => ({ path, subsong: path.endsWith(".cue") ? 1 : 0 })),
    });
  const file = "/music/Harbour Lights/Tidewater/01 Low Water.flac";
  const one = await of(file);
  assertEquals(one.get("&Tagging/&Copy tags")?.enabled, true);
  assertEquals(one.has("Replay&Gain/Scan selection as a single &album"), false);
  assertEquals([one.has("Reconnec&t"), one.has("Edit cue s&heet...")], [false, false]);
  const two = await of(file, "/music/x.mp3");
  assertEquals(two.get("&Tagging/&Copy tags")?.enabled, false);
  assertEquals(two.get("Open containing &folder")?.enabled, false);
  assertEquals(two.has("Replay&Gain/Scan selection as a single &album"), true);
  const stream = await of("http://radio.example/live");
  assertEquals([stream.has("Reconnec&t"), stream.has("&File operations/&Delete file")], [true, false]);
  assertEquals((await of(cue)).has("Edit cue s&heet..."), true);
});

Deno.test("context menu: depends on its source", async () => {
  using strict = new StrictPlayer();
  strict.user.play(0, 0);
  strict.user.selectItems([0]);
  const has = async (context: MenuContext) => {
    const menu = await build(strict, context);
    return ["Stop after &this track", "&Clear playlist", "Re&move"].map((label) => menu.has(label));
  };
  assertEquals(await has(nowPlaying), [true, false, false]);
  assertEquals(await has(playlist), [false, true, false]);
  assertEquals(await has(selection), [false, false, true]);
  assertEquals(await has({ source: "handles", handles: [] }), [false, false, false]);
});

Deno.test("context menu: ids are consecutive, GUIDs are unique, and some commands have none", async () => {
  using strict = new StrictPlayer();
  strict.user.selectItems([0, 1]);
  const menu = [...(await build(strict, selection)).values()];
  assertEquals(menu.map(({ commandId }) => commandId), menu.map((_node, index) => index + 1));
  const named = menu.filter(({ guid }) => guid !== undefined);
  assertEquals(new Set(named.map(({ guid, subGuid }) => `${guid} ${subGuid}`)).size, named.length);
  assert(named.length < menu.length);
  assert(named.some(({ subGuid }) => subGuid !== undefined));
});

Deno.test("context menu: a command is confirmed only if it has a GUID", async () => {
  using strict = new StrictPlayer();
  strict.user.selectItems([0, 1]);
  const menu = await build(strict, selection);
  const commandId = menu.get("P&roperties")?.commandId ?? -1;
  const executed = { executed: true, confirmed: true };
  assertEquals(await run(strict, selection, "P&roperties"), executed);
  assertEquals(await strict.ask("player.menu.runContext", { context: selection, commandId }), executed);
  assertEquals(await run(strict, selection, "&Legacy tools/&Copy name"), {
    executed: true,
    confirmed: false,
  });
  assertEquals(
    strict.player.clipboard.text,
    "Harbour Lights - Low Water\r\nHarbour Lights - The Ferryman's Daughter",
  );
  assertEquals(strict.player.commandsRun.map(({ menu, trackCount }) => [menu, trackCount]), [
    ["context", 2],
    ["context", 2],
    ["context", 2],
  ]);
});

Deno.test("context menu: an unknown or disabled command and a parent without child run nothing", async () => {
  using strict = new StrictPlayer();
  strict.user.selectItems([0, 1]);
  const nothing = { executed: false, confirmed: true };
  const menu = await build(strict, selection);
  const rating = menu.get("&Rating/★★★");
  const context = selection;
  for (const commandId of [0, -1, menu.size + 1]) {
    assertEquals(await strict.ask("player.menu.runContext", { context, commandId }), nothing);
  }
  assertEquals(await strict.ask("player.menu.runContext", { context, guid: rating?.guid ?? "" }), nothing);
  assertEquals(await run(strict, selection, "&Tagging/&Copy tags"), nothing);
  strict.user.openDialog();
  assertEquals(await run(strict, selection, "P&roperties"), nothing);
  assertEquals(strict.player.commandsRun, []);
});

Deno.test("context menu: sets and shows ratings", async () => {
  using strict = new StrictPlayer(shortTracks(3));
  strict.user.selectItems([0, 1]);
  assertEquals((await build(strict, selection)).get("&Rating/<not set>")?.radioChecked, true);
  await run(strict, selection, "&Rating/★★★");
  assertEquals((await build(strict, selection)).get("&Rating/★★★")?.radioChecked, true);
  strict.user.selectItems("all");
  const mixed = await build(strict, selection);
  assert([...mixed.values()].every(({ radioChecked }) => !radioChecked));
  await run(strict, selection, "&Rating/<not set>");
  assertEquals((await build(strict, selection)).get("&Rating/<not set>")?.radioChecked, true);
});

Deno.test("context menu: Play plays the first track, from a new playlist if it is in none", async () => {
  using strict = new StrictPlayer(shortTracks(3));
  strict.user.selectItems([1, 2]);
  strict.take();
  await run(strict, selection, "&Play");
  assertEquals(strict.signalled(), ["started 0/1"]);
  await run(strict, { source: "handles", handles: [{ path: "file:///t/2", subsong: 0 }] }, "&Play");
  assertEquals(strict.signalled(), ["playlistsChanged", "stopped startingAnother", "started 1/0"]);
});

Deno.test("context menu: queues tracks, removes them and sends them to playlists", async () => {
  using strict = new StrictPlayer(shortTracks(4, 0, 0));
  strict.user.lockPlaylist(2);
  strict.user.selectItems([1, 3]);
  await run(strict, selection, "Playback &queue/&Add to playback queue");
  assertEquals(strict.player.facts.queue.map(({ item }) => item), [1, 3]);
  await run(strict, selection, "Sen&d to/List 1");
  assertEquals(strict.player.facts.playlists[1]?.count, 2);
  assertEquals((await run(strict, selection, "Sen&d to/List 2")).executed, false);
  await run(strict, selection, "Sen&d to/&New playlist");
  assertEquals(strict.player.facts.playlists[3]?.count, 2);
  await run(strict, selection, "Re&move");
  assertEquals(strict.player.facts.playlists[0]?.tracks().map(({ path }) => path), ["/t/0", "/t/2"]);
  assertEquals(strict.player.facts.queue.map(({ item }) => item), [null, null]);
  await run(strict, playlist, "Playback &queue/&Flush playback queue");
  assertEquals(strict.player.facts.queue, []);
  await run(strict, playlist, "Select &all");
  assertEquals(strict.player.facts.selection.total, 2);
  await run(strict, playlist, "&Clear playlist");
  assertEquals(strict.player.facts.playlists[0]?.count, 0);
});

Deno.test("context menu: tracks in no playlist cannot be queued", async () => {
  using strict = new StrictPlayer();
  const context: MenuContext = { source: "handles", handles: [{ path: cue, subsong: 1 }] };
  assertEquals((await build(strict, context)).get("Playback &queue/&Add to playback queue")?.enabled, false);
});

Deno.test("context menu: the playing track's menu can stop playback after it", async () => {
  using strict = new StrictPlayer(shortTracks(2));
  strict.user.play(0, 0);
  await run(strict, nowPlaying, "Stop after &this track");
  assertEquals((await build(strict, nowPlaying)).get("Stop after &this track")?.checked, true);
  strict.clock.advance(10_000);
  assertEquals(strict.signalled().at(-1), "stopped user");
});

Deno.test("context menu: reads few of 200,000 tracks", async () => {
  let made = 0;
  const tracks = { length: 200_000, at: (index: number) => (made++, { path: `/${index}`, subsong: 0 }) };
  using strict = new StrictPlayer({ playlists: [{ name: "x", tracks }] });
  await build(strict, playlist);
  assert(made <= 200, String(made));
});

Deno.test("context menu: a native popup is recorded", async () => {
  using strict = new StrictPlayer();
  const context: MenuContext = { source: "handles", handles: [{ path: cue, subsong: 2 }] };
  assertEquals(await strict.ask("player.menu.popup", { context }), {});
  assertEquals(await strict.ask("player.menu.popup", { context: selection }), {});
  assertEquals(strict.player.contextPopups, [context, selection]);
});

import "../../support/deadline.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { ActionName, ActionParams } from "../../../host_stdio/api/native_actions.ts";
import { shortTracks, StrictPlayer } from "./strict_player.ts";

const first = "playlist-1";

function pathsOf(strict: StrictPlayer, playlist = 0): string[] {
  return strict.player.facts.playlists[playlist]?.tracks().map(({ path }) => path) ?? [];
}

Deno.test("playlist.create: creates at an index, and refuses one past the end", async () => {
  using strict = new StrictPlayer(shortTracks(1, 1));
  assertEquals(await strict.ask("player.playlist.create", { name: "x", index: 1 }), {
    playlist: "playlist-3",
  });
  assertEquals(strict.player.facts.playlists.map(({ name }) => name), ["List 0", "x", "List 1"]);
  await strict.refusal("player.playlist.create", { name: "x", index: 4 });
});

Deno.test("playlist.list: marks the playlists that the player fills by itself", async () => {
  using strict = new StrictPlayer({ playlists: [{ name: "a" }, { name: "b", auto: true }] });
  const { playlists } = await strict.ask("player.playlist.list", {});
  assertEquals(playlists.map(({ auto }) => auto), [undefined, true]);
});

Deno.test("playlist.removeItems and reorder: change all given items, or none", async () => {
  using strict = new StrictPlayer(shortTracks(5));
  assertEquals(await strict.ask("player.playlist.removeItems", { playlist: first, items: [0, 2, 3] }), {
    count: 2,
  });
  assertEquals(pathsOf(strict), ["/t/1", "/t/4"]);
  for (const items of [[1, 0], [0, 0], [0, 2]]) {
    await strict.refusal("player.playlist.removeItems", { playlist: first, items });
  }
  assertEquals(await strict.ask("player.playlist.reorder", { playlist: first, order: [1, 0] }), {});
  assertEquals(pathsOf(strict), ["/t/4", "/t/1"]);
  for (const order of [[], [0], [0, 0], [1, 2], [0, 1, 2]]) {
    await strict.refusal("player.playlist.reorder", { playlist: first, order });
  }
  assertEquals(pathsOf(strict), ["/t/4", "/t/1"]);
  assertEquals(await strict.ask("player.playlist.removeItems", { playlist: first, items: [] }), { count: 2 });
});

Deno.test("playlist.reorder: the playing track, the queue and the selected items keep their tracks", async () => {
  using strict = new StrictPlayer(shortTracks(4));
  strict.user.play(0, 1);
  strict.user.queue(0, 2);
  strict.user.selectItems([0, 3]);
  await strict.ask("player.playlist.reorder", { playlist: first, order: [3, 1, 0, 2] });
  assertEquals(pathsOf(strict), ["/t/3", "/t/1", "/t/0", "/t/2"]);
  assertEquals([strict.player.facts.nowPlaying?.item, strict.player.facts.queue[0]?.item], [1, 3]);
  const { items } = await strict.ask("player.selection.get", { offset: 0, limit: 9 });
  assertEquals(items, [0, 2]);
  await strict.ask("player.playlist.reorder", { playlist: first, order: [1, 2, 3, 0] });
  assertEquals([strict.player.facts.nowPlaying?.item, strict.player.facts.queue[0]?.item], [0, 2]);
});

Deno.test("playlist actions: allowed with a lock of the bridge, refused with one of the user and for unknown ids", async () => {
  using strict = new StrictPlayer(shortTracks(2));
  const calls: { [Name in ActionName]?: ActionParams<Name> } = {
    "player.playlist.rename": { playlist: first, name: "y" },
    "player.playlist.removeItems": { playlist: first, items: [0] },
    "player.playlist.reorder": { playlist: first, order: [0] },
    "player.playlist.delete": { playlist: first },
  };
  strict.user.lockPlaylist(0);
  for (const [name, params] of Object.entries(calls) as [ActionName, ActionParams<ActionName>][]) {
    assertStringIncludes((await strict.refusal(name, params)).message, "locked");
    const { code } = await strict.refusal(name, { ...params, playlist: "x" } as ActionParams<ActionName>);
    assertEquals(code, -32011);
  }
  const page = { playlist: "x", start: 0, count: 1 };
  assertEquals((await strict.refusal("player.playlist.items", page)).code, -32011);
  strict.user.unlockPlaylist(0);
  await strict.ask("player.playlist.lock", { playlist: first, name: "z", locked: true });
  for (const [name, params] of Object.entries(calls) as [ActionName, ActionParams<ActionName>][]) {
    await strict.ask(name, params);
  }
  assertEquals(strict.player.facts.playlists, []);
});

Deno.test("playlist signals: sent for the bridge's and the user's changes", async () => {
  using strict = new StrictPlayer(shortTracks(2, 1));
  const second = "playlist-2";
  const handles = [{ path: "/a", subsong: 0 }];
  await strict.ask("player.playlist.rename", { playlist: first, name: "x" });
  await strict.ask("player.playlist.append", { playlist: first, handles });
  await strict.ask("player.playlist.removeItems", { playlist: first, items: [0, 2] });
  await strict.ask("player.playlist.append", { playlist: first, handles });
  await strict.ask("player.playlist.reorder", { playlist: first, order: [1, 0] });
  await strict.ask("player.playlist.remove", { playlist: first, start: 0, count: 1 });
  await strict.ask("player.playlist.activate", { playlist: second });
  await strict.ask("player.playlist.delete", { playlist: second });
  const itemsChanged = (params: object) => ({
    name: "signal.playlistItemsChanged",
    params: { playlist: first, ...params },
  });
  assertEquals(strict.takeExtensionSignals() as unknown[], [
    { name: "signal.playlistRenamed", params: { playlist: first, name: "x" } },
    itemsChanged({ change: "added", start: 2, count: 1, total: 3 }),
    itemsChanged({ change: "removed", count: 2, total: 1 }),
    itemsChanged({ change: "added", start: 1, count: 1, total: 2 }),
    itemsChanged({ change: "reordered", count: 2, total: 2 }),
    itemsChanged({ change: "removed", count: 1, total: 1 }),
    { name: "signal.playlistActivated", params: { playlist: second } },
    { name: "signal.playlistActivated", params: { playlist: first } },
  ]);
  strict.user.renamePlaylist(0, "y");
  strict.user.renamePlaylist(0, "y");
  strict.user.addTracks(0, handles, 0);
  strict.user.removeItems(0, 1);
  strict.user.removeItems(0, 1, 0);
  strict.user.activatePlaylist(0);
  strict.user.removePlaylist(0);
  assertEquals(strict.takeExtensionSignals() as unknown[], [
    { name: "signal.playlistRenamed", params: { playlist: first, name: "y" } },
    itemsChanged({ change: "added", start: 0, count: 1, total: 2 }),
    itemsChanged({ change: "removed", count: 1, total: 1 }),
    { name: "signal.playlistActivated", params: { playlist: null } },
  ]);
});

Deno.test("playlist.select: items and focus follow their tracks, and are signalled only when they change", async () => {
  using strict = new StrictPlayer(shortTracks(5, 2));
  const selection = () => strict.ask("player.playlist.selection", { playlist: first });
  assertEquals(await selection(), { items: [], focus: null });
  await strict.ask("player.playlist.select", { playlist: first, items: [1, 2, 4], focus: 4 });
  await strict.ask("player.playlist.select", { playlist: first, items: [1, 2, 4], focus: 4 });
  await strict.ask("player.playlist.select", { playlist: "playlist-2", focus: 0 });
  assertEquals(strict.takeExtensionSignals().map(({ name, params }) => [name, params]), [
    ["signal.playlistSelectionChanged", { playlist: first, selected: true, focus: 4 }],
    ["signal.playlistSelectionChanged", { playlist: "playlist-2", selected: false, focus: 0 }],
  ]);
  assertEquals(strict.signalled(), ["selectionChanged"]);
  await strict.ask("player.playlist.removeItems", { playlist: first, items: [0, 2] });
  assertEquals(await selection(), { items: [0, 2], focus: 2 });
  await strict.ask("player.playlist.reorder", { playlist: first, order: [2, 1, 0] });
  assertEquals(await selection(), { items: [0, 2], focus: 0 });
  strict.user.selectItems([1]);
  assertEquals(await selection(), { items: [1], focus: 1 });
  for (const change of [{ items: [3] }, { items: [1, 0] }, { focus: 3 }]) {
    await strict.refusal("player.playlist.select", { playlist: first, ...change });
  }
  assertEquals(await selection(), { items: [1], focus: 1 });
});

import "../../support/deadline.ts";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ActionError } from "../../../players/reference/mod.ts";
import { shortTracks, StrictPlayer } from "./strict_player.ts";

const all = { offset: 0, limit: null };
const handle = (number: number) => ({ path: `/t/${number}`, subsong: 0 });

Deno.test("selection: at first nothing is selected in the active playlist", async () => {
  using strict = new StrictPlayer();
  const empty = { total: 0, type: "active_playlist_selection", handles: [] };
  assertEquals(await strict.ask("player.selection.get", all), empty);
  assertEquals(await strict.ask("player.selection.get", { offset: 5, limit: 2 }), empty);
});

Deno.test("selection: items come in the order of the playlist, with their places", async () => {
  using strict = new StrictPlayer(shortTracks(1, 6));
  strict.user.activatePlaylist(1);
  strict.user.selectItems([5, 1, 2, 5]);
  assertEquals(await strict.ask("player.selection.get", all), {
    total: 3,
    type: "active_playlist_selection",
    handles: [handle(2), handle(3), handle(6)],
    playlist: "playlist-2",
    items: [1, 2, 5],
  });
  assertEquals(await strict.ask("player.selection.get", { offset: 1, limit: 1 }), {
    total: 3,
    type: "active_playlist_selection",
    handles: [handle(3)],
    playlist: "playlist-2",
    items: [2],
  });
  assertThrows(() => strict.user.selectItems([6]), ActionError);
});

Deno.test("selection: a page past the end and a page of length 0 are empty", async () => {
  using strict = new StrictPlayer(shortTracks(3));
  strict.user.selectItems("all");
  for (const page of [{ offset: 3, limit: 5 }, { offset: 0, limit: 0 }, { offset: 9, limit: null }]) {
    const { total, handles, items } = await strict.ask("player.selection.get", page);
    assertEquals([total, handles, items], [3, [], []]);
  }
  assertEquals((await strict.ask("player.selection.get", { offset: 2, limit: 5 })).items, [2]);
});

Deno.test("selection: selected items move with the tracks around them", async () => {
  using strict = new StrictPlayer(shortTracks(5));
  strict.user.selectItems([1, 3]);
  strict.user.addTracks(0, [handle(0)], 2);
  assertEquals((await strict.ask("player.selection.get", all)).items, [1, 4]);
  strict.user.removeItems(0, 0, 2);
  assertEquals((await strict.ask("player.selection.get", all)).items, [2]);
});

Deno.test("selection: a page of 200,000 tracks makes only its own tracks", async () => {
  let made = 0;
  const tracks = { length: 200_000, at: (index: number) => (made++, { path: `/${index}`, subsong: 0 }) };
  using strict = new StrictPlayer({ playlists: [{ name: "x", tracks }] });
  const page = async () => {
    made = 0;
    const answer = await strict.ask("player.selection.get", { offset: 150_000, limit: 3 });
    assertEquals([answer.total, answer.handles[0]?.path], [200_000, "/150000"]);
    return made;
  };
  strict.user.selectItems("all");
  assertEquals(await page(), 3);
  strict.user.selectPlaylists(0);
  assertEquals(await page(), 3);
  await strict.ask("player.selection.track", { mode: "playlist" });
  assertEquals(await page(), 3);
});

Deno.test("selection: the library viewer selects tracks that are in no playlist", async () => {
  using strict = new StrictPlayer();
  strict.user.selectInLibrary("all");
  const answer = await strict.ask("player.selection.get", { offset: 199_999, limit: 100 });
  assertEquals([answer.total, answer.type, answer.handles.length], [200_000, "media_library_viewer", 1]);
  assertEquals([answer.playlist, answer.items], [undefined, undefined]);
  strict.user.selectInLibrary([handle(1)]);
  assertEquals((await strict.ask("player.selection.get", all)).handles, [handle(1)]);
});

Deno.test("selection: the playlist manager selects whole playlists; several have no common playlist", async () => {
  using strict = new StrictPlayer(shortTracks(2, 1, 1));
  strict.user.selectPlaylists(1);
  const one = {
    total: 1,
    type: "playlist_manager",
    handles: [handle(2)],
    playlist: "playlist-2",
    items: [0],
  };
  assertEquals(await strict.ask("player.selection.get", all), one);
  strict.user.selectPlaylists(0, 2);
  assertEquals(await strict.ask("player.selection.get", all), {
    total: 3,
    type: "playlist_manager",
    handles: [handle(0), handle(1), handle(3)],
  });
  strict.take();
  strict.user.removePlaylist(0);
  assertEquals(strict.signalled(), ["playlistsChanged", "selectionChanged"]);
  assertEquals(strict.player.facts.selection, { type: "playlist_manager", total: 1 });
});

Deno.test("selection: while it follows playback, the playing track is selected", async () => {
  using strict = new StrictPlayer(shortTracks(2, 2));
  strict.user.selectItems([0]);
  strict.user.followPlayback();
  assertEquals(strict.player.facts.selection, { type: "active_playlist_selection", total: 1 });
  strict.take();
  strict.user.play(1, 1);
  assertEquals(strict.signalled(), ["started 1/1", "selectionChanged"]);
  const playing = { total: 1, type: "now_playing", handles: [handle(3)], playlist: "playlist-2", items: [1] };
  assertEquals(await strict.ask("player.selection.get", all), playing);
  strict.user.removeItems(1, 1);
  assertEquals(await strict.ask("player.selection.get", all), {
    total: 1,
    type: "now_playing",
    handles: [handle(3)],
  });
  strict.take();
  strict.user.stop();
  assertEquals(strict.signalled(), ["stopped user", "selectionChanged"]);
  assertEquals(strict.player.facts.selection, { type: "active_playlist_selection", total: 1 });
});

Deno.test("selection: while the next track opens, it has the selected items", () => {
  using strict = new StrictPlayer({ ...shortTracks(2), openingMilliseconds: 50 });
  strict.user.selectItems([0, 1]);
  strict.user.followPlayback();
  strict.user.play(0, 0);
  strict.clock.advance(10_050);
  assertEquals(strict.player.facts.selection, { type: "active_playlist_selection", total: 2 });
  assertEquals(strict.signalled().at(-1), "selectionChanged");
  strict.clock.advance(50);
  assertEquals(strict.player.facts.selection, { type: "now_playing", total: 1 });
  assertEquals(strict.signalled(), ["started 0/1", "selectionChanged"]);
});

Deno.test("selection: a page can set it; unknown tracks are left out", async () => {
  using strict = new StrictPlayer(shortTracks(2));
  const handles = [handle(1), { path: "/none", subsong: 0 }, { path: "file:///t/0", subsong: 0 }, handle(1)];
  assertEquals(await strict.ask("player.selection.set", { handles }), { count: 3 });
  assertEquals(strict.signalled(), ["selectionChanged"]);
  assertEquals(await strict.ask("player.selection.get", all), {
    total: 3,
    type: "unknown",
    handles: [handle(1), handle(0), handle(1)],
  });
  assertEquals(await strict.ask("player.selection.set", { handles: [{ path: "/none", subsong: 0 }] }), {
    count: 0,
  });
  assertEquals(strict.signalled(), []);
  assertEquals(strict.player.facts.selection.total, 3);
});

Deno.test("selection: a page cannot set it while a dialog is open", async () => {
  using strict = new StrictPlayer(shortTracks(1));
  strict.user.openDialog();
  const { message } = await strict.refusal("player.selection.set", { handles: [handle(0)] });
  assertStringIncludes(message, "cannot be set");
  assertEquals(strict.signalled(), []);
  strict.user.closeDialog();
  assertEquals(await strict.ask("player.selection.set", { handles: [handle(0)] }), { count: 1 });
});

Deno.test("selection: follows the active playlist or its selected items on request", async () => {
  using strict = new StrictPlayer(shortTracks(2, 1));
  assertEquals(await strict.ask("player.selection.track", { mode: "playlist" }), {});
  assertEquals(await strict.ask("player.selection.get", all), {
    total: 2,
    type: "active_playlist",
    handles: [handle(0), handle(1)],
    playlist: "playlist-1",
    items: [0, 1],
  });
  await strict.ask("player.playlist.activate", { playlist: "playlist-2" });
  assertEquals(strict.player.facts.selection, { type: "active_playlist", total: 1 });
  await strict.ask("player.selection.track", { mode: "selection" });
  assertEquals(strict.player.facts.selection, { type: "active_playlist_selection", total: 0 });
  assertEquals(strict.signalled(), ["selectionChanged", "selectionChanged", "selectionChanged"]);
});

Deno.test("selection: only changes of selected tracks are signalled", async () => {
  using strict = new StrictPlayer(shortTracks(2, 1));
  await strict.ask("player.playlist.activate", { playlist: "playlist-1" });
  await strict.ask("player.playlist.append", { playlist: "playlist-2", handles: [handle(0)] });
  await strict.ask("player.playlist.append", { playlist: "playlist-1", handles: [] });
  await strict.ask("player.playlist.append", { playlist: "playlist-1", handles: [handle(0)] });
  assertEquals(strict.signalled(), []);
  strict.user.selectItems([0]);
  strict.user.addTracks(0, [handle(0)], 0);
  strict.user.removeItems(0, 1);
  strict.user.removeItems(0, 1);
  assertEquals(strict.signalled(), ["selectionChanged", "selectionChanged", "selectionChanged"]);
  strict.user.selectInLibrary([handle(0)]);
  strict.take();
  await strict.ask("player.playlist.activate", { playlist: "playlist-2" });
  strict.user.removeItems(0, 0);
  strict.user.play(0, 0);
  assertEquals(strict.signalled(), ["started 0/0"]);
});

Deno.test("selection: without an active playlist nothing is selected", async () => {
  using strict = new StrictPlayer({ playlists: [] });
  strict.user.selectItems("all");
  assertEquals(strict.player.facts.selection, { type: "active_playlist_selection", total: 0 });
  await strict.ask("player.selection.track", { mode: "playlist" });
  assertEquals(strict.player.facts.selection, { type: "active_playlist", total: 0 });
});

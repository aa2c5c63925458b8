import "../../support/deadline.ts";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ActionError } from "../../../players/reference/mod.ts";
import { shortTracks, StrictPlayer } from "./strict_player.ts";

const handles = [{ path: "/a", subsong: 0 }, { path: "/b", subsong: 2 }];

Deno.test("playlists: the default ones are albums, a locked one, ten thousand tracks, streams and an empty one", async () => {
  using strict = new StrictPlayer();
  const { active, playlists } = await strict.ask("player.playlist.list", {});
  assertEquals(active, "playlist-1");
  assertEquals(playlists.map(({ name }) => name), [
    "Albums",
    "Favourites",
    "Collection",
    "Radio & Streams",
    "New Playlist",
  ]);
  assertEquals(playlists.map(({ locked }) => locked), [false, true, false, false, false]);
  assertEquals(playlists.map(({ count }) => count).slice(2), [10_000, 4, 0]);
  assert(playlists.every(({ name }) => name !== "[WebView Queue]"));
  assert(strict.player.facts.playlists[0]?.tracks().some(({ subsong }) => subsong > 0));
});

Deno.test("playlists: every track of the default playlists exists", async () => {
  using strict = new StrictPlayer();
  for (const playlist of strict.player.facts.playlists) {
    for (const handle of playlist.tracks(0, 100)) {
      assert((await strict.ask("player.media.info", { handle })).track, handle.path);
    }
  }
});

Deno.test("playlists: tracks of a large playlist are made on demand", () => {
  let made = 0;
  using strict = new StrictPlayer({
    playlists: [{
      name: "L",
      tracks: { length: 1e9, at: (index) => (made++, { path: `/${index}`, subsong: 0 }) },
    }],
  });
  assertEquals(strict.player.facts.playlists[0]?.tracks(999_999_998, 10).map(({ path }) => path), [
    "/999999998",
    "/999999999",
  ]);
  strict.user.removeItems(0, 5, 10);
  strict.user.addTracks(0, handles, 5);
  assertEquals(strict.player.facts.playlists[0]?.tracks(4, 4).map(({ path }) => path), [
    "/4",
    "/a",
    "/b",
    "/15",
  ]);
  assertEquals(made, 4);
});

Deno.test("playlists: without any, the active playlist is null", async () => {
  using strict = new StrictPlayer({ playlists: [] });
  assertEquals(await strict.ask("player.playlist.list", {}), { active: null, playlists: [] });
  await strict.ask("player.playlist.create", { name: "x" });
  assertEquals(strict.player.facts.activePlaylist, null);
});

Deno.test("playlists: hold tracks under their native paths", async () => {
  using strict = new StrictPlayer(shortTracks(1));
  await strict.ask("player.playlist.append", {
    playlist: "playlist-1",
    handles: [{ path: "file:///t/0", subsong: 0 }],
  });
  assertEquals(strict.player.facts.playlists[0]?.tracks(1), [{ path: "/t/0", subsong: 0 }]);
});

Deno.test("playlists: a lock of the bridge prevents the user's changes, not the bridge's", async () => {
  using strict = new StrictPlayer(shortTracks(2));
  const name = "JIT Queue Buffer";
  assertEquals(await strict.ask("player.playlist.lock", { playlist: "playlist-1", name, locked: true }), {});
  assertEquals((await strict.ask("player.playlist.list", {})).playlists[0]?.locked, true);
  assertEquals(await strict.ask("player.playlist.append", { playlist: "playlist-1", handles }), {
    start: 2,
    count: 2,
  });
  assertEquals(await strict.ask("player.playlist.remove", { playlist: "playlist-1", start: 0, count: 1 }), {
    count: 3,
  });
  assertThrows(() => strict.user.removePlaylist(0), ActionError, name);
  assertThrows(() => strict.user.renamePlaylist(0, "x"), ActionError, name);
  assertThrows(() => strict.user.addTracks(0, handles), ActionError, name);
  assertThrows(() => strict.user.removeItems(0, 0), ActionError, name);
  await strict.ask("player.playlist.lock", { playlist: "playlist-1", name, locked: true });
  await strict.ask("player.playlist.lock", { playlist: "playlist-1", name, locked: false });
  await strict.ask("player.playlist.lock", { playlist: "playlist-1", name, locked: false });
  strict.user.renamePlaylist(0, "x");
  assertEquals(strict.player.facts.playlists[0]?.name, "x");
});

Deno.test("playlists: a lock of the user prevents the bridge's changes too", async () => {
  using strict = new StrictPlayer(shortTracks(2));
  strict.user.lockPlaylist(0);
  for (
    const refusal of [
      await strict.refusal("player.playlist.append", { playlist: "playlist-1", handles }),
      await strict.refusal("player.playlist.remove", { playlist: "playlist-1", start: 0, count: 1 }),
      await strict.refusal("player.playlist.lock", { playlist: "playlist-1", name: "x", locked: true }),
      await strict.refusal("player.playlist.lock", { playlist: "playlist-1", name: "User", locked: false }),
    ]
  ) assertStringIncludes(refusal.message, "locked");
  assertThrows(() => strict.user.addTracks(0, handles), ActionError);
  assertThrows(() => strict.user.removePlaylist(0), ActionError);
  await strict.ask("player.playlist.activate", { playlist: "playlist-1" });
  await strict.ask("player.queue.append", { entries: [{ playlist: "playlist-1", item: 1 }] });
  strict.user.unlockPlaylist(0);
  strict.user.addTracks(0, handles);
  assertEquals(strict.player.facts.playlists[0]?.count, 4);
});

Deno.test("playlists: only the owner of a lock can change it", async () => {
  using strict = new StrictPlayer(shortTracks(1));
  await strict.ask("player.playlist.lock", { playlist: "playlist-1", name: "one", locked: true });
  for (const locked of [true, false]) {
    const refusal = await strict.refusal("player.playlist.lock", {
      playlist: "playlist-1",
      name: "two",
      locked,
    });
    assertStringIncludes(refusal.message, "one");
  }
  assertEquals(strict.player.facts.playlists[0]?.lock, "one");
});

Deno.test("playlists: the user's changes of the list are signalled", async () => {
  using strict = new StrictPlayer(shortTracks(1, 1, 1));
  strict.user.createPlaylist("new", 1);
  strict.user.createPlaylist("last");
  strict.user.reorderPlaylists([4, 0, 1, 2, 3]);
  strict.user.removePlaylist(3);
  const orders = [[1, 4, 2, 3], [1, 4, 2, 3, 5], [5, 1, 4, 2, 3], [5, 1, 4, 3]];
  assertEquals(
    strict.take(),
    orders.map((serials) => ({
      name: "signal.playlistsChanged",
      params: { order: serials.map((serial) => `playlist-${serial}`) },
    })),
  );
  assertEquals(strict.player.facts.playlists.map(({ name }) => name), ["last", "List 0", "new", "List 2"]);
  assertEquals((await strict.ask("player.playlist.list", {})).active, "playlist-1");
});

Deno.test("playlists: when the active one is removed, the one in its place becomes active", async () => {
  using strict = new StrictPlayer(shortTracks(1, 1, 1));
  strict.user.activatePlaylist(1);
  strict.take();
  strict.user.removePlaylist(1);
  assertEquals(strict.signalled(), ["playlistsChanged", "selectionChanged"]);
  assertEquals(strict.player.facts.activePlaylist, 1);
  strict.user.removePlaylist(1);
  assertEquals(strict.player.facts.activePlaylist, 0);
  strict.user.removePlaylist(0);
  assertEquals((await strict.ask("player.playlist.list", {})).active, null);
});

Deno.test("playlists: an order that is not a permutation fails", () => {
  using strict = new StrictPlayer(shortTracks(1, 1));
  for (const order of [[0], [0, 0], [0, 2], [-1, 0], [0, 1, 1], [0.5, 1]]) {
    assertThrows(() => strict.user.reorderPlaylists(order), ActionError);
  }
  assertThrows(() => strict.user.createPlaylist("x", 3), ActionError);
  assertThrows(() => strict.user.createPlaylist("x", -1), ActionError);
  assertEquals(strict.signalled(), []);
});

Deno.test("playlists: a listener that reads the player during a signal sees the whole change", () => {
  using strict = new StrictPlayer(shortTracks(1, 2));
  strict.user.queue(1, 1);
  const seen: unknown[] = [];
  strict.player.onSignal(({ name }) =>
    name !== "signal.playlistActivated" &&
    seen.push([
      strict.player.facts.playlists.length,
      strict.player.facts.activePlaylist,
      strict.player.facts.queue,
    ])
  );
  strict.user.removePlaylist(0);
  const [{ entry } = { entry: "" }] = strict.player.facts.queue;
  const queue = [{ entry, handle: { path: "/t/2", subsong: 0 }, playlist: 0, item: 1 }];
  assertEquals(seen, [[1, 0, queue], [1, 0, queue]]);
});

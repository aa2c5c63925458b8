import { assertEquals } from "@std/assert";
import { Harness } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { queuedTrackOf } from "./queue_player.ts";

Deno.test("queue.get answers every entry with its index, its metadata and its place, and no success field", async () => {
  const { item: _item, ...metadata } = queuedTrackOf("a.flac");
  const harness = new Harness({
    player: {
      "player.queue.get": {
        entries: [{ ...queuedTrackOf("a.flac"), playlist: "z", item: 7 }, {
          ...queuedTrackOf("b.flac"),
          subsong: 3,
          fileSize: null,
        }],
      },
      "player.playlist.list": {
        active: null,
        playlists: ["x", "y", "z"].map((id) => ({ id, name: id, count: 9, locked: false })),
      },
    },
  });
  const result = await harness.call("queue.get");
  assertEquals(result["count"], 2);
  assertEquals(result["items"], [
    { ...metadata, queueIndex: 0, playlist: 2, playlistItem: 7 },
    {
      ...metadata,
      path: "b.flac",
      absolutePath: "C:\\b.flac",
      title: "Title of b.flac",
      subsong: 3,
      fileSize: null,
      queueIndex: 1,
      playlist: null,
      playlistItem: null,
    },
  ]);
  assertEquals(Object.keys(result), ["items", "count"]);
  assertEquals(harness.asked, [
    { name: "player.queue.get", params: {}, panel: "p1" },
    { name: "player.playlist.list", params: {}, panel: "p1" },
  ]);
  await harness.close();
});

Deno.test("queue.get tells no place in a playlist that has just been removed", async () => {
  const harness = new Harness({
    player: {
      "player.queue.get": { entries: [{ ...queuedTrackOf("a.flac"), playlist: "gone", item: 7 }] },
      "player.playlist.list": { active: null, playlists: [] },
    },
  });
  const { items: [entry] } = await harness.call<{ items: Record<string, unknown>[] }>("queue.get");
  assertEquals([entry?.["playlist"], entry?.["playlistItem"]], [null, null]);
  await harness.close();
});

Deno.test("queue.get asks for no playlists when no entry comes from one", async () => {
  const harness = new Harness({ player: { "player.queue.get": { entries: [queuedTrackOf("a.flac")] } } });
  await harness.call("queue.get");
  assertEquals(harness.asked.length, 1);
  await harness.close();
});

Deno.test("queue.get has the fields of an entry in the order of the contract", async () => {
  const harness = new Harness({ player: { "player.queue.get": { entries: [queuedTrackOf("a.flac")] } } });
  const { items: [entry] } = await harness.call<{ items: object[] }>("queue.get");
  const names = "queueIndex path absolutePath subsong fileSize title artist album albumArtist genre date " +
    "trackNumber discNumber duration bitrate sampleRate channels codec playlist playlistItem";
  assertEquals(Object.keys(entry ?? {}).join(" "), names);
  await harness.close();
});

Deno.test("queue.get of an empty queue answers no items", async () => {
  const harness = new Harness({ player: { "player.queue.get": { entries: [] } } });
  assertEquals(await harness.call("queue.get"), { items: [], count: 0 });
  await harness.close();
});

Deno.test("queue.get always gives the whole queue, whatever parameters come", async () => {
  const entries = Array.from({ length: 500 }, (_, n) => queuedTrackOf(`${n}.flac`));
  const harness = new Harness({ player: { "player.queue.get": { entries } } });
  const { items, count } = await harness.call<{ items: unknown[]; count: number }>("queue.get", {
    offset: 3,
    limit: 1,
  });
  assertEquals([items.length, count], [500, 500]);
  await harness.close();
});

Deno.test("queue.get drops members that the contract does not have", async () => {
  const entry = { ...queuedTrackOf("a.flac"), rating: 5 };
  const harness = new Harness({ player: { "player.queue.get": { entries: [entry] } } });
  const { items: [item] } = await harness.call<{ items: object[] }>("queue.get");
  assertEquals(Object.keys(item ?? {}).includes("rating"), false);
  await harness.close();
});

Deno.test("queue.getCount answers the count and whether it is above 0, and no success field", async () => {
  for (const [count, hasItems] of [[0, false], [1, true], [10_000, true]] as const) {
    const harness = new Harness({ player: { "player.queue.count": { count } } });
    assertEquals(await harness.call("queue.getCount", { anything: 1 }), { count, hasItems });
    await harness.close();
  }
});

Deno.test("queue.get and queue.getCount answer a JSON-RPC error when the player fails", async () => {
  const { title: _title, ...untitled } = queuedTrackOf("a.flac");
  await assertPlayerFaults({
    operation: "queue.get",
    player: { "player.queue.get": { entries: [] } },
    action: "player.queue.get",
    misfits: [{}, { entries: null }, { entries: [untitled] }, {
      entries: [{ ...queuedTrackOf("a"), item: -1 }],
    }],
  });
  await assertPlayerFaults({
    operation: "queue.get",
    player: {
      "player.queue.get": { entries: [{ ...queuedTrackOf("a"), playlist: "x", item: 0 }] },
      "player.playlist.list": { active: null, playlists: [] },
    },
    action: "player.playlist.list",
  });
  await assertPlayerFaults({
    operation: "queue.getCount",
    player: { "player.queue.count": { count: 0 } },
    action: "player.queue.count",
    misfits: [{}, { count: -1 }, { count: 1.5 }, { count: "1" }],
  });
});

import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { callOnce } from "../../support/call_once.ts";
import { Harness, type PlayerScript } from "../../support/harness.ts";
import { queuedTrackOf, QueuePlayer } from "./queue_player.ts";

Deno.test("queue.add accepts 3.0 as an integer", async () => {
  const player = new QueuePlayer([4]);
  await callOnce(player.script, "queue.add", { playlist: -0, tracks: [3.0] });
  assertEquals(player.queued, ["0/3"]);
});

Deno.test("queue.add takes 262,144 tracks in one call", async () => {
  const size = 262_144;
  const player = new QueuePlayer([size]);
  const tracks = Array.from({ length: size }, (_, index) => size - index);
  assertEquals((await callOnce(player.script, "queue.add", { tracks })).result, {
    success: true,
    addedCount: size - 1,
    queueCount: size - 1,
  });
  assertEquals(player.queue[0]?.item, size - 1);
});

Deno.test("queue.addPaths makes no media access check", async () => {
  await using harness = new Harness({ player: new QueuePlayer([0]).script });
  assertEquals(
    (await harness.call("queue.addPaths", { paths: ["..\\..\\x", "\\\\?\\C:\\x", "relative"] }))[
      "addedCount"
    ],
    3,
  );
  assertEquals(harness.asked.some(({ name }) => name === "player.media.authorize"), false);
});

Deno.test("queue.addPaths that is cancelled after its first change is finished", async () => {
  for (const at of ["player.playlist.create", "player.playlist.append", "player.queue.append"] as const) {
    const player = new QueuePlayer([1]);
    await using harness = new Harness({ player: player.script });
    const controller = new AbortController();
    player.onAction = (name) => {
      if (name === at) controller.abort();
    };
    await harness.call("queue.addPaths", { paths: ["a"] }, { signal: controller.signal });
    assertEquals([player.playlists[1]?.items, player.queued], [["a"], ["a"]]);
  }
});

Deno.test("queue.addPaths takes a folder of 262,144 tracks and as many paths in one call", async () => {
  const size = 262_144;
  const player = new QueuePlayer();
  // The model passes the handles as arguments, which fails for this many.
  const script: PlayerScript = {
    ...player.script,
    "player.playlist.append": ({ handles }) => ({ start: 0, count: handles.length }),
    "player.queue.append": ({ entries }) => ({
      count: entries.length,
      entries: entries.map((_entry, at) => `e${at}`),
    }),
  };
  const paths: unknown[] = Array.from({ length: size - 1 }, () => "");
  paths.push(`folder${size}`);
  assertEquals((await callOnce(script, "queue.addPaths", { paths })).result, {
    success: true,
    addedCount: size,
    invalidCount: size - 1,
    playlist: 0,
    queueCount: size,
  });
});

Deno.test("queue.moveToTop moves the entry although the player shortens the queue meanwhile", async () => {
  const player = new QueuePlayer([4], [0, 1, 2]);
  player.onAction = (name) => {
    if (name === "player.queue.reorder") player.queue.shift();
  };
  const { result } = await callOnce(player.script, "queue.moveToTop", { index: 2 });
  assertEquals(result, { success: true, movedIndex: 2, queueCount: 2 });
  assertEquals(player.queue.map(({ item }) => item), [2, 1]);
});

Deno.test("queue.get gives no place in a playlist that was just removed", async () => {
  await using harness = new Harness({
    player: {
      "player.queue.get": { entries: [{ ...queuedTrackOf("a.flac"), playlist: "gone", item: 7 }] },
      "player.playlist.list": { active: null, playlists: [] },
    },
  });
  const { items: [entry] } = await harness.call<{ items: Record<string, unknown>[] }>("queue.get");
  assertEquals([entry?.["playlist"], entry?.["playlistItem"]], [null, null]);
});

Deno.test("queue.get has the fields of an entry in the order of the contract", async () => {
  await using harness = new Harness({
    player: { "player.queue.get": { entries: [queuedTrackOf("a.flac")] } },
  });
  const { items: [entry] } = await harness.call<{ items: object[] }>("queue.get");
  const names = "queueIndex path absolutePath subsong fileSize title artist album albumArtist genre date " +
    "trackNumber discNumber duration bitrate sampleRate channels codec playlist playlistItem";
  assertEquals(Object.keys(entry ?? {}).join(" "), names);
});

Deno.test("queue.remove of a million indices sends only those in the queue", async () => {
  const size = 1000;
  const player = new QueuePlayer([size], Array.from({ length: size }, (_, item) => item));
  const indices = Array.from({ length: 1_000_000 }, (_, n) => n % 2_000 - 500);
  assertEquals((await callOnce(player.script, "queue.remove", { indices })).result, {
    success: true,
    removedCount: size,
    queueCount: 0,
  });
});

import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { Harness, type PlayerScript } from "../../support/harness.ts";
import { queuedTrackOf, QueuePlayer } from "./queue_player.ts";

/** Calls `queue.add`. */
async function add(player: QueuePlayer, params: unknown): Promise<Record<string, unknown>> {
  const harness = new Harness({ player: player.script });
  const result = await harness.call("queue.add", params);
  await harness.close();
  return result;
}

Deno.test("queue.add accepts 3.0 as an integer", async () => {
  const player = new QueuePlayer([4]);
  await add(player, { playlist: -0, tracks: [3.0] });
  assertEquals(player.queued, ["0/3"]);
});

Deno.test("queue.add takes 262,144 tracks in one call", async () => {
  const size = 262_144;
  const player = new QueuePlayer([size]);
  const tracks = Array.from({ length: size }, (_, index) => size - index);
  assertEquals(await add(player, { tracks }), {
    success: true,
    addedCount: size - 1,
    queueCount: size - 1,
  });
  assertEquals(player.queue[0]?.item, size - 1);
});

async function addPaths(
  player: QueuePlayer,
  params: unknown,
  script: PlayerScript = player.script,
): Promise<Record<string, unknown>> {
  const harness = new Harness({ player: script });
  const result = await harness.call("queue.addPaths", params);
  await harness.close();
  return result;
}

Deno.test("queue.addPaths makes no media access check", async () => {
  const harness = new Harness({ player: new QueuePlayer([0]).script });
  assertEquals(
    (await harness.call("queue.addPaths", { paths: ["..\\..\\x", "\\\\?\\C:\\x", "relative"] }))[
      "addedCount"
    ],
    3,
  );
  assertEquals(harness.asked.some(({ name }) => name === "player.media.authorize"), false);
  await harness.close();
});

Deno.test("queue.addPaths refuses an answer with another number of lists than paths", async () => {
  for (const resolved of [[], [[{ path: "a" }]], [[{ path: "a" }], [], []]]) {
    const player = new QueuePlayer([1]);
    const script = { ...player.script, "player.media.resolve": { resolved } };
    assertEquals(await addPaths(player, { paths: ["a", "b"] }, script), {
      success: false,
      error:
        "Player action failed: player.media.resolve answered another number of lists than it was given paths",
    });
    assertEquals(player.playlists.length, 1);
  }
});

Deno.test("queue.addPaths that is cancelled after its first change is finished", async () => {
  for (const at of ["player.playlist.create", "player.playlist.append", "player.queue.append"] as const) {
    const player = new QueuePlayer([1]);
    const harness = new Harness({ player: player.script });
    const controller = new AbortController();
    player.onAction = (name) => {
      if (name === at) controller.abort();
    };
    await harness.call("queue.addPaths", { paths: ["a"] }, { signal: controller.signal });
    assertEquals([player.playlists[1]?.items, player.queued], [["a"], ["a"]]);
    await harness.close();
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
  assertEquals(await addPaths(player, { paths }, script), {
    success: true,
    addedCount: size,
    invalidCount: size - 1,
    playlist: 0,
    queueCount: size,
  });
});

async function moveToTop(player: QueuePlayer, params: unknown): Promise<Record<string, unknown>> {
  const harness = new Harness({ player: player.script });
  const result = await harness.call("queue.moveToTop", params);
  await harness.close();
  return result;
}

Deno.test("queue.moveToTop moves the entry to the front, and the others keep their order", async () => {
  await fc.assert(fc.asyncProperty(fc.integer({ min: 2, max: 60 }), fc.nat(), async (size, pick) => {
    const items = Array.from({ length: size }, (_, item) => item);
    const index = 1 + pick % (size - 1);
    const player = new QueuePlayer([size], items);
    await moveToTop(player, { index });
    const expected = [index, ...items.filter((item) => item !== index)];
    assertEquals(player.queue.map(({ item }) => item), expected);
  }));
});

Deno.test("queue.moveToTop moves the entry although the player shortens the queue meanwhile", async () => {
  const player = new QueuePlayer([4], [0, 1, 2]);
  player.onAction = (name) => {
    if (name === "player.queue.reorder") player.queue.shift();
  };
  assertEquals(await moveToTop(player, { index: 2 }), { success: true, movedIndex: 2, queueCount: 2 });
  assertEquals(player.queue.map(({ item }) => item), [2, 1]);
});

Deno.test("queue.get gives no place in a playlist that was just removed", async () => {
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

Deno.test("queue.get has the fields of an entry in the order of the contract", async () => {
  const harness = new Harness({ player: { "player.queue.get": { entries: [queuedTrackOf("a.flac")] } } });
  const { items: [entry] } = await harness.call<{ items: object[] }>("queue.get");
  const names = "queueIndex path absolutePath subsong fileSize title artist album albumArtist genre date " +
    "trackNumber discNumber duration bitrate sampleRate channels codec playlist playlistItem";
  assertEquals(Object.keys(entry ?? {}).join(" "), names);
  await harness.close();
});

async function remove(player: QueuePlayer, params: unknown): Promise<Record<string, unknown>> {
  const harness = new Harness({ player: player.script });
  const result = await harness.call("queue.remove", params);
  await harness.close();
  return result;
}

Deno.test("queue.remove of a million indices sends only those in the queue", async () => {
  const size = 1000;
  const player = new QueuePlayer([size], Array.from({ length: size }, (_, item) => item));
  const indices = Array.from({ length: 1_000_000 }, (_, n) => n % 2_000 - 500);
  assertEquals(await remove(player, { indices }), {
    success: true,
    removedCount: size,
    queueCount: 0,
  });
});

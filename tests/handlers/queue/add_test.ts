import { assertEquals } from "@std/assert";
import { MAX_QUEUE_SIZE } from "../../../handlers/queue/limits.ts";
import { Harness } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { QueuePlayer } from "./queue_player.ts";

/** Calls `queue.add` and tells what it answered. */
async function add(player: QueuePlayer, params: unknown): Promise<Record<string, unknown>> {
  const harness = new Harness({ player: player.script });
  const result = await harness.call("queue.add", params);
  await harness.close();
  return result;
}

const matchesNothing = { success: false, addedCount: 0, queueCount: 0 };
const invalidPlaylist = { success: false, error: "Invalid playlist index" };

Deno.test("queue.add queues the tracks at the given indices in the order given", async () => {
  const player = new QueuePlayer([3, 4]);
  assertEquals(await add(player, { playlist: 1, tracks: [2, 0, 3] }), {
    success: true,
    addedCount: 3,
    queueCount: 3,
  });
  assertEquals(player.queued, ["1/2", "1/0", "1/3"]);
});

Deno.test("queue.add appends to what is queued", async () => {
  const player = new QueuePlayer([3], [2]);
  assertEquals(await add(player, { tracks: [0] }), { success: true, addedCount: 1, queueCount: 2 });
  assertEquals(player.queued, ["0/2", "0/0"]);
});

Deno.test("queue.add queues duplicates again", async () => {
  const player = new QueuePlayer([3], [1]);
  assertEquals(await add(player, { tracks: [1, 1] }), { success: true, addedCount: 2, queueCount: 3 });
  assertEquals(player.queued, ["0/1", "0/1", "0/1"]);
});

Deno.test("queue.add takes the active playlist when none is given", async () => {
  for (const playlist of [undefined, null]) {
    const player = new QueuePlayer([3, 4]);
    player.active = "list-1";
    await add(player, { playlist, track: 3 });
    assertEquals(player.queued, ["1/3"]);
  }
});

Deno.test("queue.add takes track only when tracks is absent", async () => {
  const single = new QueuePlayer([3]);
  assertEquals(await add(single, { track: 2, tracks: null }), {
    success: true,
    addedCount: 1,
    queueCount: 1,
  });
  assertEquals(single.queued, ["0/2"]);
  const several = new QueuePlayer([3]);
  await add(several, { track: 2, tracks: [0, 1] });
  assertEquals(several.queued, ["0/0", "0/1"]);
  const none = new QueuePlayer([3]);
  assertEquals(await add(none, { track: 2, tracks: [] }), matchesNothing);
});

Deno.test("queue.add does not look at a track that tracks makes unused", async () => {
  const player = new QueuePlayer([3]);
  await add(player, { track: "x", tracks: [1] });
  assertEquals(player.queued, ["0/1"]);
});

Deno.test("queue.add skips indices out of range", async () => {
  const player = new QueuePlayer([3]);
  const result = await add(player, { tracks: [-1, 0, 3, 2, 2 ** 53 - 1, -(2 ** 53 - 1)] });
  assertEquals(result, { success: true, addedCount: 2, queueCount: 2 });
  assertEquals(player.queued, ["0/0", "0/2"]);
});

Deno.test("queue.add that matches nothing answers success false without an error and queues nothing", async () => {
  for (
    const params of [
      {},
      { tracks: [] },
      { tracks: [3, -1] },
      { track: 3 },
      { track: -1 },
      { track: null },
      { track: 1, tracks: [] },
    ]
  ) {
    const player = new QueuePlayer([3], [0]);
    assertEquals(await add(player, params), { success: false, addedCount: 0, queueCount: 1 });
    assertEquals(player.queued, ["0/0"]);
  }
});

Deno.test("queue.add of an empty playlist matches nothing", async () => {
  assertEquals(await add(new QueuePlayer([0]), { track: 0 }), matchesNothing);
});

Deno.test("queue.add refuses a playlist that does not exist, also when no track matches", async () => {
  for (const playlist of [2, -1, 2 ** 53 - 1]) {
    assertEquals(await add(new QueuePlayer([3, 4]), { playlist, tracks: [0] }), invalidPlaylist);
    assertEquals(await add(new QueuePlayer([3, 4]), { playlist }), invalidPlaylist);
  }
});

Deno.test("queue.add counts no active playlist as an invalid one", async () => {
  const player = new QueuePlayer([3]);
  player.active = null;
  assertEquals(await add(player, { track: 0 }), invalidPlaylist);
});

Deno.test("queue.add reports wrong types before it asks the player anything", async () => {
  for (
    const [params, error] of [
      [{ playlist: "0" }, "playlist must be an integer"],
      [{ playlist: 1.5 }, "playlist must be an integer"],
      [{ playlist: true }, "playlist must be an integer"],
      [{ tracks: 1 }, "tracks must be an array"],
      [{ tracks: {} }, "tracks must be an array"],
      [{ tracks: "0" }, "tracks must be an array"],
      [{ tracks: [0, 1, "2"] }, "tracks[2] must be an integer"],
      [{ tracks: [null] }, "tracks[0] must be an integer"],
      [{ tracks: [0.5] }, "tracks[0] must be an integer"],
      [{ tracks: [2 ** 53] }, "tracks[0] must be an integer"],
      [{ track: "1" }, "track must be an integer"],
      [{ track: [1] }, "track must be an integer"],
      [{ playlist: "x", tracks: "y", track: "z" }, "playlist must be an integer"],
      [{ tracks: "y", track: "z" }, "tracks must be an array"],
      [{ playlist: 99, tracks: ["x"] }, "tracks[0] must be an integer"],
    ] as const
  ) {
    const harness = new Harness({ player: new QueuePlayer([3]).script });
    assertEquals(await harness.call("queue.add", params), { success: false, error });
    assertEquals(harness.asked, []);
    await harness.close();
  }
});

Deno.test("queue.add takes 3.0 for an integer", async () => {
  const player = new QueuePlayer([4]);
  await add(player, { playlist: -0, tracks: [3.0] });
  assertEquals(player.queued, ["0/3"]);
});

Deno.test("queue.add has added what it asked for, whatever else happens to the queue meanwhile", async () => {
  for (const [change, queueCount] of [[2, 4], [-1, 1]] as const) {
    const player = new QueuePlayer([3], [0]);
    player.onAction = (name) => {
      if (name !== "player.queue.append") return;
      // The user queues two entries, or the player goes on to the first.
      if (change > 0) player.queue.push(...player.queue, ...player.queue);
      else player.queue.shift();
    };
    assertEquals(await add(player, { track: 1 }), { success: true, addedCount: 1, queueCount });
  }
});

Deno.test("queue.add queues nothing of a playlist that the user has just removed", async () => {
  const player = new QueuePlayer([3, 3]);
  player.onAction = (name) => {
    if (name === "player.queue.append") player.playlists.shift();
  };
  assertEquals(await add(player, { playlist: 0, track: 2 }), invalidPlaylist);
  assertEquals(player.queue, []);
});

Deno.test("queue.add names the playlist that was meant although the user moves it", async () => {
  const player = new QueuePlayer([3, 3]);
  player.onAction = (name) => {
    if (name === "player.queue.append") player.playlists.reverse();
  };
  await add(player, { playlist: 1, track: 2 });
  assertEquals(player.queue, [{ path: "1/2", playlist: "list-1", item: 2 }]);
});

Deno.test("queue.add asks for its panel, and only for what it needs", async () => {
  const harness = new Harness({ player: new QueuePlayer([3]).script });
  await harness.call("queue.add", { track: 1 }, { panel: "p7" });
  assertEquals(harness.asked, [
    { name: "player.playlist.list", params: {}, panel: "p7" },
    { name: "player.queue.append", params: { entries: [{ playlist: "list-0", item: 1 }] }, panel: "p7" },
  ]);
  await harness.close();
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

Deno.test("queue.add and queue.remove refuse more indices than a queue can have before they look at one", async () => {
  // Whatever its length, nothing in it is read: it is no integer.
  const tooMany = Array(MAX_QUEUE_SIZE + 1);
  for (const [name, key] of [["queue.add", "tracks"], ["queue.remove", "indices"]] as const) {
    const harness = new Harness({ player: new QueuePlayer([1], [0]).script });
    assertEquals(await harness.call(name, { [key]: tooMany }), {
      success: false,
      error: `${key} exceeds maximum length (4194304)`,
    });
    assertEquals(harness.asked.some(({ name }) => name.endsWith("append") || name.endsWith("remove")), false);
    await harness.close();
  }
  const player = new QueuePlayer([1]);
  const tracks = Array(MAX_QUEUE_SIZE).fill(-1);
  tracks[7] = 0;
  assertEquals(await add(player, { tracks }), { success: true, addedCount: 1, queueCount: 1 });
});

Deno.test("queue.add reports a player that fails at any step, and nothing is queued then", async () => {
  for (
    const [action, misfits] of [
      ["player.playlist.list", [{}, { active: null }, { active: "a", playlists: [] }]],
      ["player.queue.append", [{}, { count: "3" }]],
    ] as const
  ) {
    await assertPlayerFaults({
      operation: "queue.add",
      params: { tracks: [0, 1] },
      player: new QueuePlayer([3]).script,
      action,
      misfits,
    });
  }
});

import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { MAX_QUEUE_SIZE } from "../../../handlers/queue/limits.ts";
import { Harness } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { QueuePlayer } from "./queue_player.ts";

const invalidIndex = { success: false, error: "Invalid index or already at top" };

async function moveToTop(player: QueuePlayer, params: unknown): Promise<Record<string, unknown>> {
  const harness = new Harness({ player: player.script });
  const result = await harness.call("queue.moveToTop", params);
  await harness.close();
  return result;
}

Deno.test("queue.moveToTop makes an entry the first and keeps the order of the others", async () => {
  for (
    const [index, order] of [[1, [1, 0, 2, 3]], [2, [2, 0, 1, 3]], [3, [3, 0, 1, 2]]] as const
  ) {
    const player = new QueuePlayer([4], [0, 1, 2, 3]);
    assertEquals(await moveToTop(player, { index }), {
      success: true,
      movedIndex: index,
      queueCount: 4,
    });
    assertEquals(player.queue.map(({ item }) => item), [...order]);
  }
});

Deno.test("queue.moveToTop leaves the entries' places in playlists untouched", async () => {
  const player = new QueuePlayer([4], [3, 1]);
  await moveToTop(player, { index: 1 });
  assertEquals(player.queue, [{ path: "0/1", playlist: "list-0", item: 1 }, {
    path: "0/3",
    playlist: "list-0",
    item: 3,
  }]);
  assertEquals(player.playlists[0]?.items.length, 4);
});

Deno.test("queue.moveToTop refuses a missing index, one out of range, the top itself and an empty queue", async () => {
  for (
    const [queued, params] of [
      [[0, 1], undefined],
      [[0, 1], {}],
      [[0, 1], { index: null }],
      [[0, 1], { index: 0 }],
      [[0, 1], { index: -0 }],
      [[0, 1], { index: -1 }],
      [[0, 1], { index: 2 }],
      [[0, 1], { index: 2 ** 53 - 1 }],
      [[0], { index: 1 }],
      [[], { index: 0 }],
      [[], { index: 1 }],
    ] as const
  ) {
    const player = new QueuePlayer([4], queued);
    assertEquals(await moveToTop(player, params), invalidIndex);
    assertEquals(player.queue.map(({ item }) => item), [...queued]);
  }
});

Deno.test("queue.moveToTop refuses an index that no queue can have without asking the player", async () => {
  const harness = new Harness();
  for (const index of [undefined, 0, -5]) {
    assertEquals(await harness.call("queue.moveToTop", { index }), invalidIndex);
  }
  assertEquals(harness.asked, []);
  await harness.close();
});

Deno.test("queue.moveToTop reports a wrong type", async () => {
  for (const index of ["1", 1.5, true, [1], {}, 2 ** 53]) {
    assertEquals(await moveToTop(new QueuePlayer([4], [0, 1]), { index }), {
      success: false,
      error: "index must be an integer",
    });
  }
});

Deno.test("queue.moveToTop asks for one permutation of the whole queue, for its panel", async () => {
  const harness = new Harness({ player: new QueuePlayer([4], [0, 1, 2]).script });
  await harness.call("queue.moveToTop", { index: 2 }, { panel: "p7" });
  assertEquals(harness.asked, [
    { name: "player.queue.count", params: {}, panel: "p7" },
    { name: "player.queue.reorder", params: { order: [2, 0, 1] }, panel: "p7" },
  ]);
  await harness.close();
});

Deno.test("queue.moveToTop of any entry of any queue is a permutation with that entry in front", async () => {
  await fc.assert(fc.asyncProperty(fc.integer({ min: 2, max: 60 }), fc.nat(), async (size, pick) => {
    const items = Array.from({ length: size }, (_, item) => item);
    const index = 1 + pick % (size - 1);
    const player = new QueuePlayer([size], items);
    await moveToTop(player, { index });
    const expected = [index, ...items.filter((item) => item !== index)];
    assertEquals(player.queue.map(({ item }) => item), expected);
  }));
});

Deno.test("queue.moveToTop leaves the queue alone when the user shortens it meanwhile", async () => {
  const player = new QueuePlayer([4], [0, 1, 2]);
  player.onAction = (name) => {
    if (name === "player.queue.reorder") player.queue.shift();
  };
  assertEquals(await moveToTop(player, { index: 2 }), {
    success: false,
    error: "Player action failed: not a permutation",
  });
  assertEquals(player.queue.map(({ item }) => item), [1, 2]);
});

Deno.test("queue.moveToTop answers how many entries the player has now", async () => {
  for (const count of [2, 4]) {
    const harness = new Harness({
      player: { "player.queue.count": { count: 3 }, "player.queue.reorder": { count } },
    });
    assertEquals(await harness.call("queue.moveToTop", { index: 1 }), {
      success: true,
      movedIndex: 1,
      queueCount: count,
    });
    await harness.close();
  }
});

Deno.test("queue.moveToTop refuses a queue that is longer than can be rearranged", async () => {
  const harness = new Harness({ player: { "player.queue.count": { count: MAX_QUEUE_SIZE + 1 } } });
  const { success } = await harness.call("queue.moveToTop", { index: 1 });
  assertEquals(success, false);
  assertEquals(harness.asked.length, 1);
  await harness.close();
});

Deno.test("queue.moveToTop reports a player that fails at any step", async () => {
  const player = { "player.queue.count": { count: 3 }, "player.queue.reorder": { count: 3 } };
  for (const action of ["player.queue.count", "player.queue.reorder"] as const) {
    await assertPlayerFaults({
      operation: "queue.moveToTop",
      params: { index: 2 },
      player,
      action,
      misfits: [{}, { count: -3 }, { count: "3" }],
    });
  }
});

import { assertEquals } from "@std/assert";
import { MAX_QUEUE_SIZE } from "../../../handlers/queue/limits.ts";
import { Harness } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { QueuePlayer } from "./queue_player.ts";

/** A queue of the items 0 to 4. */
function five(): QueuePlayer {
  return new QueuePlayer([5], [0, 1, 2, 3, 4]);
}

async function remove(player: QueuePlayer, params: unknown): Promise<Record<string, unknown>> {
  const harness = new Harness({ player: player.script });
  const result = await harness.call("queue.remove", params);
  await harness.close();
  return result;
}

Deno.test("queue.remove removes the entry at index", async () => {
  for (const index of [0, 2, 4]) {
    const player = five();
    assertEquals(await remove(player, { index }), { success: true, removedIndex: index, queueCount: 4 });
    assertEquals(player.queue.map(({ item }) => item), [0, 1, 2, 3, 4].filter((item) => item !== index));
  }
});

Deno.test("queue.remove removes the entries at indices, in whatever order they are given", async () => {
  const player = five();
  assertEquals(await remove(player, { indices: [4, 0, 2] }), {
    success: true,
    removedCount: 3,
    queueCount: 2,
  });
  assertEquals(player.queue.map(({ item }) => item), [1, 3]);
});

Deno.test("queue.remove skips duplicates and indices out of range", async () => {
  const player = five();
  assertEquals(await remove(player, { indices: [1, 1, 5, -1, 3, 1, 2 ** 53 - 1] }), {
    success: true,
    removedCount: 2,
    queueCount: 3,
  });
  assertEquals(player.queue.map(({ item }) => item), [0, 2, 4]);
});

Deno.test("queue.remove of indices that match nothing answers success false without an error", async () => {
  for (const indices of [[], [5], [-1, 99]]) {
    const player = five();
    assertEquals(await remove(player, { indices }), { success: false, removedCount: 0, queueCount: 5 });
    assertEquals(player.queue.length, 5);
  }
});

Deno.test("queue.remove can remove every entry", async () => {
  const player = five();
  assertEquals(await remove(player, { indices: [4, 3, 2, 1, 0] }), {
    success: true,
    removedCount: 5,
    queueCount: 0,
  });
});

Deno.test("queue.remove takes index rather than indices", async () => {
  const player = five();
  assertEquals(await remove(player, { index: 0, indices: [1, 2] }), {
    success: true,
    removedIndex: 0,
    queueCount: 4,
  });
  assertEquals(await remove(player, { index: 9, indices: [1] }), {
    success: false,
    error: "Invalid queue index",
  });
});

Deno.test("queue.remove takes indices when index is null", async () => {
  assertEquals(await remove(five(), { index: null, indices: [1] }), {
    success: true,
    removedCount: 1,
    queueCount: 4,
  });
});

Deno.test("queue.remove does not look at indices that index makes unused", async () => {
  assertEquals(await remove(five(), { index: 1, indices: "x" }), {
    success: true,
    removedIndex: 1,
    queueCount: 4,
  });
});

Deno.test("queue.remove refuses an index out of range", async () => {
  for (const index of [-1, 5, 2 ** 53 - 1]) {
    const player = five();
    assertEquals(await remove(player, { index }), { success: false, error: "Invalid queue index" });
    assertEquals(player.queue.length, 5);
  }
});

Deno.test("queue.remove refuses a call with neither index nor indices", async () => {
  for (const params of [undefined, {}, { index: null, indices: null }]) {
    assertEquals(await remove(five(), params), {
      success: false,
      error: "No index or indices specified",
    });
  }
});

Deno.test("queue.remove reports an empty queue before anything else", async () => {
  for (
    const params of [
      undefined,
      { index: 0 },
      { index: -1 },
      { index: "x" },
      { indices: [0] },
      { indices: [] },
      { indices: "x" },
      { indices: ["x"] },
    ]
  ) {
    assertEquals(await remove(new QueuePlayer([5]), params), { success: false, error: "Queue is empty" });
  }
});

Deno.test("queue.remove reports wrong types", async () => {
  for (
    const [params, error] of [
      [{ index: "0" }, "index must be an integer"],
      [{ index: 0.5 }, "index must be an integer"],
      [{ index: [0] }, "index must be an integer"],
      [{ index: 2 ** 53 }, "index must be an integer"],
      [{ index: "0", indices: "x" }, "index must be an integer"],
      [{ indices: 0 }, "indices must be an array"],
      [{ indices: { 0: 0 } }, "indices must be an array"],
      [{ indices: [0, null] }, "indices[1] must be an integer"],
      [{ indices: [0, 1.5] }, "indices[1] must be an integer"],
      [{ indices: ["0"] }, "indices[0] must be an integer"],
    ] as const
  ) {
    const player = five();
    assertEquals(await remove(player, params), { success: false, error });
    assertEquals(player.queue.length, 5);
  }
});

Deno.test("queue.remove asks for one removal, ascending and distinct, for its panel", async () => {
  const harness = new Harness({ player: five().script });
  await harness.call("queue.remove", { indices: [3, 1, 3] }, { panel: "p7" });
  assertEquals(harness.asked, [
    { name: "player.queue.count", params: {}, panel: "p7" },
    { name: "player.queue.remove", params: { indices: [1, 3] }, panel: "p7" },
  ]);
  await harness.close();
});

Deno.test("queue.remove of a million indices keeps to what the queue holds", async () => {
  const size = 1000;
  const player = new QueuePlayer([size], Array.from({ length: size }, (_, item) => item));
  const indices = Array.from({ length: 1_000_000 }, (_, n) => n % 2_000 - 500);
  assertEquals(await remove(player, { indices }), {
    success: true,
    removedCount: size,
    queueCount: 0,
  });
});

Deno.test("queue.remove has removed what it named, whatever else happens to the queue meanwhile", async () => {
  for (const left of [0, 3, 5, 7]) {
    const harness = new Harness({ player: { ...five().script, "player.queue.remove": { count: left } } });
    assertEquals(await harness.call("queue.remove", { indices: [0, 1] }), {
      success: true,
      removedCount: 2,
      queueCount: left,
    });
    await harness.close();
  }
});

Deno.test("queue.remove takes a queue of the greatest size that can be rearranged, and no longer one", async () => {
  const answers = async (count: number) => {
    const harness = new Harness({
      player: { "player.queue.count": { count }, "player.queue.remove": { count: count - 1 } },
    });
    const result = await harness.call("queue.remove", { indices: [0] });
    await harness.close();
    return result;
  };
  assertEquals(await answers(MAX_QUEUE_SIZE), {
    success: true,
    removedCount: 1,
    queueCount: MAX_QUEUE_SIZE - 1,
  });
  for (const count of [MAX_QUEUE_SIZE + 1, 2 ** 53 - 1]) {
    assertEquals(await answers(count), {
      success: false,
      error:
        "Player action failed: player.queue.count answered more entries than can be rearranged (4194304)",
    });
  }
});

Deno.test("queue.remove reports a player that fails at any step", async () => {
  for (const params of [{ index: 1 }, { indices: [1, 2] }]) {
    for (
      const [action, misfits] of [
        ["player.queue.count", [{}, { count: -1 }]],
        ["player.queue.remove", [{}, { count: null }]],
      ] as const
    ) {
      // A queue that does not get shorter, so that every trial finds the same.
      const player = { "player.queue.count": { count: 5 }, "player.queue.remove": { count: 3 } };
      await assertPlayerFaults({ operation: "queue.remove", params, player, action, misfits });
    }
  }
});

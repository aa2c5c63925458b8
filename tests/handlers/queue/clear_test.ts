import { assertEquals } from "@std/assert";
import { Harness } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { QueuePlayer } from "./queue_player.ts";

for (const operation of ["queue.clear", "queue.flush"]) {
  Deno.test(`${operation} empties the queue and tells how many entries there were`, async () => {
    const player = new QueuePlayer([4], [3, 1, 1]);
    const harness = new Harness({ player: player.script });
    assertEquals(await harness.call(operation, { anything: 1 }), { success: true, clearedCount: 3 });
    assertEquals(player.queue, []);
    assertEquals(player.playlists[0]?.items.length, 4);
    await harness.close();
  });

  Deno.test(`${operation} of an empty queue succeeds and changes nothing`, async () => {
    const harness = new Harness({ player: new QueuePlayer([4]).script });
    assertEquals(await harness.call(operation), { success: true, clearedCount: 0 });
    assertEquals(harness.asked.map(({ name }) => name), ["player.queue.count"]);
    await harness.close();
  });

  Deno.test(`${operation} removes all entries in one step, for its panel`, async () => {
    const harness = new Harness({ player: new QueuePlayer([4], [0, 1, 2]).script });
    await harness.call(operation, {}, { panel: "p7" });
    assertEquals(harness.asked[1], {
      name: "player.queue.remove",
      params: { indices: [0, 1, 2] },
      panel: "p7",
    });
    await harness.close();
  });

  Deno.test(`${operation} has removed what it named, whatever else happens to the queue meanwhile`, async () => {
    for (const count of [1, 5, 9]) {
      const harness = new Harness({
        player: { "player.queue.count": { count: 5 }, "player.queue.remove": { count } },
      });
      assertEquals(await harness.call(operation), { success: true, clearedCount: 5 });
      await harness.close();
    }
  });

  Deno.test(`${operation} survives a player that answers an absurd count`, async () => {
    const harness = new Harness({ player: { "player.queue.count": { count: 2 ** 53 - 1 } } });
    assertEquals(await harness.call(operation), {
      success: false,
      error:
        "Player action failed: player.queue.count answered more entries than can be rearranged (4194304)",
    });
    await harness.close();
  });

  Deno.test(`${operation} reports a player that fails at any step`, async () => {
    const player = { "player.queue.count": { count: 3 }, "player.queue.remove": { count: 0 } };
    for (const action of ["player.queue.count", "player.queue.remove"] as const) {
      await assertPlayerFaults({ operation, player, action, misfits: [{}, { count: -1 }] });
    }
  });
}

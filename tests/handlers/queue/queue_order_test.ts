import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { Harness } from "../../support/harness.ts";
import { PipedBridge } from "../../support/piped_bridge.ts";
import { QueuePlayer } from "./queue_player.ts";

/** Runs all pending microtasks. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

Deno.test("changes of the queue take effect in the order of arrival, one after the other", async () => {
  const player = new QueuePlayer([6], [0, 1, 2, 3]);
  await using harness = new Harness({ player: player.script });
  const results = await Promise.all([
    harness.call("queue.remove", { index: 3 }, { panel: "p1" }),
    harness.call("queue.remove", { index: 3 }, { panel: "p2" }),
    harness.call("queue.moveToTop", { index: 2 }, { panel: "p1" }),
    harness.call("queue.add", { tracks: [5] }, { panel: "p2" }),
    harness.call("queue.moveToTop", { index: 3 }, { panel: "p1" }),
    harness.call("queue.addPaths", { paths: ["x"] }, { panel: "p2" }),
    harness.call("queue.addPaths", { paths: ["y"] }, { panel: "p1" }),
  ]);
  assertEquals(results.map(({ success }) => success), [true, false, true, true, true, true, true]);
  assertEquals(player.queued, ["0/5", "0/2", "0/0", "0/1", "x", "y"]);
  assertEquals(player.playlists.length, 2);
});

Deno.test("reads of the queue do not wait for changes", async () => {
  const player = new QueuePlayer([6], [0, 1]);
  const resolving = Promise.withResolvers<void>();
  player.onAction = (name) => name === "player.playlist.append" ? resolving.promise : undefined;
  await using harness = new Harness({ player: player.script });
  const slow = harness.call("queue.addPaths", { paths: ["x"] });
  await settle();
  assertEquals(await harness.call("queue.getCount"), { count: 2, hasItems: true });
  assertEquals((await harness.call("queue.get"))["count"], 2);
  resolving.resolve();
  assertEquals((await slow)["queueCount"], 3);
});

Deno.test("slow resolving of tracks does not delay other changes", async () => {
  const player = new QueuePlayer([6], [0, 1]);
  const resolving = Promise.withResolvers<void>();
  player.onAction = (name) => name === "player.media.resolve" ? resolving.promise : undefined;
  await using harness = new Harness({ player: player.script });
  const slow = harness.call("queue.addPaths", { paths: ["x"] });
  assertEquals((await harness.call("queue.add", { track: 5 }))["queueCount"], 3);
  assertEquals((await harness.call("queue.moveToTop", { index: 2 }))["success"], true);
  resolving.resolve();
  assertEquals((await slow)["queueCount"], 4);
  assertEquals(player.queued, ["0/5", "0/0", "0/1", "x"]);
});

Deno.test("two connections do not block each other", async () => {
  const player = new QueuePlayer([6], [0, 1]);
  const resolving = Promise.withResolvers<void>();
  player.onAction = (name) => name === "player.playlist.append" ? resolving.promise : undefined;
  const [one, other] = [new Harness({ player: player.script }), new Harness({ player: player.script })];
  const slow = one.call("queue.addPaths", { paths: ["x"] });
  await settle();
  assertEquals((await other.call("queue.remove", { index: 0 }))["success"], true);
  resolving.resolve();
  await slow;
  await one.close();
  await other.close();
});

Deno.test("waiting changes of the queue are answered when the player exits", async () => {
  await using bridge = new PipedBridge("/nonexistent");
  bridge.answer = () => "silence";
  const calls = [
    bridge.call("queue.clear", {}),
    bridge.call("queue.remove", { index: 0 }),
    bridge.call("queue.moveToTop", { index: 1 }),
  ];
  bridge.leave();
  const unanswered = { success: false, error: "Player did not answer" };
  assertEquals(await Promise.all(calls), [unanswered, unanswered, unanswered]);
});

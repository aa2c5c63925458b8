import { assertEquals, assertRejects } from "@std/assert";
import { CancelledError } from "../../../host_stdio/player.ts";
import { Harness } from "../../support/harness.ts";
import { QueuePlayer } from "./queue_player.ts";

/** A promise that a test settles. */
function gate() {
  return Promise.withResolvers<void>();
}

/** Lets everything run that waits for nothing. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

Deno.test("changes of the queue take effect in the order of arrival, each on what the earlier ones left", async () => {
  const player = new QueuePlayer([6], [0, 1, 2, 3]);
  const harness = new Harness({ player: player.script });
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
  await harness.close();
});

Deno.test("two panels that remove the last entry at once remove one between them", async () => {
  const player = new QueuePlayer([6], [0, 1]);
  const harness = new Harness({ player: player.script });
  const results = await Promise.all(
    ["p1", "p2"].map((panel) => harness.call("queue.remove", { index: 1 }, { panel })),
  );
  assertEquals(results, [
    { success: true, removedIndex: 1, queueCount: 1 },
    { success: false, error: "Invalid queue index" },
  ]);
  await harness.close();
});

Deno.test("a change that fails makes way for the next one", async () => {
  const player = new QueuePlayer([6], [0, 1]);
  player.faults["player.queue.remove"] = ["refused", "silent"];
  player.faults["player.queue.count"] = ["garbled"];
  const harness = new Harness({ player: player.script });
  const results = await Promise.all(
    [1, 2, 3, 4].map(() => harness.call("queue.remove", { index: 0 })),
  );
  assertEquals(results.map(({ success }) => success), [false, false, false, true]);
  assertEquals(player.queued, ["0/1"]);
  await harness.close();
});

Deno.test("what only looks at the queue does not wait for a change", async () => {
  const player = new QueuePlayer([6], [0, 1]);
  const resolving = gate();
  player.onAction = (name) => name === "player.playlist.append" ? resolving.promise : undefined;
  const harness = new Harness({ player: player.script });
  const slow = harness.call("queue.addPaths", { paths: ["x"] });
  await settle();
  assertEquals(await harness.call("queue.getCount"), { count: 2, hasItems: true });
  assertEquals((await harness.call("queue.get"))["count"], 2);
  resolving.resolve();
  assertEquals((await slow)["queueCount"], 3);
  await harness.close();
});

Deno.test("tracks that take long to resolve hold up no other change", async () => {
  const player = new QueuePlayer([6], [0, 1]);
  const resolving = gate();
  player.onAction = (name) => name === "player.media.resolve" ? resolving.promise : undefined;
  const harness = new Harness({ player: player.script });
  const slow = harness.call("queue.addPaths", { paths: ["x"] });
  assertEquals((await harness.call("queue.add", { track: 5 }))["queueCount"], 3);
  assertEquals((await harness.call("queue.moveToTop", { index: 2 }))["success"], true);
  resolving.resolve();
  assertEquals((await slow)["queueCount"], 4);
  assertEquals(player.queued, ["0/5", "0/0", "0/1", "x"]);
  await harness.close();
});

Deno.test("a change that is cancelled while it waits for its turn is not carried out", async () => {
  const player = new QueuePlayer([6], [0, 1]);
  const resolving = gate();
  player.onAction = (name) => name === "player.playlist.append" ? resolving.promise : undefined;
  const harness = new Harness({ player: player.script });
  const slow = harness.call("queue.addPaths", { paths: ["x"] });
  await settle();
  const controller = new AbortController();
  const cancelled = assertRejects(
    () => harness.call("queue.clear", {}, { signal: controller.signal }),
    CancelledError,
  );
  const last = harness.call("queue.add", { track: 5 });
  await settle();
  controller.abort();
  resolving.resolve();
  await cancelled;
  assertEquals((await slow)["success"], true);
  assertEquals((await last)["success"], true);
  assertEquals(player.queued, ["0/0", "0/1", "x", "0/5"]);
  await harness.close();
});

Deno.test("two connections do not wait for each other", async () => {
  const player = new QueuePlayer([6], [0, 1]);
  const resolving = gate();
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

import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { Harness } from "../../support/harness.ts";
import { ManualBridge } from "../../support/manual_bridge.ts";
import { QueuePlayer } from "./queue_player.ts";

/** Runs all pending microtasks. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

Deno.test("changes of the queue take effect in the order of arrival, one after the other", async () => {
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

Deno.test("a failed change does not block the next one", async () => {
  const player = new QueuePlayer([6], [0, 1]);
  player.faults["player.queue.remove"] = ["refused", "silent"];
  player.faults["player.queue.ids"] = ["garbled"];
  const harness = new Harness({ player: player.script });
  const results = await Promise.all(
    [1, 2, 3, 4].map(() => harness.call("queue.remove", { index: 0 })),
  );
  assertEquals(results.map(({ success }) => success), [false, false, false, true]);
  assertEquals(player.queued, ["0/1"]);
  await harness.close();
});

Deno.test("reads of the queue do not wait for changes", async () => {
  const player = new QueuePlayer([6], [0, 1]);
  const resolving = Promise.withResolvers<void>();
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

Deno.test("slow resolving of tracks does not delay other changes", async () => {
  const player = new QueuePlayer([6], [0, 1]);
  const resolving = Promise.withResolvers<void>();
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

const list = { active: "q", playlists: [{ id: "q", name: "[WebView Queue]", count: 2, locked: false }] };

Deno.test("a cancelled queue.addPaths that has started is finished before the next change", async () => {
  const pipe = new ManualBridge();
  assertEquals(
    await pipe.send({ id: "a", method: "queue.addPaths", params: { paths: ["x"] }, panel: "p7" }),
    ["1 player.playlist.list p7 {}"],
  );
  assertEquals(await pipe.send({ id: 1, result: list }), ['2 player.media.resolve p7 {"paths":["x"]}']);
  assertEquals(await pipe.send({ id: 2, result: { resolved: [[{ path: "x" }]] } }), [
    "3 player.playlist.list p7 {}",
  ]);
  assertEquals(
    await pipe.send({ id: 3, result: list }, { id: "b", method: "queue.clear", panel: "p8" }),
    ['4 player.playlist.append p7 {"playlist":"q","handles":[{"path":"x","subsong":0}]}'],
  );
  assertEquals(await pipe.send({ method: "bridge.cancel", params: { id: "a" } }), ["a -32800"]);
  assertEquals(await pipe.send({ id: 4, result: { start: 2, count: 1 } }), [
    '5 player.queue.append p7 {"entries":[{"playlist":"q","item":2}]}',
  ]);
  assertEquals(
    await pipe.send({ id: 5, result: { count: 1, entries: ["e"] } }),
    ["6 player.queue.clear p8 {}"],
  );
  assertEquals(await pipe.send({ id: 6, result: { removed: 1 } }), ['b {"success":true,"clearedCount":1}']);
  await pipe.end();
});

Deno.test("waiting changes of the queue are answered when the player exits", async () => {
  const pipe = new ManualBridge();
  await pipe.send(
    { id: "a", method: "queue.clear" },
    { id: "b", method: "queue.remove", params: { index: 0 } },
    { id: "c", method: "queue.moveToTop", params: { index: 1 } },
  );
  assertEquals(
    await pipe.end(),
    ["a", "b", "c"].map((id) => `${id} {"success":false,"error":"Player did not answer"}`),
  );
});

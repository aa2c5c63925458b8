import { assertEquals } from "@std/assert";
import { BridgeByHand } from "../../support/bridge_by_hand.ts";

const list = { active: "q", playlists: [{ id: "q", name: "[WebView Queue]", count: 2, locked: false }] };

Deno.test("a cancelled queue.addPaths that has begun is brought to its end before the next change", async () => {
  const pipe = new BridgeByHand();
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
  assertEquals(await pipe.send({ id: 5, result: { count: 1 } }), ["6 player.queue.count p8 {}"]);
  assertEquals(await pipe.send({ id: 6, result: { count: 1 } }), [
    '7 player.queue.remove p8 {"indices":[0]}',
  ]);
  assertEquals(await pipe.send({ id: 7, result: { count: 0 } }), ['b {"success":true,"clearedCount":1}']);
  await pipe.end();
});

Deno.test("changes of the queue that wait for their turn are answered when the player goes", async () => {
  const pipe = new BridgeByHand();
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

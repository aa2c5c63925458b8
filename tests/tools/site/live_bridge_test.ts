import { assertEquals } from "@std/assert";
import { LiveBridge } from "../../../tools/site/live/bridge.ts";
import { setDeadline } from "../../support/deadline.ts";

setDeadline(300_000);

Deno.test({
  name:
    "examples that run at the same time show their own steps only, and a refused one does not stop the next",
  // The bridge of a page has no end: its timers keep running.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const bridge = await LiveBridge.start();
    const [playlists, refused, queue] = await Promise.all([
      bridge.call("playlist.getAll", {}),
      bridge.call("no.operation", {}),
      bridge.call("queue.getCount", {}),
    ]);
    // The bridge also asks for the player's state at the start.
    assertEquals([playlists.isError, playlists.steps.includes("player.queue.count")], [false, false]);
    assertEquals([refused.isError, refused.steps.includes("player.queue.count")], [true, false]);
    assertEquals([queue.isError, queue.steps.includes("player.queue.count")], [false, true]);
  },
});

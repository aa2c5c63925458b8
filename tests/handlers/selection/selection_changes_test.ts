import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { Harness, PlayerFailure } from "../../support/harness.ts";
import { selectionPlayer } from "./selection_player.ts";

interface Payload {
  count: number;
  type: string;
  handles: string[];
  truncated: boolean;
}

/** Runs all pending microtasks. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

/** Sends `selectionChanged` and runs the pending microtasks. */
async function change(harness: Harness): Promise<void> {
  harness.signal("signal.selectionChanged", {});
  await settle();
}

/** The `count` of each event so far. */
function counts(harness: Harness): number[] {
  return harness.events.map(({ data }) => (data as Payload).count);
}

Deno.test("selection:changed is not sent for any other signal", async () => {
  await using harness = new Harness({ player: selectionPlayer(1) });
  harness.signal("signal.trackStarted", { handle: { path: "a", subsong: 0 }, playlist: null, item: null });
  harness.signal("signal.playbackStopped", { reason: "user" });
  harness.signal("signal.playbackTime", { position: 1, length: 2 });
  harness.signal("signal.playlistsChanged", { order: ["list-0"] });
  harness.signal("signal.overlayDismissed", { menuId: "menu-1", reason: "escape" });
  await settle();
  harness.clock.advance(1000);
  await settle();
  assertEquals([harness.asked, harness.events], [[], []]);
});

Deno.test("selection:changed is independent of changes of the time of day", async () => {
  await using harness = new Harness({ player: selectionPlayer(2) });
  const now = harness.clock.now();
  await change(harness);
  harness.clock.now = () => now + 86_400_000;
  await change(harness);
  assertEquals(counts(harness).length, 1);
  harness.clock.now = () => now - 86_400_000;
  harness.clock.advance(50);
  await settle();
  assertEquals(counts(harness).length, 2);
});

Deno.test("selection:changed reads the selection again after a failure when it has changed meanwhile", async () => {
  const player = selectionPlayer(2);
  const sound = player["player.selection.get"];
  const failing = Promise.withResolvers<never>();
  player["player.selection.get"] = () => failing.promise;
  await using harness = new Harness({ player });
  await change(harness);
  await change(harness);
  if (sound) harness.player["player.selection.get"] = sound;
  failing.reject(new PlayerFailure());
  await settle();
  assertEquals(counts(harness), []);
  harness.clock.advance(50);
  await settle();
  assertEquals(counts(harness), [2]);
});

Deno.test("selection:changed leaves no timer and sends nothing after the end", async () => {
  const harness = new Harness({ player: selectionPlayer(2) });
  await change(harness);
  await change(harness);
  assertEquals(harness.clock.pendingTimers, 1);
  await harness.close();
  harness.clock.advance(1000);
  await change(harness);
  assertEquals(counts(harness), [2]);
});

Deno.test("selection:changed is sent at most once in 50 ms, in order, and ends with the last state", async () => {
  const happening = fc.record({
    wait: fc.integer({ min: 0, max: 80 }),
    latency: fc.integer({ min: 0, max: 90 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 25 }), async (happenings) => {
      let state = 0;
      let latency = 0;
      const player = selectionPlayer();
      await using harness = new Harness({ player });
      player["player.selection.get"] = async () => {
        const total = state;
        if (latency > 0) await new Promise<void>((resolve) => harness.clock.after(latency, resolve));
        return { total, type: "unknown", handles: [] };
      };
      const times: number[] = [];
      const pass = async (milliseconds: number) => {
        for (let passed = 0; passed < milliseconds; passed++) {
          harness.clock.advance(1);
          await settle();
          while (times.length < harness.events.length) times.push(harness.clock.monotonic());
        }
      };
      for (const { wait, latency: next } of happenings) {
        await pass(wait);
        state++;
        latency = next;
        await change(harness);
        while (times.length < harness.events.length) times.push(harness.clock.monotonic());
      }
      await pass(400);
      assertEquals(counts(harness).at(-1), state);
      assertEquals(counts(harness), [...new Set(counts(harness))].sort((a, b) => a - b));
      for (const [at, time] of times.entries()) assert(at === 0 || time - (times[at - 1] ?? 0) >= 50);
    }),
    { numRuns: 40 },
  );
});

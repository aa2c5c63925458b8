import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { notAnswered } from "../../../host_stdio/player.ts";
import { Harness, PlayerFailure } from "../../support/harness.ts";
import { selectionPlayer, trackOf } from "./selection_player.ts";

interface Payload {
  count: number;
  type: string;
  handles: string[];
  truncated: boolean;
}

/** Lets everything run that waits for nothing. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

/** The selection changes, and whatever follows at once follows. */
async function change(harness: Harness): Promise<void> {
  harness.signal("signal.selectionChanged", {});
  await settle();
}

/** The payload of the only event so far. */
async function onlyEvent(harness: Harness): Promise<unknown> {
  await change(harness);
  assertEquals(harness.events.map(({ event, audience }) => [event, audience]), [[
    "selection:changed",
    "all",
  ]]);
  await harness.close();
  return harness.events[0]?.data;
}

/** A player whose selection is so many tracks, as told by a function; answers come when the test lets them. */
function slowPlayer(total: () => number) {
  const player = selectionPlayer({ total: 1 });
  const waiting: (() => void)[] = [];
  let asked = 0;
  player["player.selection.get"] = async () => {
    asked++;
    const now = total();
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { total: now, type: "unknown", handles: [] };
  };
  return {
    player,
    asked: () => asked,
    async answer() {
      waiting.shift()?.();
      await settle();
    },
  };
}

/** The counts of the events sent so far. */
function counts(harness: Harness): number[] {
  return harness.events.map(({ data }) => (data as Payload).count);
}

// Payload

Deno.test("selection:changed tells count, type and handles to every panel", async () => {
  const harness = new Harness({
    player: selectionPlayer({ total: 3, type: "playlist_manager", playlist: "list-1" }),
  });
  assertEquals(await onlyEvent(harness), {
    count: 3,
    type: "playlist_manager",
    handles: ["s0", "s1", "s2"],
    truncated: false,
  });
});

Deno.test("selection:changed tells an empty selection", async () => {
  const harness = new Harness({ player: selectionPlayer({ type: "else" }) });
  assertEquals(await onlyEvent(harness), { count: 0, type: "unknown", handles: [], truncated: false });
});

Deno.test("selection:changed carries at most 100 handles and says truncated above that", async () => {
  for (
    const [total, handles, truncated] of [[100, 100, false], [101, 100, true], [200_000, 100, true]] as const
  ) {
    const harness = new Harness({ player: selectionPlayer({ total }) });
    const payload = await onlyEvent(harness) as Payload;
    assertEquals([payload.count, payload.handles.length, payload.truncated], [total, handles, truncated]);
    assertEquals(harness.asked[0]?.params, { offset: 0, limit: 100 });
  }
});

Deno.test("selection:changed carries the track exactly when one is selected", async () => {
  const harness = new Harness({ player: selectionPlayer({ total: 1 }) });
  assertEquals(await onlyEvent(harness), {
    count: 1,
    type: "active_playlist_selection",
    handles: ["s0"],
    truncated: false,
    track: trackOf("s0"),
  });
  const two = new Harness({ player: selectionPlayer({ total: 2 }) });
  assertEquals(Object.hasOwn(await onlyEvent(two) as Payload, "track"), false);
  assertEquals(two.asked.some(({ name }) => name === "player.media.info"), false);
});

Deno.test("selection:changed carries the playing track exactly when one plays", async () => {
  const harness = new Harness({ player: selectionPlayer({ playing: trackOf("p", 4) }) });
  assertEquals(await onlyEvent(harness), {
    count: 0,
    type: "active_playlist_selection",
    handles: [],
    truncated: false,
    nowPlaying: trackOf("p", 4),
  });
});

Deno.test("selection:changed writes handles with their subsong", async () => {
  const player = selectionPlayer();
  player["player.selection.get"] = {
    total: 2,
    type: "unknown",
    handles: [{ path: "a", subsong: 2 }, { path: "b" }],
  };
  assertEquals((await onlyEvent(new Harness({ player })) as Payload).handles, ["a|subsong:2", "b"]);
});

Deno.test("selection:changed asks in the name of no panel", async () => {
  const harness = new Harness({ player: selectionPlayer({ total: 1 }) });
  await change(harness);
  assertEquals(harness.asked.map(({ name, panel }) => [name, panel]), [
    ["player.selection.get", undefined],
    ["player.media.info", undefined],
    ["player.playback.nowPlaying", undefined],
  ]);
  await harness.close();
});

Deno.test("selection:changed follows no other signal", async () => {
  const harness = new Harness({ player: selectionPlayer({ total: 1 }) });
  harness.signal("signal.trackStarted", { handle: { path: "a", subsong: 0 }, playlist: null, item: null });
  harness.signal("signal.playbackStopped", { reason: "user" });
  harness.signal("signal.playbackTime", { position: 1, length: 2 });
  harness.signal("signal.playlistsChanged", { order: ["list-0"] });
  harness.signal("signal.overlayDismissed", { menuId: "menu-1", reason: "escape" });
  await settle();
  harness.clock.advance(1000);
  await settle();
  assertEquals([harness.asked, harness.events], [[], []]);
  await harness.close();
});

// Throttle

Deno.test("selection:changed comes at once for the first change and after 50 ms for the next ones", async () => {
  let total = 0;
  const player = selectionPlayer();
  player["player.selection.get"] = () => ({ total: ++total, type: "unknown", handles: [] });
  const harness = new Harness({ player });
  await change(harness);
  assertEquals(counts(harness), [1]);
  for (let n = 0; n < 10; n++) await change(harness);
  harness.clock.advance(49);
  await settle();
  assertEquals(counts(harness), [1]);
  harness.clock.advance(1);
  await settle();
  // Ten changes made one look: it was not taken before it could be told.
  assertEquals(counts(harness), [1, 2]);
  harness.clock.advance(500);
  await settle();
  assertEquals(counts(harness), [1, 2]);
  await change(harness);
  assertEquals(counts(harness), [1, 2, 3]);
  await harness.close();
});

Deno.test("selection:changed after a quiet 50 ms comes at once", async () => {
  const harness = new Harness({ player: selectionPlayer({ total: 2 }) });
  await change(harness);
  harness.clock.advance(50);
  await change(harness);
  assertEquals(counts(harness).length, 2);
  await harness.close();
});

Deno.test("selection:changed looks again when the selection changes while the player is answering", async () => {
  let total = 7;
  const { player, answer, asked } = slowPlayer(() => total);
  const harness = new Harness({ player });
  await change(harness);
  total = 8;
  await change(harness);
  total = 9;
  await change(harness);
  assertEquals(asked(), 1);
  await answer();
  assertEquals(counts(harness), [7]);
  harness.clock.advance(50);
  await settle();
  await answer();
  assertEquals([counts(harness), asked()], [[7, 9], 2]);
  await harness.close();
});

Deno.test("selection:changed keeps 50 ms between two events also when the first answer was slow", async () => {
  let total = 1;
  const { player, answer } = slowPlayer(() => total);
  const harness = new Harness({ player });
  await change(harness);
  harness.clock.advance(49);
  total = 2;
  await change(harness);
  await answer();
  assertEquals(counts(harness), [1]);
  harness.clock.advance(1);
  await settle();
  await answer();
  assertEquals(counts(harness), [1]);
  harness.clock.advance(48);
  assertEquals(counts(harness), [1]);
  harness.clock.advance(1);
  assertEquals(counts(harness), [1, 2]);
  await harness.close();
});

Deno.test("selection:changed does not mind a time of day that is set back or forth", async () => {
  const harness = new Harness({ player: selectionPlayer({ total: 2 }) });
  const now = harness.clock.now();
  await change(harness);
  harness.clock.now = () => now + 86_400_000;
  await change(harness);
  assertEquals(counts(harness).length, 1);
  harness.clock.now = () => now - 86_400_000;
  harness.clock.advance(50);
  await settle();
  assertEquals(counts(harness).length, 2);
  await harness.close();
});

// Failure and end

Deno.test("selection:changed is dropped and reported when the player cannot tell the selection", async () => {
  for (
    const reply of [
      undefined,
      () => {
        throw new PlayerFailure();
      },
      () => {
        throw notAnswered();
      },
      () => ({ total: 1 }) as never,
      { total: 0, type: "unknown", handles: [{ path: "a" }] },
      { total: 500, type: "unknown", handles: Array.from({ length: 101 }, () => ({ path: "a" })) },
    ]
  ) {
    const player = selectionPlayer();
    const sound = player["player.selection.get"];
    if (reply === undefined) delete player["player.selection.get"];
    else player["player.selection.get"] = reply;
    const harness = new Harness({ player });
    await change(harness);
    assertEquals(harness.events, []);
    assertEquals(harness.reported, [{ level: "warning", message: "selection:changed was dropped: {error}" }]);
    if (sound) harness.player["player.selection.get"] = sound;
    harness.clock.advance(50);
    await change(harness);
    assertEquals(harness.events.length, 1);
    await harness.close();
  }
});

Deno.test("selection:changed looks again after a failure when the selection has changed meanwhile", async () => {
  const player = selectionPlayer({ total: 2 });
  const sound = player["player.selection.get"];
  const failing = Promise.withResolvers<never>();
  player["player.selection.get"] = () => failing.promise;
  const harness = new Harness({ player });
  await change(harness);
  await change(harness);
  if (sound) harness.player["player.selection.get"] = sound;
  failing.reject(new PlayerFailure());
  await settle();
  assertEquals(counts(harness), []);
  harness.clock.advance(50);
  await settle();
  assertEquals(counts(harness), [2]);
  await harness.close();
});

Deno.test("selection:changed goes without metadata that the player cannot give, and that is reported", async () => {
  for (const action of ["player.media.info", "player.playback.nowPlaying"] as const) {
    const player = selectionPlayer({ total: 1, playing: trackOf("p") });
    player[action] = () => {
      throw new PlayerFailure();
    };
    const harness = new Harness({ player });
    await change(harness);
    assertEquals(counts(harness), [1]);
    const has = (key: string) => Object.hasOwn(harness.events[0]?.data as object, key);
    assertEquals([has("track"), has("nowPlaying")], [
      action !== "player.media.info",
      action !== "player.playback.nowPlaying",
    ]);
    assertEquals(harness.reported.map(({ level }) => level), ["warning"]);
    await harness.close();
  }
});

Deno.test("selection:changed goes without a track that the player does not know any more", async () => {
  const player = selectionPlayer({ total: 1 });
  player["player.media.info"] = { track: null };
  const harness = new Harness({ player });
  assertEquals(Object.hasOwn(await onlyEvent(harness) as Payload, "track"), false);
  assertEquals(harness.reported, []);
});

Deno.test("selection:changed leaves no timer and sends nothing after the end", async () => {
  const harness = new Harness({ player: selectionPlayer({ total: 2 }) });
  await change(harness);
  await change(harness);
  assertEquals(harness.clock.pendingTimers, 1);
  await harness.close();
  harness.clock.advance(1000);
  await change(harness);
  assertEquals(counts(harness), [2]);
});

Deno.test("selection:changed that is being looked up at the end is dropped without a report", async () => {
  for (const fails of [true, false]) {
    const player = selectionPlayer();
    const answer = Promise.withResolvers<{ total: number; type: string; handles: [] }>();
    player["player.selection.get"] = () => answer.promise;
    const harness = new Harness({ player });
    await change(harness);
    await harness.close();
    if (fails) answer.reject(notAnswered());
    else answer.resolve({ total: 0, type: "unknown", handles: [] });
    await settle();
    assertEquals([harness.events, harness.reported, harness.clock.pendingTimers], [[], [], 0]);
  }
});

Deno.test("selection:changed never comes twice in 50 ms, never goes back, and always ends with the last state", async () => {
  const happening = fc.record({
    wait: fc.integer({ min: 0, max: 80 }),
    latency: fc.integer({ min: 0, max: 90 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 25 }), async (happenings) => {
      let state = 0;
      let latency = 0;
      const player = selectionPlayer();
      const harness = new Harness({ player });
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
      await harness.close();
    }),
    { numRuns: 40 },
  );
});

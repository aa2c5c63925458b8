import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { movedOrder, shuffledOrder } from "../../../handlers/extensions/playlist/order.ts";
import { Slices, sortInSlices } from "../../../handlers/extensions/shared/long_work.ts";
import { compareKeys, type SortKey } from "../../../handlers/extensions/shared/patterns.ts";
import type { ActionParams } from "../../../host_stdio/api/native_actions.ts";
import type { Track } from "../../../host_stdio/api/shapes.ts";
import { ManualClock } from "../../../tools/support/manual_clock.ts";
import { Harness, PlayerFailure, type PlayerScript } from "../../support/harness.ts";

const SIZE = 100_000;

function trackAt(index: number): Track {
  const path = `/m/${index}`;
  return {
    path,
    absolutePath: path,
    subsong: 0,
    fileSize: 1,
    title: `Title ${(index * 7919) % SIZE}`,
    artist: "",
    album: "",
    albumArtist: "",
    genre: "",
    date: "",
    trackNumber: 0,
    discNumber: 0,
    duration: 1,
    bitrate: 1,
    sampleRate: 1,
    channels: 1,
    codec: "",
  };
}

/** A player with one playlist. `mostPages` is the largest number of pages that were pending at the same time. */
function playerOf(count: number, script: PlayerScript = {}): PlayerScript & { mostPages: number } {
  let waiting = 0;
  const player = {
    mostPages: 0,
    "player.playlist.list": { active: "a", playlists: [{ id: "a", name: "A", count, locked: false }] },
    "player.playlist.items": async ({ start, count: asked }: ActionParams<"player.playlist.items">) => {
      player.mostPages = Math.max(player.mostPages, ++waiting);
      await new Promise((resolve) => setTimeout(resolve, 0));
      waiting--;
      const length = Math.min(asked, count - start);
      return { total: count, tracks: Array.from({ length }, (_, offset) => trackAt(start + offset)) };
    },
    "player.playlist.reorder": {},
    ...script,
  };
  return player;
}

/** Moves items one place at a time, as the document describes. */
function movedByStep(items: readonly number[], delta: number, count: number): number[] {
  const order = Array.from({ length: count }, (_, place) => place);
  const direction = Math.sign(delta);
  const isMoved = new Set(items);
  for (let step = 0; step < Math.abs(delta); step++) {
    const places = [...order.keys()].filter((place) => isMoved.has(order[place] as number));
    if (direction > 0) places.reverse();
    const stopped = new Set<number>();
    for (const place of places) {
      const next = place + direction;
      if (next < 0 || next >= count || stopped.has(next)) stopped.add(place);
      else [order[place], order[next]] = [order[next] as number, order[place] as number];
    }
  }
  return order;
}

Deno.test("movedOrder equals moving the items one place at a time", () => {
  const items = fc.uniqueArray(fc.nat(11));
  fc.assert(fc.property(items, fc.integer({ min: -14, max: 14 }), fc.nat(12), (given, delta, count) => {
    const valid = given.filter((item) => item < count).sort((a, b) => a - b);
    assertEquals(movedOrder(valid, delta, count), movedByStep(valid, delta, count));
  }));
  const whole = Array.from({ length: SIZE }, (_, item) => item);
  assertEquals(movedOrder(whole, Number.MIN_SAFE_INTEGER, SIZE), whole);
  assertEquals(movedOrder([0], Number.MAX_SAFE_INTEGER, SIZE).at(-1), 0);
});

Deno.test("shuffledOrder is a permutation", () => {
  for (const count of [0, 1, 2, SIZE]) {
    const sorted = shuffledOrder(count).sort((a, b) => a - b);
    assert(sorted.length === count && sorted.every((item, place) => item === place));
  }
});

Deno.test("sorting a hundred thousand items takes n log n comparisons", async () => {
  let comparisons = 0;
  const compare = (a: SortKey, b: SortKey) => {
    comparisons++;
    return compareKeys(a, b);
  };
  const keys = Array.from({ length: SIZE }, (_, place) => ({ text: trackAt(place).title, place }));
  const slices = new Slices(new ManualClock(), new AbortController().signal);
  const sorted = await sortInSlices(keys, compare, slices);
  assertEquals(sorted[12]?.text, "Title 12");
  assert(comparisons < SIZE * Math.log2(SIZE), `${comparisons}`);
});

Deno.test("playlist.sort reads each track once, five pages at a time, and reorders once", async () => {
  const player = playerOf(SIZE);
  await using harness = new Harness({ player });
  assertEquals(await harness.call("playlist.sort", {}), { success: true });
  const starts = harness.asked.flatMap(({ name, params }) =>
    name === "player.playlist.items" ? [(params as { start: number }).start] : []
  );
  assertEquals(starts, Array.from({ length: 50 }, (_, page) => page * 2000));
  assertEquals(player.mostPages, 5);
  assertEquals(harness.asked.filter(({ name }) => name === "player.playlist.reorder").length, 1);
});

Deno.test("playlist.getTracks answers at most ten thousand tracks, from pages that agree", async () => {
  await using harness = new Harness({ player: playerOf(10_001) });
  const { count, total, tracks } = await harness.call<
    { count: number; total: number; tracks: { index: number }[] }
  >(
    "playlist.getTracks",
    { count: 20_000 },
  );
  assertEquals([count, total, tracks.length, tracks.at(-1)?.index], [10_000, 10_001, 10_000, 9999]);
  harness.player["player.playlist.items"] = ({ start, count }) => ({
    total: start === 0 ? 10_001 : 10_002,
    tracks: Array.from({ length: count }, (_, offset) => trackAt(start + offset)),
  });
  assertEquals(await harness.call("playlist.getTracks", { count: 4000 }), {
    success: false,
    count: 0,
    total: 0,
    tracks: [],
    error: "Player action failed: player.playlist.items answered another total than before",
    code: "OPERATION_FAILED",
  });
});

Deno.test("playlist.duplicate appends ten thousand tracks at a time", async () => {
  const sizes: number[] = [];
  await using harness = new Harness({
    player: playerOf(20_001, {
      "player.playlist.create": { playlist: "new" },
      "player.playlist.append": ({ handles }) => {
        const start = sizes.reduce((sum, size) => sum + size, 0);
        sizes.push(handles.length);
        return { start, count: handles.length };
      },
    }),
  });
  const { trackCount } = await harness.call("playlist.duplicate", {});
  assertEquals([trackCount, sizes], [20_001, [10_000, 10_000, 1]]);
});

Deno.test("playlist events: a player that cannot list its playlists causes a warning, and later events are sent", async () => {
  await using harness = new Harness({
    extensions: ["playlist"],
    player: {
      "player.playlist.list": () => {
        throw new PlayerFailure();
      },
    },
  });
  harness.signal("signal.playlistsChanged", { order: ["a", "b"] });
  harness.signal("signal.playlistsChanged", { order: ["a", "b", "c"] });
  harness.signal("signal.playlistItemsChanged", {
    playlist: "c",
    change: "added",
    start: 0,
    count: 1,
    total: 1,
  });
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(harness.events.map(({ event, data }) => [event, data]), [
    ["playlist:itemsAdded", { playlist: 2, start: 0, count: 1 }],
  ]);
  assertEquals(harness.reported.map(({ level }) => level), ["warning"]);
});

import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { SignalTasks } from "../../../handlers/extensions/shared/signal_tasks.ts";
import { loopTurn } from "../../../host_stdio/event_loop.ts";
import { Harness } from "../../support/harness.ts";

async function settle(): Promise<void> {
  for (let job = 0; job < 100; job++) await Promise.resolve();
}

// Shows: Signals that wait behind an unanswered native action are bounded.
Deno.test("signals that wait are bounded: the newest of each key between two without a key, in their order", async () => {
  const signal = fc.record({ key: fc.constantFrom(undefined, undefined, "a", "b", "c") });
  await fc.assert(fc.asyncProperty(fc.array(signal, { maxLength: 60 }), async (signals) => {
    const tasks = new SignalTasks();
    const { promise, resolve } = Promise.withResolvers<void>();
    const done: [number, boolean][] = [];
    tasks.add(() => promise);
    for (const [index, { key }] of signals.entries()) {
      tasks.add((isMerged) => void done.push([index, isMerged]), key);
    }
    /** How many other signals with this key lie between the signals without a key around this one. */
    const ofStretch = (index: number, step: 1 | -1): number => {
      let count = 0;
      for (let at = index + step; signals[at]?.key !== undefined; at += step) {
        if (signals[at]?.key === signals[index]?.key) count++;
      }
      return count;
    };
    const expected = signals.flatMap<[number, boolean]>(({ key }, index) => {
      if (key === undefined) return [[index, false]];
      return ofStretch(index, 1) > 0 ? [] : [[index, ofStretch(index, -1) > 0]];
    });
    assertEquals(tasks.size, expected.length);
    resolve();
    await settle();
    assertEquals([done, tasks.size], [expected, 0]);
    // Nothing waits any more: the next one runs at once, and nothing is merged with it.
    tasks.add((isMerged) => void done.push([-1, isMerged]), "a");
    assertEquals(done.at(-1), [-1, false]);
  }));
});

Deno.test("signals that have waited are handled in parts, between which input is read", async () => {
  const tasks = new SignalTasks();
  const { promise, resolve } = Promise.withResolvers<void>();
  let done = 0;
  tasks.add(() => promise);
  for (let signal = 0; signal < 1000; signal++) tasks.add(() => void done++);
  resolve();
  await loopTurn();
  assertEquals([done > 0, done < 500], [true, true]);
  while (tasks.size > 0) await loopTurn();
  assertEquals(done, 1000);
});

const place = { handle: { path: "/a.mp3", subsong: 0 }, playlist: null, item: null };

/** A bridge with both extensions, whose player has not answered the start of a track. */
async function waiting(): Promise<{ harness: Harness; answer: () => Promise<string[]> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isStarting = false;
  const harness = new Harness({
    extensions: ["playback", "playlist"],
    player: {
      "player.playback.nowPlaying": async () => {
        isStarting = true;
        await promise;
        return { track: null, playlist: null, item: null };
      },
      "player.media.info": { track: null },
      "player.playlist.list": async () => {
        await promise;
        const listed = (id: string) => ({ id, name: id, count: 0, locked: false });
        return { active: "a", playlists: [listed("a"), listed("b"), listed("c")] };
      },
    },
  });
  harness.signal("signal.playlistsChanged", { order: ["a"] });
  harness.signal("signal.playlistsChanged", { order: ["a", "b"] });
  harness.signal("signal.trackStarted", place);
  await settle();
  assertEquals(isStarting, true);
  const answer = async () => {
    harness.events.length = 0;
    resolve();
    await settle();
    await harness.close();
    return harness.events.map(({ event, data }) => `${event} ${JSON.stringify(data)}`);
  };
  return { harness, answer };
}

// Shows: Of these only the newest causes an event.

// Shows: None is dropped or moved across a start or a stop, and these are never dropped.
Deno.test("playback: of the signals behind an unanswered action only the newest state causes events, but every start", async () => {
  const { harness, answer } = await waiting();
  for (let second = 0; second < 1000; second++) {
    harness.signal("signal.playbackTime", { position: second, length: 3000 });
    harness.signal("signal.volumeChanged", { level: 1, muted: second % 2 === 0 });
    harness.signal("signal.streamInfo", { title: `Title ${second}` });
    harness.signal("signal.streamInfo", { artist: `Artist ${second}` });
  }
  harness.signal("signal.playbackPaused", { paused: true });
  harness.signal("signal.playbackPaused", { paused: false });
  harness.signal("signal.trackStarted", place);
  harness.signal("signal.playbackTime", { position: 1, length: 3000 });
  const events = await answer();
  const names = events.map((event) => event.slice(0, event.indexOf(" ")))
    .filter((name) => name.startsWith("playback:") && !/HighRes|stateChanged/.test(name));
  assertEquals(names, [
    "playback:trackChanged",
    "playback:time",
    "playback:volumeChanged",
    "playback:dynamicInfoTrack",
    "playback:dynamicInfoTrack",
    "playback:paused",
    "playback:trackChanged",
    "playback:time",
  ]);
  assertEquals(events.filter((event) => event.startsWith("playback:time ")), [
    'playback:time {"position":999}',
    'playback:time {"position":1}',
  ]);
});

Deno.test("playback: the position counts every pause, although only the newest that waits causes an event", async () => {
  const { harness, answer } = await waiting();
  for (const paused of [true, false, true]) {
    harness.clock.advance(10_000);
    harness.signal("signal.playbackPaused", { paused });
  }
  harness.clock.advance(10_000);
  const events = await answer();
  assertEquals(events.filter((event) => /paused|stateChanged/.test(event)), [
    'playback:stateChanged {"state":"playing","position":0,"duration":0}',
    'playback:paused {"paused":true}',
    'playback:stateChanged {"state":"paused","position":20,"duration":0}',
  ]);
});

// Shows: Several changes of one playlist's items become one playlist:itemsReordered.
Deno.test("playlist: several changes of one playlist's items behind an unanswered action become one itemsReordered", async () => {
  const { harness, answer } = await waiting();
  for (let total = 1; total <= 1000; total++) {
    harness.signal("signal.playlistItemsChanged", { playlist: "a", change: "added", count: 1, total });
  }
  harness.signal("signal.playlistItemsChanged", { playlist: "b", change: "added", count: 3, total: 3 });
  const events = await answer();
  assertEquals(events.filter((event) => event.startsWith("playlist:items")), [
    'playlist:itemsReordered {"playlist":0,"count":1000}',
    'playlist:itemsAdded {"playlist":1,"start":0,"count":3}',
  ]);
});

Deno.test("playlist: names and selections behind an unanswered action are the newest of each playlist", async () => {
  const { harness, answer } = await waiting();
  for (const [name, selected] of [["old", true], ["new", false]] as const) {
    for (const playlist of ["a", "b"]) {
      harness.signal("signal.playlistRenamed", { playlist, name: `${name} ${playlist}` });
      harness.signal("signal.playlistSelectionChanged", { playlist, selected, focus: null });
    }
  }
  const events = await answer();
  assertEquals(events.filter((event) => /renamed|selectionChanged/.test(event)).sort(), [
    'playlist:renamed {"index":0,"name":"new a"}',
    'playlist:renamed {"index":1,"name":"new b"}',
    'playlist:selectionChanged {"playlist":0}',
    'playlist:selectionChanged {"playlist":1}',
  ]);
});

Deno.test("playlist: a new playlist behind an unanswered action has its index when it is activated", async () => {
  const { harness, answer } = await waiting();
  harness.signal("signal.playlistsChanged", { order: ["a", "b", "c"] });
  harness.signal("signal.playlistActivated", { playlist: "c" });
  harness.signal("signal.playlistsChanged", { order: ["c", "a", "b"] });
  const events = await answer();
  assertEquals(events.filter((event) => event.startsWith("playlist:activated")), [
    'playlist:activated {"oldIndex":-1,"newIndex":0}',
  ]);
});

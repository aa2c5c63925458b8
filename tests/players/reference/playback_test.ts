import "../../support/deadline.ts";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ActionError, ReferencePlayer } from "../../../players/reference/mod.ts";
import { shortTracks, StrictPlayer } from "./strict_player.ts";

const NEVER = "https://never.example/a.mp3";
const SLOW = "https://slow.example/a.mp3";
const SECOND = 1000;

Deno.test("playback: the time is signalled once a second, with the length", () => {
  using strict = new StrictPlayer(shortTracks(1));
  strict.user.play(0, 0);
  strict.take();
  strict.clock.advance(999);
  assertEquals(strict.signalled(), []);
  strict.clock.advance(1);
  assertEquals(strict.take(), [{ name: "signal.playbackTime", params: { position: 1, length: 10 } }]);
  strict.clock.advance(8 * SECOND);
  assertEquals(strict.signalled(), [
    "time 2",
    "time 3",
    "time 4",
    "time 5",
    "time 6",
    "time 7",
    "time 8",
    "time 9",
  ]);
});

Deno.test("playback: the speed is seconds of music per second of the clock", () => {
  for (const speed of [0.5, 3, 1000]) {
    using strict = new StrictPlayer({ ...shortTracks(2), speed });
    strict.user.play(0, 0);
    strict.clock.advance(10 * SECOND / speed + 0.001);
    assertEquals(strict.signalled().filter((text) => !text.startsWith("time")), [
      "started 0/0",
      "stopped startingAnother",
      "started 0/1",
    ]);
  }
  for (const speed of [0, -1, NaN, Infinity]) assertThrows(() => new ReferencePlayer({ speed }), RangeError);
});

Deno.test("playback: playing another track stops the playing one first", async () => {
  using strict = new StrictPlayer(shortTracks(3));
  strict.user.play(0, 0);
  await strict.ask("player.playback.play", { playlist: "playlist-1", item: 0 });
  assertEquals(await strict.ask("player.playback.next", {}), {});
  assertEquals(strict.signalled(), [
    "started 0/0",
    "stopped startingAnother",
    "started 0/0",
    "stopped startingAnother",
    "started 0/1",
  ]);
});

Deno.test("playback: a start says why", async () => {
  using strict = new StrictPlayer(shortTracks(4));
  const causes = () =>
    strict.take().flatMap(({ name, params }) => name === "signal.trackStarted" ? params.cause : []);
  await strict.ask("player.playback.play", { playlist: "playlist-1", item: 0 });
  strict.user.queue(0, 3);
  await strict.ask("player.playback.next", {});
  strict.user.play(0, 1);
  strict.clock.advance(10 * SECOND);
  strict.user.previous();
  assertEquals(causes(), ["action", "queue", "user", "advance", "advance"]);
});

Deno.test("playback: stop has the reason user; stop and next do nothing when nothing plays", async () => {
  using strict = new StrictPlayer(shortTracks(2));
  assertEquals(await strict.ask("player.playback.stop", {}), {});
  assertEquals(await strict.ask("player.playback.next", {}), {});
  assertEquals(strict.signalled(), []);
  strict.user.play(0, 0);
  await strict.ask("player.playback.stop", {});
  await strict.ask("player.playback.stop", {});
  assertEquals(strict.signalled(), ["started 0/0", "stopped user"]);
  strict.clock.advance(60 * SECOND);
  assertEquals(strict.signalled(), []);
});

Deno.test("playback: next at the end of the list ends playback", async () => {
  using strict = new StrictPlayer(shortTracks(1));
  strict.user.play(0, 0);
  await strict.ask("player.playback.next", {});
  assertEquals(strict.signalled(), ["started 0/0", "stopped endOfFile"]);
});

Deno.test("playback: queued entries play first, leave the queue, and the list continues after them", () => {
  using strict = new StrictPlayer(shortTracks(3, 3));
  strict.user.play(0, 0);
  strict.user.queue(1, 1);
  strict.clock.advance(10 * SECOND);
  assertEquals(strict.player.facts.queue, []);
  strict.clock.advance(10 * SECOND);
  strict.user.next();
  const started = strict.signalled().filter((text) => !text.startsWith("time"));
  assertEquals(started, [
    "started 0/0",
    "queue user_added",
    "queue playback_advance",
    "stopped startingAnother",
    "started 1/1",
    "stopped startingAnother",
    "started 1/2",
    "stopped endOfFile",
  ]);
});

Deno.test("playback: after a queued entry without origin, the list continues where it was", () => {
  using strict = new StrictPlayer(shortTracks(3, 1));
  strict.user.play(0, 0);
  strict.user.queue(1, 0);
  strict.user.removePlaylist(1);
  strict.user.next();
  strict.user.next();
  assertEquals(strict.signalled().filter((text) => text.startsWith("started")), [
    "started 0/0",
    "started -/-",
    "started 0/1",
  ]);
});

Deno.test("playback: a removed item plays on, and the item in its place comes next", async () => {
  using strict = new StrictPlayer(shortTracks(4));
  strict.user.play(0, 1);
  strict.user.removeItems(0, 0, 2);
  assertEquals(strict.signalled(), ["started 0/1"]);
  const { track, playlist, item } = await strict.ask("player.playback.nowPlaying", {});
  assertEquals([track?.path, playlist, item], ["/t/1", null, null]);
  strict.clock.advance(10 * SECOND);
  assertEquals(strict.player.facts.nowPlaying?.handle.path, "/t/2");
});

Deno.test("playback: after its playlist is emptied, an inserted item plays next", async () => {
  using strict = new StrictPlayer(shortTracks(2, 1));
  strict.user.play(0, 1);
  await strict.ask("player.playlist.remove", { playlist: "playlist-1", start: 0, count: 2 });
  await strict.ask("player.playlist.append", {
    playlist: "playlist-1",
    handles: [{ path: "/t/2", subsong: 0 }],
  });
  await strict.ask("player.playlist.append", {
    playlist: "playlist-1",
    handles: [{ path: "/t/0", subsong: 0 }],
  });
  strict.clock.advance(10 * SECOND);
  assertEquals(strict.signalled().filter((text) => text.startsWith("started")), [
    "started 0/1",
    "started 0/0",
  ]);
});

Deno.test("playback: after its playlist is removed, the track plays to its end and stops", async () => {
  using strict = new StrictPlayer(shortTracks(2, 2));
  strict.user.play(0, 0);
  strict.user.removePlaylist(0);
  assertEquals((await strict.ask("player.playback.nowPlaying", {})).playlist, null);
  strict.clock.advance(10 * SECOND);
  assertEquals(strict.signalled().filter((text) => !text.startsWith("time")), [
    "started 0/0",
    "playlistsChanged",
    "selectionChanged",
    "stopped endOfFile",
  ]);
});

Deno.test("playback: a track that fails is signalled and skipped, with a line on the console", () => {
  const { tracks = [], ...options } = shortTracks(3);
  const broken = tracks.map((track) => track.path === "/t/1" ? { ...track, playable: false } : track);
  using strict = new StrictPlayer({ ...options, tracks: broken });
  strict.user.play(0, 0);
  strict.clock.advance(10 * SECOND);
  assertEquals(
    strict.take().filter(({ name }) => name !== "signal.playbackTime").map(({ params }) => params),
    [
      { handle: { path: "/t/0", subsong: 0 }, playlist: "playlist-1", item: 0, cause: "user" },
      { reason: "startingAnother" },
      {
        handle: { path: "/t/1", subsong: 0 },
        playlist: "playlist-1",
        item: 1,
        error: "Unable to open item for playback",
      },
      { handle: { path: "/t/2", subsong: 0 }, playlist: "playlist-1", item: 2, cause: "advance" },
    ],
  );
  assertEquals(strict.player.facts.consoleLines.length, 1);
  assertStringIncludes(strict.player.facts.consoleLines[0]?.line ?? "", "/t/1");
});

Deno.test("playback: ends after a failed track without a next one", () => {
  using strict = new StrictPlayer({ playlists: [{ name: "x", tracks: [{ path: "/none", subsong: 0 }] }] });
  strict.user.play(0, 0);
  assertEquals(strict.signalled(), ["failed 0/0", "stopped endOfFile"]);
});

Deno.test("playback: a stream can fail when it is appended, played or opened, and in the middle", async () => {
  using strict = new StrictPlayer({ playlists: [{ name: "x" }, { name: "y" }] });
  const playlist = "playlist-1";
  const append = (...hosts: string[]) => ({
    playlist,
    handles: hosts.map((host) => ({ path: `https://${host}/a.mp3`, subsong: 0 })),
  });
  const refused = await strict.refusal("player.playlist.append", append("a.example", "refused.example"));
  assertStringIncludes(refused.message, "https://refused.example/a.mp3");
  assertEquals(strict.player.facts.playlists[0]?.count, 0);

  const hosts = ["unplayable.example", "broken.example", "breaking.example", "moved.example"];
  await strict.ask("player.playlist.append", append(...hosts));
  const unplayable = await strict.refusal("player.playback.play", { playlist, item: 0 });
  assertStringIncludes(unplayable.message, "https://unplayable.example/a.mp3");
  assertEquals(strict.signalled(), []);

  // A failing track is handled in the same way when the user has chosen it.
  strict.user.play(0, 0);
  assertEquals(strict.signalled(), ["failed 0/0", "failed 0/1", "started 0/2"]);
  strict.clock.advance(10 * SECOND - 1);
  assertEquals(strict.signalled().at(-1), "time 9");
  strict.clock.advance(1);
  assertEquals(strict.take().map(({ params }) => params), [
    {
      handle: { path: "https://breaking.example/a.mp3", subsong: 0 },
      playlist,
      item: 2,
      error: "Playback ended early",
    },
    { reason: "startingAnother" },
    { handle: { path: "https://cdn.example/a.mp3", subsong: 0 }, playlist, item: 3, cause: "advance" },
  ]);
  assertEquals(strict.player.facts.nowPlaying?.handle.path, "https://cdn.example/a.mp3");
});

Deno.test("playback: ends after ten thousand failing tracks, in every order", async () => {
  for (let order = 0; order <= 6; order++) {
    using strict = new StrictPlayer({
      playlists: [{
        name: "x",
        tracks: { length: 10_000, at: (index) => ({ path: `/${index}`, subsong: 0 }) },
      }],
    });
    await strict.ask("player.playback.setOrder", { order });
    strict.take();
    // The two album orders read the whole list for each track, so use fewer tracks.
    if (order >= 5) strict.user.removeItems(0, 0, 9900);
    strict.user.play(0, 0);
    const signalled = strict.signalled();
    assertEquals(signalled.pop(), "stopped endOfFile");
    assert(signalled.every((text) => text.startsWith("failed")));
  }
});

Deno.test("playback: only failures in a row end a repeating order", () => {
  const bad = { path: "/none", subsong: 0 };
  const good = { path: "/t/0", subsong: 0 };
  using strict = new StrictPlayer({
    ...shortTracks(1),
    playlists: [{ name: "x", tracks: [bad, bad, good] }, { name: "y", tracks: [bad, bad] }],
    openingMilliseconds: 50,
  });
  const started = () => strict.signalled().filter((text) => !/^(?:time|failed|stopped start)/.test(text));
  strict.user.setOrder(1);
  strict.take();

  // A track that plays resets the count of failures.
  strict.user.play(0, 2);
  strict.clock.advance(2 * 10 * SECOND + 7 * 50);
  assertEquals(started(), ["started 0/2", "started 0/2", "started 0/2"]);

  // So does playing another track while one opens.
  strict.user.play(0, 0);
  strict.clock.advance(60);
  strict.user.play(0, 0);
  strict.clock.advance(150);
  assertEquals(started(), ["started 0/2"]);

  // So does a stop.
  strict.user.play(1, 0);
  strict.clock.advance(100);
  assertEquals(started(), ["stopped endOfFile"]);
  strict.user.addTracks(1, [good]);
  strict.user.play(1, 0);
  strict.clock.advance(150);
  assertEquals(started(), ["started 1/2"]);
});

Deno.test("playback: a live stream has no length and never ends", () => {
  const url = "http://radio.example/live";
  using strict = new StrictPlayer({ playlists: [{ name: "x", tracks: [{ path: url, subsong: 0 }] }] });
  strict.user.play(0, 0);
  strict.take();
  strict.clock.advance(3600 * SECOND);
  const times = strict.take().filter(({ name }) => name === "signal.playbackTime");
  assertEquals(times.length, 3600);
  assertEquals(times.at(-1)?.params, { position: 3600, length: 0 });
  strict.user.seek(10);
  assertEquals(strict.player.facts.nowPlaying?.position, 3600);
});

Deno.test("playback: a slow stream starts late and can be stopped before", async () => {
  using strict = new StrictPlayer({
    playlists: [{ name: "x", tracks: [{ path: SLOW, subsong: 0 }] }],
    slowMilliseconds: 500,
  });
  strict.user.play(0, 0);
  strict.clock.advance(499);
  assertEquals((await strict.ask("player.playback.nowPlaying", {})).track, null);
  assertEquals(strict.signalled(), []);
  strict.clock.advance(1);
  assertEquals(strict.signalled(), ["started 0/0"]);
  strict.user.play(0, 0);
  await strict.ask("player.playback.stop", {});
  assertEquals(strict.signalled(), ["stopped startingAnother", "stopped user"]);
  assertEquals(strict.clock.pendingTimers, 0);
});

Deno.test("playback: a stream that never opens waits for another command", () => {
  const handles = [{ path: NEVER, subsong: 0 }, { path: "/t/0", subsong: 0 }];
  using strict = new StrictPlayer({ ...shortTracks(1), playlists: [{ name: "x", tracks: handles }] });
  strict.user.play(0, 0);
  strict.clock.advance(1e6);
  assertEquals([strict.signalled(), strict.clock.pendingTimers], [[], 0]);
  strict.user.next();
  assertEquals(strict.signalled(), ["stopped startingAnother", "started 0/1"]);
});

Deno.test("playback: every track takes time to open, and a failure is signalled only after that time", () => {
  const handles = [{ path: "/none", subsong: 0 }, { path: "/t/0", subsong: 0 }, {
    path: "/none",
    subsong: 0,
  }];
  using strict = new StrictPlayer({
    ...shortTracks(1),
    playlists: [{ name: "x", tracks: handles }],
    openingMilliseconds: 50,
  });
  strict.user.play(0, 0);
  strict.clock.advance(49);
  assertEquals(strict.signalled(), []);
  strict.clock.advance(50);
  assertEquals(strict.signalled(), ["failed 0/0", "stopped startingAnother"]);
  strict.clock.advance(1);
  assertEquals(strict.signalled(), ["started 0/1"]);
  strict.clock.advance(10 * SECOND + 49);
  assertEquals(strict.signalled().slice(-2), ["time 9", "stopped startingAnother"]);
  strict.clock.advance(1);
  assertEquals(strict.signalled(), ["failed 0/2", "stopped endOfFile"]);
});

Deno.test("playback: setOrder answers the previous order, and accepts only the seven orders", async () => {
  using strict = new StrictPlayer();
  assertEquals(await strict.ask("player.playback.setOrder", { order: 6 }), { previous: 0 });
  assertEquals(await strict.ask("player.playback.setOrder", { order: 0 }), { previous: 6 });
  for (const order of [-1, 7]) await strict.refusal("player.playback.setOrder", { order });
  assertThrows(() => strict.user.setOrder(7), ActionError);
  assertEquals(strict.player.facts.playbackOrder, 0);
});

Deno.test("playback: repeating the playlist continues at its beginning", async () => {
  using strict = new StrictPlayer(shortTracks(2));
  await strict.ask("player.playback.setOrder", { order: 1 });
  strict.user.play(0, 1);
  strict.clock.advance(10 * SECOND);
  assertEquals(strict.player.facts.nowPlaying?.item, 0);
});

Deno.test("playback: repeating the track repeats it at its end; next goes to the next one", async () => {
  using strict = new StrictPlayer(shortTracks(2));
  await strict.ask("player.playback.setOrder", { order: 2 });
  strict.take();
  strict.user.play(0, 0);
  strict.clock.advance(20 * SECOND);
  assertEquals(strict.signalled().filter((text) => !text.startsWith("time")), [
    "started 0/0",
    "stopped startingAnother",
    "started 0/0",
    "stopped startingAnother",
    "started 0/0",
  ]);
  strict.user.next();
  assertEquals(strict.player.facts.nowPlaying?.item, 1);
});

Deno.test("playback: shuffling plays every track once before it plays one again", async () => {
  for (const count of [1, 2, 3, 10, 100]) {
    using strict = new StrictPlayer(shortTracks(count));
    await strict.ask("player.playback.setOrder", { order: 4 });
    strict.user.play(0, 0);
    for (let step = 0; step < count; step++) strict.user.next();
    const started = strict.signalled().filter((text) => text.startsWith("started"));
    assertEquals(new Set(started.slice(0, count)).size, count);
    assertEquals(started.at(-1), "started 0/0");
  }
});

Deno.test("playback: shuffling albums keeps the order within an album", async () => {
  using strict = new StrictPlayer();
  const paths = async () => {
    const { track } = await strict.ask("player.playback.nowPlaying", {});
    return `${track?.album} ${track?.trackNumber}`;
  };
  await strict.ask("player.playback.setOrder", { order: 5 });
  strict.user.play(0, 0);
  const heard: string[] = [];
  const { count = 0 } = strict.player.facts.playlists[0] ?? {};
  for (let step = 0; step < count; step++) {
    heard.push(await paths());
    strict.user.next();
  }
  assertEquals(new Set(heard).size, count);
  assertEquals(heard.slice(0, 9), [
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `Tidewater ${number}`),
    heard[8] ?? "",
  ]);
  assert(heard[8]?.endsWith(" 1") && heard[8] !== "Machines for Living 1");
});

Deno.test("playback: the same seed gives the same random order", () => {
  const items = (seed: number) => {
    const strict = new StrictPlayer({ ...shortTracks(50), seed });
    strict.user.setOrder(3);
    strict.user.play(0, 0);
    for (let step = 0; step < 20; step++) strict.user.next();
    const signalled = strict.signalled();
    strict.close();
    return signalled;
  };
  assertEquals(items(7), items(7));
  assert(items(7).join() !== items(8).join());
});

Deno.test("playback: a paused track keeps its position and signals no time", () => {
  using strict = new StrictPlayer(shortTracks(1));
  strict.user.play(0, 0);
  strict.clock.advance(2500);
  strict.user.pause();
  assertEquals(strict.clock.pendingTimers, 0);
  strict.clock.advance(60 * SECOND);
  assertEquals([strict.player.facts.nowPlaying?.position, strict.player.facts.nowPlaying?.paused], [
    2.5,
    true,
  ]);
  strict.user.play();
  strict.clock.advance(500);
  assertEquals(strict.signalled(), ["started 0/0", "time 1", "time 2", "paused", "resumed", "time 3"]);
});

Deno.test("playback: seeking moves within the track", () => {
  using strict = new StrictPlayer(shortTracks(2));
  strict.user.play(0, 0);
  strict.user.seek(7.5);
  strict.clock.advance(500);
  assertEquals(strict.signalled(), ["started 0/0", "seeked 7.5", "time 8"]);
  strict.user.seek(-5);
  assertEquals(strict.player.facts.nowPlaying?.position, 0);
  strict.user.seek(99);
  strict.clock.advance(0);
  assertEquals(strict.signalled(), ["seeked 0", "seeked 10", "stopped startingAnother", "started 0/1"]);
  strict.user.pause();
  strict.user.seek(4);
  strict.clock.advance(5000);
  assertEquals(strict.player.facts.nowPlaying?.position, 4);
});

Deno.test("playback: Play starts with the first selected item of the active playlist", () => {
  using strict = new StrictPlayer(shortTracks(3, 0));
  strict.user.selectItems([2, 1]);
  strict.take();
  strict.user.play();
  strict.user.play();
  assertEquals(strict.signalled(), ["started 0/1"]);
  strict.user.previous();
  strict.user.previous();
  assertEquals(strict.player.facts.nowPlaying?.item, 0);
  strict.user.stop();
  strict.user.activatePlaylist(1);
  strict.take();
  strict.user.play();
  strict.user.previous();
  assertEquals(strict.signalled(), []);
});

Deno.test("playback: a closed player does not move and has no timer", () => {
  const strict = new StrictPlayer({ ...shortTracks(1), openingMilliseconds: 5 });
  strict.user.play(0, 0);
  strict.close();
  strict.user.play(0, 0);
  strict.clock.advance(1e6);
  assertEquals(strict.clock.pendingTimers, 0);
  assertEquals(strict.signalled(), ["stopped startingAnother"]);
});

Deno.test("playback: buttons do nothing without a track to play", () => {
  using strict = new StrictPlayer(shortTracks(1, 0));
  strict.user.pause();
  strict.user.seek(1);
  strict.user.play(0, 0);
  strict.user.removeItems(0, 0);
  strict.user.setOrder(1);
  strict.user.previous();
  strict.take();
  strict.user.next();
  assertEquals(strict.signalled(), ["stopped endOfFile"]);
});

/** The native actions and signals of the extension `playback`. */

import "../../support/deadline.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { ActionError } from "../../../players/reference/mod.ts";
import { shortTracks, StrictPlayer } from "./strict_player.ts";

const idle = {
  state: "stopped",
  position: 0,
  length: 0,
  canSeek: false,
  level: 1,
  muted: false,
  order: 0,
  stopAfterCurrent: false,
};

Deno.test("playback: the state follows every action", async () => {
  using strict = new StrictPlayer({ ...shortTracks(2), openingMilliseconds: 50 });
  const state = () => strict.ask("player.playback.state", {});
  assertEquals<unknown>(await state(), idle);

  await strict.ask("player.playback.start", {});
  assertEquals<unknown>(await state(), { ...idle, state: "playing" });
  await strict.ask("player.playback.pause", { paused: true });
  assertEquals((await state()).state, "playing");

  strict.clock.advance(550);
  const playing = { ...idle, state: "playing", position: 0.5, length: 10, canSeek: true };
  assertEquals<unknown>(await state(), playing);
  await strict.ask("player.playback.pause", { paused: true });
  await strict.ask("player.playback.pause", { paused: true });
  assertEquals<unknown>(await state(), { ...playing, state: "paused" });
  await strict.ask("player.playback.seek", { position: 4 });
  await strict.ask("player.playback.setVolume", { level: 0.5 });
  await strict.ask("player.playback.setVolume", { muted: true });
  await strict.ask("player.playback.setVolume", { level: 0.5, muted: true });
  await strict.ask("player.playback.setStopAfterCurrent", { enabled: true });
  await strict.ask("player.playback.setStopAfterCurrent", { enabled: true });
  await strict.ask("player.playback.setOrder", { order: 3 });
  await strict.ask("player.playback.setOrder", { order: 3 });
  assertEquals<unknown>(await state(), {
    ...playing,
    state: "paused",
    position: 4,
    level: 0.5,
    muted: true,
    order: 3,
    stopAfterCurrent: true,
  });
  await strict.ask("player.playback.start", {});
  assertEquals(strict.signalled(), [
    "started 0/0",
    "paused",
    "seeked 4",
    "volume 0.5",
    "volume 0.5 muted",
    "stop after current true",
    "order 3",
    "resumed",
  ]);

  await strict.ask("player.playback.stop", {});
  assertEquals<unknown>(await state(), { ...idle, level: 0.5, muted: true, order: 3 });
  assertEquals(strict.signalled(), ["stop after current false", "stopped user"]);
});

Deno.test("playback: previous plays the previous item, and seeking needs a track with a length", async () => {
  using strict = new StrictPlayer(shortTracks(2));
  const seek = () => strict.refusal("player.playback.seek", { position: 1 });
  assertEquals((await seek()).message, "No seekable track is playing");
  strict.user.play(0, 1);
  await strict.ask("player.playback.previous", {});
  assertEquals(strict.signalled(), ["started 0/1", "stopped startingAnother", "started 0/0"]);
  strict.user.addTracks(0, [{ path: "http://radio.example/live", subsong: 0 }]);
  strict.user.play(0, 2);
  assertEquals((await strict.ask("player.playback.state", {})).canSeek, false);
  await seek();
});

Deno.test("playback: user actions are signalled like native actions, in menus too", async () => {
  using strict = new StrictPlayer(shortTracks(1));
  const { user } = strict;
  user.setVolume({ level: 0.25 });
  user.setVolume({ level: 0.25, muted: false });
  for (const level of [1.01, -0.01, NaN]) assertThrows(() => user.setVolume({ level }), ActionError);
  user.setOrder(4);
  user.setStopAfterCurrent(true);
  const { commands } = await strict.ask("player.menu.listMainCommands", {});
  for (const name of ["Mute", "-6 dB", "Stop after current", "Default"]) {
    const found = commands.find((command) => command.name.endsWith(name));
    if (!found) throw new Error(`no command ${name}`);
    await strict.ask("player.menu.runMain", { guid: found.guid });
  }
  assertEquals(strict.signalled(), [
    "volume 0.25",
    "order 4",
    "stop after current true",
    "volume 0.25 muted",
    `volume ${10 ** (-6 / 20)} muted`,
    "stop after current false",
    "order 0",
  ]);
});

Deno.test("queue: every change is signalled with its origin, even if only the order changes", async () => {
  using strict = new StrictPlayer(shortTracks(2));
  const [list] = strict.player.facts.playlists;
  if (!list) throw new Error("no playlist");
  const entries = [{ playlist: list.id, item: 0 }, { playlist: list.id, item: 1 }];
  const { entries: [first = "", second = ""] } = await strict.ask("player.queue.append", { entries });
  await strict.ask("player.queue.append", { entries: [] });
  await strict.ask("player.queue.reorder", { entries: [first, second] });
  await strict.ask("player.queue.reorder", { entries: ["gone"] });
  await strict.ask("player.queue.reorder", { entries: [second] });
  await strict.ask("player.queue.remove", { entries: [second] });
  await strict.ask("player.queue.remove", { entries: [second, "gone"] });
  await strict.ask("player.queue.clear", {});
  await strict.ask("player.queue.clear", {});
  strict.user.queue(0, 0, 1);
  strict.user.unqueue(strict.player.facts.queue[1]?.entry ?? "");
  strict.user.unqueue("gone");
  strict.user.play(0, 1);
  await strict.ask("player.playback.next", {});
  assertEquals(strict.signalled(), [
    "queue user_added",
    "queue unknown",
    "queue user_removed",
    "queue user_removed",
    "queue user_added",
    "queue user_removed",
    "started 0/1",
    "queue playback_advance",
    "stopped startingAnother",
    "started 0/0",
  ]);
});

Deno.test("playback: a live stream announces its songs, a file on a server does not", () => {
  const paths = ["http://radio.example/live", "http://radio.example/a.mp3"];
  const tracks = paths.map((path) => ({ path, subsong: 0 }));
  using strict = new StrictPlayer({ playlists: [{ name: "x", tracks }] });
  const songs = () => strict.signalled().filter((text) => text.startsWith("song"));
  strict.user.play(0, 0);
  strict.clock.advance(31_000);
  assertEquals(songs(), ["song Song 1 by radio.example", "song Song 2 by radio.example"]);
  strict.user.play(0, 1);
  strict.clock.advance(31_000);
  assertEquals(songs(), []);
});

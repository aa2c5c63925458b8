import { assert, assertEquals } from "@std/assert";
import { assertComes } from "../../playground/page_actions.ts";
import { eventually, setDeadline, waitFor } from "../../support/deadline.ts";
import { mpvTest, TestHost } from "./real_mpv.ts";

setDeadline(120_000);

/** Returns the signals about playback in short form, without the time. */
function story(test: TestHost): string[] {
  const indexOf = (id: string | null): number => test.host.playlists.all.findIndex((one) => one.id === id);
  return test.signals.all.flatMap(({ name, params }) => {
    if (name === "signal.trackStarted") {
      const cause = "cause" in params ? ` by ${params.cause}` : "";
      const paused = "paused" in params && params.paused ? ", paused" : "";
      const track = params.handle.path.split(/[ .]/).at(-2);
      return [`${track} at ${indexOf(params.playlist)}/${params.item}${cause}${paused}`];
    }
    if (name === "signal.trackFailed") {
      return [
        `${params.handle.path.split(/[ .]/).at(-2)} failed at ${indexOf(params.playlist)}/${params.item}`,
      ];
    }
    if (name === "signal.queueChanged") return [params.origin];
    return name === "signal.playbackStopped" ? [params.reason] : [];
  });
}

/** Waits until playback has stopped for good. */
async function stopped(test: TestHost): Promise<void> {
  await test.signal("signal.playbackStopped", (params) =>
    !("reason" in params && params.reason === "startingAnother"));
}

mpvTest("tracks of mpv's own playlist play one after the other, with signals", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(2, 60);
  const [first = "", second = ""] = paths;
  const added = await test.call("queue.addPaths", { paths, useQueuePlaylist: false, playlist: 0 });
  assertEquals(added, { success: true, addedCount: 2, invalidCount: 0, playlist: 0, queueCount: 2 });
  await test.call("queue.clear");

  await test.host.playback.playPlace({ playlist: test.host.playlists.at(0), item: 0 });
  await test.plays(first);
  const viewed = () => test.call("selection.getViewingTrack", { includeTrackInfo: true });
  // mpv knows the format of a track some time after it has opened it.
  await assertComes(async () => (await viewed()).track?.sampleRate, 8000);
  const { track, ...place } = await viewed();
  assertEquals(place, {
    success: true,
    found: true,
    handle: first,
    mode: "prefer_selection",
    source: "now_playing",
    playlistIndex: 0,
    itemIndex: 0,
  });
  assertEquals(track, {
    id: first,
    fullPath: first,
    path: first,
    absolutePath: first,
    subsong: 0,
    fileSize: 960104,
    title: "Title 1",
    artist: "Nobody",
    album: "Silence",
    albumArtist: "",
    genre: "",
    date: "",
    trackNumber: 0,
    discNumber: 0,
    duration: 60,
    bitrate: 128,
    sampleRate: 8000,
    channels: 1,
    codec: "pcm_s16le",
  });
  await test.endTrack();
  await test.plays(second);
  await test.endTrack();
  await stopped(test);
  assertEquals(story(test).slice(-4), [
    "1 at 0/0 by user",
    "startingAnother",
    "2 at 0/1 by advance",
    "endOfFile",
  ]);
});

for (const how of ["ends", "is skipped"]) {
  mpvTest(
    `the queue follows a track that ${how}, then the playlist continues after the queued item`,
    async () => {
      await using test = await TestHost.start();
      const goOn = () => how === "ends" ? test.endTrack() : test.act("player.playback.next", {});
      const paths = await test.tracks(5, 60);
      await test.call("queue.addPaths", { paths, useQueuePlaylist: false, playlist: 0 });
      await test.call("queue.clear");
      await test.host.playback.playPlace({ playlist: test.host.playlists.at(0), item: 0 });
      await test.plays(paths[0] ?? "");
      const queued = await test.call("queue.add", { playlist: 0, tracks: [3] });
      assertEquals(queued, { success: true, addedCount: 1, queueCount: 1 });
      await test.host.playback.settled();
      await goOn();
      await test.plays(paths[3] ?? "");
      assertEquals(await test.call("queue.getCount"), { count: 0, hasItems: false });
      await goOn();
      await test.plays(paths[4] ?? "");
      await test.endTrack();
      await stopped(test);
      assertEquals(story(test).slice(-8), [
        "1 at 0/0 by user",
        "user_added",
        "playback_advance",
        "startingAnother",
        "4 at 0/3 by queue",
        "startingAnother",
        "5 at 0/4 by advance",
        "endOfFile",
      ]);
      assertEquals(test.host.playlists.at(0).tracks.length, 5);
    },
  );
}

mpvTest("tracks of another playlist play through mpv, and leave no entries in playlist 0", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(3, 1);
  await test.call("queue.addPaths", { paths: paths.slice(2), useQueuePlaylist: false, playlist: 0 });
  await test.call("queue.clear");
  await test.call("queue.addPaths", { paths: paths.slice(0, 2) });
  await test.call("queue.clear");
  await test.host.playback.playPlace({ playlist: test.host.playlists.at(1), item: 0 });
  await test.plays(paths[0] ?? "");
  await test.plays(paths[1] ?? "");
  await stopped(test);
  // No track of playlist 0 played afterwards.
  assertEquals(story(test).slice(-4), [
    "1 at 1/0 by user",
    "startingAnother",
    "2 at 1/1 by advance",
    "endOfFile",
  ]);
  assertEquals(test.host.playlists.at(0).tracks.length, 1);
  // The temporary entry is removed when nothing plays.
  await test.host.playback.settled();
  assertEquals(await test.inMpv("get_property", "playlist-count"), 1);
});

mpvTest("the user skips, stops and adds tracks in mpv itself", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(3, 60);
  const [first = "", second = "", third = ""] = paths;
  await test.inMpv("loadfile", first, "append-play");
  await test.inMpv("loadfile", second, "append");
  await test.plays(first);
  await test.inMpv("playlist-next");
  await test.plays(second);
  await test.inMpv("loadfile", third, "append");
  await test.inMpv("playlist-move", 2, 0);
  await test.inMpv("playlist-remove", 1);
  await test.inMpv("stop", "keep-playlist");
  await test.signal("signal.playbackStopped", (params) => "reason" in params && params.reason === "user");
  assertEquals(story(test), ["1 at 0/0 by user", "startingAnother", "2 at 0/1 by advance", "user"]);
  const playlist = test.host.playlists.at(0);
  assertEquals([playlist.tracks.at(0).path, playlist.tracks.at(1).path], [third, second]);
});

mpvTest("stop and next of the bridge act on mpv", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(2, 60);
  await test.call("jitQueue.preloadBatch", { urls: paths });
  await test.plays(paths[0] ?? "");
  await test.call("jitQueue.skip");
  await test.plays(paths[1] ?? "");
  assertEquals(await test.call("jitQueue.stop"), { success: true });
  assertEquals(await test.inMpv("get_property", "idle-active"), true);
  assertEquals(story(test).at(-1), "user");
});

mpvTest("a late report that nothing played stops no track that has begun since", async () => {
  await using test = await TestHost.start();
  const [path = ""] = await test.tracks(1, 60);
  const { host: { playback, playlists } } = test;
  // Its entry in mpv's own playlist is a temporary one.
  await test.call("queue.addPaths", { paths: [path] });
  await test.call("queue.clear");
  await playback.playPlace({ playlist: playlists.at(1), item: 0 });
  await test.plays(path);
  await playback.event({ event: "property-change", name: "idle-active", data: true });
  await playback.settled();
  assertEquals((await test.act("player.playback.state", {})).state, "playing");
  assertEquals(await test.inMpv("get_property", "idle-active"), false);
});

for (
  const [name, change, property, before] of [
    ["pause", (test: TestHost) => test.act("player.playback.pause", { paused: true }), "pause", false],
    ["volume", (test: TestHost) => test.act("player.playback.setVolume", { level: 0.25 }), "volume", 100],
    ["mute", (test: TestHost) => test.act("player.playback.setVolume", { muted: true }), "mute", false],
  ] as const
) {
  mpvTest(`a change of ${name} that the user undoes at once is undone in the player, too`, async () => {
    await using test = await TestHost.start();
    await test.host.load(await test.tracks(1, 60));
    await test.playing();
    const signal = name === "pause" ? "signal.playbackPaused" : "signal.volumeChanged";
    for (let round = 0; round < 100; round++) {
      await change(test);
      await test.inMpv("set_property", property, before);
      await test.signal(
        signal,
        (params) =>
          "paused" in params ? !params.paused : "level" in params && params.level === 1 && !params.muted,
      );
    }
  });
}

mpvTest("changes of pause, volume and mute, and plays, that come at once are all answered", async () => {
  await using test = await TestHost.start();
  await test.host.load(await test.tracks(2, 60));
  await test.playing();
  const playlist = test.host.playlists.at(0).id;
  const changes = Array.from({ length: 100 }, (_, at) => [
    test.act("player.playback.pause", { paused: at % 2 === 0 }),
    test.act("player.playback.setVolume", { level: (at % 10) / 10, muted: at % 3 === 0 }),
    ...at % 10 === 0 ? [test.act("player.playback.play", { playlist, item: at % 20 / 10 })] : [],
  ]).flat();
  await waitFor("all answers", Promise.all(changes));
});

mpvTest("a report from before a change of mute, handled after it, signals nothing", async () => {
  await using test = await TestHost.start();
  await test.host.link.eventsHandled();
  const { playback } = test.host;
  const arrivals = { pause: Promise.withResolvers<void>(), mute: Promise.withResolvers<void>() };
  playback.arrived = ({ name }) => {
    if (name === "pause" || name === "mute") arrivals[name].resolve();
  };
  // The events after this one wait for it.
  const handled = Promise.withResolvers<void>();
  const event = playback.event.bind(playback);
  playback.event = async (message) => {
    await waitFor("the change", handled.promise);
    await event(message);
  };
  await test.inMpv("set_property", "pause", true);
  await waitFor("the report of the pause", arrivals.pause.promise);
  await test.inMpv("set_property", "mute", true);
  await waitFor("the report of mute", arrivals.mute.promise);
  const told = test.signals.all.length;
  await test.act("player.playback.setVolume", { muted: false });
  handled.resolve();
  await test.host.link.eventsHandled();
  assertEquals(test.signals.all.slice(told), []);
});

/** Plays an item of a playlist of the bridge. Its next track is a temporary entry of mpv's own playlist. */
async function playsOutside(test: TestHost, count: number, item: number) {
  const paths = await test.tracks(count, 60);
  await test.call("queue.addPaths", { paths });
  await test.call("queue.clear");
  const { id: playlist } = test.host.playlists.at(1);
  await test.act("player.playback.play", { playlist, item });
  await test.plays(paths[item] ?? "");
  await test.host.playback.settled();
  return { paths, playlist };
}

mpvTest(
  "a next track that mpv starts at the moment of its removal gives way to the one that replaced it",
  async () => {
    await using test = await TestHost.start();
    const { link } = test.host;
    const { paths, playlist } = await playsOutside(test, 3, 0);
    const command = link.command.bind(link);
    let raced = false;
    link.command = async (name, ...args) => {
      if (name === "playlist-remove" && !raced) {
        raced = true;
        await command("seek", 59.5, "absolute");
        await eventually(async () => assertEquals(await command("get_property", "playlist-playing-pos"), 1));
      }
      return await command(name, ...args);
    };
    await test.act("player.queue.append", { entries: [{ playlist, item: 2 }] });
    await test.plays(paths[2] ?? "");
    assert(raced);
    assertEquals(story(test).slice(-4), [
      "user_added",
      "playback_advance",
      "startingAnother",
      "3 at 1/2 by queue",
    ]);
  },
);

mpvTest(
  "the place of a next track follows a removal of items while mpv is being prepared for it",
  async () => {
    await using test = await TestHost.start();
    const { link } = test.host;
    const { paths, playlist } = await playsOutside(test, 4, 1);
    const command = link.command.bind(link);
    let raced = false;
    link.command = async (name, ...args) => {
      if (name === "playlist-remove" && !raced) {
        raced = true;
        await test.act("player.playlist.remove", { playlist, start: 0, count: 1 });
      }
      const answer = await command(name, ...args);
      // mpv continues with it at once, as after a track that does not open.
      if (name === "loadfile" && args[0] === paths[3]) await command("playlist-next");
      return answer;
    };
    await test.act("player.playback.next", {});
    await test.plays(paths[3] ?? "");
    assert(raced);
    assertEquals(story(test).at(-1), "4 at 1/2 by advance");
  },
);

mpvTest(
  "a track that mpv has already started, which the player is not told yet, is not loaded behind itself",
  async () => {
    await using test = await TestHost.start();
    const paths = await test.tracks(3, 60);
    const { host: { link, playback, playlists } } = test;
    await test.call("queue.addPaths", { paths });
    await test.call("queue.clear");
    await test.act("player.playback.play", { playlist: playlists.at(1).id, item: 0 });
    await test.plays(paths[0] ?? "");
    await link.eventsHandled();
    await playback.settled();
    const loaded: unknown[] = [];
    const command = link.command.bind(link);
    let raced = false;
    link.command = async (name, ...args) => {
      if (name === "loadfile") loaded.push(args[0]);
      if (name === "get_property" && args[0] === "playlist" && !raced) {
        raced = true;
        await command("playlist-next");
      }
      return await command(name, ...args);
    };
    // As after a change of the queue or of a playlist. A run that has already begun comes too early.
    while (!raced) {
      playback.arrange();
      await playback.settled();
    }
    await test.plays(paths[1] ?? "");
    await playback.settled();
    assertEquals(loaded, [paths[2]]);
    assertEquals(story(test).slice(-2), ["startingAnother", "2 at 1/1 by advance"]);
  },
);

mpvTest("the time is signalled about once a second", async () => {
  await using test = await TestHost.start();
  const [path = ""] = await test.tracks(1, 60);
  await test.inMpv("loadfile", path, "append-play");
  await test.plays(path);
  await test.inMpv("set_property", "speed", 8);
  // A loaded machine may skip a second, but none is signalled twice.
  for (const second of [2, 3, 4]) {
    await test.signal("signal.playbackTime", (params) => "position" in params && params.position >= second);
  }
  const seconds = test.signals.all.flatMap(({ name, params }) =>
    name === "signal.playbackTime" ? [Math.floor(params.position)] : []
  );
  assertEquals([...new Set(seconds)], seconds);
  await test.inMpv("seek", 30, "absolute");
  const { params } = await test.signal("signal.playbackTime", (params) =>
    "position" in params && params.position >= 30);
  assert("length" in params);
  assertEquals(params.length, 60);
});

mpvTest("a track that is chosen at the end of the one after which playback stops plays", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(2, 60);
  await test.call("queue.addPaths", { paths });
  await test.call("queue.clear");
  const { host: { playback, playlists } } = test;
  await playback.playPlace({ playlist: playlists.at(1), item: 0 });
  await test.plays(paths[0] ?? "");
  await test.act("player.playback.setStopAfterCurrent", { enabled: true });
  const chosen = playback.playPlace({ playlist: playlists.at(1), item: 1 });
  const atEnd = playback.event({ event: "property-change", name: "eof-reached", data: true });
  await Promise.all([chosen, atEnd]);
  await test.plays(paths[1] ?? "");
  await playback.settled();
  assertEquals(await test.inMpv("get_property", "idle-active"), false);
});

mpvTest("a track that does not open is skipped", async () => {
  await using test = await TestHost.start();
  const [good = ""] = await test.tracks(1, 1);
  const bad = `${test.directory}/broken 0.wav`;
  await Deno.writeTextFile(bad, "no music");
  await test.call("queue.addPaths", { paths: [bad, good] });
  await test.call("queue.clear");
  await test.host.playback.playPlace({ playlist: test.host.playlists.at(1), item: 0 });
  await test.plays(good);
  await stopped(test);
  assertEquals(story(test).slice(-4), [
    "0 failed at 1/0",
    "startingAnother",
    "1 at 1/1 by advance",
    "endOfFile",
  ]);
  assert(test.sentences.all.some((sentence) => sentence.includes(bad)), test.sentences.all.join("\n"));
});

mpvTest(
  "a failure at which mpv becomes idle is told with the start of a track that was just added: otherwise the bridge plays it too",
  async () => {
    await using test = await TestHost.start();
    const [good = ""] = await test.tracks(1, 60);
    const bad = `${test.directory}/broken 0.wav`;
    await Deno.writeTextFile(bad, "no music");
    await test.call("queue.addPaths", { paths: [bad] });
    await test.call("queue.clear");
    const { host: { link, playback, playlists } } = test;
    const command = link.command.bind(link);
    let toldBefore: string[] | undefined;
    link.command = (name, ...args) => {
      if (name === "loadfile" && args[0] === good) toldBefore = story(test).slice(told);
      return command(name, ...args);
    };
    const handle = playback.event.bind(playback);
    playback.event = async (event) => {
      if (event.event === "idle" && playlists.at(1).tracks.length === 1) {
        await test.append(playlists.at(1), [good]);
      }
      await handle(event);
    };
    const told = story(test).length;
    await playback.playPlace({ playlist: playlists.at(1), item: 0 });
    await test.plays(good);
    assertEquals(toldBefore, []);
    assertEquals(story(test).slice(told), ["0 failed at 1/0", "startingAnother", "1 at 1/1 by advance"]);
  },
);

mpvTest("playback ends when no track opens", async () => {
  await using test = await TestHost.start();
  const paths = [1, 2, 3].map((number) => `${test.directory}/broken ${number}.wav`);
  for (const path of paths) await Deno.writeTextFile(path, "no music");
  await test.call("queue.addPaths", { paths });
  await test.call("queue.clear");
  await test.host.playback.playPlace({ playlist: test.host.playlists.at(1), item: 0 });
  await stopped(test);
  assertEquals(story(test).slice(-6), [
    "1 failed at 1/0",
    "startingAnother",
    "2 failed at 1/1",
    "startingAnother",
    "3 failed at 1/2",
    "endOfFile",
  ]);
});

mpvTest(
  "a stop right after a play stops playback, and a stop while nothing plays does nothing",
  async () => {
    await using test = await TestHost.start();
    await test.host.load(await test.tracks(1, 60));
    await test.playing();
    await test.host.playback.stop({}, undefined);
    test.signals.skip();
    const place = { playlist: test.host.playlists.at(0), item: 0 };
    await Promise.all([test.host.playback.playPlace(place), test.host.playback.stop({}, undefined)]);
    assertEquals(await test.inMpv("get_property", "idle-active"), true);
    const told = test.signals.all.length;
    await test.host.playback.stop({}, undefined);
    assertEquals(test.signals.all.length, told);
    // The track can still be played.
    await test.host.playback.playPlace(place);
    await test.playing();
  },
);

mpvTest("a track that mpv was just told to play still plays when the playlists change", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(2, 60);
  await test.call("queue.addPaths", { paths });
  await test.call("queue.clear");
  const { playback, playlists } = test.host;
  for (let round = 0; round < 20; round++) {
    test.signals.skip();
    const item = round % 2;
    const playing = playback.playPlace({ playlist: playlists.at(1), item });
    // As after a change of the queue or of a playlist.
    playback.arrange();
    await playing;
    await test.plays(paths[item] ?? "");
    await playback.halt("user");
  }
});

mpvTest(
  "a start says why: chosen by the bridge, by the listener, or beside the last track in mpv",
  async () => {
    await using test = await TestHost.start();
    const paths = await test.tracks(4, 60);
    await test.call("queue.addPaths", { paths, useQueuePlaylist: false, playlist: 0 });
    await test.call("queue.clear");
    const { playlists, playback } = test.host;
    const { id } = playlists.at(0);
    await test.act("player.playback.play", { playlist: id, item: 0 });
    await test.plays(paths[0] ?? "");
    await playback.settled();
    await test.act("player.playback.next", {});
    await test.plays(paths[1] ?? "");
    await playback.settled();
    await test.inMpv("playlist-prev");
    await test.plays(paths[0] ?? "");
    await playback.settled();
    await test.inMpv("playlist-play-index", 3);
    await test.plays(paths[3] ?? "");
    await test.host.user.play(0, 2);
    await test.plays(paths[2] ?? "");
    await test.host.user.stop();
    await stopped(test);
    assertEquals(story(test).slice(-10), [
      "1 at 0/0 by action",
      "startingAnother",
      "2 at 0/1 by advance",
      "startingAnother",
      "1 at 0/0 by advance",
      "startingAnother",
      "4 at 0/3 by user",
      "startingAnother",
      "3 at 0/2 by user",
      "user",
    ]);
  },
);

mpvTest("after the answer to play, no signal is about the track that played before", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(2, 60);
  await test.call("queue.addPaths", { paths, useQueuePlaylist: false, playlist: 0 });
  await test.call("queue.clear");
  const { id } = test.host.playlists.at(0);
  for (let round = 0; round < 10; round++) {
    await test.act("player.playback.play", { playlist: id, item: round % 2 });
    const told = story(test);
    if (round > 0) {
      assertEquals(told.lastIndexOf("startingAnother"), told.length - 1, told.slice(-4).join(", "));
    }
    await test.plays(paths[round % 2] ?? "");
  }
});

mpvTest("next while paused loads the next track, which stands", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(2, 60);
  await test.host.load(paths);
  await test.plays(paths[0] ?? "");
  await test.host.playback.pause({ paused: true }, undefined);
  await test.act("player.playback.next", {});
  await test.plays(paths[1] ?? "");
  assertEquals(story(test).slice(-2), ["startingAnother", "2 at 0/1 by advance, paused"]);
  assertEquals((await test.act("player.playback.state", {})).state, "paused");
  assertEquals(await test.inMpv("get_property", "pause"), true);
});

mpvTest("two skips at once skip two tracks, also while the first of them hangs in its opening", async () => {
  await using test = await TestHost.start();
  const files = await test.tracks(3, 60);
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const taken: Deno.Conn[] = [];
  const taking = (async () => {
    for await (const connection of silent) taken.push(connection);
  })();
  const hanging = `http://127.0.0.1:${silent.addr.port}/hangs`;
  const paths = [files[0] ?? "", hanging, files[1] ?? "", files[2] ?? ""];
  await test.call("queue.addPaths", { paths });
  await test.call("queue.clear");
  await test.host.user.play(1, 0);
  await test.plays(paths[0] ?? "");
  const start = performance.now();
  await Promise.all([test.act("player.playback.next", {}), test.act("player.playback.next", {})]);
  await test.plays(files[1] ?? "");
  await test.act("player.playback.next", {});
  await test.plays(files[2] ?? "");
  // mpv would wait for the server for a minute.
  assert(performance.now() - start < 10_000);
  const told = story(test);
  assertEquals(told.filter((line) => line.includes("failed")), []);
  silent.close();
  await taking;
  for (const connection of taken) connection.close();
});

import { assert, assertEquals, assertRejects } from "@std/assert";
import { ActionError } from "../../../players/model/actions.ts";
import { slice } from "../../../players/model/tracks.ts";
import { levelOf, percentOf } from "../../../players/mpv/mpv_volume.ts";
import { setDeadline } from "../../support/deadline.ts";
import { eventually, mpvTest, TestHost } from "./real_mpv.ts";

setDeadline(120_000);

const extensions = ["playback", "playlist", "library", "artwork", "lyrics", "discovery"] as const;

/** Returns the numbers of a playlist's tracks, from their paths. */
function numbers(test: TestHost, playlist: number): number[] {
  return slice(test.host.playlists.at(playlist).tracks).map(({ path }) =>
    Number(/(\d+)\.wav$/.exec(path)?.[1])
  );
}

/** Returns the numbers of the files in mpv's own playlist. */
async function inMpv(test: TestHost): Promise<number[]> {
  const entries = await test.inMpv("get_property", "playlist") as { filename: string }[];
  return entries.map(({ filename }) => Number(/(\d+)\.wav$/.exec(filename)?.[1]));
}

Deno.test("mpv's volume is the cube root of the level, and a level converted to percent and back stays the same", () => {
  assertEquals([0, 50, 100, 130].map(levelOf), [0, 0.125, 1, 1]);
  for (let level = 0; level <= 1; level += 0.01) {
    assert(Math.abs(levelOf(Math.fround(percentOf(level))) - level) <= 1e-6, `${level}`);
  }
});

mpvTest("pages pause, seek and set the volume of mpv, and get events of what its user does", async () => {
  await using test = await TestHost.start({ extensions });
  await test.host.load(await test.tracks(2, 60));
  await test.playing();
  assertEquals((await test.call("playback.getState")).state, "playing");
  await test.call("playback.pause");
  assertEquals((await test.event("playback:paused")).data, { paused: true });
  assertEquals((await test.call("playback.getState")).state, "paused");
  await test.inMpv("set_property", "pause", false);
  assertEquals((await test.event("playback:paused")).data, { paused: false });

  const moved = await test.call("playback.setPosition", { position: 30 });
  assertEquals([moved.success, moved.actualPosition, moved.duration], [true, 30, 60]);
  await test.event("playback:seeked");
  const { position } = await test.call("playback.getPosition");
  assert(position > 29.9 && position < 40, `${position}`);
  await test.inMpv("seek", 50, "absolute+exact");
  const seeked = await test.signal("signal.playbackSeeked", (params) =>
    "position" in params && params.position > 45);
  assert("position" in seeked.params && seeked.params.position < 60);

  await test.call("playback.setVolume", { volume: 50 });
  assertEquals(Math.round(await test.inMpv("get_property", "volume") as number), 79);
  assertEquals((await test.event("playback:volumeChanged")).data, {
    volume: 50,
    volumeDb: 20 * Math.log10(0.5),
    muted: false,
    isMuted: false,
  });
  await test.inMpv("cycle", "mute");
  await test.signal("signal.volumeChanged", (params) => "muted" in params && params.muted);
  assertEquals(await test.call("playback.toggleMute"), { success: true, muted: false });

  await test.call("playback.next");
  await test.signal("signal.trackStarted");
  test.signals.skip();
  await test.call("playback.previous");
  const started = await test.signal("signal.trackStarted");
  assertEquals("item" in started.params && started.params.item, 0);
  await test.call("playback.stop");
  const state = await test.act("player.playback.state", {});
  assertEquals([state.state, state.position, state.canSeek], ["stopped", 0, false]);
  await assertRejects(() => test.act("player.playback.seek", { position: 1 }), ActionError);
  test.signals.skip();
  await test.call("playback.play");
  await test.signal("signal.trackStarted");
});

mpvTest("playback stops after the current track, once", async () => {
  await using test = await TestHost.start({ extensions });
  const paths = await test.tracks(2, 60);
  await test.host.load(paths);
  await test.playing();
  assertEquals(await test.call("playback.toggleStopAfterCurrent"), { success: true, enabled: true });
  await test.endTrack();
  assertEquals((await test.signal("signal.playbackStopped")).params, { reason: "user" });
  assertEquals((await test.act("player.playback.state", {})).stopAfterCurrent, false);
  assertEquals(test.signals.all.filter(({ name }) => name === "signal.trackStarted").length, 1);
  test.signals.skip();
  await test.host.playback.playPlace({ playlist: test.host.playlists.at(0), item: 0 });
  await test.plays(paths[1] ?? "");
});

mpvTest("mpv's own playlist is reordered and shortened in one step while it plays", async () => {
  await using test = await TestHost.start({ extensions });
  await test.host.load(await test.tracks(6, 60));
  await test.playing();
  // A busy machine may not have read the files within the player's time for it.
  await eventually(async () => {
    const info = await test.call("playlist.getTracks", { playlist: 0, start: 1, count: 2 });
    assertEquals([info.total, info.tracks.map(({ title }: { title: string }) => title)], [6, [
      "Title 2",
      "Title 3",
    ]]);
  });
  test.signals.skip();
  assertEquals(await test.call("playlist.reverse", { playlist: 0 }), { success: true });
  assertEquals(await inMpv(test), [6, 5, 4, 3, 2, 1]);
  assertEquals(numbers(test, 0), [6, 5, 4, 3, 2, 1]);
  const { params } = await test.signal("signal.playlistItemsChanged");
  assertEquals("change" in params && [params.change, params.count], ["reordered", 6]);
  // The index of the playing track has changed too.
  assertEquals((await test.call("playback.getCurrentTrackIndex")).index, 5);

  assertEquals(await test.call("playlist.removeTracks", { playlist: 0, items: [0, 2, 4] }), {
    success: true,
  });
  assertEquals(numbers(test, 0), [5, 3, 1]);
  assertEquals((await test.event("playlist:itemsRemoved")).data, { playlist: 0, oldCount: 6, newCount: 3 });
  await test.inMpv("playlist-move", 0, 3);
  await eventually(() => Promise.resolve(assertEquals(numbers(test, 0), [3, 1, 5])));
  await test.event("playlist:itemsReordered");

  const refused = await test.call("playlist.remove", { playlist: 0 });
  assertEquals([refused.success, refused.error], [
    false,
    "Player action failed: mpv's own playlist cannot be removed",
  ]);
  const order = [0, 0, 1];
  const { id } = test.host.playlists.at(0);
  await assertRejects(() => test.act("player.playlist.reorder", { playlist: id, order }), ActionError);
  await assertRejects(
    () => test.act("player.playlist.removeItems", { playlist: id, items: [3] }),
    ActionError,
  );
  assertEquals(numbers(test, 0), [3, 1, 5]);
});

mpvTest(
  "tracks are inserted before an item of mpv's own playlist while a track of another one plays",
  async () => {
    await using test = await TestHost.start({ extensions });
    const paths = await test.tracks(6, 60);
    const [own, other] = [test.host.playlists.at(0), test.host.playlists.insert("Other", 1)];
    await test.append(own, paths.slice(0, 3));
    await test.append(other, paths.slice(3));
    await test.act("player.queue.append", { entries: [{ playlist: own.id, item: 1 }] });
    await test.host.playback.playPlace({ playlist: other, item: 0 });
    await test.playing();
    await test.host.playback.settled();
    test.signals.skip();
    const handles = paths.slice(4).map((path) => ({ path, subsong: 0 }));
    const insert = (index: number) =>
      test.act("player.playlist.insert", { playlist: own.id, index, handles });
    assertEquals(await insert(1), { count: 2 });
    assertEquals(numbers(test, 0), [1, 5, 6, 2, 3]);
    const { params } = await test.signal("signal.playlistItemsChanged");
    assertEquals(params, { playlist: own.id, change: "added", start: 1, count: 2, total: 5 });
    await assertRejects(() => insert(6), ActionError);
    assertEquals(await insert(5), { count: 2 });
    assertEquals(numbers(test, 0), [1, 5, 6, 2, 3, 5, 6]);
    // The queued item is still the second track.
    await test.call("playback.next");
    await test.plays(paths[1] ?? "");
  },
);

mpvTest("a reorder keeps the temporary entry of a track from another playlist", async () => {
  await using test = await TestHost.start({ extensions });
  const paths = await test.tracks(5, 60);
  const [own, other] = [test.host.playlists.at(0), test.host.playlists.insert("Other", 0)];
  await test.append(own, paths.slice(0, 3));
  await test.append(other, paths.slice(3));
  await test.host.playback.playPlace({ playlist: other, item: 0 });
  await test.playing();
  assertEquals(await test.call("playlist.reverse", { playlist: 1 }), { success: true });
  assertEquals(numbers(test, 1), [3, 2, 1]);
  assertEquals(numbers(test, 0), [4, 5]);
  await test.host.playback.settled();
  test.signals.skip();
  await test.call("playback.next");
  await test.plays(paths[4] ?? "");
  assertEquals(await test.call("playlist.rename", { playlist: 1, name: "Mine" }), { success: true });
  assertEquals((await test.call("playlist.getAll")).playlists.map(({ name }: { name: string }) => name), [
    "Other",
    "Mine",
  ]);
});

/** Returns a silent mp3 file. Its ID3 frames are given by name. */
function mp3(frames: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  const body: number[] = [];
  for (const [name, { length, ...content }] of Object.entries(frames)) {
    body.push(
      ...new TextEncoder().encode(name),
      length >>> 24,
      length >> 16 & 255,
      length >> 8 & 255,
      length & 255,
    );
    body.push(0, 0, ...Object.values(content) as number[]);
  }
  const size = [21, 14, 7, 0].map((bits) => body.length >> bits & 127);
  const sound = Array.from({ length: 40 }, () => [0xff, 0xfb, 0x90, 0x64, ...Array(413).fill(0)]).flat();
  return new Uint8Array([...new TextEncoder().encode("ID3"), 3, 0, 0, ...size, ...body, ...sound]);
}

/** A picture of one pixel. */
const pixel = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
);

mpvTest(
  "pictures come from the file or its folder, and lyrics from its tag or a file beside it",
  async () => {
    await using test = await TestHost.start({ extensions });
    const [plain = ""] = await test.tracks(1, 1);
    const tagged = `${test.directory}/tagged.mp3`;
    const text = (start: string): number[] => [...new TextEncoder().encode(start)];
    await Deno.writeFile(
      tagged,
      mp3({
        APIC: new Uint8Array([0, ...text("image/png"), 0, 3, 0, ...pixel]),
        USLT: new Uint8Array([0, ...text("eng"), 0, ...text("In the tag")]),
      }),
    );
    const picture = (path: string, type = "front") => test.call("artwork.getForTrack", { path, type });
    const lyrics = async (path: string) => {
      const { available, lyrics, source, synced } = await test.call("lyrics.get", { path });
      return [available, lyrics, source, synced];
    };

    assertEquals((await picture(plain)).reason, "not_found");
    assertEquals(await lyrics(plain), [false, undefined, undefined, undefined]);
    // A busy machine may not have read the file within the player's time for it.
    await eventually(async () => {
      const embedded = await picture(tagged);
      assertEquals([embedded.mimeType, embedded.width, embedded.height], ["image/png", 1, 1]);
    });
    assertEquals((await picture(tagged, "back")).reason, "not_found");
    assertEquals(await lyrics(tagged), [true, "In the tag", "embedded", false]);

    await Deno.writeFile(`${test.directory}/Cover.png`, pixel);
    assertEquals((await picture(plain)).dataUrl, `data:image/png;base64,${pixel.toBase64()}`);
    await Deno.writeTextFile(`${test.directory}/tagged.lrc`, "[00:01.00] Beside it");
    assertEquals(await lyrics(tagged), [true, "[00:01.00] Beside it", "file", true]);

    // A text file is not lyrics of itself or of a file that is not media.
    await Deno.writeTextFile(`${test.directory}/diary.txt`, "secret");
    await Deno.writeTextFile(`${test.directory}/diary.odt`, "");
    assertEquals((await lyrics(`${test.directory}/diary.txt`))[0], false);
    assertEquals((await lyrics(`${test.directory}/diary.odt`))[0], false);

    // Links to a file that pages may not read are not followed.
    await Deno.remove(`${test.directory}/Cover.png`);
    await Deno.writeTextFile(`${test.directory}/log/secret.txt`, "secret");
    await Deno.symlink(`${test.directory}/log/secret.txt`, `${test.directory}/cover.jpg`);
    await Deno.symlink(`${test.directory}/log/secret.txt`, plain.replace(".wav", ".lrc"));
    assertEquals((await picture(plain)).reason, "not_found");
    assertEquals((await lyrics(plain))[0], false);
    await Deno.remove(`${test.directory}/cover.jpg`);
    await Deno.remove(plain.replace(".wav", ".lrc"));

    // Neither are links out of the folder, and a file without a picture is none.
    const elsewhere = `${test.directory}/elsewhere`;
    await Deno.mkdir(elsewhere);
    await Deno.writeFile(`${elsewhere}/holiday.png`, pixel);
    await Deno.writeTextFile(`${elsewhere}/letter`, "secret");
    await Deno.symlink(`${elsewhere}/holiday.png`, `${test.directory}/cover.png`);
    await Deno.symlink(`${elsewhere}/letter`, plain.replace(".wav", ".lrc"));
    await Deno.writeTextFile(`${test.directory}/front.jpg`, "secret");
    assertEquals((await picture(plain)).reason, "not_found");
    assertEquals((await lyrics(plain))[0], false);
    await Deno.remove(`${test.directory}/cover.png`);
    // A link in the folder is followed.
    await Deno.writeFile(`${test.directory}/scan.png`, pixel);
    await Deno.symlink(`${test.directory}/scan.png`, `${test.directory}/album.png`);
    assertEquals((await picture(plain)).mimeType, "image/png");
    await Deno.remove(`${test.directory}/album.png`);

    const jpeg = new Uint8Array(4 * 1024 * 1024 + 100);
    jpeg.set([0xff, 0xd8, 0xff]);
    await Deno.writeFile(`${test.directory}/folder.jpg`, jpeg);
    assertEquals((await picture(plain)).reason, "too_large");
    await Deno.truncate(`${test.directory}/folder.jpg`, 4 * 1024 * 1024);
    assertEquals((await picture(plain)).size, 4 * 1024 * 1024);
  },
);

mpvTest("mpv lists itself as a component", async () => {
  await using test = await TestHost.start({ extensions });
  const { components } = await test.call("discovery.getComponents");
  assertEquals(components.map(({ name }: { name: string }) => name), ["mpv", "FFmpeg"]);
  assertEquals(`mpv ${components[0].version}`, test.host.version);
});

mpvTest(
  "mpv's library has the files that mpv was given; their tags are read in the background",
  async () => {
    await using test = await TestHost.start({ extensions });
    assertEquals(await test.call("library.getCount"), { success: true, count: 0 });
    const files = await test.tracks(3, 60);
    await test.host.load([...files, files[0] ?? "", "http://127.0.0.1:9/radio"]);
    await test.event("library:initialized");
    const titles = async () => {
      const { tracks } = await test.call("library.getAll") as {
        tracks: { duration: number; path: string }[];
      };
      return tracks.map(({ path, duration }) => [path, duration > 0]);
    };
    // The event comes once, so it waits for the tags.
    assertEquals(await titles(), files.map((path) => [path, true]));
    await Deno.remove(files[2] ?? "");
    assertEquals(await test.call("library.refresh"), { success: true });
    await eventually(async () => assertEquals((await titles()).map(([path]) => path), files.slice(0, 2)));
  },
);

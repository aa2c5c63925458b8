import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { Audacious, audaciousTest, eventually, panelFiles, tracks } from "./real_audacious.ts";

/** A PNG image of one pixel, in base64. */
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

audaciousTest("the extensions playback, library and artwork work on Audacious", async (desktop, test) => {
  await desktop.write(panelFiles);
  const paths = await tracks(desktop, 60, 60, 60);
  await Deno.writeFile(
    join(desktop.directory, "cover.png"),
    Uint8Array.from(atob(PICTURE), (each) => each.charCodeAt(0)),
  );
  await using audacious = await Audacious.start(desktop);
  using page = await audacious.page("test");
  await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
  await page.evaluate(`window.heard = []; for (const name of ["playback:paused", "playback:seeked",
    "playback:volumeChanged", "playback:orderChanged", "playback:stopAfterCurrentChanged", "playback:trackChanged"]) {
    fb2k.on(name, (data) => heard.push([name, data]));
  }`);
  /** Waits for an event and returns its data. */
  const heard = (name: string) =>
    eventually(async () => {
      const found = (await page.evaluate("heard")).find(([each]: [string]) => each === name);
      assert(found, name);
      return found[1];
    });

  await test.step("playback", async () => {
    assertEquals((await page.call("playback.getState")).state, "stopped");
    const played = await page.call("playback.playPaths", { paths });
    assertEquals([played.success, played.tracksAdded], [true, 3], JSON.stringify(played));
    assertEquals((await heard("playback:trackChanged")).title, "Title 1");
    assertEquals(await page.call("playback.getState"), {
      success: true,
      state: "playing",
      canSeek: true,
      canPause: true,
    });
    assertEquals((await page.call("playback.setPosition", { position: 30 })).success, true);
    assertEquals(Math.round((await heard("playback:seeked")).position), 30);
    assertEquals((await page.call("playback.pause")).success, true);
    assertEquals(await heard("playback:paused"), { paused: true });
    assertEquals(await desktop.audtool("--playback-status"), "paused");
    assertEquals((await page.call("playback.next")).success, true);
    await eventually(async () => assertEquals(await desktop.audtool("--current-song-filename"), paths[1]));
    assertEquals((await page.call("playback.previous")).success, true);
    await eventually(async () => assertEquals(await desktop.audtool("--current-song-filename"), paths[0]));
    assertEquals((await page.call("playback.getCurrentTrackIndex")).index, 0);
  });

  await test.step("volume and mute", async () => {
    assertEquals((await page.call("playback.setVolume", { volume: 40 })).success, true);
    assertEquals((await heard("playback:volumeChanged")).volume, 40);
    assertEquals(await desktop.audtool("--get-volume"), "40");
    assertEquals((await page.call("playback.toggleMute")).muted, true);
    assertEquals(await desktop.audtool("--get-volume"), "0");
    assertEquals((await page.call("playback.getVolume")).volume, 40);
    assertEquals((await page.call("playback.toggleMute")).muted, false);
    assertEquals(await desktop.audtool("--get-volume"), "40");
  });

  await test.step("order and stop after the current track", async () => {
    assertEquals((await page.call("playback.setPlaybackOrder", { order: "shuffle-albums" })).order, 5);
    assertEquals((await heard("playback:orderChanged")).order, 5);
    assertEquals(await desktop.audtool("--playlist-shuffle-status"), "on");
    const refused = await page.call("playback.setPlaybackOrder", { order: "shuffle-folders" });
    assertEquals(refused.success, false);
    assertEquals((await page.call("playback.getPlaybackOrder")).order, 5);
    assertEquals((await page.call("playback.toggleStopAfterCurrent")).enabled, true);
    assertEquals(await heard("playback:stopAfterCurrentChanged"), { enabled: true });
  });

  await test.step("the library has each file of the open playlists once", async () => {
    await eventually(async () => {
      const { tracks, total } = await page.call("library.getAll");
      assertEquals(total, 3);
      assertEquals(tracks.map(({ title }: { title: string }) => title), ["Title 1", "Title 2", "Title 3"]);
      assertEquals(tracks[0].fileSize, (await Deno.stat(paths[0] ?? "")).size);
    });
  });

  await test.step("queue: an entry is queued once, and each change is reported with its origin", async () => {
    await page.evaluate(`window.queued = [];
      fb2k.on("playback:queueChanged", ({ origin, count }) => queued.push([origin, count]));`);
    const signalled = (...changes: [string, number][]): Promise<void> =>
      eventually(async () => {
        assertEquals(await page.evaluate("queued"), changes);
        await page.evaluate("queued.length = 0");
      });
    assertEquals((await page.call("playback.toggleStopAfterCurrent")).enabled, false);
    assertEquals((await page.call("playback.setPlaybackOrder", { order: "default" })).success, true);
    const { playlist } = await page.call("playback.getCurrentTrackIndex");
    const queue = (...tracks: number[]): Promise<unknown> => page.call("queue.add", { playlist, tracks });
    assertEquals(await queue(1, 2, 1), { success: true, addedCount: 2, queueCount: 2 });
    await signalled(["user_added", 2]);
    assertEquals(await queue(2), { success: false, addedCount: 0, queueCount: 2 });
    assertEquals((await page.call("queue.remove", { index: 0 })).success, true);
    await signalled(["user_removed", 1]);
    // Queue a track outside the bridge, as a user of Audacious does.
    await desktop.audtool("--playqueue-add", "2");
    await signalled(["user_added", 2]);
    assertEquals((await page.call("playback.next")).success, true);
    await eventually(async () => assertEquals(await desktop.audtool("--current-song-filename"), paths[2]));
    await signalled(["playback_advance", 1]);
    assertEquals((await page.call("queue.clear")).clearedCount, 1);
    await signalled(["user_removed", 0]);
    assertEquals((await page.call("playback.playPath", { path: paths[0] })).success, true);
    await eventually(async () => assertEquals(await desktop.audtool("--current-song-filename"), paths[0]));
  });

  await test.step("tags come from the file", async () => {
    const read = await page.call("metadata.read", { path: paths[1] });
    assertEquals([read.tags, read.info.duration], [{ TITLE: "Title 2" }, 60], JSON.stringify(read));
    assertEquals(
      (await page.call("titleformat.eval", { pattern: "%title%", path: paths[1] })).result,
      "Title 2",
    );
    assertEquals((await page.call("metadata.read", { path: "/proc/self/status" })).success, false);
  });

  await test.step("lyrics come from a file beside the track", async () => {
    const [path = ""] = paths;
    const lyrics = (): Promise<unknown> => page.call("lyrics.get", { path });
    assertEquals(await lyrics(), { success: true, available: false, path });
    const lines = "[00:01.00] Grüße";
    await Deno.writeTextFile(path.replace(".wav", ".txt"), "no times");
    await Deno.writeTextFile(path.replace(".wav", ".lrc"), lines);
    assertEquals(await lyrics(), {
      success: true,
      available: true,
      path,
      lyrics: lines,
      source: "file",
      synced: true,
    });
    await Deno.remove(path.replace(".wav", ".lrc"));
    await Deno.symlink("/proc/self/status", path.replace(".wav", ".lrc"));
    assertEquals((await page.call("lyrics.get", { path })).lyrics, "no times");
    await Deno.writeTextFile(path.replace(".wav", ".txt"), "x".repeat(2 ** 20 + 1));
    assertEquals((await page.call("lyrics.get", { path })).available, false);
  });

  await test.step("artwork comes from the cover in the track's folder", async () => {
    const found = await page.call("artwork.getForTrack", { path: paths[0] });
    assertEquals(
      [found.success, found.available, found.mimeType],
      [true, true, "image/png"],
      JSON.stringify(found),
    );
    assertEquals(found.dataUrl, `data:image/png;base64,${PICTURE}`);
    assertEquals((await page.call("artwork.getForTrack", { path: paths[0], type: "back" })).available, false);
  });

  await test.step("a page cannot play files that the media rule denies", async () => {
    const denied = await page.call("playback.playPath", { path: "/dev/zero" });
    assertEquals(denied.success, false);
    assertEquals(await desktop.audtool("--current-song-filename"), paths[0]);
  });
});

audaciousTest("the extension playlist works on Audacious", async (desktop) => {
  await desktop.write(panelFiles);
  const paths = await tracks(desktop, 60, 60, 60, 60);
  await using audacious = await Audacious.start(desktop);
  using page = await audacious.page("test");
  await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
  await page.evaluate(
    `window.heard = []; for (const name of ["created", "renamed", "removed", "activated", "itemsAdded",
    "itemsRemoved", "itemsReordered"]) fb2k.on("playlist:" + name, (data) => heard.push([name, data]));`,
  );
  const signalled = (...events: [string, object][]): Promise<void> =>
    eventually(async () => {
      const heard = await page.evaluate("heard");
      assertEquals(heard, events);
      await page.evaluate("heard.length = 0");
    });
  // The titles of added files arrive later, each time with itemsReordered.
  const heardFirst = (event: [string, object]): Promise<void> =>
    eventually(async () => assertEquals(await page.evaluate("heard[0]"), event));
  const titles = async (playlist: number): Promise<string[]> =>
    (await page.call("playlist.getTracks", { playlist, start: 0, count: 100 })).tracks
      .map(({ title }: { title: string }) => title);
  const before = (await page.call("playlist.getAll")).length;
  const made = await page.call("playlist.create", { name: "Made" });
  assertEquals([made.success, made.index], [true, before], JSON.stringify(made));
  await signalled(["created", { index: before, name: "Made" }]);
  const playlist = before;
  const added = await page.call("playlist.addPathsAsync", { playlist, paths });
  assertEquals([added.success, added.totalCount], [true, 4], JSON.stringify(added));
  await heardFirst(["itemsAdded", { playlist, start: 0, count: 4 }]);
  await eventually(async () =>
    assertEquals(await titles(playlist), ["Title 1", "Title 2", "Title 3", "Title 4"])
  );
  await page.evaluate("heard.length = 0");
  const moved = await page.call("playlist.moveTracks", { playlist, items: [0], delta: 2 });
  assertEquals(moved.success, true, JSON.stringify(moved));
  await heardFirst(["itemsReordered", { playlist, count: 4 }]);
  assertEquals(await titles(playlist), ["Title 2", "Title 3", "Title 1", "Title 4"]);
  const removed = await page.call("playlist.removeTracks", { playlist, items: [1, 3] });
  assertEquals(removed.success, true, JSON.stringify(removed));
  assertEquals(await titles(playlist), ["Title 2", "Title 1"]);
  await page.evaluate("heard.length = 0");
  assertEquals((await page.call("playlist.rename", { playlist, name: "Renamed" })).success, true);
  await signalled(["renamed", { index: playlist, name: "Renamed" }]);
  assertEquals((await page.call("playlist.setActive", { playlist })).success, true);
  await signalled(["activated", { oldIndex: 0, newIndex: playlist }]);
  assertEquals(await desktop.audtool("--current-playlist-name"), "Renamed");
  await page.evaluate(`heard.length = 0; for (const name of ["selectionChanged", "focusChanged"]) {
    fb2k.on("playlist:" + name, (data) => heard.push([name, data]));
  }`);
  // The view of the playlist may move the focus too.
  const heardAny = (event: [string, object]): Promise<void> =>
    eventually(async () => {
      const heard: unknown[] = await page.evaluate("heard");
      assert(heard.some((each) => JSON.stringify(each) === JSON.stringify(event)), JSON.stringify(heard));
    });
  assertEquals((await page.call("playlist.setSelection", { playlist, indices: [1] })).success, true);
  await heardAny(["selectionChanged", { playlist }]);
  assertEquals((await page.call("playlist.setFocusedTrack", { playlist, index: 0 })).success, true);
  assertEquals((await page.call("playlist.getFocusedTrack", { playlist })).index, 0);
  assertEquals((await page.call("playlist.getSelection", { playlist })).items, [1]);
  assertEquals((await page.call("playlist.deselectAll", { playlist })).success, true);
  assertEquals((await page.call("playlist.getSelection", { playlist })).items, []);
  const played = await page.call("playlist.playTrack", { playlist, index: 1 });
  assertEquals(played.success, true, JSON.stringify(played));
  await eventually(async () => assertEquals(await desktop.audtool("--current-song-filename"), paths[0]));
  const gone = await page.call("playlist.remove", { playlist });
  assertEquals(gone.success, true, JSON.stringify(gone));
  await eventually(async () => assertEquals((await page.call("playlist.getAll")).length, before));
});

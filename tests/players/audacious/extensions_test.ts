import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { Audacious, audaciousTest, eventually, panelFiles, tracks } from "./real_audacious.ts";

/** A picture of one pixel. */
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

  await test.step("the library is the open playlists, each file once", async () => {
    await eventually(async () => {
      const { tracks, total } = await page.call("library.getAll");
      assertEquals(total, 3);
      assertEquals(tracks.map(({ title }: { title: string }) => title), ["Title 1", "Title 2", "Title 3"]);
      assertEquals(tracks[0].fileSize, (await Deno.stat(paths[0] ?? "")).size);
    });
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

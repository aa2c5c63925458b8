import { assertEquals } from "@std/assert";
import { waitFor } from "../../support/deadline.ts";
import { Streams } from "../streams.ts";
import { Audacious, audaciousTest, eventually, panelFiles, tracks, until } from "./real_audacious.ts";

audaciousTest("a radio of ten short tracks with two dead urls plays to its end", async (desktop) => {
  await desktop.write(panelFiles);
  const paths = await tracks(desktop, ...Array(10).fill(1));
  const requested: string[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    requested.push(new URL(url).pathname);
    return new Response(null, { status: 404 });
  });
  const address = `http://127.0.0.1:${server.addr.port}`;
  const dead = new Map([[3, `${address}/gone.wav`], [6, `${address}/lost.wav`]]);
  const list = paths.map((path, at) => ({ trackId: `t${at}`, url: dead.get(at) ?? path, title: `T${at}` }));
  await using audacious = await Audacious.start(desktop);
  using page = await audacious.page("test");
  await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
  const own = await desktop.audtool("--current-playlist-name");
  await page.evaluate(`{
    const waiting = ${JSON.stringify(list)};
    window.heard = [];
    window.refused = [];
    for (const name of ["trackChanged", "error"]) {
      fb2k.on("jitQueue:" + name, ({ trackId }) => heard.push([name, trackId]));
    }
    // Look for one track at a time: a second one would replace the first.
    let isLooking = false;
    const addNext = async () => {
      if (isLooking || waiting.length === 0) return;
      isLooking = true;
      const { success, error } = await fb2k.jitQueue.enqueueNext(waiting.shift());
      isLooking = false;
      if (!success) refused.push(error);
    };
    fb2k.on("jitQueue:needNext", addNext);
    fb2k.on("jitQueue:listExhausted", addNext);
    fb2k.jitQueue.playNow(waiting.shift());
  }`);
  await until(page, `heard.some(([name, trackId]) => name === "trackChanged" && trackId === "t9")`);
  // The track ends, and no other follows.
  await eventually(async () => assertEquals(await desktop.audtool("--playback-status"), "stopped"));
  await eventually(async () => assertEquals((await page.call("jitQueue.getState")).state, "Exhausted"));
  assertEquals(await page.evaluate("refused"), []);
  const heard: [string, string][] = await page.evaluate("heard");
  const named = (wanted: string): string[] =>
    heard.flatMap(([name, value]) => name === wanted && value !== "" ? [value] : []);
  assertEquals(named("trackChanged"), list.flatMap(({ trackId }, at) => dead.has(at) ? [] : [trackId]));
  assertEquals(named("error"), ["t3", "t6"]);
  assertEquals([...new Set(requested)], ["/gone.wav", "/lost.wav"]);
  assertEquals((await page.call("jitQueue.stop")).success, true);
  assertEquals(await desktop.audtool("--current-playlist-name"), own);
});

audaciousTest("a track whose decoder fails without a message is told as failed", async (desktop) => {
  await desktop.write(panelFiles);
  const [first = "", broken = ""] = await tracks(desktop, 5, 30);
  await using audacious = await Audacious.start(desktop);
  using page = await audacious.page("test");
  await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
  await page.evaluate(`{
    window.heard = [];
    for (const name of ["trackChanged", "error"]) {
      fb2k.on("jitQueue:" + name, ({ trackId, error }) => heard.push([name, trackId, error]));
    }
    fb2k.jitQueue.playNow(${JSON.stringify({ trackId: "first", url: first, title: "1" })});
  }`);
  await until(page, `heard.some(([name]) => name === "trackChanged")`);
  const next = { trackId: "broken", url: broken, title: "2" };
  assertEquals((await page.call("jitQueue.enqueueNext", next)).success, true);
  await eventually(async () => {
    const playlists: { name: string }[] = await page.call("playlist.getAll");
    const playlist = playlists.findIndex(({ name }) => name === "__webview_buffer__");
    const { tracks } = await page.call("playlist.getTracks", { playlist, start: 0, count: 9 });
    assertEquals(tracks.map(({ title }: { title: string }) => title), ["Title 1", "Title 2"]);
  });
  // The listener reads a word of Audacious, and the playlist goes with the session.
  await desktop.audtool("--set-current-playlist", "2");
  assertEquals(await desktop.audtool("--current-playlist-name"), "Radio");
  // Audacious has read its metadata and knows its decoder, so it does not look at it again.
  await Deno.writeTextFile(broken, "no track");
  await until(page, `heard.some(([name, trackId]) => name === "error" && trackId === "broken")`);
  assertEquals((await page.call("jitQueue.stop")).success, true);
  await eventually(async () => assertEquals(await desktop.audtool("--number-of-playlists"), "1"));
});

audaciousTest(
  "a skip, a stop and a pause count while nothing follows a track or it opens",
  async (desktop, test) => {
    await desktop.write(panelFiles);
    const [good = "", own = ""] = await tracks(desktop, 60, 60);
    await using streams = new Streams();
    let count = 0;
    await using audacious = await Audacious.start(desktop);
    using page = await audacious.page("test");
    await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
    await page.evaluate(`window.asked = []; window.failed = [];
    fb2k.on("jitQueue:needNext", ({ reason }) => asked.push(reason));
    fb2k.on("jitQueue:error", ({ error }) => failed.push(error));`);
    const play = async (url: string): Promise<void> => {
      await page.evaluate("asked.length = 0; failed.length = 0");
      assertEquals((await page.call("jitQueue.playNow", { trackId: url, url, title: url })).success, true);
    };
    const opens = async (): Promise<void> => {
      // Audacious may ask for the same one again.
      const path = `/hangs/${++count}`;
      await play(streams.url(path));
      await streams.asked(path);
      await eventually(async () => assertEquals((await page.call("playback.getState")).state, "playing"));
    };

    await test.step("a skip leaves a stream that hangs and that nothing follows", async () => {
      await opens();
      assertEquals((await page.call("jitQueue.skip")).success, true);
      await until(page, `asked.includes("error")`);
      assertEquals(await page.evaluate("failed"), []);
    });

    await test.step("a skip leaves a queued track that nothing follows", async () => {
      await play(good);
      await until(page, `asked.includes("trackChange")`);
      const next = { trackId: "next", url: good, title: "next" };
      assertEquals((await page.call("jitQueue.enqueueNext", next)).success, true);
      assertEquals((await page.call("queue.addPaths", { paths: [own] })).addedCount, 1);
      assertEquals((await page.call("jitQueue.skip")).success, true);
      const path = "fb2k.playback.getCurrentTrack().then(({ path }) => path)";
      await until(page, `${path}.then((path) => path.endsWith("track 2.wav"))`);
      assertEquals((await page.call("jitQueue.skip")).success, true);
      await until(page, `${path}.then((path) => path.endsWith("track 1.wav"))`);
      assertEquals((await page.call("jitQueue.getState")).currentTrackId, "next");
    });

    await test.step("a stream that hangs while Audacious is paused does not fail", async () => {
      await opens();
      await desktop.audtool("--playback-pause");
      await until(page, `fb2k.playback.getState().then(({ state }) => state === "paused")`);
      const paused = performance.now();
      await waitFor("longer than a server may take", () => performance.now() - paused > 17_000);
      assertEquals(await page.evaluate("failed"), []);
      assertEquals(await desktop.audtool("--playback-status"), "paused");
    });

    await test.step("the user's stop ends the session while a stream opens", async () => {
      await opens();
      await desktop.audtool("--playback-stop");
      await eventually(async () => assertEquals((await page.call("jitQueue.getState")).state, "Idle"));
    });
  },
);

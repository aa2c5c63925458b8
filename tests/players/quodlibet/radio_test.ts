import { assertEquals } from "@std/assert";
import { Streams } from "../streams.ts";
import { eventually, QuodLibet, quodLibetTest } from "./real_quodlibet.ts";

quodLibetTest(
  "a radio of twelve tracks with two dead urls and a hanging one plays to its end",
  async (desktop) => {
    await desktop.panel("test", { "index.html": "<!doctype html><title>Test</title>" });
    await desktop.configure(["test"]);
    // Against the order in which Quod Libet sorts.
    const paths = (await desktop.tracks(...Array(12).fill(4))).toReversed();
    await using streams = new Streams();
    const bad = new Map([
      [3, streams.url("/gone.wav")],
      [6, streams.url("/hangs.wav")],
      [8, streams.url("/lost.wav")],
    ]);
    const list = paths.map((path, at) => ({ trackId: `t${at}`, url: bad.get(at) ?? path, title: `T${at}` }));
    {
      await using player = await QuodLibet.start(desktop);
      await eventually(async () => assertEquals((await player.call("test", "test.ping")).pong, true));
      await player.page(
        "test",
        `{
      const waiting = ${JSON.stringify(list)};
      window.heard = [];
      for (const name of ["trackChanged", "error"]) {
        fb2k.on("jitQueue:" + name, ({ trackId }) => heard.push([name, trackId]));
      }
      let isLooking = false;
      const addNext = async () => {
        if (isLooking || waiting.length === 0) return;
        isLooking = true;
        await fb2k.jitQueue.enqueueNext(waiting.shift());
        isLooking = false;
      };
      fb2k.on("jitQueue:needNext", addNext);
      fb2k.on("jitQueue:listExhausted", addNext);
      fb2k.jitQueue.playNow(waiting.shift());
    } true`,
      );
      await streams.asked("/hangs.wav");
      // The stream that hangs was opened before the track before it had ended.
      await player.until("test", `heard.some(([name, trackId]) => name === "error" && trackId === "t6")`);
      // The rows are those of the playlist, although Quod Libet sorts them when it has counted a track as played.
      const [rows, songs] = await player.evaluate(
        "[[song('~filename') for song in songs] for songs in (app.window.songlist.model.get()," +
          " app.window.browser._selected_playlist().songs)]",
      );
      assertEquals(rows, songs);
      assertEquals(await player.evaluate("app.window.songlist.is_sorted()"), false);
      await player.until(
        "test",
        `heard.some(([name, trackId]) => name === "trackChanged" && trackId === "t11")`,
      );
      await eventually(async () => assertEquals((await player.playing()).state, "stopped"));
      const heard: [string, string][] = await player.page("test", "heard");
      const named = (wanted: string): string[] =>
        heard.flatMap(([name, value]) => name === wanted && value !== "" ? [value] : []);
      assertEquals(named("trackChanged"), list.flatMap(({ trackId }, at) => bad.has(at) ? [] : [trackId]));
      assertEquals(named("error"), ["t3", "t6", "t8"]);
      // No dialog stands in the way of the music.
      assertEquals(await player.evaluate("app.window._playback_error_dialog is None"), true);
    }
  },
);

quodLibetTest("a pause, a skip and a start are told while the stream opens", async (desktop) => {
  await desktop.panel("test", { "index.html": "<!doctype html><title>Test</title>" });
  await desktop.configure(["test"]);
  const [first = ""] = await desktop.tracks(60);
  await using streams = new Streams();
  const track = (path: string) => ({ trackId: path, url: streams.url(path), title: path });
  await using player = await QuodLibet.start(desktop);
  await eventually(async () => assertEquals((await player.call("test", "test.ping")).pong, true));
  await player.page(
    "test",
    `globalThis.told = []; fb2k.on("playback:paused", ({ paused }) => told.push(paused)); true`,
  );
  const isTold = async (told: readonly boolean[], state: string): Promise<void> => {
    await player.until("test", `told.join() === "${told}"`);
    assertEquals((await player.call("test", "playback.getState")).state, state);
  };
  await player.call("test", "jitQueue.playNow", track("/hangs/opens"));
  await streams.asked("/hangs/opens");
  await isTold([], "playing");
  await player.evaluate("app.player.paused = True");
  await isTold([true], "paused");
  await player.evaluate("app.player.paused = False");
  await isTold([true, false], "playing");
  // A server that does not answer could not let it fail meanwhile: it is opened anew.
  await streams.asked("/hangs/opens", 2);

  await player.call("test", "jitQueue.playNow", { trackId: "first", url: first, title: "first" });
  await eventually(async () => assertEquals((await player.playing()).title, "track 01"));
  await player.call("test", "jitQueue.enqueueNext", track("/hangs/next"));
  await player.evaluate("app.player.paused = True");
  await isTold([true, false, true], "paused");
  // Quod Libet plays what it skips to.
  await player.evaluate("app.player.next()");
  await isTold([true, false, true, false], "playing");
});

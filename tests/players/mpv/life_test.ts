import { assert, assertEquals, assertLess } from "@std/assert";
import { SHADOW_NAME } from "../../../clients/typescript/user_settings.ts";
import { slice } from "../../../players/model/tracks.ts";
import { naming, setDeadline, waitFor } from "../../support/deadline.ts";
import { Streams } from "../streams.ts";
import { eventually, mpvTest, TestHost } from "./real_mpv.ts";

setDeadline(120_000);

/** Waits until a track of the session is the current one, and returns how long that has taken, in milliseconds. */
async function becomesCurrent(test: TestHost, trackId: string): Promise<number> {
  const begin = performance.now();
  while (true) {
    const { data } = await test.event("jitQueue:trackChanged");
    if ((data as { trackId: string }).trackId === trackId) return performance.now() - begin;
  }
}

/** The user's settings, and the bridge's playlist. */
function left(test: TestHost): {
  order: number;
  active: string | undefined;
  shadow: { tracks: string[]; isLocked: boolean } | undefined;
} {
  const { playlists, playback } = test.host;
  const shadow = playlists.all.find(({ name }) => name === SHADOW_NAME);
  return {
    order: playback.order,
    active: playlists.active?.name,
    shadow: shadow && {
      tracks: slice(shadow.tracks).map(({ path }) => path),
      isLocked: shadow.lock !== null,
    },
  };
}

mpvTest("a next track that hangs while it opens is skipped at once, and does not come back", async () => {
  await using test = await TestHost.start();
  await using streams = new Streams(60);
  await test.call("jitQueue.playNow", { trackId: "a", url: streams.url("/plays/a") });
  await becomesCurrent(test, "a");
  await test.call("jitQueue.enqueueNext", { trackId: "b", url: streams.url("/hangs/b") });
  await test.call("jitQueue.skip");
  await streams.asked("/hangs/b");
  await test.call("jitQueue.skip");
  const asked = await test.event("jitQueue:needNext");
  assertEquals((asked.data as { reason: string }).reason, "trackChange");
  await test.call("jitQueue.enqueueNext", { trackId: "c", url: streams.url("/plays/c") });
  assertLess(await becomesCurrent(test, "c"), 5000);
  assertEquals((await test.call("jitQueue.getState")).currentTrackId, "c");
  const started = test.signals.all.filter(({ name }) => name === "signal.trackStarted").length;
  assertEquals(started, 2);
});

for (
  const [what, hangs] of [
    ["play, asked for while mpv was paused,", "jitQueue.playNow"],
    ["a skip in a paused mpv that its user resumes", "jitQueue.enqueueNext"],
  ] as const
) {
  mpvTest(`a stream that hangs after ${what} has failed when its time is over`, async () => {
    await using test = await TestHost.start({ bridgeFlags: ["--start-timeout-ms=1000"] });
    await using streams = new Streams(60);
    await test.call("jitQueue.playNow", { trackId: "a", url: streams.url("/plays/a") });
    await becomesCurrent(test, "a");
    await test.inMpv("set_property", "pause", true);
    await test.signal("signal.playbackPaused");
    await test.call(hangs, { trackId: "b", url: streams.url("/hangs/b") });
    if (hangs === "jitQueue.enqueueNext") await test.call("jitQueue.skip");
    await streams.asked("/hangs/b");
    await test.inMpv("set_property", "pause", false);
    const { data } = await test.event("jitQueue:error");
    const error = "Track did not start within 1 s";
    assertEquals(data, { trackId: "b", error, url: streams.url("/hangs/b") });
  });
}

mpvTest("two skips within half a second skip two tracks of a session", async () => {
  await using test = await TestHost.start();
  const urls = await test.tracks(4, 60);
  await test.call("jitQueue.preloadBatch", { urls });
  await test.plays(urls[0] ?? "");
  await Promise.all([test.call("jitQueue.skip"), test.call("jitQueue.skip")]);
  await becomesCurrent(test, urls[2] ?? "");
  // The track that was skipped does not come back: the one that follows does.
  await test.endTrack();
  await becomesCurrent(test, urls[3] ?? "");
});

mpvTest("stop after the current track ends a session as the user's stop does", async () => {
  await using test = await TestHost.start({ extensions: ["playback"] });
  const [first = "", second = ""] = await test.tracks(2, 60);
  await test.act("player.playback.setOrder", { order: 3 });
  const before = left(test);
  await test.call("jitQueue.preloadBatch", { urls: [first, second] });
  await test.plays(first);
  await test.act("player.playback.setStopAfterCurrent", { enabled: true });
  await test.endTrack();
  await test.signal("signal.playbackStopped", (params) => "reason" in params && params.reason === "user");
  await becomesCurrent(test, "");
  assertEquals((await test.call("jitQueue.getState")).state, "Idle");
  await eventually(() => {
    const { order, active, shadow } = left(test);
    assertEquals([order, active], [before.order, before.active]);
    assertEquals(shadow?.tracks.at(-1), second, "the tracks that are kept");
    return Promise.resolve();
  });
});

for (const how of ["is killed", "ends"] as const) {
  mpvTest(`a bridge that ${how} leaves the playing track, no lock, and the user's settings`, async () => {
    await using test = await TestHost.start();
    const urls = await test.tracks(3, 60);
    await test.act("player.playback.setOrder", { order: 3 });
    const { shadow: _, ...before } = left(test);
    await test.call("jitQueue.preloadBatch", { urls, startIndex: 1 });
    await test.plays(urls[1] ?? "");
    const { latest } = test.host.bridge;
    if (how === "is killed") latest.process.kill("SIGKILL");
    else await naming("the end of the bridge", test.host.bridge.close());
    await naming("the end of the bridge", latest.ended);
    await naming("the user's settings", latest.client.gaveBack);
    assertEquals(left(test), { ...before, shadow: { tracks: urls.slice(1, 2), isLocked: false } });
    assertEquals(test.host.playback.playing?.handle.path, urls[1]);
  });
}

mpvTest(
  "a radio goes on when its bridge is killed: another one is started, and the page plays its next track",
  async () => {
    await using test = await TestHost.start();
    const [first = "", second = ""] = await test.tracks(2, 60);
    await test.act("player.playback.setOrder", { order: 3 });
    await test.call("jitQueue.playNow", { trackId: "first", url: first });
    await becomesCurrent(test, "first");
    test.host.bridge.latest.process.kill("SIGKILL");
    await test.event("bridge:restarted");
    assertEquals([test.host.playback.playing?.handle.path, test.host.playback.order], [first, 3]);
    assertEquals((await test.call("jitQueue.getState")).state, "Idle");
    await test.call("jitQueue.playNow", { trackId: "second", url: second });
    await becomesCurrent(test, "second");
    assertEquals((await test.call("jitQueue.stop")).success, true);
    await eventually(() => {
      assertEquals(left(test), { order: 3, active: "mpv", shadow: { tracks: [], isLocked: false } });
      return Promise.resolve();
    });
  },
);

mpvTest("three seconds to the first byte of every stream are not heard", async () => {
  await using test = await TestHost.start();
  await using streams = new Streams(8);
  let silentSince: number | undefined;
  let silence = 0;
  test.host.playback.observe(() => {
    if (!test.host.playback.playing) silentSince ??= performance.now();
    else if (silentSince !== undefined) {
      silence = performance.now() - silentSince;
      silentSince = undefined;
    }
  });
  await test.call("jitQueue.playNow", { trackId: "t0", url: streams.url("/slow/0") });
  for (let number = 0; number < 2; number++) {
    await becomesCurrent(test, `t${number}`);
    const next = number + 1;
    await test.call("jitQueue.enqueueNext", { trackId: `t${next}`, url: streams.url(`/slow/${next}`) });
  }
  await becomesCurrent(test, "t2");
  assertLess(silence, 2500);
});

for (const unanswered of ["a lock", "an unlock"]) {
  mpvTest(
    `skip, playNow and stop wait neither for a resolve nor for ${unanswered} that never answers`,
    async () => {
      await using test = await TestHost.start();
      const [first = "", second = "", third = "", never = ""] = await test.tracks(4, 60);
      const { "player.media.resolve": resolve } = test.host.actions;
      assert(resolve);
      const end = Promise.withResolvers<never>();
      const asked = Promise.withResolvers<void>();
      test.host.bridge.client.implement({
        "player.media.resolve": (params, panel, signal) => {
          if (!params.paths.includes(never)) return resolve(params, panel, signal);
          asked.resolve();
          return end.promise;
        },
      });
      const neverLock = { "player.playlist.lock": () => end.promise };
      if (unanswered === "a lock") test.host.bridge.client.implement(neverLock);
      await test.call("jitQueue.preloadBatch", { urls: [first, second] });
      await test.plays(first);
      const call = test.call("jitQueue.enqueueNext", { trackId: "never", url: never });
      await waitFor("the resolve that is not answered", asked.promise);

      const inTime = async (name: string, params: object, done: () => Promise<unknown>): Promise<void> => {
        const begin = performance.now();
        await Promise.all([test.call(name, params), done()]);
        // An action that is not answered is waited for for 15 or 30 s; the fixtures show that no time passes at all.
        assertLess(performance.now() - begin, 10_000, name);
      };
      await inTime("jitQueue.skip", {}, () => test.plays(second));
      await inTime("jitQueue.playNow", { trackId: "third", url: third }, () => test.plays(third));
      assertEquals((await call).error, "Superseded by a newer playNow");
      test.host.bridge.client.implement(neverLock);
      await inTime(
        "jitQueue.stop",
        {},
        () =>
          test.signal("signal.playbackStopped", (params) => "reason" in params && params.reason === "user"),
      );
      end.reject(new Error("the test is over"));
    },
  );
}

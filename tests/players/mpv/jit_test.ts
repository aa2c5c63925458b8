import { assertEquals } from "@std/assert";
import { setDeadline, waitFor } from "../../support/deadline.ts";
import { mpvTest, TestHost, wav } from "./real_mpv.ts";

setDeadline(120_000);

mpvTest("the user skips and stops a just-in-time session in mpv itself", async () => {
  await using test = await TestHost.start();
  const urls = await test.tracks(3, 60);
  assertEquals(await test.call("jitQueue.preloadBatch", { urls }), { success: true, tracksAdded: 3 });
  await test.event("jitQueue:trackChanged");
  await test.plays(urls[0] ?? "");
  await test.host.playback.settled();
  await test.inMpv("playlist-next");
  assertEquals((await test.event("jitQueue:trackChanged")).data, { trackId: urls[1], title: "" });
  await test.inMpv("stop");
  await test.signal("signal.playbackStopped", (params) => "reason" in params && params.reason === "user");
  assertEquals((await test.call("jitQueue.getState")).state, "Idle");
});

mpvTest("a file that the user opens in mpv ends a just-in-time session", async () => {
  await using test = await TestHost.start();
  const [first = "", other = ""] = await test.tracks(2, 60);
  await test.call("jitQueue.playNow", { trackId: "t1", url: first });
  await test.event("jitQueue:trackChanged");
  await test.inMpv("loadfile", other, "replace");
  await test.plays(other);
  assertEquals((await test.call("jitQueue.getState")).state, "Idle");
  assertEquals(test.host.playlists.at(0).tracks.at(0).path, other);
  const now = await test.call("selection.getViewingTrack");
  assertEquals([now.handle, now.playlistIndex, now.itemIndex], [other, 0, 0]);
});

mpvTest("playNow replaces a stream whose server never answers", async () => {
  await using test = await TestHost.start();
  const [path = ""] = await test.tracks(1, 60);
  const asked = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async () => {
    asked.resolve();
    await waitFor("the session to be over", over.promise);
    return new Response(null, { status: 404 });
  });
  await test.call("jitQueue.playNow", { trackId: "never", url: `http://127.0.0.1:${server.addr.port}/` });
  await waitFor("the next track to be asked for", asked.promise);
  await test.call("jitQueue.playNow", { trackId: "file", url: path });
  const { data } = await test.event("jitQueue:trackChanged");
  assertEquals((data as { trackId: string }).trackId, "file");
  over.resolve();
});

mpvTest("a missing stream is reported, and the session continues with the next one", async () => {
  await using test = await TestHost.start();
  const [path = ""] = await test.tracks(1, 60);
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(null, { status: 404 }),
  );
  const url = `http://127.0.0.1:${server.addr.port}/`;
  await test.call("jitQueue.playNow", { trackId: "gone", url });
  assertEquals((await test.event("jitQueue:error")).data, {
    trackId: "gone",
    error: "Unable to open item for playback: loading failed",
    url,
  });
  assertEquals((await test.event("jitQueue:needNext")).data, { currentTrackId: "gone", reason: "error" });
  assertEquals((await test.call("jitQueue.enqueueNext", { trackId: "file", url: path })).success, true);
  const { data } = await test.event("jitQueue:trackChanged");
  assertEquals((data as { trackId: string }).trackId, "file");
});

mpvTest("a stream that ends early is reported, and the next track plays", async () => {
  await using test = await TestHost.start();
  const [path = ""] = await test.tracks(1, 60);
  const long = wav(6);
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    // A sixth of the announced length.
    () =>
      new Response(ReadableStream.from([long.slice(0, long.length / 6)]), {
        headers: { "content-type": "audio/wav", "content-length": String(long.length) },
      }),
  );
  const url = `http://127.0.0.1:${server.addr.port}/`;
  await test.call("jitQueue.playNow", { trackId: "half", url });
  await test.event("jitQueue:trackChanged");
  await test.call("jitQueue.enqueueNext", { trackId: "file", url: path });
  const { data } = await test.event("jitQueue:error");
  assertEquals(data, { trackId: "half", error: "Playback ended early", url });
  await test.plays(path);
  assertEquals((await test.call("jitQueue.getState")).currentTrackId, "file");
});

mpvTest(
  "when the next track is a playlist file, its first track plays, and the user's playlist is unchanged",
  async () => {
    await using test = await TestHost.start();
    // Long tracks: on a loaded machine, a short one may end before the next one is enqueued.
    const [first = "", second = "", third = ""] = await test.tracks(3, 600);
    const { playlists, playback } = test.host;
    await test.append(playlists.at(0), [third]);
    let changes = 0;
    playlists.observe({
      playlistChanged: ({ playlist }) => void (playlist === playlists.at(0) && changes++),
    });
    const list = `#EXTM3U\n${second}\n${first}\n`;
    await Deno.writeTextFile(`${test.directory}/list.m3u`, list);
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/track") return new Response(wav(1), { headers: { "content-type": "audio/wav" } });
      if (pathname === "/gone") return new Response(null, { status: 404 });
      const text = `#EXTM3U\n${new URL("/gone", request.url)}\n${new URL("/track", request.url)}\n${list}`;
      return new Response(text, { headers: { "content-type": "audio/x-mpegurl" } });
    });
    await test.call("jitQueue.playNow", { trackId: "a", url: first });
    await test.plays(first);
    const follows = test.plays(second);
    await test.call("jitQueue.enqueueNext", { trackId: "b", url: `${test.directory}/list.m3u` });
    await test.endTrack();
    await follows;
    const remote = `http://127.0.0.1:${server.addr.port}/list.m3u`;
    await test.call("jitQueue.enqueueNext", { trackId: "c", url: remote });
    await test.endTrack();
    await test.plays(remote);
    const { data } = await test.event("jitQueue:listExhausted");
    assertEquals((data as { lastTrackId: string }).lastTrackId, "c");
    await playback.settled();
    assertEquals(changes, 0);
    assertEquals(await test.inMpv("get_property", "playlist-count"), 1);
  },
);

mpvTest("a queued track plays between two of a just-in-time session", async () => {
  await using test = await TestHost.start();
  const [first = "", second = "", queued = ""] = await test.tracks(3, 60);
  await test.call("jitQueue.playNow", { trackId: "t1", url: first });
  await test.plays(first);
  await test.call("jitQueue.enqueueNext", { trackId: "t2", url: second });
  await test.call("queue.addPaths", { paths: [queued] });
  await test.endTrack();
  await test.plays(queued);
  assertEquals((await test.call("jitQueue.getState")).state, "Active");
  await test.endTrack();
  await test.plays(second);
  const changes: string[] = [];
  while (changes.at(-1) !== "t2") {
    const { data } = await test.event("jitQueue:trackChanged");
    changes.push((data as { trackId: string }).trackId);
  }
  assertEquals(changes, ["t1", "t2"]);
  const begun = test.signals.all.flatMap(({ name, params }) =>
    name === "signal.trackStarted" ? [[params.handle.path, params.cause]] : []
  );
  assertEquals(begun, [[first, "action"], [queued, "queue"], [second, "action"]]);
});

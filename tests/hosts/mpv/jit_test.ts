import { assertEquals } from "@std/assert";
import { mpvTest, TestHost } from "./real_mpv.ts";

mpvTest("a just-in-time session of ten tracks of a second each, from a web server", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(10, 1);
  const files = await Promise.all(paths.map((path) => Deno.readFile(path)));
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const file = files[Number(new URL(request.url).pathname.slice(1)) - 1];
    return file
      ? new Response(file, { headers: { "content-type": "audio/wav" } })
      : new Response(null, { status: 404 });
  });
  const url = (number: number): string => `http://127.0.0.1:${server.addr.port}/${number}`;

  const begun = await test.call("jitQueue.playNow", { trackId: "t1", url: url(1), title: "One" });
  assertEquals(begun, { success: true, trackId: "t1", shadowPlaylist: 1 });
  for (let number = 1; number <= 10; number++) {
    const changed = await test.event("jitQueue:trackChanged");
    assertEquals((changed.data as { trackId: string }).trackId, `t${number}`);
    await test.event("jitQueue:needNext");
    if (number === 10) break;
    const next = { trackId: `t${number + 1}`, url: url(number + 1) };
    assertEquals((await test.call("jitQueue.enqueueNext", next)).success, true);
  }
  await test.event("jitQueue:listExhausted");
  assertEquals((await test.call("jitQueue.getState")).state, "Exhausted");
  const started = test.signals.all.flatMap(({ name, params }) =>
    name === "signal.trackStarted" ? [params.handle.path] : []
  );
  assertEquals(started, Array.from({ length: 10 }, (_track, index) => url(index + 1)));
});

import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { Audacious, audaciousTest, eventually, panelFiles, tracks } from "./real_audacious.ts";

audaciousTest("a playlist file from the network adds all its streams, and no local path", async (desktop) => {
  await desktop.write(panelFiles);
  const [track = ""] = await tracks(desktop, 1);
  const lines = (origin: string) => [
    "#EXTM3U",
    `${origin}/one.wav`,
    "file:///etc/passwd",
    `file://${track}`,
    "/proc/self/environ",
    "file:///proc/self/environ",
    "file:///dev/zero",
    "stdin://x",
    `file://${desktop.directory}/config/audacious/tonearm/log/bridge.log`,
    `${origin}/two.wav`,
  ];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    const { pathname, origin } = new URL(url);
    return pathname === "/all.m3u"
      ? new Response(lines(origin).join("\n"), { headers: { "content-type": "audio/x-mpegurl" } })
      : new Response(null, { status: 404 });
  });
  const origin = `http://127.0.0.1:${server.addr.port}`;
  await using audacious = await Audacious.start(desktop);
  using page = await audacious.page("test");
  await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
  const added = await page.call("queue.addPaths", { paths: [`${origin}/all.m3u`] });
  assertEquals([added.success, added.addedCount], [true, 2]);
  const { items } = await page.call("queue.get");
  assertEquals(items.map(({ path }: { path: string }) => path), [`${origin}/one.wav`, `${origin}/two.wav`]);
});

import { assert, assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import { setDeadline } from "../../support/deadline.ts";
import { mpvTest, TestHost } from "./real_mpv.ts";

setDeadline(120_000);

mpvTest("clipboard, console, log, misc, panel, system and test work on mpv", async () => {
  await using test = await TestHost.start({
    environment: (name) => name === "LANG" ? "de_DE.UTF-8" : undefined,
  });
  const call: TestHost["call"] = (name, params) => test.call(name, params);

  assertEquals(await call("clipboard.write", { text: "Hello" }), { success: true });
  assertEquals((await call("clipboard.read")).text, "Hello");
  assertEquals(await call("console.log", { message: "${mute} {\\b1}" }), { success: true });
  assertEquals((await call("log.write", { message: "line" })).success, true);
  assertStringIncludes((await call("log.read")).content, "line");
  assertEquals(await call("misc.showPopupMessage", { message: "Hello", title: "T" }), { success: true });
  assertEquals((await call("misc.showConsole")).success, true);
  assertEquals(await call("misc.showPreferences"), {
    success: false,
    error: "Not supported by this player: player.app.run",
  });
  assertEquals(await call("misc.showLibrarySearch", { query: "x" }), {
    success: false,
    error: "Not supported by this player: player.app.showLibrarySearch",
  });
  assertStringIncludes((await call("misc.getComponentPath")).path, "players/mpv");
  assertEquals((await call("panel.getConfig")).success, true);
  assertEquals((await call("panel.setConfig", { panelName: "New" })).changed, true);
  assertEquals((await call("system.getDPI")).dpi, 96);
  assertEquals((await call("system.getLocale")).locale, "de-DE");
  assertEquals((await call("system.getTheme")).accentColor, "#FFFFFF");
  assert((await call("test.ping")).timestamp > 0);
});

mpvTest("the selection follows the playing track, and pages can select existing tracks", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(2, 60);
  const taken = await test.call("selection.set", {
    handles: [paths[0], "/nowhere/a.wav", `${paths[1]}|subsong:1`],
  });
  assertEquals(taken, { success: true, count: 1 });
  const changed = await test.event("selection:changed");
  assertEquals((changed.data as { handles: string[] }).handles, [paths[0]]);
  assertEquals((changed.data as { track: { title: string } }).track.title, "Title 1");
});

mpvTest("a page can open only media", async () => {
  await using test = await TestHost.start();
  const urls = ["/dev/zero", "edl:///etc/passwd", "/proc/self/environ", "memory://x", "av://lavfi:testsrc"];
  for (const url of urls) {
    await test.call("jitQueue.playNow", { trackId: url, url });
    assertEquals((await test.event("jitQueue:error")).data, {
      trackId: url,
      [url.startsWith("/") ? "path" : "url"]: url,
      error: "Track could not be resolved",
    });
    assertEquals((await test.call("jitQueue.preloadBatch", { urls: [url] })).success, false, url);
    assertEquals((await test.call("queue.addPaths", { paths: [url] })).error, "No valid tracks found", url);
    const menu = await test.call("menu.getContextMenu", { mode: "handles", handles: [url] });
    assertEquals(menu.success, false, url);
  }
  assertEquals(
    (await test.call("queue.addPaths", { paths: ["/tmp/../dev/zero"] })).error,
    "No valid tracks found",
  );
  assertEquals(await test.inMpv("get_property", "playlist-count"), 0);
});

mpvTest("folders, wildcards and file URLs resolve to files on the disk", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(3, 1);
  await Deno.writeTextFile(`${test.directory}/cover.jpg`, "");
  const add = async (path: string): Promise<number> =>
    (await test.call("queue.addPaths", { paths: [path] })).addedCount;
  assertEquals(await add(test.directory), 3);
  assertEquals(await add(`${test.directory}/*2.wav`), 1);
  assertEquals(await add(`file://${(paths[0] ?? "").replaceAll(" ", "%20")}`), 1);
  const { items } = await test.call("queue.get");
  assertEquals(items.map(({ title }: { title: string }) => title), [
    "Title 1",
    "Title 2",
    "Title 3",
    "Title 2",
    "Title 1",
  ]);
});

mpvTest(
  "mpv answers commands with lone surrogates, which it cannot read, and shows no more than fits",
  async () => {
    await using test = await TestHost.start();
    const held = test.host.link.command.bind(test.host.link);
    const shown: unknown[] = [];
    test.host.link.command = (name, ...args) => {
      if (name === "show-text") shown.push(args[0]);
      return held(name, ...args);
    };
    await test.inMpv("set_property", "force-media-title", "a\ud800b\udc00");
    assertEquals(await test.inMpv("get_property", "force-media-title"), "a\ufffdb\ufffd");
    // A player that does not answer changes nothing in the answer of this operation.
    const started = performance.now();
    await test.call("misc.showPopupMessage", { message: "\ud800", title: "" });
    assertLess(performance.now() - started, 20_000);
    await test.call("misc.showPopupMessage", { message: "x".repeat(200_000), title: "" });
    await test.call("console.log", { message: "x".repeat(200_000) });
    assertEquals(shown.length, 3);
    assert(shown.every((text) => String(text).length <= 2100));
  },
);

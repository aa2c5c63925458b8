import { assertEquals, assertStringIncludes } from "@std/assert";
import { basename, dirname, join } from "@std/path";
import {
  answerQuestion,
  Audacious,
  audaciousTest,
  type Desktop,
  eventually,
  type Page,
  panelFiles,
  run,
  settings,
  tracks,
} from "./real_audacious.ts";

async function started(desktop: Desktop): Promise<{ audacious: Audacious; page: Page }> {
  const audacious = await Audacious.start(desktop);
  const page = await audacious.page("test");
  await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
  return { audacious, page };
}

/** Waits until so many windows have a title. */
async function windows(desktop: Desktop, title: string, count: number): Promise<void> {
  await eventually(async () => {
    const found = await desktop.xdotool("search", "--onlyvisible", "--name", title).catch(() => "");
    assertEquals(found.split("\n").filter((line) => line !== "").length, count);
  });
}

/** Counts the requests to this machine. */
function requestCounter() {
  let requests = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    requests++;
    return new Response(null, { status: 404 });
  });
  return { port: server.addr.port, count: () => requests, [Symbol.asyncDispose]: () => server.shutdown() };
}

audaciousTest(
  "a panel opens streams only from hosts that the user permits, and asks once",
  async (desktop) => {
    await desktop.write({
      ...panelFiles,
      config: settings(undefined, ["test"], "other 127.0.0.1, jitQueue 127.0.0.1, test localhost"),
    });
    await using server = requestCounter();
    const urls = [
      `http://127.0.0.1:${server.port}/a.wav`,
      `http://127.0.0.1:${server.port}/a.m3u`,
      `http://x@127.0.0.1:${server.port}/a.wav`,
      `mms://127.0.0.1:${server.port}/a.wav`,
      `ftp://127.0.0.1:${server.port}/a.wav`,
      `smb://127.0.0.1/a/b.wav`,
    ];
    const { audacious, page } = await started(desktop);
    await using _ = audacious;
    using _page = page;
    const asking = page.call("queue.addPaths", { paths: [urls[0]] });
    await answerQuestion(desktop, "Escape");
    assertEquals((await asking).success, false);
    for (const url of urls) {
      const added = await page.call("queue.addPaths", { paths: [url] });
      assertEquals([added.success, added.addedCount ?? 0], [false, 0], url);
      // Its failure is an event.
      await page.call("jitQueue.playNow", { url, trackId: "a", title: "a" });
      await page.call("jitQueue.preloadBatch", { urls: [url] });
      const picture = await page.call("artwork.getForTrack", { path: url });
      assertEquals(picture.available ?? false, false, url);
    }
    await windows(desktop, "Play streams?", 0);
    assertEquals(server.count(), 0);
    assertEquals(await audacious.quit(), 0);
  },
);

audaciousTest("a host that the user permits is remembered for its panel", async (desktop) => {
  await desktop.write({ ...panelFiles, config: settings(undefined, ["test"], "") });
  await using server = requestCounter();
  const url = `http://127.0.0.1:${server.port}/a.wav`;
  const { audacious, page } = await started(desktop);
  await using _ = audacious;
  using _page = page;
  const asking = page.call("queue.addPaths", { paths: [url] });
  // A file does not wait, and nothing is asked about it.
  const [track = ""] = await tracks(desktop, 1);
  assertEquals((await page.call("queue.addPaths", { paths: [track] })).addedCount, 1);
  await answerQuestion(desktop, "alt+y");
  assertEquals((await asking).addedCount, 1);
  assertEquals(await audacious.quit(), 0);
  const config = await Deno.readTextFile(join(desktop.config, "config"));
  assertStringIncludes(config, `streams=test 127.0.0.1:${server.port}\n`);
});

audaciousTest(
  "a call is refused when the user does not answer, before the bridge gives it up",
  async (desktop) => {
    await desktop.write({ ...panelFiles, config: settings(undefined, ["test"], "") });
    const { audacious, page } = await started(desktop);
    await using _ = audacious;
    using _page = page;
    const asked = await page.call("queue.addPaths", { paths: ["http://127.0.0.1:9/a.wav"] });
    assertEquals([asked.success, asked.error], [false, "No valid tracks found"]);
    await windows(desktop, "Play streams?", 1);
    assertEquals(await audacious.quit(), 0);
  },
);

audaciousTest("a panel changes how Audacious plays, and opens one message and one menu", async (desktop) => {
  await desktop.write(panelFiles);
  const { audacious, page } = await started(desktop);
  await using _ = audacious;
  using _page = page;
  const { items } = await page.call("menu.getMainMenu");
  const labels = (rows: { label?: string; children?: [] }[]): unknown[] =>
    rows.map(({ label = "", children }) => {
      const plain = label.replace("&", "");
      return children ? [plain, labels(children)] : plain;
    }).filter(Boolean);
  const [[playback, rows], [output, volumes]] = labels(items) as [[string, string[]], [string, string[]]];
  assertEquals([playback, output, volumes], ["Playback", "Output", ["Volume Up", "Volume Down"]]);
  for (const name of ["Play", "Repeat", "Shuffle"]) assertEquals(rows.includes(name), true, `${rows}`);
  for (
    const command of [
      "View/Show Menu Bar",
      "Playback/Record Stream",
      "File/Quit",
      "File/Open Files ...",
      "Output/Effects ...",
    ]
  ) {
    assertEquals((await page.call("menu.runMainMenuCommand", { command })).success, false, command);
  }
  // The operation has no failure.
  await page.evaluate(`Promise.all(Array.from({ length: 300 }, (_, at) =>
    fb2k.invoke("misc.showPopupMessage", { title: "Many", message: "<b>" + at })))`);
  await windows(desktop, "Many", 1);
  const menus = async (): Promise<number> =>
    (await desktop.xdotool("search", "--onlyvisible", "--class", "audacious")).split("\n").length;
  const before = await menus();
  await page.evaluate(`Promise.all(Array.from({ length: 30 }, () => fb2k.menu.showNativePopup()))`);
  await eventually(async () => assertEquals(await menus(), before + 1));
  assertEquals(await audacious.quit(), 0);
});

audaciousTest(
  "a panel makes Audacious open regular files only, and read nothing behind a link",
  async (desktop) => {
    await desktop.write({ ...panelFiles, "secret.txt": "secret" });
    const [track = ""] = await tracks(desktop, 1);
    const folder = join(desktop.directory, "music");
    await Deno.mkdir(folder);
    await Deno.copyFile(track, join(folder, "a.wav"));
    for (const name of ["a.lrc", "cover.jpg"]) {
      await Deno.symlink(join(desktop.config, "secret.txt"), join(folder, name));
    }
    await run("mkfifo", [join(folder, "b.wav"), join(folder, "c.wav")]);
    const png = [137, 80, 78, 71];
    await Deno.writeFile(join(desktop.directory, "secret.png"), Uint8Array.from(png));
    const covers = ["plain", "pipe", "link"].map((name) => join(desktop.directory, name, "cover.png"));
    const [plain = "", pipe = "", link = ""] = covers;
    for (const cover of covers) {
      await Deno.mkdir(dirname(cover));
      await Deno.copyFile(track, join(dirname(cover), "a.wav"));
    }
    await Deno.writeFile(plain, Uint8Array.from(png));
    await run("mkfifo", [pipe]);
    await Deno.symlink(join(desktop.directory, "secret.png"), link);
    await Deno.writeTextFile(join(folder, "d.m3u"), "b.wav\na.wav\n");
    const { audacious, page } = await started(desktop);
    await using _ = audacious;
    using _page = page;
    for (const [path, count] of [["", 1], ["b.wav", 0], ["*.wav", 1], ["d.m3u", 1]] as const) {
      const added = await page.call("queue.addPaths", { paths: [join(folder, path)] });
      assertEquals(added.addedCount ?? 0, count, path);
    }
    // Audacious itself expands a playlist file that is given as a track.
    await page.call("jitQueue.preloadBatch", { urls: [join(folder, "d.m3u")] });
    const path = join(folder, "a.wav");
    await eventually(async () => assertEquals(await desktop.audtool("--current-song-filename"), path));
    assertEquals((await page.call("lyrics.get", { path })).available, false);
    for (const [beside, available] of [[path, false], [plain, true], [pipe, false], [link, false]] as const) {
      const found = await page.call("artwork.getForTrack", { path: join(dirname(beside), "a.wav") });
      assertEquals(found.available, available, beside);
    }
    assertEquals(await audacious.quit(), 0);
  },
);

audaciousTest(
  "files that name others make Audacious request no address and open no pipe",
  async (desktop) => {
    await using server = requestCounter();
    const url = `http://127.0.0.1:${server.port}`;
    await desktop.write({ ...panelFiles, config: settings(undefined, ["test"], "") });
    const [track = ""] = await tracks(desktop, 1);
    const folder = join(desktop.directory, "music");
    await Deno.mkdir(folder);
    const sheet = (named: string): string => `FILE ${named} WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n`;
    const hls = `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${url}/segment.ts\n#EXT-X-ENDLIST\n`;
    const files = {
      "hls.mp3": hls,
      "hls.wav": hls,
      "dash.mp3":
        `<MPD profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><BaseURL>${url}/dash</BaseURL></MPD>`,
      "package.mp3":
        '<ns:CompositionPlaylist xmlns:ns="http://www.smpte-ra.org/schemas/2067-3/2016"></ns:CompositionPlaylist>',
      "session.mp3": `v=0\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio ${server.port} RTP/AVP 0\n`,
      "stream.cue": sheet(`"${url}/cue"`),
      "bare.cue": sheet(`${url}/cue`),
      "pipe.cue": sheet(`"b.wav"`),
      "good.cue": sheet(`"../${basename(track)}"`),
    };
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(folder, name), text);
    await run("mkfifo", [join(folder, "b.wav"), join(folder, "c.cue")]);
    const { audacious, page } = await started(desktop);
    await using _ = audacious;
    using _page = page;
    for (const name of [...Object.keys(files), "c.cue"].filter((name) => name !== "good.cue")) {
      const path = join(folder, name);
      assertEquals((await page.call("queue.addPaths", { paths: [path] })).success, false, name);
      assertEquals((await page.call("metadata.read", { path })).success, false, name);
      // Its failure is an event.
      await page.call("jitQueue.playNow", { url: path, trackId: "a", title: "a" });
    }
    // Audacious would expand the folder itself, and open its cue sheets.
    for (const id of [1, 2, 3]) {
      await page.call("menu.runContextCommandById", { id, handles: [{ path: folder, subsong: 0 }] });
    }
    assertEquals((await page.call("queue.addPaths", { paths: [join(folder, "good.cue")] })).addedCount, 1);
    assertEquals(server.count(), 0);
    assertEquals(await audacious.quit(), 0);
  },
);

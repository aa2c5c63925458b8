import { assertEquals, assertMatch } from "@std/assert";
import { canonicalPath, MediaAccess } from "../../../players/mpv/media_access.ts";
import { StreamRule } from "../../../players/mpv/stream_rule.ts";
import { setDeadline } from "../../support/deadline.ts";
import { whySlow } from "../../support/test_all.ts";
import { eventually, mpvTest, TestHost, wav } from "./real_mpv.ts";

setDeadline(120_000);

/** Returns the paths that `player.media.authorize` denies. */
const publicStreams = new StreamRule(["*"]);

async function denied(access: MediaAccess, paths: readonly string[]): Promise<string[]> {
  const problems = await Promise.all(paths.map((path) => access.problem(canonicalPath(path))));
  return paths.filter((_path, index) => problems[index] !== undefined);
}

Deno.test("system folders are denied, except where desktops mount disks and shares", async () => {
  const refused = [
    "/dev/zero",
    "/a/../proc/1/environ",
    "/sys/x.wav",
    "/run/a.wav",
    "/run/media",
    "/run/media/../a.wav",
    "/run/user/1000/a.wav",
    "/run/user/x/gvfs/a.wav",
    "EDL://x",
    "x",
  ];
  const taken = [
    "/a/b.wav",
    "/device/a.wav",
    "http://h/x",
    "/run/media/user/disk/a.wav",
    "/run/user/1000/gvfs/smb-share:server=nas,share=music/a.wav",
  ];
  assertEquals(await denied(new MediaAccess("/log", publicStreams), [...refused, ...taken]), refused);
});

Deno.test("the real path decides: links into system folders and the log directory are denied", async () => {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" }));
  try {
    const link = (target: string, name: string): Promise<void> =>
      Deno.symlink(target, `${directory}/${name}`);
    await Deno.mkdir(`${directory}/log`);
    await Deno.mkdir(`${directory}/music`);
    await Deno.writeFile(`${directory}/music/a.wav`, wav(1));
    await Deno.writeTextFile(`${directory}/log/page.txt`, "#EXTM3U\n");
    await link("/dev/zero", "zero.wav");
    await link("/proc", "folder");
    await link("zero.wav", "twice.wav");
    await link("round.wav", "round.wav");
    await link("music", "library");
    await link("log/page.txt", "list.m3u");
    await link("log", "other name");
    const refused = [
      "zero.wav",
      "folder/self/environ",
      "twice.wav",
      "round.wav",
      "list.m3u",
      "log",
      "log/page.txt",
      "log/not there.txt",
      "other name/page.txt",
    ];
    const taken = ["music/a.wav", "library/a.wav", "log of mine.wav", "not there.wav"];
    const paths = [...refused, ...taken].map((name) => `${directory}/${name}`);
    // Under both names of the directory.
    for (const name of ["log", "other name"]) {
      const access = new MediaAccess(`${directory}/${name}`, publicStreams);
      assertEquals(await denied(access, paths), refused.map((name) => `${directory}/${name}`));
    }
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("an edit decision list is denied under any name", async () => {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" }));
  try {
    await Deno.writeFile(`${directory}/a.wav`, wav(1));
    await Deno.writeTextFile(`${directory}/empty.wav`, "");
    await Deno.writeTextFile(`${directory}/short.wav`, "# mpv");
    await Deno.writeTextFile(`${directory}/list.wav`, "# mpv EDL v0\n/proc/self/environ\n");
    await Deno.symlink("list.wav", `${directory}/link.wav`);
    const paths = ["a.wav", "empty.wav", "short.wav", "list.wav", "link.wav"].map((name) =>
      `${directory}/${name}`
    );
    assertEquals(await denied(new MediaAccess("/log", publicStreams), [directory, ...paths]), paths.slice(3));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

mpvTest("mpv opens no link into a system folder and no file of the log directory", async () => {
  await using test = await TestHost.start();
  await Deno.symlink("/dev/zero", `${test.directory}/zero.wav`);
  await test.call("log.write", { message: "# mpv EDL v0", filename: "list.txt" });
  for (
    const path of [`${test.directory}/zero.wav`, `${test.directory}/log`, `${test.directory}/log/list.txt`]
  ) {
    assertEquals((await test.call("queue.addPaths", { paths: [path] })).error, "No valid tracks found", path);
    const { success } = await test.call("jitQueue.preloadBatch", { urls: [path] });
    assertEquals(success, false, path);
  }
  // A search of a folder leaves them out.
  const [track = ""] = await test.tracks(1, 1);
  await test.call("queue.addPaths", { paths: [test.directory] });
  const { items } = await test.call("queue.get");
  assertEquals(items.map(({ path }: { path: string }) => path), [track]);
});

mpvTest("a call with too many files fails, and the next one works", async () => {
  // A long timeout, because the disk may be slow.
  await using test = await TestHost.start({ bridgeFlags: ["--action-timeout-ms=600000"] });
  const answer = await test.call("queue.addPaths", { paths: Array.from({ length: 100 }, () => "/") });
  assertEquals(answer, {
    success: false,
    error: "Player action failed: More than 100000 files and folders: choose smaller folders",
  });
  const paths = await test.tracks(1, 1);
  assertEquals((await test.call("queue.addPaths", { paths })).addedCount, 1);
}, whySlow("it visits 100,000 files"));

mpvTest("a playlist file resolves to its tracks that may be opened", async () => {
  await using test = await TestHost.start();
  const [first = "", second = ""] = await test.tracks(2, 1);
  const write = async (name: string, lines: readonly string[]): Promise<string> => {
    await Deno.writeTextFile(`${test.directory}/${name}`, lines.join("\n"));
    return `${test.directory}/${name}`;
  };
  await Deno.symlink("/dev/zero", `${test.directory}/zero.wav`);
  const list = await write("list.m3u", [
    "#EXTM3U",
    "#EXTINF:1,Title",
    "track 1.wav",
    "/dev/zero",
    "/proc/self/environ",
    "zero.wav",
    "edl:///etc/passwd",
    "log/page.txt",
    "not there.wav",
    "list.m3u",
    "other.pls",
    "http://127.0.0.1/stream",
    `file://${second.replaceAll(" ", "%20")}`,
  ]);
  const pls = await write("other.pls", ["[playlist]", "File1=track 2.wav", "Title1=x", "File2=/dev/zero"]);
  // mpv recognises a playlist by its first characters, whatever its name.
  const disguised = await write("disguised.wav", ["\uFEFF#EXTM3U", first, "/dev/zero"]);
  const resolve = async (path: string): Promise<string[] | undefined> => {
    const { resolved } = await test.act("player.media.resolve", { paths: [path] });
    return resolved[0]?.map(({ path }) => path);
  };
  assertEquals(await resolve(list), [first, "http://127.0.0.1/stream", second]);
  assertEquals(await resolve(pls), [second]);
  assertEquals(await resolve(disguised), [first]);
  // A handle refers to one track, so a playlist file is refused.
  assertEquals((await test.call("selection.set", { handles: [list] })).count ?? 0, 0);
});

mpvTest("entries of a playlist that mpv expands are subject to the access rule", async () => {
  await using test = await TestHost.start();
  const [track = ""] = await test.tracks(1, 60);
  const secret = `${test.directory}/zero.wav`;
  await Deno.symlink("/dev/zero", secret);
  // The folder search treats it as a track, mpv as a playlist.
  const list = `${test.directory}/folder/list.wav`;
  await Deno.mkdir(`${test.directory}/folder`);
  await Deno.writeTextFile(list, `#EXTM3U\n${secret}\n${track}\n/proc/self/environ\n`);
  const { playback, playlists } = test.host;
  for (const playlist of [playlists.at(0), playlists.insert("Another")]) {
    assertEquals(await test.append(playlist, [`${test.directory}/folder`]), 1);
    await playback.playPlace({ playlist, item: 0 });
    await eventually(async () => {
      await playback.settled();
      assertEquals(await test.inMpv("get_property", "path"), track);
      assertEquals(await test.inMpv("get_property", "playlist-count"), 1);
    });
    await test.heard((sentence) => sentence.includes("not a folder for media"));
    await playback.halt("user");
    if (playlist === playlists.at(0)) await test.inMpv("playlist-remove", 0);
  }
});

mpvTest("a playlist from the network opens no files, and does not show in playlist 0", async () => {
  await using test = await TestHost.start();
  const [good = "", local = ""] = await test.tracks(2, 60);
  const file = await Deno.readFile(good);
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const list = `#EXTM3U\n${local}\nedl://${local}\n${new URL("/good", request.url)}\nfile://${local}\n`;
    return new URL(request.url).pathname === "/good"
      ? new Response(file, { headers: { "content-type": "audio/wav" } })
      : new Response(list, { headers: { "content-type": "audio/x-mpegurl" } });
  });
  const shown: number[] = [];
  test.host.playlists.observe({
    playlistChanged: (change) => {
      if (change.playlist === test.host.playlists.at(0)) shown.push(change.playlist.tracks.length);
    },
  });
  const url = `http://127.0.0.1:${server.addr.port}/list.m3u`;
  await test.call("jitQueue.playNow", { trackId: "list", url });
  const { data } = await test.event("jitQueue:trackChanged");
  assertEquals((data as { trackId: string }).trackId, "list");
  await test.host.playback.settled();
  await eventually(async () => {
    assertMatch(String(await test.inMpv("get_property", "path")), /\/good$/);
    assertEquals(await test.inMpv("get_property", "playlist-count"), 1);
  });
  assertEquals(shown, []);
});

mpvTest(
  "a playlist that contains itself is not followed, and one without playable entries is a failed track",
  async () => {
    await using test = await TestHost.start();
    const [good = ""] = await test.tracks(1, 60);
    const file = await Deno.readFile(good);
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === "/track") return new Response(file, { headers: { "content-type": "audio/wav" } });
        const next = pathname === "/self" ? new URL("/track", request.url).href : "";
        return new Response(`#EXTM3U\n${request.url}\n${next}\n`, {
          headers: { "content-type": "audio/x-mpegurl" },
        });
      },
    );
    const url = (path: string): string => `http://127.0.0.1:${server.addr.port}/${path}`;
    await test.call("jitQueue.playNow", { trackId: "endless", url: url("endless") });
    assertEquals((await test.event("jitQueue:error")).data, {
      trackId: "endless",
      error: "Nested playlists are not opened",
      url: url("endless"),
    });
    assertEquals(
      (await test.call("jitQueue.enqueueNext", { trackId: "self", url: url("self") })).success,
      true,
    );
    assertEquals((await test.event("jitQueue:trackChanged")).data, { trackId: "self", title: "" });
    assertEquals(await test.inMpv("get_property", "path"), url("track"));
    await eventually(async () => {
      await test.host.playback.settled();
      assertEquals(await test.inMpv("get_property", "playlist-count"), 1);
    });
  },
);

mpvTest("notices are single lines without control characters", async () => {
  await using test = await TestHost.start();
  const bad = `${test.directory}/\u202e\u2028\x1b[2J\nbroken.wav`;
  await Deno.writeTextFile(bad, "no music");
  await test.host.load([bad]);
  await test.heard((sentence) => {
    if (!sentence.startsWith("Unable to open")) return false;
    assertMatch(sentence, /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u);
    return sentence.includes("broken.wav");
  });
});

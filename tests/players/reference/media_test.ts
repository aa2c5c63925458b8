import "../../support/deadline.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Handle } from "../../../host_stdio/api/shapes.ts";
import { ActionError } from "../../../players/model/actions.ts";
import { parseWildcard } from "../../../players/model/wildcard.ts";
import { StrictPlayer } from "./strict_player.ts";

async function resolve(strict: StrictPlayer, path: string | Handle): Promise<Handle[]> {
  const [handles] = (await strict.ask("player.media.resolve", { paths: [path] })).resolved;
  return handles ?? [];
}

Deno.test("media: files below a private folder or ending in .secret are denied", async () => {
  using strict = new StrictPlayer();
  const paths = [
    "/music/Harbour Lights/Tidewater/01 Low Water.flac",
    "/music/private/x.flac",
    "C:\\Music\\PRIVATE\\deep\\x.flac",
    "/music/private",
    "/music/privateer/x.flac",
    "/music/x.Secret",
    "/music/x.secret.flac",
  ];
  const { denied } = await strict.ask("player.media.authorize", { paths });
  assertEquals(denied.map(({ index }) => index), [1, 2, 5]);
  assert(denied.every(({ reason }) => reason.startsWith("Access denied")));
  assertEquals(await strict.ask("player.media.authorize", { paths: [] }), { denied: [] });
});

Deno.test("media: percent-encoding does not bypass the access rule", async () => {
  using strict = new StrictPlayer();
  const path = "file:///music/%70rivate/Rehearsals/02 Count-In.wav";
  assertEquals((await resolve(strict, path)).length, 1);
  assertEquals((await strict.ask("player.media.authorize", { paths: [path] })).denied.length, 1);
});

Deno.test("media: a page's folders resolve to a limited number of tracks, however often they are named", async () => {
  using strict = new StrictPlayer();
  assertEquals((await resolve(strict, "/music/collection")).length, 200_000);
  const paths = Array.from({ length: 100_000 }, () => "/music");
  await assertRejects(
    () => strict.ask("player.media.resolve", { paths }),
    ActionError,
    "More than 250000 tracks: choose smaller folders",
  );
});

Deno.test("media: a file resolves to its track and an unknown one to nothing", async () => {
  using strict = new StrictPlayer();
  const path = "/music/青木灯/夜の図書館/06 帰り道 🌙.flac";
  assertEquals(await resolve(strict, path), [{ path, subsong: 0 }]);
  for (const unknown of ["/music/none.mp3", "", "relative.mp3", `${path} `, "/nowhere/"]) {
    assertEquals(await resolve(strict, unknown), []);
  }
});

Deno.test("media: a cue sheet, a tune file and an archive resolve to all their tracks", async () => {
  using strict = new StrictPlayer();
  const cue = await resolve(
    strict,
    "/music/Marble Arcade/Live at the Observatory/Live at the Observatory.cue",
  );
  assertEquals(cue.map(({ subsong }) => subsong), [1, 2, 3, 4, 5, 6]);
  const tunes = await resolve(strict, "/music/K. Hoshino/Rocket Badger II/Rocket Badger II.nsf");
  assertEquals(tunes.map(({ subsong }) => subsong), [0, 1, 2, 3, 4]);
  const archive = "/music/Various Demos/Attic Tapes/Attic Tapes.zip";
  const members = await resolve(strict, archive);
  assertEquals(members.length, 3);
  assertEquals(members[0]?.path, `unpack://zip|${archive.length}|${archive}|01 Kitchen Song.mp3`);
  for (const handle of [...cue, ...tunes, ...members]) assertEquals(await resolve(strict, handle), [handle]);
});

Deno.test("media: a handle resolves only when its subsong exists", async () => {
  using strict = new StrictPlayer();
  const path = "/music/Marble Arcade/Live at the Observatory/Live at the Observatory.cue";
  assertEquals(await resolve(strict, { path, subsong: 6 }), [{ path, subsong: 6 }]);
  assertEquals(await resolve(strict, { path, subsong: 7 }), []);
  assertEquals(await resolve(strict, { path, subsong: 0 }), []);
});

Deno.test("media: a folder resolves to everything below it, in order", async () => {
  using strict = new StrictPlayer({ collectionSize: 250 });
  const quartet = await resolve(strict, "/music/Linden Quartet");
  assertEquals(quartet.length, 8);
  assertEquals(await resolve(strict, "/music/Linden Quartet/"), quartet);
  assertEquals((await resolve(strict, "/music/collection")).length, 250);
  assertEquals((await resolve(strict, "/music/collection/Volume 0003")).length, 50);
  assertEquals((await resolve(strict, "/music/collection/Volume 3")).length, 0);
  assertEquals((await resolve(strict, "/music/collection/Volume 0000")).length, 0);
  assert((await resolve(strict, "/music")).length > 250);
});

Deno.test("media: wildcards match characters of one segment", async () => {
  using strict = new StrictPlayer({ collectionSize: 250 });
  assertEquals((await resolve(strict, "/music/Harbour Lights/Tidewater/*.flac")).length, 8);
  assertEquals((await resolve(strict, "/music/Harbour Lights/*.flac")).length, 0);
  assertEquals((await resolve(strict, "/music/*/*/0? *.opus")).length, 5);
  assertEquals((await resolve(strict, "/music/collection/Volume 0002/01? *.mp3")).length, 10);
});

Deno.test("wildcard: matches stars and question marks, and never takes exponential time", () => {
  const matches = (pattern: string, path: string) => parseWildcard(pattern)?.matches(path);
  assertEquals(parseWildcard("/a/b"), undefined);
  assertEquals(parseWildcard("/a/b*/c")?.folder, "/a/");
  assertEquals(matches("/*", "/"), true);
  assertEquals(matches("/?", "/"), false);
  assertEquals(matches("/a*c", "/abbc"), true);
  assertEquals(matches("/a*c", "/abbd"), false);
  assertEquals(matches("/*ab", "/aab"), true);
  assertEquals(matches("/a**b?", "/axxbbc"), true);
  assertEquals(matches("/*", "/a/b"), false);
  assertEquals(matches(`/${"*a".repeat(500)}b`, `/${"a".repeat(1000)}`), false);
});

Deno.test("media: file:// names the same track as the native path", async () => {
  using strict = new StrictPlayer();
  const path = "/music/The Paper Engines/Machines for Living/02 100% Cotton.mp3";
  assertEquals(await resolve(strict, `file://${path}`), [{ path, subsong: 0 }]);
  assertEquals(await resolve(strict, `FILE://${encodeURI(path)}`), [{ path, subsong: 0 }]);
  assertEquals(
    (await strict.ask("player.media.info", { handle: { path: `file://${path}` } })).track?.path,
    path,
  );
  assertEquals(await resolve(strict, "file:///music/%ZZ.mp3"), []);
});

Deno.test("media: streams resolve to themselves, those of nothing.example to nothing", async () => {
  using strict = new StrictPlayer();
  for (const url of ["https://a.example/x.mp3", "http://user:pw@radio.example:8000/live", "mms://x/y"]) {
    assertEquals(await resolve(strict, url), [{ path: url, subsong: 0 }]);
  }
  assertEquals(await resolve(strict, "https://nothing.example/x.mp3"), []);
  assertEquals(await resolve(strict, { path: "https://nothing.example/x.mp3", subsong: 0 }), []);
  assertEquals((await strict.ask("player.media.resolve", { paths: [] })).resolved, []);
});

Deno.test("media: slow.example delays the whole answer", async () => {
  using strict = new StrictPlayer({ slowMilliseconds: 700 });
  let answer: Handle[][] | undefined;
  const asked = strict.ask("player.media.resolve", { paths: ["https://slow.example/a.mp3", "/none"] })
    .then(({ resolved }) => answer = resolved);
  strict.clock.advance(699);
  await Promise.resolve();
  assertEquals(answer, undefined);
  strict.clock.advance(1);
  await asked;
  assertEquals(answer, [[{ path: "https://slow.example/a.mp3", subsong: 0 }], []]);
});

Deno.test("media: never.example never answers and leaves no timer", async () => {
  using strict = new StrictPlayer();
  let answered = false;
  void strict.ask("player.media.resolve", { paths: ["https://never.example/a", "https://slow.example/b"] })
    .then(() => answered = true);
  strict.clock.advance(1e9);
  await Promise.resolve();
  assertEquals([answered, strict.clock.pendingTimers], [false, 0]);
});

Deno.test("media: a track has all metadata, always the same", async () => {
  using strict = new StrictPlayer();
  const handle = {
    path: "/music/Cafe\u0301 Re\u0301gence/Fin de partie/03 De\u0301ja\u0300 vu.ogg",
    subsong: 0,
  };
  const { track } = await strict.ask("player.media.info", { handle });
  assertEquals(track?.title, "De\u0301ja\u0300 vu");
  assertEquals([track?.trackNumber, track?.codec, track?.absolutePath], [3, "Vorbis", handle.path]);
  assert((track?.duration ?? 0) >= 90 && (track?.fileSize ?? 0) > 1e6);
  using again = new StrictPlayer();
  assertEquals((await again.ask("player.media.info", { handle })).track, track);
});

Deno.test("media: streams have no size; live streams have no length, files on a server do", async () => {
  using strict = new StrictPlayer();
  const info = async (path: string) => (await strict.ask("player.media.info", { handle: { path } })).track;
  const live = await info("http://radio.example:8000/live?x=/y.mp3");
  assertEquals([live?.fileSize, live?.duration, live?.title], [null, 0, "live"]);
  const file = await info("https://cdn.example/%E2%99%AB%20Bus.mp3#t");
  assertEquals([file?.fileSize, file?.title, file?.codec], [null, "♫ Bus", "MP3"]);
  assert((file?.duration ?? 0) > 0);
  assertEquals((await info("http://radio.example"))?.title, "radio.example");
  assertEquals((await info("http://radio.example/50%.mp3"))?.title, "50%");
});

Deno.test("media: an unknown track has no metadata", async () => {
  using strict = new StrictPlayer({ collectionSize: 10 });
  for (
    const path of [
      "/music/none.mp3",
      "https://nothing.example/x",
      "/music/collection/Volume 0001/011 Amber Signal.mp3",
      "/music/collection/Volume 0001/001 Wrong Title.mp3",
    ]
  ) {
    assertEquals(await strict.ask("player.media.info", { handle: { path } }), { track: null });
  }
});

Deno.test("media: the path of each track of the collection resolves to that track", async () => {
  using strict = new StrictPlayer({ collectionSize: 100_001 });
  strict.user.selectInLibrary("all");
  for (const offset of [0, 1, 99, 100, 12_345, 100_000]) {
    const { handles: [handle] } = await strict.ask("player.selection.get", { offset, limit: 1 });
    assert(handle);
    assertEquals(await resolve(strict, handle.path), [handle]);
    assertEquals((await strict.ask("player.media.info", { handle })).track?.trackNumber, offset % 100 + 1);
  }
});

Deno.test("media: given tracks come first, and several of the same path are subsongs", async () => {
  using strict = new StrictPlayer({
    tracks: [
      { path: "/x/a.mka", subsong: 1, title: "One", duration: 3 },
      { path: "/x/a.mka", subsong: 2, title: "Two" },
      { path: "https://nothing.example/x.mp3", title: "Something", fileSize: null },
    ],
  });
  assertEquals(await resolve(strict, "/x"), [
    { path: "/x/a.mka", subsong: 1 },
    { path: "/x/a.mka", subsong: 2 },
  ]);
  const { track } = await strict.ask("player.media.info", { handle: { path: "/x/a.mka", subsong: 1 } });
  assertEquals([track?.title, track?.duration, track?.artist], ["One", 3, ""]);
  assertEquals((await resolve(strict, "https://nothing.example/x.mp3")).length, 1);
});

import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import { StrictPlayer } from "./strict_player.ts";

Deno.test("library: the same pages every time, of given tracks, albums and the collection, without streams", async () => {
  using strict = new StrictPlayer({
    collectionSize: 250,
    tracks: [{ path: "/given", title: "Given" }, { path: "http://radio.example/x" }],
  });
  const page = (offset: number, limit: number) => strict.ask("player.library.tracks", { offset, limit });
  const { enabled, total, tracks } = await page(0, 2000);
  assert(enabled);
  assertEquals(tracks.length, total);
  assertEquals(tracks[0]?.title, "Given");
  assertEquals(tracks.at(-1)?.path, "/music/collection/Volume 0003/050 Hollow Letter.mp3");
  assert(tracks.every(({ path }) => !path.startsWith("http")));
  assertEquals(new Set(tracks.map(({ path, subsong }) => `${path}|${subsong}`)).size, total);
  assertEquals((await page(0, 3)).tracks, tracks.slice(0, 3));
  assertEquals((await page(total - 1, 5)).tracks, tracks.slice(-1));
  assertEquals((await page(total, 5)).tracks, []);
  for (const { added = 0, modified = 0 } of tracks) assert(modified > 0 && modified <= added);
});

Deno.test("library: ready after the first scan; another scan begins at once and replaces a running one", async () => {
  using strict = new StrictPlayer({ scanMilliseconds: 100 });
  const ready = { name: "signal.libraryChanged", params: { ready: true } } as const;
  strict.clock.advance(99);
  assertEquals(strict.takeExtensionSignals(), []);
  strict.clock.advance(1);
  assertEquals(strict.takeExtensionSignals(), [ready]);
  await strict.ask("player.library.rescan", {});
  strict.clock.advance(50);
  await strict.ask("player.library.rescan", {});
  strict.clock.advance(99);
  assertEquals(strict.takeExtensionSignals(), []);
  strict.clock.advance(1);
  assertEquals(strict.takeExtensionSignals(), [ready]);
});

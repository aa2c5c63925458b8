import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import type { ConnectionContext } from "../../../handlers/core/namespace.ts";
import { MAX_LIBRARY_TRACKS, MediaLibrary } from "../../../handlers/extensions/shared/media_library.ts";
import { unknownTrack } from "../../../host_stdio/api/shapes.ts";
import { ManualClock } from "../../../tools/support/manual_clock.ts";

const libraryChanged = { ready: true };
const track = unknownTrack({ path: "/m/a.mp3", subsong: 0 });

interface Request {
  readonly offset: number;
  readonly limit: number;
}

/** Returns a library whose tracks are all the same, with the requests and reports of the bridge. */
function libraryOf(size: () => number, onRequest: (request: Request) => void = () => {}) {
  const asked: Request[] = [];
  const reported: unknown[] = [];
  const clock = new ManualClock();
  const connection = {
    clock,
    diagnostics: {
      report: (_level: string, _message: string, properties: unknown) => void reported.push(properties),
    },
    player: {
      request: (_name: string, { offset, limit }: Request) => {
        asked.push({ offset, limit });
        onRequest({ offset, limit });
        const total = size();
        const tracks = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, () => track);
        return Promise.resolve({ enabled: true, total, tracks });
      },
    },
  };
  return { library: new MediaLibrary(connection as unknown as ConnectionContext), clock, asked, reported };
}

Deno.test("of a library with more than 500,000 tracks, the first 500,000 are used, and one warning says so", async () => {
  const { library, asked, reported } = libraryOf(() => MAX_LIBRARY_TRACKS + 1);
  assertEquals((await library.load()).tracks.length, MAX_LIBRARY_TRACKS);
  assertEquals(asked.length, MAX_LIBRARY_TRACKS / 2000);
  assertEquals(asked.at(-1), { offset: MAX_LIBRARY_TRACKS - 2000, limit: 2000 });
  library.on["signal.libraryChanged"]?.(libraryChanged);
  await library.load();
  assertEquals(reported, [{ total: MAX_LIBRARY_TRACKS + 1, limit: MAX_LIBRARY_TRACKS }]);
});

Deno.test("500,000 tracks are within the limit", async () => {
  const { library, reported } = libraryOf(() => MAX_LIBRARY_TRACKS);
  assertEquals((await library.load()).tracks.length, MAX_LIBRARY_TRACKS);
  assertEquals(reported, []);
});

Deno.test("a library that keeps changing is read five times, and the last reading is not kept", async () => {
  let size = 4001;
  const { library, asked } = libraryOf(() => size, ({ offset }) => {
    if (offset !== 2000) return;
    size--;
    library.on["signal.libraryChanged"]?.(libraryChanged);
  });
  const { tracks } = await library.load();
  assertEquals(tracks.length, 3996);
  assertEquals(asked.filter(({ offset }) => offset === 0).length, 5);
  assertEquals(library.isLoaded, false);
});

Deno.test("the last reading of a library that shrinks ends where the library ends", async () => {
  let size = 6000;
  const { library, asked } = libraryOf(() => size, () => {
    // The last reading finds 6,000 tracks, and 3,000 after two pages.
    size = asked.length === 7 ? 3000 : 6000;
    if (asked.length <= 7) library.on["signal.libraryChanged"]?.(libraryChanged);
  });
  assertEquals((await library.load()).tracks.length, 4000);
  assertEquals(asked.length, 7);
});

Deno.test("the time of the last change is that of the last signal, or else of the first reading", async () => {
  const { library, clock } = libraryOf(() => 1);
  const start = clock.now();
  assertEquals(library.lastModified, 0);
  clock.advance(10);
  await library.load();
  clock.advance(10);
  assertEquals(library.lastModified, start + 10);
  library.on["signal.libraryChanged"]?.(libraryChanged);
  clock.advance(10);
  await library.load();
  assertEquals(library.lastModified, start + 20);
});

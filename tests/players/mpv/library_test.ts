import { assertEquals } from "@std/assert";
import type { Handle } from "../../../host_stdio/api/shapes.ts";
import { ActionError } from "../../../players/model/actions.ts";
import { MpvLibrary } from "../../../players/mpv/library.ts";
import { setDeadline } from "../../support/deadline.ts";

setDeadline(120_000);

/** Returns a library, and promises by which the test ends its searches. */
function library(look: () => Promise<null> = () => Promise.resolve(null)) {
  const searches: PromiseWithResolvers<Handle[][]>[] = [];
  const said: string[] = [];
  const made = new MpvLibrary({
    media: {
      tracksOf: () => {
        const search = Promise.withResolvers<Handle[][]>();
        searches.push(search);
        return search.promise;
      },
    },
    probe: { look },
    signals: { send: () => {} },
    say: (sentence) => said.push(sentence),
  });
  made.use(["/music"], [{ path: "/music/1.flac", subsong: 0 }]);
  const rescan = () => made.rescan({}, undefined);
  const paths = async () => {
    const { tracks } = await made.tracks({ offset: 0, limit: 100 }, undefined);
    return tracks.map(({ path }) => path);
  };
  return { made, searches, said, rescan, paths };
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("scans that are requested during a search share the next one", async () => {
  const { searches, rescan, paths } = library();
  for (let request = 0; request < 1000; request++) rescan();
  assertEquals(searches.length, 1);
  searches[0]?.resolve([[]]);
  await settled();
  assertEquals(searches.length, 2);
  searches[1]?.resolve([[{ path: "/music/2.flac", subsong: 0 }]]);
  await settled();
  assertEquals([searches.length, await paths()], [2, ["/music/2.flac"]]);
});

Deno.test("a library stays unchanged when a scan finds too many files", async () => {
  const { searches, said, rescan, paths } = library();
  rescan();
  searches[0]?.reject(new ActionError("too much"));
  await settled();
  assertEquals([await paths(), said], [["/music/1.flac"], ["Cannot search the library again: too much"]]);
  rescan();
  searches[1]?.resolve([[]]);
  await settled();
  assertEquals(await paths(), []);
});

Deno.test("a search that ends after the library has got other files changes nothing", async () => {
  const { made, searches, rescan, paths } = library();
  rescan();
  made.use(["/other"], [{ path: "/other/3.flac", subsong: 0 }]);
  searches[0]?.resolve([[{ path: "/music/2.flac", subsong: 0 }]]);
  await settled();
  assertEquals(await paths(), ["/other/3.flac"]);
});

Deno.test("when tags cannot be read, the library says so at each request, and lists its files", async () => {
  const { said, paths } = library(() => Promise.reject(new Error("no mpv")));
  for (const request of [1, 2]) {
    assertEquals(await paths(), ["/music/1.flac"]);
    await settled();
    assertEquals(said, Array(request).fill("Cannot read the tags of the library: no mpv"));
  }
});

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import * as v from "valibot";
import { ActionError } from "../../../players/model/actions.ts";
import { slice } from "../../../players/model/tracks.ts";
import { playlistProperty } from "../../../players/mpv/playlist_mirror.ts";
import { setDeadline } from "../../support/deadline.ts";
import { eventually, mpvTest, TestHost } from "./real_mpv.ts";

setDeadline(600_000);

const small = fc.nat({ max: 5 });

/** A step of a page or of mpv's user. */
const step = fc.oneof(
  fc.record({
    call: fc.constant("queue.add"),
    params: fc.record({ playlist: fc.nat({ max: 1 }), track: small }),
  }),
  fc.record({ call: fc.constant("queue.remove"), params: fc.record({ index: small }) }),
  fc.record({ call: fc.constant("queue.moveToTop"), params: fc.record({ index: small }) }),
  fc.record({
    call: fc.constantFrom("queue.clear", "jitQueue.skip", "jitQueue.stop"),
    params: fc.constant({}),
  }),
  fc.record({ play: fc.tuple(fc.nat({ max: 1 }), small) }),
  fc.record({ append: fc.tuple(fc.nat({ max: 1 }), small) }),
  fc.record({ remove: fc.tuple(fc.nat({ max: 1 }), small) }),
  fc.record({ jit: small }),
  fc.record({ order: fc.nat({ max: 6 }) }),
  fc.record({ next: fc.constant(true) }),
  fc.record({
    user: fc.constantFrom<[string, ...(string | number)[]]>(
      ["playlist-next"],
      ["playlist-prev"],
      ["playlist-move", 0, 3],
      ["playlist-move", 2, 0],
      ["playlist-remove", 0],
      ["playlist-remove", "current"],
      ["playlist-shuffle"],
      ["playlist-clear"],
      ["stop", "keep-playlist"],
      ["seek", 100, "absolute-percent"],
    ),
  }),
  fc.record({ load: fc.tuple(small, fc.constantFrom("append", "append-play", "replace")) }),
);

mpvTest("the player's state agrees with mpv's when pages and mpv's user act at the same time", async () => {
  await using test = await TestHost.start();
  const { host } = test;
  const paths = await test.tracks(6, 30);
  const { signal } = new AbortController();
  const path = (index: number): string => paths[index] ?? "";
  const id = (index: number): string => host.playlists.all[index]?.id ?? "none";
  await test.call("queue.addPaths", { paths: paths.slice(0, 3) });

  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
    await Promise.all(steps.map(async (doing) => {
      try {
        if ("call" in doing) await test.call(doing.call, doing.params);
        else if ("play" in doing) {
          await host.actions["player.playback.play"]?.(
            { playlist: id(doing.play[0]), item: doing.play[1] },
            undefined,
            signal,
          );
        } else if ("append" in doing) {
          await host.actions["player.playlist.append"]?.(
            { playlist: id(doing.append[0]), handles: [{ path: path(doing.append[1]), subsong: 0 }] },
            undefined,
            signal,
          );
        } else if ("remove" in doing) {
          await host.actions["player.playlist.remove"]?.(
            { playlist: id(doing.remove[0]), start: doing.remove[1], count: 1 },
            undefined,
            signal,
          );
        } else if ("jit" in doing) {
          await test.call("jitQueue.playNow", { trackId: "t", url: path(doing.jit) });
        } else if ("order" in doing) {
          await host.actions["player.playback.setOrder"]?.(doing, undefined, signal);
        } else if ("next" in doing) await host.playback.next({}, undefined);
        else if ("load" in doing) await test.inMpv("loadfile", path(doing.load[0]), doing.load[1]);
        else await test.inMpv(...doing.user);
      } catch (error) {
        // An item may be missing or already removed. Other errors are defects.
        if (!(error instanceof ActionError)) throw error;
      }
    }));
    await eventually(async () => {
      await host.playback.settled();
      const entries = v.parse(playlistProperty, await test.inMpv("get_property", "playlist"));
      const idle = await test.inMpv("get_property", "idle-active");
      const playing = host.playback.playing;
      const current = entries.find(({ current }) => current);
      assertEquals(playing?.handle.path, idle ? undefined : current?.filename);
      // mpv's playlist has the user's entries, the playing temporary one and the prepared one.
      const own = slice(host.playlists.at(0).tracks).map(({ path }) => path);
      assert(entries.length - own.length <= (idle ? 0 : 2), JSON.stringify({ entries, own }));
      let shown = 0;
      for (const { filename } of entries) if (filename === own[shown]) shown++;
      assertEquals(shown, own.length);
      if (playing?.place) {
        assertEquals(playing.place.playlist.tracks.at(playing.place.item).path, playing.handle.path);
      }
    });
  });
  // SOAK_RUNS=4000 takes two minutes.
  await fc.assert(property, { numRuns: Number(Deno.env.get("SOAK_RUNS") ?? 60) });
  // Errors without a caller become notices. mpv may report a track that it could not play.
  assertEquals(test.sentences.all.filter((sentence) => !sentence.startsWith("Unable to open item")), []);
});

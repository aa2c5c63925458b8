import "../../support/deadline.ts";
import { assertEquals, assertRejects } from "@std/assert";
import * as fc from "fast-check";
import { CancelledError } from "../../../host_stdio/player.ts";
import { callOnce } from "../../support/call_once.ts";
import { Harness, PlayerFailure, type PlayerScript } from "../../support/harness.ts";
import { selectionPlayer, trackOf } from "./selection_player.ts";

interface Page {
  count: number;
  handles: string[];
  offset: number;
  hasMore: boolean;
  truncated?: true;
}

/** Calls `selection.get` with this many selected tracks. */
async function get(total: number, params?: unknown): Promise<{ page: Page; asked: unknown }> {
  const harness = new Harness({ player: selectionPlayer({ total }) });
  const page = await harness.call<Page>("selection.get", params);
  await harness.close();
  return { page, asked: harness.asked[0]?.params };
}

Deno.test("selection.get pages put together are the whole selection", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(300), fc.option(fc.integer({ min: 1, max: 120 })), async (total, limit) => {
      const collected: string[] = [];
      for (let more = true; more;) {
        const { page } = await get(total, { offset: collected.length, limit });
        collected.push(...page.handles);
        more = page.hasMore;
      }
      assertEquals(collected, Array.from({ length: total }, (_, at) => `s${at}`));
    }),
    { numRuns: 30 },
  );
});

Deno.test("selection.get refuses more handles than it asked for, or than are selected", async () => {
  const handles = [{ path: "a" }, { path: "b" }, { path: "c" }];
  const base = "-32002 Player action failed: player.selection.get answered";
  for (
    const [total, params, message] of [
      [9, { limit: 2 }, `${base} more handles than it was asked for`],
      [2, {}, `${base} more handles than are selected`],
      [9, { offset: 7, limit: 0 }, `${base} more handles than are selected`],
      [9, { offset: 20, limit: 0 }, `${base} more handles than are selected`],
      [3, { limit: 3 }, "taken"],
    ] as const
  ) {
    const harness = new Harness({
      player: { "player.selection.get": { total, type: "unknown", handles } },
    });
    const outcome = await harness.call("selection.get", params).then(
      () => "taken",
      (error) => `${error.object.code} ${error.message}`,
    );
    assertEquals(outcome, message);
    await harness.close();
  }
});

Deno.test("selection.set takes 262,144 handles in one call", async () => {
  const handles = Array.from({ length: 262_144 }, (_, at) => `track ${at}`);
  const { result } = await callOnce(selectionPlayer(), "selection.set", { handles });
  assertEquals(result, { success: true, count: 262_144 });
});

async function call(player: PlayerScript, name: string, params?: unknown): Promise<Record<string, unknown>> {
  const harness = new Harness({ player });
  const result = await harness.call(name, params);
  await harness.close();
  return result;
}

const broken = () => {
  throw new PlayerFailure();
};

Deno.test("selection.getType and selection.getViewerMode read one track of any selection", async () => {
  for (const name of ["selection.getType", "selection.getViewerMode"]) {
    const harness = new Harness({ player: selectionPlayer({ total: 200_000 }) });
    await harness.call(name);
    assertEquals(harness.asked.map(({ params }) => params), [{ offset: 0, limit: 1 }]);
    await harness.close();
  }
});

const playing = trackOf("p", 2);

Deno.test("selection.getViewingTrack finds the track without metadata when the player has none", async () => {
  for (const info of [{ track: null }, broken, undefined, () => ({}) as never]) {
    const { "player.media.info": _info, ...player } = selectionPlayer({ total: 1, playing });
    const script: PlayerScript = info === undefined ? player : { ...player, "player.media.info": info };
    const asked = await call(script, "selection.getViewingTrack", { includeTrackInfo: true });
    assertEquals(asked["found"], true);
    assertEquals(asked, await call(script, "selection.getViewingTrack"));
  }
});

Deno.test("a cancelled selection.getViewingTrack does not fall back as for a failing player", async () => {
  const cancelled = () => {
    throw new CancelledError();
  };
  for (const action of ["player.selection.get", "player.playback.nowPlaying", "player.media.info"] as const) {
    const player = {
      ...selectionPlayer({ total: action === "player.media.info" ? 1 : 0 }),
      [action]: cancelled,
    };
    const harness = new Harness({ player });
    await assertRejects(
      () => harness.call("selection.getViewingTrack", { includeTrackInfo: true }),
      CancelledError,
    );
    await harness.close();
  }
});

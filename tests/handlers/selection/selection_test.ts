import "../../support/deadline.ts";
import { assertEquals, assertRejects } from "@std/assert";
import * as fc from "fast-check";
import { CancelledError } from "../../../host_stdio/player.ts";
import { callOnce } from "../../support/call_once.ts";
import { Harness } from "../../support/harness.ts";
import { selectionPlayer } from "./selection_player.ts";

interface Page {
  count: number;
  handles: string[];
  offset: number;
  hasMore: boolean;
  truncated?: true;
}

/** Calls `selection.get` with this many selected tracks. */
async function get(total: number, params?: unknown): Promise<{ page: Page; asked: unknown }> {
  const harness = new Harness({ player: selectionPlayer(total) });
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

Deno.test("selection.set takes 262,144 handles in one call", async () => {
  const handles = Array.from({ length: 262_144 }, (_, at) => `track ${at}`);
  const { result } = await callOnce(selectionPlayer(), "selection.set", { handles });
  assertEquals(result, { success: true, count: 262_144 });
});

Deno.test("a cancelled selection.getViewingTrack does not fall back as for a failing player", async () => {
  const cancelled = () => {
    throw new CancelledError();
  };
  for (const action of ["player.selection.get", "player.playback.nowPlaying", "player.media.info"] as const) {
    const player = {
      ...selectionPlayer(action === "player.media.info" ? 1 : 0),
      [action]: cancelled,
    };
    await using harness = new Harness({ player });
    await assertRejects(
      () => harness.call("selection.getViewingTrack", { includeTrackInfo: true }),
      CancelledError,
    );
  }
});

import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { Harness } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { selectionPlayer } from "./selection_player.ts";

interface Page {
  count: number;
  handles: string[];
  offset: number;
  hasMore: boolean;
  truncated?: true;
}

/** Calls `selection.get` with so many tracks selected; tells the page and what the player was asked. */
async function get(total: number, params?: unknown): Promise<{ page: Page; asked: unknown }> {
  const harness = new Harness({ player: selectionPlayer({ total }) });
  const page = await harness.call<Page>("selection.get", params);
  await harness.close();
  return { page, asked: harness.asked[0]?.params };
}

Deno.test("selection.get answers the selection without a success field", async () => {
  const harness = new Harness({ player: selectionPlayer({ total: 2, playlist: "list-1" }) });
  const result = await harness.call("selection.get");
  assertEquals(result, {
    count: 2,
    type: "active_playlist_selection",
    handles: ["s0", "s1"],
    offset: 0,
    hasMore: false,
  });
  assertEquals(Object.keys(result), ["count", "type", "handles", "offset", "hasMore"]);
  await harness.close();
});

Deno.test("selection.get writes handles with a suffix only when the subsong is greater than 0", async () => {
  const handles = [{ path: "a" }, { path: "b", subsong: 0 }, { path: "c", subsong: 4294967295 }];
  const harness = new Harness({ player: { "player.selection.get": { total: 3, type: "unknown", handles } } });
  assertEquals((await harness.call("selection.get"))["handles"], ["a", "b", "c|subsong:4294967295"]);
  await harness.close();
});

Deno.test("selection.get caps at 100 when limit is omitted, and says so only above 100", async () => {
  for (const [total, returned, hasMore] of [[0, 0, false], [100, 100, false], [101, 100, true]] as const) {
    const { page, asked } = await get(total);
    assertEquals([page.count, page.handles.length, page.hasMore], [total, returned, hasMore]);
    assertEquals(page.truncated, total > 100 ? true : undefined);
    assertEquals(Object.hasOwn(page, "truncated"), total > 100);
    assertEquals(asked, { offset: 0, limit: 100 });
  }
});

Deno.test("selection.get says truncated on every page of a selection above 100", async () => {
  for (const offset of [0, 50, 101, 200, 1000]) {
    const { page } = await get(201, { offset });
    assertEquals(page.truncated, true);
    assertEquals(page.handles.length, Math.max(0, Math.min(100, 201 - offset)));
    assertEquals(page.hasMore, offset + 100 < 201);
  }
});

Deno.test("selection.get honours an explicit limit as given and never says truncated then", async () => {
  for (const limit of [1, 99, 100, 101, 250, 10_000]) {
    const { page, asked } = await get(250, { limit });
    assertEquals(page.handles.length, Math.min(limit, 250));
    assertEquals(page.hasMore, limit < 250);
    assertEquals(Object.hasOwn(page, "truncated"), false);
    assertEquals(asked, { offset: 0, limit });
  }
});

Deno.test("selection.get with limit 0 gives all entries from offset on", async () => {
  const { page, asked } = await get(250, { offset: 30, limit: 0 });
  assertEquals([page.handles.length, page.handles[0], page.hasMore], [220, "s30", false]);
  assertEquals(Object.hasOwn(page, "truncated"), false);
  assertEquals(asked, { offset: 30, limit: null });
});

Deno.test("selection.get starts at offset and echoes it", async () => {
  for (
    const [offset, handles, hasMore] of [[0, ["s0", "s1"], true], [4, ["s4"], false], [5, [], false]] as const
  ) {
    const { page } = await get(5, { offset, limit: 2 });
    assertEquals([page.count, page.handles, page.offset, page.hasMore], [5, [...handles], offset, hasMore]);
  }
  assertEquals((await get(5, { offset: 2 ** 53 - 1 })).page.hasMore, false);
});

Deno.test("selection.get takes a negative or ill-typed offset or limit as if omitted", async () => {
  for (const value of [-1, 1.5, "5", null, true, [], {}, 2 ** 53]) {
    const { page, asked } = await get(150, { offset: value, limit: value });
    assertEquals(asked, { offset: 0, limit: 100 });
    assertEquals([page.offset, page.truncated], [0, true]);
  }
});

Deno.test("selection.get judges offset and limit each for itself", async () => {
  assertEquals((await get(150, { offset: "x", limit: 3 })).asked, { offset: 0, limit: 3 });
  assertEquals((await get(150, { offset: 3, limit: "x" })).asked, { offset: 3, limit: 100 });
});

Deno.test("selection.get answers unknown for a type that the contract does not know", async () => {
  for (
    const [type, expected] of [
      ["playlist_manager", "playlist_manager"],
      ["sidebar", "unknown"],
      ["", "unknown"],
      ["constructor", "unknown"],
    ] as const
  ) {
    const harness = new Harness({ player: selectionPlayer({ type }) });
    assertEquals((await harness.call("selection.get"))["type"], expected);
    await harness.close();
  }
});

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

Deno.test("selection.get answers a JSON-RPC error when the player fails", async () => {
  await assertPlayerFaults({
    operation: "selection.get",
    player: selectionPlayer(),
    action: "player.selection.get",
    misfits: [
      {},
      { total: 0, type: 0, handles: [] },
      { total: 1, type: "unknown", handles: ["s0"] },
      { total: -1, type: "unknown", handles: [] },
      { total: 0, type: "unknown", handles: [], items: ["x"] },
    ],
  });
});

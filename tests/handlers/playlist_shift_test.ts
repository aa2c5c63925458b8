import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { shiftedPlaylist } from "../../handlers/playlist_shift.ts";

Deno.test("a playlist moves down when one is inserted at its place or before", () => {
  const after = (at: number) =>
    shiftedPlaylist(2, { name: "signal.playlistInserted", params: { playlist: at } });
  assertEquals([0, 1, 2, 3].map(after), [3, 3, 3, 2]);
});

Deno.test("a playlist at the last index that a number can hold stays there", () => {
  const last = Number.MAX_SAFE_INTEGER;
  const inserted = { name: "signal.playlistInserted", params: { playlist: 0 } } as const;
  assertEquals([shiftedPlaylist(last - 1, inserted), shiftedPlaylist(last, inserted)], [last, last]);
});

Deno.test("a playlist moves up when one before it is removed, and is gone when it is itself", () => {
  const after = (at: number) =>
    shiftedPlaylist(2, { name: "signal.playlistRemoved", params: { playlist: at } });
  assertEquals([0, 1, 2, 3].map(after), [1, 1, undefined, 2]);
});

Deno.test("a playlist goes where an order puts it", () => {
  fc.assert(fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), fc.nat(4), (order, old) => {
    const playlists = ["a", "b", "c", "d", "e"];
    const reordered = order.map((from) => playlists[from]);
    const index = shiftedPlaylist(old, { name: "signal.playlistsReordered", params: { order } });
    assertEquals(index === undefined ? undefined : reordered[index], playlists[old]);
  }));
});

Deno.test("an order that leaves a playlist out, and every other signal, leaves it where it is", () => {
  assertEquals(shiftedPlaylist(2, { name: "signal.playlistsReordered", params: { order: [1, 0] } }), 2);
  assertEquals(shiftedPlaylist(2, { name: "signal.selectionChanged", params: {} }), 2);
});

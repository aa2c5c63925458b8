import { assertEquals } from "@std/assert";
import { notAnswered } from "../../../host_stdio/player.ts";
import { Harness, PlayerFailure, type PlayerScript } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { selectionPlayer } from "./selection_player.ts";

/** Calls `selection.set`; tells what it answered and which handles the player was given. */
async function set(params: unknown, player: PlayerScript = selectionPlayer()) {
  const harness = new Harness({ player });
  const result = await harness.call("selection.set", params);
  await harness.close();
  const asked = harness.asked.map(({ name, params }) => name === "player.selection.set" ? params : name);
  return { result, asked };
}

Deno.test("selection.set selects the tracks and answers how many the player has selected", async () => {
  const { result, asked } = await set({ handles: ["a", "b|subsong:2"] });
  assertEquals(result, { success: true, count: 2 });
  assertEquals(asked, [{ handles: [{ path: "a", subsong: 0 }, { path: "b", subsong: 2 }] }]);
});

Deno.test("selection.set answers the player's count, not the number of handles", async () => {
  const { result } = await set({ handles: ["a", "a"] }, { "player.selection.set": { count: 1 } });
  assertEquals(result, { success: true, count: 1 });
});

Deno.test("selection.set asks for its panel", async () => {
  const harness = new Harness({ player: selectionPlayer() });
  await harness.call("selection.set", { handles: ["a"] }, { panel: "p7" });
  assertEquals(harness.asked.map(({ panel }) => panel), ["p7"]);
  await harness.close();
});

Deno.test("selection.set falls back to subsong 0 for a malformed suffix", async () => {
  const { asked } = await set({
    handles: ["a|subsong:x", "b|subsong:", "c|subsong:-1", "d|subsong:4294967296", "e|subsong:01"],
  });
  assertEquals(asked, [{
    handles: [
      { path: "a", subsong: 0 },
      { path: "b", subsong: 0 },
      { path: "c", subsong: 0 },
      { path: "d", subsong: 0 },
      { path: "e", subsong: 1 },
    ],
  }]);
});

Deno.test("selection.set skips entries that are not strings, empty or over-long", async () => {
  const { result, asked } = await set({
    handles: [1, null, {}, ["a"], false, "", "|subsong:2", "x".repeat(2049), "a"],
  });
  assertEquals(result, { success: true, count: 1 });
  assertEquals(asked, [{ handles: [{ path: "a", subsong: 0 }] }]);
});

Deno.test("selection.set takes an entry of 2048 characters, its suffix included, and skips one of 2049", async () => {
  const suffix = "|subsong:7";
  for (const [length, count] of [[2048, 2], [2049, 0]] as const) {
    const handles = ["é".repeat(length), "p".repeat(length - suffix.length) + suffix];
    const { result } = await set({ handles });
    assertEquals(result["count"], count === 0 ? undefined : count);
  }
});

Deno.test("selection.set refuses handles that are missing or no array", async () => {
  for (const params of [undefined, {}, ...[null, "a", 1, true, { 0: "a" }].map((handles) => ({ handles }))]) {
    const { result, asked } = await set(params);
    assertEquals(result, { success: false, error: "handles array is required" });
    assertEquals(asked, []);
  }
});

Deno.test("selection.set refuses an empty array", async () => {
  const { result, asked } = await set({ handles: [] });
  assertEquals(result, { success: false, error: "handles array is empty" });
  assertEquals(asked, []);
});

Deno.test("selection.set refuses handles of which none is valid, without asking the player", async () => {
  const { result, asked } = await set({ handles: [1, "", null] });
  assertEquals(result, { success: false, error: "No valid handles found" });
  assertEquals(asked, []);
});

Deno.test("selection.set takes a selection of no tracks for handles of which none is valid", async () => {
  const { result } = await set({ handles: ["a"] }, { "player.selection.set": { count: 0 } });
  assertEquals(result, { success: false, error: "No valid handles found" });
});

Deno.test("selection.set says so when the player cannot take the selection", async () => {
  for (const code of [-32000, -32010, 1]) {
    const { result } = await set({ handles: ["a"] }, {
      "player.selection.set": () => {
        throw new PlayerFailure("somebody else has it", code);
      },
    });
    assertEquals(result, { success: false, error: "Failed to acquire selection holder" });
  }
});

Deno.test("selection.set reports a player that lacks the action, does not answer or answers nonsense as it is", async () => {
  const silent = () => {
    throw notAnswered();
  };
  for (
    const [player, error] of [
      [{}, "Not supported by this player: player.selection.set"],
      [{ "player.selection.set": silent }, "Player did not answer"],
      [
        { "player.selection.set": () => ({ count: "1" }) as never },
        "Player action failed: player.selection.set answered a result whose count is not number",
      ],
    ] as const
  ) {
    const { result } = await set({ handles: ["a"] }, player);
    assertEquals(result, { success: false, error });
  }
});

Deno.test("selection.set takes 262,144 handles in one call", async () => {
  const handles = Array.from({ length: 262_144 }, (_, at) => `track ${at}`);
  const { result } = await set({ handles });
  assertEquals(result, { success: true, count: 262_144 });
});

// selection.setPlaylistTracking

Deno.test("selection.setPlaylistTracking answers the effective mode", async () => {
  for (const mode of ["playlist", "selection"]) {
    const harness = new Harness({ player: selectionPlayer() });
    assertEquals(await harness.call("selection.setPlaylistTracking", { mode }, { panel: "p7" }), {
      success: true,
      mode,
    });
    assertEquals(harness.asked, [{ name: "player.selection.track", params: { mode }, panel: "p7" }]);
    await harness.close();
  }
});

Deno.test("selection.setPlaylistTracking takes any other value, and none, as selection", async () => {
  for (
    const params of [undefined, ...[null, "", "Playlist", "auto", 1, true, [], {}].map((mode) => ({ mode }))]
  ) {
    const harness = new Harness({ player: selectionPlayer() });
    assertEquals(await harness.call("selection.setPlaylistTracking", params), {
      success: true,
      mode: "selection",
    });
    await harness.close();
  }
});

Deno.test("selection.setPlaylistTracking reports a player that fails", async () => {
  await assertPlayerFaults({
    operation: "selection.setPlaylistTracking",
    params: { mode: "playlist" },
    player: selectionPlayer(),
    action: "player.selection.track",
  });
});

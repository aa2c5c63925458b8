import { assertEquals, assertRejects } from "@std/assert";
import { CancelledError, notAnswered } from "../../../host_stdio/player.ts";
import { Harness, PlayerFailure, type PlayerScript } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { selectionPlayer, trackOf } from "./selection_player.ts";

async function call(player: PlayerScript, name: string, params?: unknown): Promise<Record<string, unknown>> {
  const harness = new Harness({ player });
  const result = await harness.call(name, params);
  await harness.close();
  return result;
}

const TYPES = [
  ["now_playing", 0],
  ["active_playlist_selection", 1],
  ["active_playlist", 2],
  ["playlist_manager", 3],
  ["media_library_viewer", 5],
  ["unknown", -1],
] as const;

const broken = () => {
  throw new PlayerFailure();
};

Deno.test("selection.getType answers the number and the name of the type", async () => {
  for (const [typeName, type] of TYPES) {
    assertEquals(await call(selectionPlayer({ type: typeName }), "selection.getType"), { type, typeName });
  }
});

Deno.test("selection.getType answers unknown for a type that the contract does not know", async () => {
  for (const type of ["", "Now_Playing", "toString", "4"]) {
    assertEquals(await call(selectionPlayer({ type }), "selection.getType"), {
      type: -1,
      typeName: "unknown",
    });
  }
});

Deno.test("selection.getViewerMode prefers what plays exactly when the live type is now_playing", async () => {
  for (const [type] of [...TYPES, ["else"] as const]) {
    assertEquals(await call(selectionPlayer({ type }), "selection.getViewerMode"), {
      mode: type === "now_playing" ? "prefer_playing" : "prefer_selection",
    });
  }
});

Deno.test("selection.getType and selection.getViewerMode ask for one track of a selection of any size", async () => {
  for (const name of ["selection.getType", "selection.getViewerMode"]) {
    const harness = new Harness({ player: selectionPlayer({ total: 200_000 }) });
    await harness.call(name);
    assertEquals(harness.asked.map(({ params }) => params), [{ offset: 0, limit: 1 }]);
    await harness.close();
  }
});

Deno.test("selection.getType and selection.getViewerMode answer a JSON-RPC error when the player fails", async () => {
  for (const operation of ["selection.getType", "selection.getViewerMode"]) {
    await assertPlayerFaults({
      operation,
      player: selectionPlayer(),
      action: "player.selection.get",
      misfits: [{}, { total: 0, handles: [] }],
    });
  }
});

// selection.getViewingTrack

const playing = trackOf("p", 2);

Deno.test("selection.getViewingTrack prefers the playing track when the live type is now_playing", async () => {
  assertEquals(
    await call(selectionPlayer({ type: "now_playing", total: 1, playing }), "selection.getViewingTrack"),
    {
      success: true,
      found: true,
      handle: "p|subsong:2",
      mode: "prefer_playing",
      source: "now_playing",
    },
  );
});

Deno.test("selection.getViewingTrack prefers the first selected track for every other type", async () => {
  for (const [type] of TYPES.slice(1)) {
    assertEquals(await call(selectionPlayer({ type, total: 3, playing }), "selection.getViewingTrack"), {
      success: true,
      found: true,
      handle: "s0",
      mode: "prefer_selection",
      source: "selection",
    });
  }
});

Deno.test("selection.getViewingTrack falls back to the other source when the preferred one has no track", async () => {
  const selected = await call(
    selectionPlayer({ type: "now_playing", total: 1 }),
    "selection.getViewingTrack",
  );
  assertEquals([selected["source"], selected["mode"], selected["handle"]], [
    "selection",
    "prefer_playing",
    "s0",
  ]);
  const played = await call(selectionPlayer({ total: 0, playing }), "selection.getViewingTrack");
  assertEquals([played["source"], played["mode"], played["handle"]], [
    "now_playing",
    "prefer_selection",
    "p|subsong:2",
  ]);
});

Deno.test("selection.getViewingTrack answers found false with the mode when neither source has a track", async () => {
  for (
    const [type, mode] of [["now_playing", "prefer_playing"], [
      "active_playlist",
      "prefer_selection",
    ]] as const
  ) {
    for (const includeTrackInfo of [true, false]) {
      assertEquals(await call(selectionPlayer({ type }), "selection.getViewingTrack", { includeTrackInfo }), {
        success: true,
        found: false,
        mode,
      });
    }
  }
});

Deno.test("selection.getViewingTrack does not ask what plays when the selection is preferred and has a track", async () => {
  const harness = new Harness({ player: selectionPlayer({ total: 200_000, playing }) });
  await harness.call("selection.getViewingTrack", {}, { panel: "p7" });
  assertEquals(harness.asked, [
    { name: "player.selection.get", params: { offset: 0, limit: 1 }, panel: "p7" },
  ]);
  await harness.close();
});

Deno.test("selection.getViewingTrack gives the place of a selected track only as a known pair", async () => {
  const answer = { total: 1, type: "active_playlist", handles: [{ path: "s0" }] };
  const trials: { place: { playlist?: string; items?: number[] }; expected: object }[] = [
    { place: { playlist: "list-2", items: [7] }, expected: { playlistIndex: 2, itemIndex: 7 } },
    { place: { playlist: "list-0", items: [0] }, expected: { playlistIndex: 0, itemIndex: 0 } },
    { place: { playlist: "removed", items: [0] }, expected: {} },
    { place: { playlist: "list-2" }, expected: {} },
    { place: { items: [7] }, expected: {} },
    { place: { playlist: "list-2", items: [] }, expected: {} },
    { place: {}, expected: {} },
  ];
  for (const { place, expected } of trials) {
    const reply = { ...answer, ...place };
    const player = { ...selectionPlayer(), "player.selection.get": reply };
    assertEquals(await call(player, "selection.getViewingTrack"), {
      success: true,
      found: true,
      handle: "s0",
      mode: "prefer_selection",
      source: "selection",
      ...expected,
    });
  }
});

Deno.test("selection.getViewingTrack gives the place of the playing track only as a known pair", async () => {
  for (
    const [place, expected] of [
      [{ playlist: "list-0", item: 0 }, { playlistIndex: 0, itemIndex: 0 }],
      [{ playlist: "removed", item: 0 }, {}],
      [{ playlist: "list-2", item: null }, {}],
      [{ playlist: null, item: 4 }, {}],
      [{ playlist: null, item: null }, {}],
    ] as const
  ) {
    const player = selectionPlayer({ type: "now_playing", playing, place });
    assertEquals(await call(player, "selection.getViewingTrack"), {
      success: true,
      found: true,
      handle: "p|subsong:2",
      mode: "prefer_playing",
      source: "now_playing",
      ...expected,
    });
  }
});

Deno.test("selection.getViewingTrack gives no place when the player cannot list its playlists", async () => {
  const player = selectionPlayer({ total: 1, playlist: "list-1" });
  delete player["player.playlist.list"];
  const result = await call(player, "selection.getViewingTrack");
  assertEquals([result["found"], Object.hasOwn(result, "playlistIndex")], [true, false]);
});

Deno.test("selection.getViewingTrack gives the track only when it is asked for", async () => {
  for (const includeTrackInfo of [undefined, null, false, "yes", 1, [], {}]) {
    const player = selectionPlayer({ total: 1 });
    const harness = new Harness({ player });
    const result = await harness.call("selection.getViewingTrack", { includeTrackInfo });
    assertEquals(Object.hasOwn(result, "track"), false);
    assertEquals(harness.asked.length, 1);
    await harness.close();
  }
});

Deno.test("selection.getViewingTrack gives a selected track with id and fullPath", async () => {
  const reply = { total: 1, type: "active_playlist", handles: [{ path: "s0", subsong: 3 }] };
  const player = { ...selectionPlayer(), "player.selection.get": reply };
  const { track, handle } = await call(player, "selection.getViewingTrack", { includeTrackInfo: true });
  const fullPath = "C:\\Music\\s0|subsong:3";
  assertEquals([handle, track], ["s0|subsong:3", { ...trackOf("s0", 3), id: fullPath, fullPath }]);
});

Deno.test("selection.getViewingTrack gives the playing track as the player has told it, without asking again", async () => {
  const harness = new Harness({
    player: selectionPlayer({ type: "now_playing", playing: trackOf("p", 0) }),
  });
  const { track } = await harness.call("selection.getViewingTrack", { includeTrackInfo: true });
  assertEquals(track, { ...trackOf("p", 0), id: "C:\\Music\\p", fullPath: "C:\\Music\\p" });
  assertEquals(harness.asked.map(({ name }) => name), ["player.selection.get", "player.playback.nowPlaying"]);
  await harness.close();
});

Deno.test("selection.getViewingTrack finds the same track when the player knows nothing of it", async () => {
  for (const info of [{ track: null }, broken, undefined, () => ({}) as never]) {
    const { "player.media.info": _info, ...player } = selectionPlayer({ total: 1, playing });
    const script: PlayerScript = info === undefined ? player : { ...player, "player.media.info": info };
    const asked = await call(script, "selection.getViewingTrack", { includeTrackInfo: true });
    assertEquals(asked["found"], true);
    assertEquals(asked, await call(script, "selection.getViewingTrack"));
  }
});

Deno.test("selection.getViewingTrack always succeeds, also with a player that fails at everything", async () => {
  const silent = () => {
    throw notAnswered();
  };
  for (const reply of [undefined, broken, silent, () => null as never]) {
    const player: PlayerScript = reply === undefined
      ? {}
      : { "player.selection.get": reply, "player.playback.nowPlaying": reply };
    assertEquals(await call(player, "selection.getViewingTrack", { includeTrackInfo: true }), {
      success: true,
      found: false,
      mode: "prefer_selection",
    });
  }
});

Deno.test("selection.getViewingTrack falls back when the player cannot tell the preferred source", async () => {
  const noSelection = { ...selectionPlayer({ playing }), "player.selection.get": broken };
  assertEquals((await call(noSelection, "selection.getViewingTrack"))["source"], "now_playing");
  const noPlaying = {
    ...selectionPlayer({ type: "now_playing", total: 1 }),
    "player.playback.nowPlaying": broken,
  };
  assertEquals((await call(noPlaying, "selection.getViewingTrack"))["source"], "selection");
});

Deno.test("selection.getViewingTrack that is cancelled is no player that cannot tell", async () => {
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

import { assertEquals } from "@std/assert";
import { MAX_PATH_LENGTH, MAX_SUBSONG } from "../../../limits/paths.ts";
import { callOnce } from "../../support/call_once.ts";
import { Harness, PlayerFailure, type PlayerScript } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { command, menuPlayer, playing, selected } from "./menu_player.ts";

/** The operations that choose a context, each with what else it needs. */
const choosing: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "menu.getContextMenu": {},
  "menu.runContextCommandById": { id: 1 },
  "menu.showNativePopup": {},
};

const nodes = [command("Play", { commandId: 1 })];

/** The context that each operation hands to the player, or the error it answers instead; the same for all of them. */
async function contextOf(player: PlayerScript, params: Record<string, unknown>): Promise<unknown> {
  const outcomes: unknown[] = [];
  for (const [name, needed] of Object.entries(choosing)) {
    const { result, asked } = await callOnce(menuPlayer(nodes, player), name, { ...params, ...needed });
    const contexts = asked.flatMap(({ params }) => (params as { context?: unknown }).context ?? []);
    if (result["success"]) {
      // One that builds a menu and then runs a command means the same tracks both times.
      for (const context of contexts) assertEquals(context, contexts[0], name);
      if (name === "menu.getContextMenu") {
        assertEquals(result["mode"], (contexts[0] as { source: string }).source);
      }
      outcomes.push(contexts[0]);
    } else {
      assertEquals(Object.keys(result).sort(), ["error", "success"], name);
      assertEquals(contexts, [], name);
      outcomes.push(result["error"]);
    }
  }
  for (const outcome of outcomes) assertEquals(outcome, outcomes[0]);
  return outcomes[0];
}

const everything = { ...playing(true), ...selected(3) };

Deno.test("mode auto takes usable handles before anything else", async () => {
  assertEquals(await contextOf(everything, { handles: ["/a.flac"] }), {
    source: "handles",
    handles: [{ path: "/a.flac", subsong: 0 }],
  });
});

Deno.test("mode auto takes the playing track when no handle is usable", async () => {
  for (const handles of [undefined, null, [], ["", 5, "relative.flac"]]) {
    assertEquals(await contextOf(everything, { handles }), { source: "nowPlaying" });
  }
});

Deno.test("mode auto takes the selection when nothing plays", async () => {
  assertEquals(await contextOf({ ...playing(false), ...selected(1) }, {}), { source: "selection" });
});

Deno.test("the player is asked for the number of selected tracks, not for all of them", async () => {
  const { asked } = await callOnce(menuPlayer(nodes, selected(200_000)), "menu.getContextMenu", {
    mode: "selection",
  });
  assertEquals(asked[0], { name: "player.selection.get", params: { offset: 0, limit: 1 } });
});

Deno.test("mode auto ends with the playlist", async () => {
  assertEquals(await contextOf({}, {}), { source: "playlist" });
});

Deno.test("mode auto falls through when the player cannot tell what plays or is selected", async () => {
  const broken = () => {
    throw new PlayerFailure();
  };
  for (const fault of [undefined, broken]) {
    assertEquals(await contextOf({ "player.playback.nowPlaying": fault as never, ...selected(1) }, {}), {
      source: "selection",
    });
    assertEquals(
      await contextOf(
        { "player.playback.nowPlaying": fault as never, "player.selection.get": fault as never },
        {},
      ),
      { source: "playlist" },
    );
  }
});

Deno.test("any other mode, of whatever type, is treated as auto", async () => {
  for (const mode of ["Handles", "nowplaying", "", "x", 5, null, true, [], {}]) {
    assertEquals(await contextOf(everything, { mode }), { source: "nowPlaying" }, JSON.stringify(mode));
  }
});

Deno.test("a mode is taken even when an earlier one of auto would fit, and asks for nothing else", async () => {
  const given = { handles: ["/a.flac"] };
  for (const source of ["playlist", "selection", "nowPlaying"]) {
    assertEquals(await contextOf(everything, { ...given, mode: source }), { source });
  }
  const { asked } = await callOnce(menuPlayer(nodes), "menu.getContextMenu", { ...given, mode: "playlist" });
  assertEquals(asked.map(({ name }) => name), ["player.menu.build"]);
});

Deno.test("mode nowPlaying with nothing playing fails", async () => {
  assertEquals(await contextOf(selected(1), { mode: "nowPlaying" }), "No track is playing");
});

Deno.test("mode selection with nothing selected fails", async () => {
  assertEquals(await contextOf(playing(true), { mode: "selection" }), "No tracks selected");
});

Deno.test("mode nowPlaying and selection report a player that cannot tell", async () => {
  for (const [operation, needed] of Object.entries(choosing)) {
    await assertPlayerFaults({
      operation,
      params: { ...needed, mode: "nowPlaying" },
      player: menuPlayer(nodes, playing(true)),
      action: "player.playback.nowPlaying",
    });
    await assertPlayerFaults({
      operation,
      params: { ...needed, mode: "selection" },
      player: menuPlayer(nodes, selected(1)),
      action: "player.selection.get",
    });
  }
});

Deno.test("mode handles without handles fails", async () => {
  for (const handles of [undefined, null, []]) {
    assertEquals(
      await contextOf(everything, { mode: "handles", handles }),
      "handles required for mode=handles",
    );
  }
});

Deno.test("mode handles without a usable handle fails", async () => {
  for (const handles of [[""], [null], ["relative"], [5, {}, []]]) {
    assertEquals(await contextOf(everything, { mode: "handles", handles }), "No usable handles");
  }
});

Deno.test("handles of a wrong type fail in every mode", async () => {
  for (const mode of ["auto", "handles", "selection", "playlist", "nowPlaying"]) {
    for (const handles of ["/a.flac", {}, 5, true]) {
      assertEquals(await contextOf(everything, { mode, handles }), "handles must be an array");
    }
  }
});

Deno.test("handles are taken in string and object form, subsong included", async () => {
  const handles = [
    "/a.flac",
    "/b.cue|subsong:3",
    { path: "/c.cue", subsong: 4 },
    { path: "/d.flac" },
    { path: "/e.flac", subsong: null },
    `/f.cue|subsong:${MAX_SUBSONG}`,
    { path: "/g.cue", subsong: MAX_SUBSONG, more: 1 },
    { path: "/h|subsong:2", subsong: 1 },
  ];
  assertEquals(await contextOf({}, { mode: "handles", handles }), {
    source: "handles",
    handles: [
      { path: "/a.flac", subsong: 0 },
      { path: "/b.cue", subsong: 3 },
      { path: "/c.cue", subsong: 4 },
      { path: "/d.flac", subsong: 0 },
      { path: "/e.flac", subsong: 0 },
      { path: "/f.cue", subsong: MAX_SUBSONG },
      { path: "/g.cue", subsong: MAX_SUBSONG },
      // The object form holds the path as it is.
      { path: "/h|subsong:2", subsong: 1 },
    ],
  });
});

Deno.test("a malformed subsong suffix falls back to subsong 0", async () => {
  assertEquals(await contextOf({}, { mode: "handles", handles: ["/a|subsong:x", "/b|subsong:4294967296"] }), {
    source: "handles",
    handles: [{ path: "/a", subsong: 0 }, { path: "/b", subsong: 0 }],
  });
});

Deno.test("handles of a wrong type, empty, over-long or refused by the bridge are skipped", async () => {
  const long = "/".padEnd(MAX_PATH_LENGTH + 1, "x");
  const unusable = [
    5,
    null,
    true,
    [],
    ["/a"],
    {},
    { path: 5 },
    { subsong: 1 },
    { path: "/a", subsong: "1" },
    { path: "/a", subsong: -1 },
    { path: "/a", subsong: 1.5 },
    { path: "/a", subsong: MAX_SUBSONG + 1 },
    "",
    "|subsong:1",
    { path: "" },
    long,
    { path: long, subsong: 0 },
    "relative.flac",
    "/a/../b",
    "\\\\.\\pipe",
    { path: "/a/../b", subsong: 0 },
  ];
  assertEquals(await contextOf({}, { mode: "handles", handles: [...unusable, "/ok", ...unusable] }), {
    source: "handles",
    handles: [{ path: "/ok", subsong: 0 }],
  });
});

Deno.test("a handle of 2048 characters is used, suffix included, one of 2049 is not", async () => {
  const path = "/".padEnd(MAX_PATH_LENGTH - "|subsong:1".length, "x");
  const longest = "/".padEnd(MAX_PATH_LENGTH, "y");
  assertEquals(
    await contextOf({}, {
      mode: "handles",
      handles: [`${path}|subsong:1`, `${path}x|subsong:1`, longest, `${longest}y`, { path: longest }],
    }),
    {
      source: "handles",
      handles: [{ path, subsong: 1 }, { path: longest, subsong: 0 }, { path: longest, subsong: 0 }],
    },
  );
});

Deno.test("the player is asked once about the paths that pass the bridge's check, without suffixes, before a menu is built", async () => {
  for (const mode of ["handles", "auto"]) {
    const { asked } = await callOnce(menuPlayer(nodes), "menu.getContextMenu", {
      mode,
      handles: ["/a|subsong:2", "relative", { path: "/b", subsong: 0 }],
    });
    assertEquals(asked.map(({ name }) => name), ["player.media.authorize", "player.menu.build"]);
    assertEquals(asked[0]?.params, { paths: ["/a", "/b"] });
  }
});

Deno.test("handles that the player refuses are skipped", async () => {
  const denying = (...indices: number[]): PlayerScript => ({
    "player.media.authorize": { denied: indices.map((index) => ({ index, reason: "no" })) },
  });
  const handles = ["/a", "relative", "/b", "/c"];
  assertEquals(await contextOf(denying(1), { handles }), {
    source: "handles",
    handles: [{ path: "/a", subsong: 0 }, { path: "/c", subsong: 0 }],
  });
  assertEquals(await contextOf(denying(0, 1, 2), { handles }), { source: "playlist" });
  assertEquals(await contextOf(denying(0, 1, 2), { handles, mode: "handles" }), "No usable handles");
});

Deno.test("a player that cannot authorize is reported, in mode auto too", async () => {
  for (const [operation, needed] of Object.entries(choosing)) {
    for (const mode of ["auto", "handles"]) {
      await assertPlayerFaults({
        operation,
        params: { ...needed, mode, handles: ["/a"] },
        player: menuPlayer(nodes),
        action: "player.media.authorize",
        misfits: [{ denied: [{ index: -1, reason: "" }] }],
      });
    }
  }
});

Deno.test("without a path to judge the player is not asked to authorize", async () => {
  const { asked } = await callOnce(menuPlayer(nodes), "menu.getContextMenu", { handles: ["", "relative"] });
  assertEquals(asked.some(({ name }) => name === "player.media.authorize"), false);
});

Deno.test("the player is asked in the name of the calling panel", async () => {
  const harness = new Harness({ player: menuPlayer(nodes) });
  await harness.call("menu.getContextMenu", { handles: ["/a"] }, { panel: "p7" });
  assertEquals(harness.asked.map(({ panel }) => panel), ["p7", "p7"]);
  await harness.close();
});

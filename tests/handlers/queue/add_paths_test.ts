import { assert, assertEquals, assertRejects } from "@std/assert";
import { CancelledError } from "../../../host_stdio/player.ts";
import { Harness, type PlayerScript } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { type Fault, QueuePlayer } from "./queue_player.ts";

const DEDICATED = "[WebView Queue]";

async function addPaths(
  player: QueuePlayer,
  params: unknown,
  script: PlayerScript = player.script,
): Promise<Record<string, unknown>> {
  const harness = new Harness({ player: script });
  const result = await harness.call("queue.addPaths", params);
  await harness.close();
  return result;
}

/** A player with two playlists, of which the second is the dedicated one with one item. */
function withDedicated(): QueuePlayer {
  const player = new QueuePlayer([2, 1], [0]);
  const [, dedicated] = player.playlists;
  assert(dedicated);
  dedicated.name = DEDICATED;
  return player;
}

/** The resolve requests among what a harness was asked. */
function resolvedPaths(harness: Harness): unknown {
  return harness.asked.filter(({ name }) => name === "player.media.resolve").map(({ params }) => params);
}

// What it does

Deno.test("queue.addPaths adds to the dedicated playlist and queues in input order", async () => {
  const player = withDedicated();
  assertEquals(await addPaths(player, { paths: ["b", "a", "b"] }), {
    success: true,
    addedCount: 3,
    invalidCount: 0,
    playlist: 1,
    queueCount: 4,
  });
  assertEquals(player.playlists[1]?.items, ["1/0", "b", "a", "b"]);
  assertEquals(player.queue.slice(1), [
    { path: "b", playlist: "list-1", item: 1 },
    { path: "a", playlist: "list-1", item: 2 },
    { path: "b", playlist: "list-1", item: 3 },
  ]);
});

Deno.test("queue.addPaths creates the dedicated playlist at the end when it is not there", async () => {
  for (const useQueuePlaylist of [undefined, null, true]) {
    const player = new QueuePlayer([2]);
    const result = await addPaths(player, { paths: ["a"], useQueuePlaylist });
    assertEquals(result["playlist"], 1);
    assertEquals(player.playlists[1], { id: "created-1", name: DEDICATED, items: ["a"], locked: false });
  }
});

Deno.test("queue.addPaths uses the dedicated playlist again instead of creating another", async () => {
  const player = new QueuePlayer([2]);
  await addPaths(player, { paths: ["a"] });
  await addPaths(player, { paths: ["b"] });
  assertEquals(player.playlists.map(({ name }) => name), ["Playlist 0", DEDICATED]);
  assertEquals(player.queued, ["a", "b"]);
});

Deno.test("queue.addPaths knows the dedicated playlist by its exact name, the first of several", async () => {
  const player = new QueuePlayer([0, 0, 0, 0]);
  for (const [index, name] of ["[webview queue]", "WebView Queue", DEDICATED, DEDICATED].entries()) {
    const playlist = player.playlists[index];
    if (playlist) playlist.name = name;
  }
  assertEquals((await addPaths(player, { paths: ["a"] }))["playlist"], 2);
});

Deno.test("queue.addPaths reads playlist only when useQueuePlaylist is false", async () => {
  const player = withDedicated();
  assertEquals((await addPaths(player, { paths: ["a"], playlist: 0 }))["playlist"], 1);
  assertEquals((await addPaths(player, { paths: ["a"], playlist: 99 }))["playlist"], 1);
  assertEquals((await addPaths(player, { paths: ["a"], playlist: "x" }))["playlist"], 1);
  assertEquals(
    (await addPaths(player, { paths: ["a"], playlist: 0, useQueuePlaylist: false }))["playlist"],
    0,
  );
  assertEquals(player.playlists[0]?.items, ["0/0", "0/1", "a"]);
});

Deno.test("queue.addPaths takes the active playlist when useQueuePlaylist is false and playlist is left out", async () => {
  for (const playlist of [undefined, null]) {
    const player = new QueuePlayer([2, 1]);
    player.active = "list-1";
    const result = await addPaths(player, { paths: ["a"], useQueuePlaylist: false, playlist });
    assertEquals(result["playlist"], 1);
    assertEquals(player.queue, [{ path: "a", playlist: "list-1", item: 1 }]);
  }
});

Deno.test("queue.addPaths needs no active playlist for the dedicated one", async () => {
  const player = new QueuePlayer();
  player.active = null;
  assertEquals((await addPaths(player, { paths: ["a"] }))["success"], true);
});

Deno.test("queue.addPaths queues every track that an entry yields, in order", async () => {
  const player = new QueuePlayer([0]);
  assertEquals(await addPaths(player, { paths: ["x", "folder3", "y"] }), {
    success: true,
    addedCount: 5,
    invalidCount: 0,
    playlist: 1,
    queueCount: 5,
  });
  assertEquals(player.queued, ["x", "folder3/0", "folder3/1", "folder3/2", "y"]);
});

Deno.test("queue.addPaths sends a path as a text and one with a subsong suffix as a handle", async () => {
  const harness = new Harness({ player: new QueuePlayer([0]).script });
  const paths = [
    "a",
    "b|subsong:3",
    "c|subsong:0",
    "d|subsong:x",
    "e|subsong:",
    "f|subsong:4294967295",
    "g|subsong:4294967296",
    "h|subsong:1|subsong:2",
  ];
  const result = await harness.call("queue.addPaths", { paths });
  assertEquals([result["addedCount"], result["invalidCount"]], [8, 0]);
  assertEquals(resolvedPaths(harness), [{
    paths: [
      "a",
      { path: "b", subsong: 3 },
      { path: "c", subsong: 0 },
      { path: "d", subsong: 0 },
      { path: "e", subsong: 0 },
      { path: "f", subsong: 4294967295 },
      { path: "g", subsong: 0 },
      { path: "h|subsong:1", subsong: 2 },
    ],
  }]);
  await harness.close();
});

Deno.test("queue.addPaths makes no media access check", async () => {
  const harness = new Harness({ player: new QueuePlayer([0]).script });
  assertEquals(
    (await harness.call("queue.addPaths", { paths: ["..\\..\\x", "\\\\?\\C:\\x", "relative"] }))[
      "addedCount"
    ],
    3,
  );
  assertEquals(harness.asked.some(({ name }) => name === "player.media.authorize"), false);
  await harness.close();
});

Deno.test("queue.addPaths asks in the order list, resolve, list, create, append, queue, each for its panel", async () => {
  const harness = new Harness({ player: new QueuePlayer([0]).script });
  await harness.call("queue.addPaths", { paths: ["a"] }, { panel: "p7" });
  assertEquals(harness.asked.map(({ name, panel }) => `${name} ${panel}`), [
    "player.playlist.list p7",
    "player.media.resolve p7",
    "player.playlist.list p7",
    "player.playlist.create p7",
    "player.playlist.append p7",
    "player.queue.append p7",
  ]);
  await harness.close();
});

// Entries that count as invalid

Deno.test("queue.addPaths counts entries that are not strings, empty, over-long or yield nothing", async () => {
  const player = new QueuePlayer([0]);
  const paths = [1, null, {}, ["a"], true, "", "|subsong:2", "x".repeat(2049), "none", "folder0", "a"];
  assertEquals(await addPaths(player, { paths }), {
    success: true,
    addedCount: 1,
    invalidCount: 10,
    playlist: 1,
    queueCount: 1,
  });
  assertEquals(player.queued, ["a"]);
});

Deno.test("queue.addPaths takes an entry of 2048 characters, its suffix included, and none of 2049", async () => {
  for (const [length, invalidCount] of [[2048, 0], [2049, 1]] as const) {
    const suffix = "|subsong:7";
    const paths = ["ok", "é".repeat(length), "p".repeat(length - suffix.length) + suffix];
    const player = new QueuePlayer([0]);
    const result = await addPaths(player, { paths });
    assertEquals([result["addedCount"], result["invalidCount"]], [3 - 2 * invalidCount, 2 * invalidCount]);
  }
});

Deno.test("queue.addPaths does not ask the player to resolve unusable entries", async () => {
  const harness = new Harness({ player: new QueuePlayer([0]).script });
  await harness.call("queue.addPaths", { paths: [1, "a", "", "b"] });
  assertEquals(resolvedPaths(harness), [{ paths: ["a", "b"] }]);
  harness.asked.length = 0;
  assertEquals(await harness.call("queue.addPaths", { paths: ["", 5] }), {
    success: false,
    error: "No valid tracks found",
    invalidCount: 2,
  });
  assertEquals(resolvedPaths(harness), []);
  await harness.close();
});

Deno.test("queue.addPaths answers invalidCount when nothing resolves, and creates no playlist then", async () => {
  const player = new QueuePlayer([2]);
  assertEquals(await addPaths(player, { paths: ["none", "none2", 5] }), {
    success: false,
    error: "No valid tracks found",
    invalidCount: 3,
  });
  assertEquals(player.playlists.length, 1);
});

// Failures and their order

Deno.test("queue.addPaths refuses missing and empty paths", async () => {
  for (const params of [undefined, {}, { paths: null }, { paths: [] }]) {
    const harness = new Harness();
    assertEquals(await harness.call("queue.addPaths", params), {
      success: false,
      error: "No paths specified",
    });
    assertEquals(harness.asked, []);
    await harness.close();
  }
});

Deno.test("queue.addPaths reports wrong types before it asks the player anything", async () => {
  for (
    const [params, error] of [
      [{ paths: "a" }, "paths must be an array"],
      [{ paths: { length: 1 } }, "paths must be an array"],
      [{ paths: 0, useQueuePlaylist: "x" }, "paths must be an array"],
      [{ paths: [], useQueuePlaylist: "x" }, "No paths specified"],
      [{ paths: ["a"], useQueuePlaylist: 0 }, "useQueuePlaylist must be a boolean"],
      [{ paths: ["a"], useQueuePlaylist: "false", playlist: "x" }, "useQueuePlaylist must be a boolean"],
      [{ paths: ["a"], useQueuePlaylist: false, playlist: "0" }, "playlist must be an integer"],
      [{ paths: ["a"], useQueuePlaylist: false, playlist: 0.5 }, "playlist must be an integer"],
    ] as const
  ) {
    const harness = new Harness({ player: new QueuePlayer([1]).script });
    assertEquals(await harness.call("queue.addPaths", params), { success: false, error });
    assertEquals(harness.asked, []);
    await harness.close();
  }
});

Deno.test("queue.addPaths fails without an active playlist when it is to be the target", async () => {
  const player = new QueuePlayer([1]);
  player.active = null;
  assertEquals(await addPaths(player, { paths: ["none"], useQueuePlaylist: false }), {
    success: false,
    error: "No active playlist",
  });
});

Deno.test("queue.addPaths refuses a playlist that does not exist before it resolves anything", async () => {
  for (const playlist of [2, -1, 2 ** 53 - 1]) {
    const harness = new Harness({ player: new QueuePlayer([1, 1]).script });
    assertEquals(
      await harness.call("queue.addPaths", { paths: ["none"], useQueuePlaylist: false, playlist }),
      {
        success: false,
        error: "Invalid playlist index",
      },
    );
    assertEquals(resolvedPaths(harness), []);
    await harness.close();
  }
});

Deno.test("queue.addPaths refuses a locked target, whichever it is, before it resolves anything", async () => {
  for (
    const [params, playlist] of [
      [{}, 1],
      [{ useQueuePlaylist: false, playlist: 0 }, 0],
      [{ useQueuePlaylist: false }, 0],
    ] as const
  ) {
    const player = withDedicated();
    for (const target of player.playlists) target.locked = true;
    const harness = new Harness({ player: player.script });
    assertEquals(await harness.call("queue.addPaths", { paths: ["none"], ...params }), {
      success: false,
      error: "Playlist is locked",
      isLocked: true,
      playlist,
    });
    assertEquals(resolvedPaths(harness), []);
    await harness.close();
  }
});

Deno.test("queue.addPaths does not mind other playlists that are locked", async () => {
  const player = withDedicated();
  const [other] = player.playlists;
  if (other) other.locked = true;
  assertEquals((await addPaths(player, { paths: ["a"] }))["success"], true);
});

// The player fails

Deno.test("queue.addPaths reports a player that fails at any step", async () => {
  for (
    const [action, misfits] of [
      ["player.playlist.list", [{}, { active: null, playlists: [{ id: "a" }] }]],
      ["player.media.resolve", [{}, { resolved: [5] }, { resolved: [[{ subsong: 1 }]] }]],
      ["player.playlist.create", [{}, { playlist: "" }, { playlist: 1 }]],
      ["player.playlist.append", [{}, { start: 0 }, { start: "0", count: 1 }]],
      ["player.queue.append", [{}, { count: -1 }]],
    ] as const
  ) {
    // Each answer is fixed, so that every trial finds the same player.
    const player: PlayerScript = {
      "player.playlist.list": {
        active: "a",
        playlists: [{ id: "a", name: "Playlist 0", count: 1, locked: false }],
      },
      "player.media.resolve": { resolved: [[{ path: "a", subsong: 0 }]] },
      "player.playlist.create": { playlist: "b" },
      "player.playlist.append": { start: 0, count: 1 },
      "player.queue.append": { count: 1 },
    };
    await assertPlayerFaults({
      operation: "queue.addPaths",
      params: { paths: ["a"] },
      player,
      action,
      misfits,
    });
  }
});

Deno.test("queue.addPaths refuses an answer with another number of lists than paths", async () => {
  for (const resolved of [[], [[{ path: "a" }]], [[{ path: "a" }], [], []]]) {
    const player = new QueuePlayer([1]);
    const script = { ...player.script, "player.media.resolve": { resolved } };
    assertEquals(await addPaths(player, { paths: ["a", "b"] }, script), {
      success: false,
      error:
        "Player action failed: player.media.resolve answered another number of lists than it was given paths",
    });
    assertEquals(player.playlists.length, 1);
  }
});

Deno.test("queue.addPaths queues only as many items as the player has appended", async () => {
  const player = withDedicated();
  const script: PlayerScript = {
    ...player.script,
    "player.playlist.append": ({ handles }) => {
      player.playlists[1]?.items.push(...handles.slice(0, 2).map(({ path }) => path));
      return { start: 1, count: 2 };
    },
  };
  assertEquals(await addPaths(player, { paths: ["a", "b", "c"] }, script), {
    success: true,
    addedCount: 2,
    invalidCount: 0,
    playlist: 1,
    queueCount: 3,
  });
  assertEquals(player.queued, ["0/0", "a", "b"]);
});

Deno.test("queue.addPaths queues nothing when the player has appended beyond the last index that there can be", async () => {
  const player = withDedicated();
  const start = Number.MAX_SAFE_INTEGER - 1;
  const script = { ...player.script, "player.playlist.append": { start, count: 2 } };
  const { error } = await addPaths(player, { paths: ["a", "b"] }, script);
  assertEquals(error, "Player action failed: player.playlist.append answered a start beyond any playlist");
});

Deno.test("queue.addPaths queues nothing when the player has appended nothing, or more than it was given", async () => {
  for (const [count, what] of [[0, "that it added nothing"], [3, "more items than it was given"]] as const) {
    const player = withDedicated();
    const script = { ...player.script, "player.playlist.append": { start: 1, count } };
    assertEquals(await addPaths(player, { paths: ["a", "b"] }, script), {
      success: false,
      error: `Player action failed: player.playlist.append answered ${what}`,
    });
    assertEquals(player.queued, ["0/0"]);
  }
});

Deno.test("queue.addPaths has queued what it asked for, whatever else happens to the queue meanwhile", async () => {
  for (const [change, queueCount] of [[2, 5], [-1, 2]] as const) {
    const player = withDedicated();
    player.onAction = (name) => {
      if (name !== "player.queue.append") return;
      // The user queues two entries, or the player goes on to the first.
      if (change > 0) player.queue.push(...player.queue, ...player.queue);
      else player.queue.shift();
    };
    assertEquals(await addPaths(player, { paths: ["a", "b"] }), {
      success: true,
      addedCount: 2,
      invalidCount: 0,
      playlist: 1,
      queueCount,
    });
    assertEquals(player.playlists[1]?.items, ["1/0", "a", "b"]);
  }
});

Deno.test("queue.addPaths takes nothing out of a playlist again, whatever the player fails at", async () => {
  for (const fault of ["refused", "garbled", "lost", "silent"] satisfies Fault[]) {
    const player = withDedicated();
    player.faults["player.queue.append"] = [fault];
    const harness = new Harness({ player: player.script });
    assertEquals((await harness.call("queue.addPaths", { paths: ["a", "b"] }))["success"], false);
    assertEquals(player.playlists[1]?.items, ["1/0", "a", "b"]);
    assertEquals(harness.asked.at(-1)?.name, "player.queue.append");
    await harness.close();
  }
});

// The user moves playlists about

Deno.test("queue.addPaths adds to the playlist that was meant while the user moves playlists about", async () => {
  for (
    const at of [
      "player.media.resolve",
      "player.playlist.append",
      "player.queue.append",
    ] as const
  ) {
    const player = withDedicated();
    player.onAction = (name) => {
      if (name === at) player.playlists.reverse();
    };
    const result = await addPaths(player, { paths: ["a"] });
    assertEquals(player.playlists.map(({ items }) => items), [["1/0", "a"], ["0/0", "0/1"]], at);
    assertEquals(player.queue.at(-1), { path: "a", playlist: "list-1", item: 1 });
    // The index is that of the list that was asked for last.
    assertEquals(result["playlist"], at === "player.media.resolve" ? 0 : 1, at);
  }
});

Deno.test("queue.addPaths finds the dedicated playlist that appears while it resolves, and creates it when it goes", async () => {
  const appears = new QueuePlayer([2]);
  appears.onAction = (name) => {
    const dedicated = { id: "new", name: DEDICATED, items: [], locked: false };
    if (name === "player.media.resolve") appears.playlists.unshift(dedicated);
  };
  assertEquals((await addPaths(appears, { paths: ["a"] }))["playlist"], 0);
  assertEquals(appears.playlists.map(({ items }) => items.length), [1, 2]);

  const goes = withDedicated();
  goes.onAction = (name) => {
    if (name === "player.media.resolve") goes.playlists.pop();
  };
  assertEquals((await addPaths(goes, { paths: ["a"] }))["playlist"], 1);
  assertEquals(goes.playlists.map(({ name }) => name), ["Playlist 0", DEDICATED]);
});

Deno.test("queue.addPaths fails when the user removes its playlist, and adds to no other", async () => {
  for (
    const at of ["player.media.resolve", "player.playlist.append", "player.queue.append"] as const
  ) {
    const player = new QueuePlayer([1, 1, 1]);
    player.onAction = (name) => {
      if (name === at) player.playlists.splice(1, 1);
    };
    assertEquals(
      await addPaths(player, { paths: ["a"], useQueuePlaylist: false, playlist: 1 }),
      { success: false, error: "Invalid playlist index" },
    );
    assertEquals([player.queue, player.playlists.map(({ items }) => items)], [[], [["0/0"], ["2/0"]]]);
  }
});

Deno.test("queue.addPaths refuses a playlist that the user locks while it resolves", async () => {
  const player = withDedicated();
  player.onAction = (name) => {
    const [, dedicated] = player.playlists;
    if (name === "player.media.resolve" && dedicated) dedicated.locked = true;
  };
  assertEquals(await addPaths(player, { paths: ["a"] }), {
    success: false,
    error: "Playlist is locked",
    isLocked: true,
    playlist: 1,
  });
});

// Cancelling

Deno.test("queue.addPaths that is cancelled while it resolves leaves no trace", async () => {
  const player = new QueuePlayer([1]);
  const harness = new Harness({ player: player.script });
  const controller = new AbortController();
  player.onAction = (name) => {
    if (name === "player.media.resolve") controller.abort();
  };
  await assertRejects(
    () => harness.call("queue.addPaths", { paths: ["a"] }, { signal: controller.signal }),
    CancelledError,
  );
  assertEquals([player.playlists.length, player.queue], [1, []]);
  await harness.close();
});

Deno.test("queue.addPaths that is cancelled after it has begun to change things is brought to its end", async () => {
  for (const at of ["player.playlist.create", "player.playlist.append", "player.queue.append"] as const) {
    const player = new QueuePlayer([1]);
    const harness = new Harness({ player: player.script });
    const controller = new AbortController();
    player.onAction = (name) => {
      if (name === at) controller.abort();
    };
    await harness.call("queue.addPaths", { paths: ["a"] }, { signal: controller.signal });
    assertEquals([player.playlists[1]?.items, player.queued], [["a"], ["a"]]);
    await harness.close();
  }
});

// Scale

Deno.test("queue.addPaths takes a folder of 262,144 tracks and as many paths in one call", async () => {
  const size = 262_144;
  const player = new QueuePlayer();
  // The model appends by spreading, which so many arguments do not survive.
  const script: PlayerScript = {
    ...player.script,
    "player.playlist.append": ({ handles }) => ({ start: 0, count: handles.length }),
    "player.queue.append": ({ entries }) => ({ count: entries.length }),
  };
  const paths: unknown[] = Array.from({ length: size - 1 }, () => "");
  paths.push(`folder${size}`);
  assertEquals(await addPaths(player, { paths }, script), {
    success: true,
    addedCount: size,
    invalidCount: size - 1,
    playlist: 0,
    queueCount: size,
  });
});

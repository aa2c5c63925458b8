import { assert, assertEquals } from "@std/assert";
import { empty, handle, jitTest, settle, urlOf } from "./jit_harness.ts";

const limitText = "Batch exceeds maximum size (10000)";

function urls(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `http://host/${index}`);
}

jitTest("preloadBatch empties, appends in one action, announces, answers and plays", async (jit) => {
  await jit.playing("a");
  jit.clearLog();
  const result = await jit.call("preloadBatch", { urls: ["http://p", "/q|subsong:4"], startIndex: 1 });
  assertEquals(result, { success: true, tracksAdded: 2 });
  assertEquals(jit.harness.asked.map(({ name, params }) => [name, params]), [
    ["player.playlist.remove", { playlist: 2, start: 0, count: 1 }],
    ["player.playlist.append", { playlist: 2, handles: [handle("http://p"), handle("/q", 4)] }],
    ["player.playback.play", { playlist: 2, item: 1 }],
  ]);
  assertEquals(jit.events, [["preloadComplete", { count: 2, startIndex: 1, replace: true }]]);
});

jitTest("preloadComplete precedes the answer, and the answer precedes the play", async (jit) => {
  const playing = jit.hold("playback.play");
  const order: string[] = [];
  const { answer } = await jit.begin("preloadBatch", { urls: urls(2) });
  order.push(...jit.events.map(([event]) => event));
  await answer;
  assertEquals(order, ["preloadComplete"]);
  assertEquals(playing.length, 1);
});

jitTest("entries become handles without touching the disk, one track each", async (jit) => {
  await jit.call("preloadBatch", { urls: ["/folder", "file:///x", "C:\\y|subsong:2"] });
  assertEquals(jit.askedWith("media.resolve"), []);
  assertEquals(jit.shadow?.items, [handle("/folder"), handle("file:///x"), handle("C:\\y", 2)]);
});

jitTest("a preloaded track's id is the entry as given, its title empty", async (jit) => {
  await jit.call("preloadBatch", { urls: ["/x|subsong:7"] });
  assertEquals((await jit.state()).currentTrackId, "/x|subsong:7");
  jit.harness.signal("signal.trackStarted", { handle: handle("/x", 7), playlist: 2, item: 0 });
  assertEquals(jit.sent("trackChanged"), [{ trackId: "/x|subsong:7", title: "" }]);
});

jitTest("a malformed suffix belongs to the path", async (jit) => {
  const entries = [
    "/x|subsong:",
    "/x|subsong:1.5",
    "/x|subsong:-1",
    "/x|subsong:4294967296",
    "/x|subsong:4294967295",
  ];
  await jit.call("preloadBatch", { urls: entries });
  assertEquals(jit.shadow?.items, [
    ...entries.slice(0, 4).map((path) => handle(path)),
    handle("/x", 4294967295),
  ]);
});

jitTest("with replace false the tracks are appended to a running session, which plays on", async (jit) => {
  await jit.playing("a");
  jit.clearLog();
  assertEquals(
    await jit.call("preloadBatch", { urls: [urlOf("b"), urlOf("c")], replace: false, startIndex: 1 }),
    {
      success: true,
      tracksAdded: 2,
    },
  );
  assertEquals(jit.asked, ["playlist.append"]);
  const state = await jit.state();
  assertEquals([state.state, state.currentTrackId, state.nextTrackId, state.bufferSize], [
    "Active",
    "a",
    urlOf("b"),
    3,
  ]);
});

jitTest("with replace false and no running session it plays base + startIndex", async (jit) => {
  jit.playlists.push({ name: "__webview_buffer__", items: [handle("/left")], lock: null });
  await jit.call("preloadBatch", {
    urls: [urlOf("a"), urlOf("b"), urlOf("c")],
    replace: false,
    startIndex: 1,
  });
  assertEquals(jit.askedWith("playback.play"), [{ playlist: 2, item: 2 }]);
  const state = await jit.state();
  assertEquals([state.currentTrackId, state.nextTrackId, state.bufferSize], [urlOf("b"), urlOf("c"), 2]);
  assertEquals(jit.order, 0);
});

jitTest("with replace false after stop with clearBuffer false it is appended and played", async (jit) => {
  await jit.playing("a");
  await jit.call("stop", { clearBuffer: false });
  await jit.call("preloadBatch", { urls: [urlOf("b")], replace: false });
  assertEquals(jit.paths, [urlOf("a"), urlOf("b")]);
  assertEquals(jit.askedWith("playback.play").at(-1), { playlist: 2, item: 1 });
  assertEquals((await jit.state()).bufferSize, 1);
});

jitTest("with replace false and nothing of the session playing, it is played", async (jit) => {
  jit.resolutions.set(urlOf("a"), []);
  await jit.playNow("a");
  await jit.call("preloadBatch", { urls: [urlOf("b"), urlOf("c")], replace: false, startIndex: 1 });
  assertEquals((await jit.state()).currentTrackId, urlOf("c"));
  assertEquals(jit.askedWith("playback.play"), [{ playlist: 2, item: 1 }]);
});

jitTest("a track that has failed is not met again when a batch is appended", async (jit) => {
  jit.failing("playback.play");
  await jit.playNow("a");
  jit.working("playback.play");
  await jit.call("preloadBatch", { urls: [urlOf("b")], replace: false });
  assertEquals(jit.paths, [urlOf("b")]);
});

jitTest("items that an earlier bridge has left are none of the buffer", async (jit) => {
  jit.playlists.push({ name: "__webview_buffer__", items: [handle("/left"), handle("/left")], lock: null });
  jit.failing("playlist.append");
  await jit.call("preloadBatch", { urls: [urlOf("a")], replace: false });
  assertEquals((await jit.state()).bufferSize, 0);
});

jitTest(
  "after a batch whose emptying fails, the user's own items are still none of the session's",
  async (jit) => {
    await jit.playing("a");
    jit.shadow?.items.push(handle("/own/x"));
    await jit.enqueueNext("b");
    jit.failing("playlist.remove");
    await jit.call("preloadBatch", { urls: urls(2) });
    assertEquals((await jit.state()).nextTrackId, "b");
  },
);

jitTest(
  "preloaded tracks after the current one count as buffered: needNext comes only at the last",
  async (jit) => {
    await jit.call("preloadBatch", { urls: ["a", "b", "c"].map(urlOf) });
    jit.clearLog();
    await jit.started("a");
    await jit.time(99, 100);
    await jit.started("b");
    await jit.time(99, 100);
    assertEquals(jit.events.map(([event]) => event), ["trackChanged", "trackChanged"]);
    await jit.started("c");
    assertEquals(jit.sent("needNext"), [{ currentTrackId: urlOf("c"), reason: "trackChange" }]);
  },
);

jitTest("a batch whose play fails: jitQueue:error, then needNext with reason error", async (jit) => {
  jit.failing("playback.play");
  assertEquals((await jit.call("preloadBatch", { urls: ["/a", "/b"] }))["success"], true);
  assertEquals(jit.events, [
    ["preloadComplete", { count: 2, startIndex: 0, replace: true }],
    ["error", { trackId: "/a", error: "Player action failed: it broke", path: "/a" }],
    ["needNext", { currentTrackId: "/a", reason: "error" }],
  ]);
});

for (const action of ["playlist.remove", "playlist.append"]) {
  jitTest(`a batch whose ${action} fails carries tracksAdded 0, and a session goes on`, async (jit) => {
    await jit.playing("a");
    await jit.enqueueNext("b");
    jit.clearLog();
    jit.failing(action);
    assertEquals(await jit.call("preloadBatch", { urls: urls(2) }), {
      success: false,
      tracksAdded: 0,
      error: "Player action failed: it broke",
    });
    assertEquals(jit.sent("preloadComplete"), []);
    assertEquals((await jit.state()).currentTrackId, "a");
  });
}

jitTest("a batch whose emptying fails leaves what was buffered", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  jit.failing("playlist.remove");
  await jit.call("preloadBatch", { urls: urls(2) });
  const state = await jit.state();
  assertEquals([state.state, state.nextTrackId, state.bufferSize], ["Active", "b", 2]);
});

jitTest("a batch that fails after emptying asks for what was lost", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  await jit.started("b");
  await jit.call("preloadBatch", { urls: [urlOf("c")], replace: false });
  await jit.started("c");
  await jit.call("preloadBatch", { urls: [urlOf("d")], replace: false });
  await jit.started("d");
  jit.clearLog();
  await jit.enqueueNext("e");
  jit.failing("playlist.append");
  await jit.call("preloadBatch", { urls: urls(2) });
  assertEquals((await jit.state()).bufferSize, 0);
  await jit.time(80, 100);
  assertEquals(jit.sent("needNext"), [{ currentTrackId: urlOf("d"), reason: "prefetch" }]);
});

jitTest("a batch from Idle that fails leaves Idle, and nothing is changed", async (jit) => {
  jit.failing("playlist.append");
  await jit.call("preloadBatch", { urls: urls(2) });
  assertEquals(await jit.stateName(), "Idle");
  assertEquals(jit.order, 4);
  assertEquals(jit.askedWith("playback.setOrder"), []);
});

jitTest("an append that the player only half carries out fails and is taken back", async (jit) => {
  jit.harness.player["player.playlist.append"] = { start: 0, count: 1 };
  assertEquals(await jit.call("preloadBatch", { urls: urls(2) }), {
    success: false,
    tracksAdded: 0,
    error: "Player action failed: player.playlist.append answered a count that is not 2",
  });
  assertEquals(jit.askedWith("playlist.remove"), [{ playlist: 2, start: 0, count: 1 }]);
});

// Parameters

jitTest("urls missing, null, not an array or without a valid entry: Empty URL list", async (jit) => {
  const bad: unknown[] = [
    undefined,
    {},
    { urls: null },
    { urls: "http://x" },
    { urls: { 0: "http://x" } },
    { urls: [] },
    { urls: ["", 5, null, ["x"], {}, true] },
    { urls: ["x".repeat(2049)] },
  ];
  for (const params of bad) {
    assertEquals(await jit.call("preloadBatch", params), {
      success: false,
      tracksAdded: 0,
      error: "Empty URL list",
    });
  }
  assertEquals(jit.asked, []);
});

jitTest("entries that are no strings, are empty or over-long are dropped and counted", async (jit) => {
  const result = await jit.call("preloadBatch", {
    urls: [1, "", null, "x".repeat(2049), "x".repeat(2048), { url: "x" }, "/y", false],
  });
  assertEquals(result, { success: true, tracksAdded: 2, invalidCount: 6 });
  assertEquals(jit.paths, ["x".repeat(2048), "/y"]);
});

jitTest(
  "the limit of 2048 is on the whole string, suffix included, and counts UTF-16 code units",
  async (jit) => {
    const suffix = "|subsong:12";
    const fits = "x".repeat(2048 - suffix.length) + suffix;
    const wide = "😀".repeat(1024);
    assertEquals(await jit.call("preloadBatch", { urls: [fits, `x${fits}`, wide, `${wide}x`] }), {
      success: true,
      tracksAdded: 2,
      invalidCount: 2,
    });
  },
);

jitTest("invalidCount is only there when something was rejected", async (jit) => {
  assertEquals(Object.hasOwn(await jit.call("preloadBatch", { urls: ["/x"] }), "invalidCount"), false);
});

jitTest("exactly 10000 valid entries pass, whatever invalid ones are beside them", async (jit) => {
  const result = await jit.call("preloadBatch", { urls: ["", ...urls(10000), 5], startIndex: 9999 });
  assertEquals(result, { success: true, tracksAdded: 10000, invalidCount: 2 });
  assertEquals(jit.askedWith("playlist.append").length, 1);
  assertEquals((await jit.state()).bufferSize, 1);
});

jitTest(
  "10001 valid entries fail the whole batch, without tracksAdded and without touching anything",
  async (jit) => {
    assertEquals(await jit.call("preloadBatch", { urls: urls(10001) }), { success: false, error: limitText });
    assertEquals(jit.asked, []);
  },
);

jitTest("the limit is before everything, the types of the other parameters included", async (jit) => {
  const params = { urls: urls(10001), startIndex: "x", replace: 5 };
  assertEquals(await jit.call("preloadBatch", params), { success: false, error: limitText });
});

jitTest("startIndex is judged against the surviving entries", async (jit) => {
  const given = { urls: ["", "/a", 5, "/b"] };
  const outOfRange = { success: false, tracksAdded: 0, error: "startIndex out of range" };
  assertEquals(await jit.call("preloadBatch", { ...given, startIndex: 2 }), outOfRange);
  assertEquals(await jit.call("preloadBatch", { ...given, startIndex: -1 }), outOfRange);
  assertEquals((await jit.call("preloadBatch", { ...given, startIndex: 1 }))["success"], true);
  assertEquals((await jit.state()).currentTrackId, "/b");
});

jitTest("startIndex is also judged where nothing is to be played", async (jit) => {
  await jit.playing("a");
  assertEquals(
    (await jit.call("preloadBatch", { urls: ["/b"], startIndex: 1, replace: false }))["error"],
    "startIndex out of range",
  );
});

jitTest("wrong types carry tracksAdded 0; urls come first, then startIndex, then replace", async (jit) => {
  const failed = (error: string) => ({ success: false, tracksAdded: 0, error });
  const call = (params: unknown) => jit.call("preloadBatch", params);
  assertEquals(await call({ urls: [], startIndex: "0", replace: 1 }), failed("Empty URL list"));
  assertEquals(
    await call({ urls: ["/a"], startIndex: "0", replace: 1 }),
    failed("startIndex must be an integer"),
  );
  assertEquals(await call({ urls: ["/a"], startIndex: 0.5 }), failed("startIndex must be an integer"));
  assertEquals(await call({ urls: ["/a"], startIndex: 7, replace: 1 }), failed("startIndex out of range"));
  assertEquals(await call({ urls: ["/a"], replace: "yes" }), failed("replace must be a boolean"));
  assertEquals((await call({ urls: ["/a"], startIndex: null, replace: null }))["success"], true);
  assertEquals((await call({ urls: ["/a"], startIndex: 0.0, replace: true, other: 1 }))["success"], true);
});

jitTest("the wrong types of trackId, url and title, and their required texts", async (jit) => {
  for (const method of ["playNow", "enqueueNext"]) {
    const call = async (params: unknown) => (await jit.call(method, params))["error"];
    for (const trackId of [undefined, null, ""]) {
      assertEquals(await call({ trackId, url: "" }), "trackId is required");
    }
    assertEquals(await call(undefined), "trackId is required");
    assertEquals(await call({ trackId: 5, url: "x" }), "trackId must be a string");
    for (const url of [undefined, null, ""]) {
      assertEquals(await call({ trackId: "a", url, title: 5 }), "url is required");
    }
    assertEquals(await call({ trackId: "a", url: ["x"] }), "url must be a string");
    assertEquals(
      await call({ trackId: "a", url: "x".repeat(2049), title: 5 }),
      "URL exceeds maximum length (2048)",
    );
    assertEquals(await call({ trackId: "a", url: "x", title: 5 }), "title must be a string");
  }
  assertEquals(jit.asked, []);
  assertEquals((await jit.call("playNow", { trackId: "a", url: "x".repeat(2048) }))["success"], true);
  assertEquals((await jit.call("enqueueNext", { trackId: "b", url: "y".repeat(2048) }))["success"], true);
});

jitTest("clearBuffer must be a boolean, null is its default", async (jit) => {
  assertEquals(await jit.call("stop", { clearBuffer: 0 }), {
    success: false,
    error: "clearBuffer must be a boolean",
  });
  await jit.playing("a");
  await jit.call("stop", { clearBuffer: null });
  assertEquals(jit.paths, []);
});

jitTest("three hundred tracks are played through without a needNext before the last", async (jit) => {
  const count = 300;
  await jit.call("preloadBatch", { urls: urls(count) });
  for (let index = 0; index < count; index++) {
    jit.harness.signal("signal.trackStarted", {
      handle: handle(`http://host/${index}`),
      playlist: 2,
      item: jit.paths.indexOf(`http://host/${index}`),
    });
    await settle();
  }
  assertEquals(jit.sent("needNext").length, 1);
  assertEquals(jit.sent("trackChanged").length, count);
  assertEquals(jit.paths, [`http://host/${count - 1}`]);
  assert(jit.askedWith("playlist.remove").length >= count - 1);
});

jitTest(
  "what the user has put into the shadow playlist is none of the session's while a batch removes it",
  async (jit) => {
    jit.playlists.push({ name: "__webview_buffer__", items: [handle("/own/4")], lock: null });
    await jit.call("preloadBatch", { urls: [urlOf("a")], replace: false });
    await jit.started("a");
    const removing = jit.hold("playlist.remove");
    const batch = await jit.begin("preloadBatch", { urls: [urlOf("b")] });
    await jit.startedAt("/own/4", 2, 0);
    assertEquals(await jit.state(), empty(2));
    jit.unhold("playlist.remove");
    removing[0]?.release();
    await settle();
    assertEquals(await batch.answer, { success: true, tracksAdded: 1 });
    assertEquals(jit.paths, [urlOf("b")]);
  },
);

import { assertEquals } from "@std/assert";
import { empty, handle, jitTest, settle, urlOf } from "./jit_harness.ts";

// Each name is a clause of contract-decisions.md, "jitQueue".

jitTest("before anything, the state is Idle, ids are empty and shadowPlaylist is -1", async (jit) => {
  assertEquals(await jit.state(), empty(-1));
  assertEquals(jit.asked, []);
});

jitTest("isActive is not Idle, in every other state", async (jit) => {
  await jit.playNow("a");
  assertEquals([await jit.stateName(), (await jit.state()).isActive], ["Active", true]);
  await jit.started("a");
  assertEquals([await jit.stateName(), (await jit.state()).isActive], ["WaitingNext", true]);
  await jit.stopped("endOfFile");
  assertEquals([await jit.stateName(), (await jit.state()).isActive], ["Exhausted", true]);
});

jitTest("an absent title is empty, in trackChanged too", async (jit) => {
  await jit.call("playNow", { trackId: "a", url: urlOf("a") });
  await jit.started("a");
  await jit.call("enqueueNext", { trackId: "b", url: urlOf("b"), title: null });
  await jit.started("b");
  assertEquals(jit.sent("trackChanged"), [{ trackId: "a", title: "" }, { trackId: "b", title: "" }]);
});

jitTest("the shadow playlist is created when first needed and locked as JIT Queue Buffer", async (jit) => {
  assertEquals((await jit.playNow("a"))["shadowPlaylist"], 2);
  assertEquals(jit.askedWith("playlist.create"), [{ name: "__webview_buffer__" }]);
  assertEquals(jit.askedWith("playlist.lock"), [{ playlist: 2, name: "JIT Queue Buffer", locked: true }]);
  assertEquals((await jit.state()).shadowPlaylist, 2);
});

jitTest("a shadow playlist that is there already is found by its name and emptied", async (jit) => {
  const items = [handle("/left/1"), handle("/left/2")];
  jit.playlists.splice(1, 0, { name: "__webview_buffer__", items, lock: null });
  assertEquals((await jit.playNow("a"))["shadowPlaylist"], 1);
  assertEquals(jit.askedWith("playlist.create"), []);
  assertEquals(jit.askedWith("playlist.lock"), [{ playlist: 1, name: "JIT Queue Buffer", locked: true }]);
  assertEquals(jit.askedWith("playlist.remove"), [{ playlist: 1, start: 0, count: 2 }]);
  assertEquals(jit.paths, ["http://a"]);
});

jitTest("it is locked once, not for every session", async (jit) => {
  await jit.playing("a");
  await jit.call("stop");
  await jit.playing("b");
  assertEquals(jit.askedWith("playlist.lock").length, 1);
});

jitTest("leaving Idle sets order 0, going Idle restores order and active playlist", async (jit) => {
  await jit.playing("a");
  assertEquals(jit.askedWith("playback.setOrder"), [{ order: 0 }]);
  assertEquals(jit.order, 0);
  jit.active = 2;
  await jit.call("clear");
  assertEquals(jit.askedWith("playback.setOrder"), [{ order: 0 }, { order: 4 }]);
  assertEquals(jit.askedWith("playlist.activate"), [{ playlist: 1 }]);
  assertEquals([jit.order, jit.active], [4, 1]);
});

jitTest("without an active playlist only the order is restored", async (jit) => {
  jit.active = null;
  await jit.playing("a");
  await jit.stopped("user");
  assertEquals(jit.order, 4);
  assertEquals(jit.askedWith("playlist.activate"), []);
});

jitTest("within a session nothing is remembered again", async (jit) => {
  await jit.playing("a");
  await jit.playing("b");
  await jit.stopped("endOfFile");
  await jit.playing("c");
  assertEquals(jit.askedWith("playback.setOrder"), [{ order: 0 }]);
  assertEquals(jit.askedWith("playlist.list").length, 1);
});

for (const action of ["playlist.lock", "playback.setOrder", "playlist.activate"]) {
  jitTest(`a failure of ${action} is logged, not reported`, async (jit) => {
    jit.failing(action);
    await jit.playing("a");
    assertEquals(await jit.call("stop"), { success: true });
    assertEquals(jit.sent("error"), []);
    assertEquals(await jit.stateName(), "Idle");
    assertEquals(jit.harness.reported.some(({ level }) => level === "warning"), true);
  });
}

jitTest(
  "a shadow playlist that can neither be listed nor created fails the call and changes nothing",
  async (jit) => {
    for (const action of ["playlist.list", "playlist.create"]) {
      jit.failing(action);
      assertEquals(await jit.playNow("a"), { success: false, error: "Player action failed: it broke" });
      assertEquals(await jit.call("preloadBatch", { urls: ["x"] }), {
        success: false,
        tracksAdded: 0,
        error: "Player action failed: it broke",
      });
      jit.working(action);
    }
    assertEquals(await jit.stateName(), "Idle");
    assertEquals(jit.events, []);
    assertEquals(jit.order, 4);
  },
);

jitTest("events go to the panel whose playNow was accepted last", async (jit) => {
  await jit.playing("a", { panel: "p1" });
  await jit.playing("b", { panel: "p2" });
  assertEquals(
    jit.harness.events.map(({ event, audience }) => [event, audience]),
    [
      ["jitQueue:trackChanged", { panel: "p1" }],
      ["jitQueue:needNext", { panel: "p1" }],
      ["jitQueue:trackChanged", { panel: "p2" }],
      ["jitQueue:needNext", { panel: "p2" }],
    ],
  );
});

jitTest("events of a session that no panel has begun go to all", async (jit) => {
  await jit.playing("a", { panel: null });
  assertEquals(jit.harness.events.map(({ audience }) => audience), ["all", "all"]);
});

jitTest(
  "enqueueNext and an appending preloadBatch of another panel leave the target; preloadComplete goes to its caller",
  async (jit) => {
    await jit.playing("a", { panel: "p1" });
    await jit.enqueueNext("b", { panel: "p2" });
    await jit.call("preloadBatch", { urls: [urlOf("c")], replace: false }, { panel: "p3" });
    jit.clearLog();
    await jit.call("preloadBatch", { urls: [urlOf("d")], replace: false }, { panel: "p3" });
    await jit.started("b");
    await jit.started("c");
    assertEquals(
      jit.harness.events.map(({ event, audience }) => [event, audience]),
      [
        ["jitQueue:preloadComplete", { panel: "p3" }],
        ["jitQueue:trackChanged", { panel: "p1" }],
        ["jitQueue:trackChanged", { panel: "p1" }],
      ],
    );
  },
);

jitTest("a preloadBatch that plays makes its caller's panel the target", async (jit) => {
  await jit.playing("a", { panel: "p1" });
  jit.clearLog();
  await jit.call("preloadBatch", { urls: [urlOf("c")] }, { panel: "p2" });
  await jit.started("c");
  assertEquals(jit.harness.events.map(({ audience }) => audience), [
    { panel: "p2" },
    { panel: "p2" },
    { panel: "p2" },
  ]);
});

jitTest("a panel that has closed gets no more events, and nobody else gets them instead", async (jit) => {
  await jit.playing("a", { panel: "p1" });
  jit.harness.closePanel("p2");
  await jit.enqueueNext("b");
  jit.clearLog();
  jit.harness.closePanel("p1");
  await jit.started("b");
  await jit.time(80, 100);
  await jit.stopped("endOfFile");
  assertEquals(jit.events, []);
  assertEquals(await jit.stateName(), "Exhausted");
  await jit.playing("c", { panel: "p2" });
  assertEquals(jit.events.length, 2);
});

jitTest("needNext moves to WaitingNext, an accepted enqueueNext back to Active", async (jit) => {
  await jit.playing("a");
  assertEquals(await jit.stateName(), "WaitingNext");
  await jit.enqueueNext("b");
  assertEquals(await jit.stateName(), "Active");
});

jitTest("an accepted append moves back to Active", async (jit) => {
  await jit.playing("a");
  await jit.call("preloadBatch", { urls: [urlOf("b")], replace: false });
  assertEquals(await jit.stateName(), "Active");
});

jitTest("a refused enqueueNext leaves WaitingNext", async (jit) => {
  await jit.playing("a");
  jit.resolutions.set(urlOf("b"), []);
  await jit.enqueueNext("b");
  assertEquals(await jit.stateName(), "WaitingNext");
});

// playNow

jitTest("playNow makes its track the current one, forgets the next one and is Active", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  const resolving = jit.hold("media.resolve");
  await jit.playNow("c");
  assertEquals(await jit.state(), {
    state: "Active",
    isActive: true,
    currentTrackId: "c",
    nextTrackId: "",
    bufferSize: 0,
    shadowPlaylist: 2,
  });
  resolving[0]?.release();
  await settle();
  assertEquals((await jit.state()).bufferSize, 1);
});

jitTest("playNow empties the shadow playlist, then resolves, appends and plays", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  jit.clearLog();
  await jit.playNow("c");
  assertEquals(jit.harness.asked.map(({ name, params }) => [name, params]), [
    ["player.playlist.remove", { playlist: 2, start: 0, count: 2 }],
    ["player.media.resolve", { paths: ["http://c"] }],
    ["player.playlist.append", { playlist: 2, handles: [{ path: "http://c", subsong: 0 }] }],
    ["player.playback.play", { playlist: 2, item: 0 }],
  ]);
});

jitTest("playNow plays the first of what its url resolves to", async (jit) => {
  jit.resolutions.set(urlOf("a"), [handle("/x", 3), handle("/y")]);
  await jit.playNow("a");
  assertEquals(jit.shadow?.items, [handle("/x", 3)]);
});

jitTest("a subsong suffix is resolved as a handle, a malformed one is cut off", async (jit) => {
  await jit.call("playNow", { trackId: "a", url: "/x|subsong:3" });
  await jit.call("playNow", { trackId: "a", url: "/x|subsong:0" });
  await jit.call("playNow", { trackId: "a", url: "/x|subsong:x" });
  assertEquals(jit.askedWith("media.resolve"), [
    { paths: [handle("/x", 3)] },
    { paths: ["/x"] },
    { paths: ["/x"] },
  ]);
});

jitTest(
  "playNow is answered as soon as the shadow playlist is known, before its track is resolved",
  async (jit) => {
    const listing = jit.hold("playlist.list");
    jit.hold("media.resolve");
    const call = await jit.begin("playNow", { trackId: "a", url: urlOf("a") });
    assertEquals(call.answered(), false);
    assertEquals(await jit.stateName(), "Idle");
    listing[0]?.release();
    await settle();
    assertEquals(await call.answer, { success: true, trackId: "a", shadowPlaylist: 2 });
    assertEquals(await jit.stateName(), "Active");
  },
);

jitTest("until play is answered, another track that starts does not count", async (jit) => {
  await jit.playing("a");
  const resolving = jit.hold("media.resolve");
  const playing = jit.hold("playback.play");
  await jit.playNow("b");
  jit.clearLog();
  await jit.startedAt("/own/1", 0, 0);
  await jit.startedAt(urlOf("a"), 2, 0);
  assertEquals((await jit.state()).currentTrackId, "b");
  resolving[0]?.release();
  await settle();
  await jit.startedAt("/own/1", 0, 0);
  assertEquals(jit.events, []);
  assertEquals(await jit.stateName(), "Active");
  playing[0]?.release();
  await settle();
  await jit.startedAt("/own/1", 0, 0);
  assertEquals(await jit.stateName(), "Idle");
});

jitTest("the new track's start counts even before play is answered", async (jit) => {
  const playing = jit.hold("playback.play");
  await jit.playNow("a");
  await jit.started("a");
  assertEquals(jit.events.map(([event]) => event), ["trackChanged", "needNext"]);
  playing[0]?.release();
  await settle();
  assertEquals(jit.events.length, 2);
  assertEquals(await jit.stateName(), "WaitingNext");
});

jitTest(
  "a url that resolves to nothing: jitQueue:error follows the answer, then needNext with reason error",
  async (jit) => {
    jit.resolutions.set(urlOf("a"), []);
    const resolving = jit.hold("media.resolve");
    assertEquals((await jit.playNow("a"))["success"], true);
    assertEquals(jit.events, []);
    resolving[0]?.release();
    await settle();
    assertEquals(jit.events, [
      ["error", { trackId: "a", error: "Track could not be resolved", url: "http://a" }],
      ["needNext", { currentTrackId: "a", reason: "error" }],
    ]);
    assertEquals(await jit.stateName(), "WaitingNext");
    assertEquals(jit.askedWith("playlist.append"), []);
  },
);

for (const action of ["media.resolve", "playlist.append", "playback.play"]) {
  jitTest(
    `a playNow whose ${action} fails: jitQueue:error with the player's text, then needNext`,
    async (jit) => {
      jit.failing(action);
      assertEquals((await jit.playNow("a"))["success"], true);
      assertEquals(jit.events, [
        ["error", { trackId: "a", error: "Player action failed: it broke", url: "http://a" }],
        ["needNext", { currentTrackId: "a", reason: "error" }],
      ]);
    },
  );
}

jitTest("a playNow whose emptying fails plays behind what is left", async (jit) => {
  await jit.playing("a");
  jit.failing("playlist.remove");
  await jit.playing("b");
  assertEquals(jit.askedWith("playback.play").at(-1), { playlist: 2, item: 1 });
  assertEquals((await jit.state()).bufferSize, 1);
  assertEquals(jit.sent("error"), []);
});

// enqueueNext

jitTest("enqueueNext without a running session: No active JIT session", async (jit) => {
  const refused = { success: false, error: "No active JIT session" };
  assertEquals(await jit.enqueueNext("a"), refused);
  await jit.playing("a");
  await jit.stopped("endOfFile");
  assertEquals(await jit.enqueueNext("b"), refused);
  await jit.call("stop");
  assertEquals(await jit.enqueueNext("c"), refused);
  assertEquals(jit.askedWith("media.resolve").length, 1);
});

jitTest("enqueueNext is taken in Active, before the first track has started", async (jit) => {
  await jit.playNow("a");
  assertEquals(await jit.enqueueNext("b"), { success: true, trackId: "b", bufferSize: 2 });
  await jit.started("a");
  assertEquals(jit.events, [["trackChanged", { trackId: "a", title: "Title a" }]]);
});

jitTest("enqueueNext resolves before it answers", async (jit) => {
  await jit.playing("a");
  const resolving = jit.hold("media.resolve");
  const call = await jit.begin("enqueueNext", { trackId: "b", url: urlOf("b") });
  assertEquals(call.answered(), false);
  resolving[0]?.release();
  await settle();
  assertEquals(await call.answer, { success: true, trackId: "b", bufferSize: 2 });
});

jitTest(
  "enqueueNext that resolves to nothing fails, sends jitQueue:error, and an older next stays",
  async (jit) => {
    await jit.playing("a");
    await jit.enqueueNext("b");
    jit.clearLog();
    jit.resolutions.set(urlOf("c"), []);
    assertEquals(await jit.enqueueNext("c"), { success: false, error: "Track could not be resolved" });
    assertEquals(jit.events, [
      ["error", { trackId: "c", error: "Track could not be resolved", url: "http://c" }],
    ]);
    assertEquals((await jit.state()).nextTrackId, "b");
    assertEquals(jit.paths, ["http://a", "http://b"]);
  },
);

for (const action of ["media.resolve", "playlist.append"]) {
  jitTest(
    `an enqueueNext whose ${action} fails answers and sends the player's text, and an older next stays`,
    async (jit) => {
      await jit.playing("a");
      await jit.enqueueNext("b");
      jit.clearLog();
      jit.failing(action);
      assertEquals(await jit.enqueueNext("c"), { success: false, error: "Player action failed: it broke" });
      assertEquals(jit.events, [
        ["error", { trackId: "c", error: "Player action failed: it broke", url: "http://c" }],
      ]);
      assertEquals((await jit.state()).nextTrackId, "b");
    },
  );
}

jitTest("enqueueNext replaces a buffered next", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  assertEquals(await jit.enqueueNext("c"), { success: true, trackId: "c", bufferSize: 2 });
  assertEquals(jit.paths, ["http://a", "http://c"]);
  assertEquals((await jit.state()).nextTrackId, "c");
});

jitTest("of preloaded tracks, enqueueNext replaces the first after the current one", async (jit) => {
  await jit.call("preloadBatch", { urls: ["p", "q", "r", "s"].map(urlOf), startIndex: 1 });
  await jit.started("q");
  assertEquals(await jit.enqueueNext("x"), { success: true, trackId: "x", bufferSize: 3 });
  assertEquals(jit.paths, ["p", "q", "x", "s"].map(urlOf));
  await jit.started("x");
  assertEquals((await jit.state()).nextTrackId, urlOf("s"));
});

jitTest(
  "an enqueueNext whose removal of the older next fails is undone, and the older next stays",
  async (jit) => {
    await jit.call("preloadBatch", { urls: ["p", "q", "r"].map(urlOf) });
    await jit.started("p");
    const removing = jit.hold("playlist.remove");
    const call = await jit.begin("enqueueNext", { trackId: "x", url: urlOf("x") });
    assertEquals(jit.paths, ["p", "q", "r", "x", "r"].map(urlOf));
    removing[0]?.fail("it broke");
    jit.unhold("playlist.remove");
    await settle();
    assertEquals(await call.answer, { success: false, error: "Player action failed: it broke" });
    assertEquals(jit.paths, ["p", "q", "r"].map(urlOf));
    assertEquals((await jit.state()).nextTrackId, urlOf("q"));
    assertEquals((await jit.state()).bufferSize, 3);
  },
);

jitTest("when its last track has failed, what is enqueued is played at once", async (jit) => {
  jit.resolutions.set(urlOf("a"), []);
  await jit.playNow("a");
  assertEquals(await jit.enqueueNext("b"), { success: true, trackId: "b", bufferSize: 1 });
  assertEquals(jit.askedWith("playback.play"), [{ playlist: 2, item: 0 }]);
  await jit.started("b");
  assertEquals(jit.sent("trackChanged"), [{ trackId: "b", title: "Title b" }]);
  assertEquals((await jit.state()).currentTrackId, "b");
});

jitTest("what is enqueued at once and fails as well is told, and the next one is asked for", async (jit) => {
  jit.failing("playback.play");
  await jit.playNow("a");
  jit.clearLog();
  assertEquals((await jit.enqueueNext("b"))["success"], true);
  assertEquals(jit.events, [
    ["error", { trackId: "b", error: "Player action failed: it broke", url: "http://b" }],
    ["needNext", { currentTrackId: "b", reason: "error" }],
  ]);
  jit.working("playback.play");
  await jit.enqueueNext("c");
  await jit.started("c");
  assertEquals(jit.paths, ["http://c"]);
});

jitTest("while a track plays, what is enqueued is not played at once", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  assertEquals(jit.askedWith("playback.play").length, 1);
});

// A track of ours starts

jitTest(
  "when the buffered next starts, it becomes current and what stood before it is removed",
  async (jit) => {
    await jit.playing("a");
    await jit.enqueueNext("b");
    jit.clearLog();
    await jit.started("b");
    assertEquals(jit.events, [
      ["trackChanged", { trackId: "b", title: "Title b" }],
      ["needNext", { currentTrackId: "b", reason: "trackChange" }],
    ]);
    assertEquals(jit.askedWith("playlist.remove"), [{ playlist: 2, start: 0, count: 1 }]);
    assertEquals(jit.paths, ["http://b"]);
    assertEquals(await jit.state(), {
      state: "WaitingNext",
      isActive: true,
      currentTrackId: "b",
      nextTrackId: "",
      bufferSize: 1,
      shadowPlaylist: 2,
    });
  },
);

jitTest("needNext is not sent when something follows", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  await jit.call("preloadBatch", { urls: [urlOf("c")], replace: false });
  jit.clearLog();
  await jit.started("b");
  assertEquals(jit.events.map(([event]) => event), ["trackChanged"]);
  assertEquals(await jit.stateName(), "Active");
  await jit.started("c");
  assertEquals(jit.sent("needNext"), [{ currentTrackId: urlOf("c"), reason: "trackChange" }]);
});

jitTest(
  "a jump over preloaded tracks removes all of them from the old current one up to the new",
  async (jit) => {
    await jit.call("preloadBatch", { urls: ["p", "q", "r", "s"].map(urlOf), startIndex: 1 });
    await jit.started("q");
    await jit.started("s");
    assertEquals(jit.paths, ["p", "s"].map(urlOf));
    assertEquals((await jit.state()).bufferSize, 1);
  },
);

jitTest("a jump back removes nothing", async (jit) => {
  await jit.call("preloadBatch", { urls: ["p", "q", "r"].map(urlOf), startIndex: 1 });
  await jit.started("q");
  await jit.started("p");
  assertEquals(jit.paths, ["p", "q", "r"].map(urlOf));
  assertEquals((await jit.state()).bufferSize, 3);
  assertEquals((await jit.state()).nextTrackId, urlOf("q"));
});

jitTest("a failure to remove what was played is logged and harms nothing", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  jit.failing("playlist.remove");
  await jit.started("b");
  assertEquals(jit.sent("error"), []);
  assertEquals((await jit.state()).bufferSize, 1);
  assertEquals(await jit.enqueueNext("c"), { success: true, trackId: "c", bufferSize: 2 });
  await jit.started("c");
  assertEquals((await jit.state()).currentTrackId, "c");
});

// Prefetch

jitTest("30 s before the end with nothing buffered: needNext with reason prefetch, once", async (jit) => {
  await jit.playing("a");
  jit.clearLog();
  await jit.time(69.9, 100);
  assertEquals(jit.events, []);
  await jit.time(70, 100);
  assertEquals(jit.events, [["needNext", { currentTrackId: "a", reason: "prefetch" }]]);
  await jit.time(71, 100);
  await jit.time(99, 100);
  assertEquals(jit.events.length, 1);
});

jitTest("with something buffered or a length that is unknown there is no prefetch", async (jit) => {
  await jit.playing("a");
  jit.clearLog();
  await jit.time(5000, 0);
  await jit.enqueueNext("b");
  await jit.time(99, 100);
  assertEquals(jit.events, []);
});

jitTest("prefetch counts anew for each track", async (jit) => {
  await jit.playing("a");
  await jit.time(90, 100);
  await jit.enqueueNext("b");
  await jit.started("b");
  await jit.time(90, 100);
  assertEquals(jit.sent("needNext"), [
    { currentTrackId: "a", reason: "trackChange" },
    { currentTrackId: "a", reason: "prefetch" },
    { currentTrackId: "b", reason: "trackChange" },
    { currentTrackId: "b", reason: "prefetch" },
  ]);
});

jitTest("playbackTime counts from the player's answer to play", async (jit) => {
  await jit.playing("a");
  const playing = jit.hold("playback.play");
  await jit.playNow("b");
  jit.clearLog();
  await jit.time(90, 100);
  assertEquals(jit.events, []);
  playing[0]?.release();
  await settle();
  await jit.time(90, 100);
  assertEquals(jit.events, [["needNext", { currentTrackId: "b", reason: "prefetch" }]]);
});

jitTest(
  "playbackTime of the track before does not count while playNow resolves, nor after it has failed",
  async (jit) => {
    await jit.playing("a");
    const resolving = jit.hold("media.resolve");
    await jit.playNow("b");
    jit.clearLog();
    await jit.time(90, 100);
    assertEquals(jit.events, []);
    resolving[0]?.fail();
    await settle();
    jit.clearLog();
    await jit.time(95, 100);
    assertEquals(jit.events, []);
  },
);

jitTest("in Idle and Exhausted there is no prefetch", async (jit) => {
  await jit.time(90, 100);
  await jit.playing("a");
  await jit.call("notifyEmpty");
  jit.clearLog();
  await jit.time(90, 100);
  assertEquals(jit.events, []);
});

// A track that is not ours

jitTest("a track that is not ours: Idle, context restored, ids forgotten, shadow kept", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  jit.clearLog();
  await jit.startedAt("/own/1", 0, 0);
  assertEquals(await jit.state(), {
    state: "Idle",
    isActive: false,
    currentTrackId: "",
    nextTrackId: "",
    bufferSize: 2,
    shadowPlaylist: 2,
  });
  assertEquals([jit.order, jit.active], [4, 1]);
  assertEquals(jit.events, []);
  assertEquals(jit.paths, ["http://a", "http://b"]);
});

jitTest("in Idle nothing that plays matters, not even a track of the kept shadow playlist", async (jit) => {
  await jit.playing("a");
  await jit.stopped("user");
  jit.clearLog();
  await jit.started("a");
  await jit.time(90, 100);
  await jit.stopped("endOfFile");
  assertEquals(jit.events, []);
  assertEquals(jit.asked, []);
});

// Ours

jitTest(
  "ours is decided by the canonical handle: a file:// form and its native path are the same",
  async (jit) => {
    jit.resolutions.set("/music/a b.flac", [handle("file:///music/a%20b.flac")]);
    await jit.call("playNow", { trackId: "a", url: "/music/a b.flac" });
    await jit.startedAt("/music/a b.flac", null, null);
    assertEquals(jit.sent("trackChanged"), [{ trackId: "a", title: "" }]);
  },
);

jitTest("the same path with another subsong is another track", async (jit) => {
  await jit.call("playNow", { trackId: "a", url: "/x|subsong:1" });
  await jit.started("a");
  jit.harness.signal("signal.trackStarted", { handle: handle("/x", 2), playlist: null, item: null });
  await settle();
  assertEquals(await jit.stateName(), "Idle");
});

jitTest("a track of ours counts wherever it plays from", async (jit) => {
  await jit.playNow("a");
  await jit.startedAt(urlOf("a"), 0, 1);
  assertEquals(jit.sent("trackChanged").length, 1);
});

jitTest("else ours is decided by its place in the shadow playlist", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  await jit.startedAt("http://elsewhere/redirected", 2, 1);
  assertEquals((await jit.state()).currentTrackId, "b");
});

jitTest("a place beyond the shadow playlist, or in another one, is not ours", async (jit) => {
  await jit.playing("a");
  await jit.startedAt("http://elsewhere", 2, 1);
  assertEquals(await jit.stateName(), "Idle");
  await jit.playing("a");
  await jit.startedAt("http://elsewhere", 1, 0);
  assertEquals(await jit.stateName(), "Idle");
});

jitTest("a track that was just dropped is never ours, whatever stands in its place", async (jit) => {
  await jit.playing("a");
  await jit.playNow("b");
  await jit.startedAt(urlOf("a"), 2, 0);
  assertEquals(await jit.stateName(), "Idle");
});

jitTest("a track dropped before a playNow that never played is still never ours", async (jit) => {
  await jit.playing("a");
  jit.resolutions.set(urlOf("b"), []);
  await jit.playNow("b");
  await jit.playNow("c");
  await jit.startedAt(urlOf("a"), 2, 0);
  assertEquals(await jit.stateName(), "Idle");
});

jitTest("a track that was passed and starts in the place of its successor is not ours", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  await jit.started("b");
  await jit.startedAt(urlOf("a"), 2, 0);
  assertEquals(await jit.stateName(), "Idle");
});

jitTest("the same track enqueued after itself is told apart by its place", async (jit) => {
  await jit.playing("a");
  await jit.call("enqueueNext", { trackId: "again", url: urlOf("a") });
  await jit.startedAt(urlOf("a"), 2, 0);
  assertEquals((await jit.state()).currentTrackId, "a");
  await jit.startedAt(urlOf("a"), 2, 1);
  assertEquals((await jit.state()).currentTrackId, "again");
});

jitTest("the same track enqueued after itself is the next one when the place is not known", async (jit) => {
  await jit.playing("a");
  await jit.call("enqueueNext", { trackId: "again", url: urlOf("a") });
  await jit.startedAt(urlOf("a"), null, null);
  assertEquals((await jit.state()).currentTrackId, "again");
});

// The end

jitTest("end of file with nothing after the current track: Exhausted, listExhausted", async (jit) => {
  await jit.playing("a");
  jit.clearLog();
  await jit.stopped("endOfFile");
  assertEquals(jit.events, [["listExhausted", { lastTrackId: "a" }]]);
  assertEquals(await jit.state(), {
    state: "Exhausted",
    isActive: true,
    currentTrackId: "a",
    nextTrackId: "",
    bufferSize: 1,
    shadowPlaylist: 2,
  });
  assertEquals(jit.order, 0);
  await jit.stopped("endOfFile");
  assertEquals(jit.events.length, 1);
});

for (const reason of ["user", "shutdown"] as const) {
  jitTest(`stopped by ${reason}: Idle, ids forgotten, shadow kept, context restored`, async (jit) => {
    await jit.playing("a");
    await jit.enqueueNext("b");
    jit.clearLog();
    await jit.stopped(reason);
    assertEquals(await jit.state(), {
      state: "Idle",
      isActive: false,
      currentTrackId: "",
      nextTrackId: "",
      bufferSize: 2,
      shadowPlaylist: 2,
    });
    assertEquals(jit.events, []);
    assertEquals([jit.order, jit.active], [4, 1]);
  });
}

jitTest("another track that is being started is no end", async (jit) => {
  await jit.playing("a");
  await jit.stopped("startingAnother");
  assertEquals(await jit.stateName(), "WaitingNext");
});

jitTest(
  "end of file with something after the current track, and nothing playing: it is played",
  async (jit) => {
    await jit.playing("a");
    await jit.enqueueNext("b");
    jit.clearLog();
    await jit.stopped("endOfFile");
    assertEquals(jit.askedWith("playback.play"), [{ playlist: 2, item: 0 }]);
    assertEquals(jit.sent("listExhausted"), []);
    await jit.started("b");
    assertEquals(jit.sent("trackChanged"), [{ trackId: "b", title: "Title b" }]);
  },
);

jitTest(
  "end of file with something after the current track that has started already: nothing is to be done",
  async (jit) => {
    await jit.playing("a");
    await jit.enqueueNext("b");
    jit.clearLog();
    const listening = jit.hold("playback.nowPlaying");
    await jit.stopped("endOfFile");
    await jit.started("b");
    listening[0]?.release();
    await settle();
    assertEquals(jit.askedWith("playback.play"), []);
  },
);

jitTest("end of file with more after what has started already: that is not played over it", async (jit) => {
  await jit.call("preloadBatch", { urls: ["a", "b", "c"].map(urlOf) });
  await jit.started("a");
  const listening = jit.hold("playback.nowPlaying");
  await jit.stopped("endOfFile");
  await jit.started("b");
  listening[0]?.release();
  await settle();
  assertEquals(jit.askedWith("playback.play").length, 1);
  assertEquals((await jit.state()).currentTrackId, urlOf("b"));
});

jitTest(
  "end of file with something after it, and a player that cannot tell what plays: the session goes on",
  async (jit) => {
    await jit.playing("a");
    await jit.enqueueNext("b");
    jit.failing("playback.nowPlaying");
    await jit.stopped("endOfFile");
    assertEquals(await jit.stateName(), "Active");
    assertEquals((await jit.state()).nextTrackId, "b");
  },
);

jitTest("notifyEmpty from any state: Exhausted, ids kept, listExhausted", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  assertEquals(await jit.call("notifyEmpty"), { success: true });
  assertEquals(jit.events.at(-1), ["listExhausted", { lastTrackId: "a" }]);
  const state = await jit.state();
  assertEquals([state.state, state.currentTrackId, state.nextTrackId], ["Exhausted", "a", "b"]);
  assertEquals(await jit.call("notifyEmpty"), { success: true });
  assertEquals(jit.sent("listExhausted").length, 2);
});

jitTest(
  "after notifyEmpty the buffered next still plays, and the next one is asked for again",
  async (jit) => {
    await jit.playing("a");
    await jit.enqueueNext("b");
    await jit.call("notifyEmpty");
    jit.clearLog();
    await jit.started("b");
    assertEquals(jit.events, [
      ["trackChanged", { trackId: "b", title: "Title b" }],
      ["needNext", { currentTrackId: "b", reason: "trackChange" }],
    ]);
  },
);

jitTest("notifyEmpty from Idle remembers no context; the next playNow does", async (jit) => {
  assertEquals(await jit.call("notifyEmpty", undefined, { panel: "p7" }), { success: true });
  assertEquals(await jit.stateName(), "Exhausted");
  assertEquals(jit.asked, []);
  assertEquals(jit.harness.events, [
    { event: "jitQueue:listExhausted", data: { lastTrackId: "" }, audience: { panel: "p7" } },
  ]);
  await jit.playing("a");
  assertEquals(jit.order, 0);
  await jit.call("stop");
  assertEquals([jit.order, jit.active], [4, 1]);
});

jitTest("notifyEmpty from Idle and another track: Idle again, nothing to restore", async (jit) => {
  await jit.call("notifyEmpty");
  await jit.startedAt("/own/1", 0, 0);
  assertEquals(await jit.stateName(), "Idle");
  assertEquals(jit.asked, []);
});

jitTest("from Exhausted, playNow and preloadBatch begin anew", async (jit) => {
  await jit.playing("a");
  await jit.stopped("endOfFile");
  await jit.playing("b");
  assertEquals(await jit.stateName(), "WaitingNext");
  await jit.stopped("endOfFile");
  assertEquals((await jit.call("preloadBatch", { urls: [urlOf("c")], replace: false }))["success"], true);
  assertEquals((await jit.state()).currentTrackId, urlOf("c"));
  assertEquals(jit.askedWith("playback.play").at(-1), { playlist: 2, item: 1 });
});

jitTest(
  "from Exhausted, a track of ours that the user starts again is announced and asked for anew",
  async (jit) => {
    await jit.playing("a");
    await jit.stopped("endOfFile");
    jit.clearLog();
    await jit.started("a");
    assertEquals(jit.events, [
      ["trackChanged", { trackId: "a", title: "Title a" }],
      ["needNext", { currentTrackId: "a", reason: "trackChange" }],
    ]);
    assertEquals((await jit.enqueueNext("b"))["success"], true);
  },
);

// skip, stop, clear

jitTest("skip sends player.playback.next and answers the id before the switch", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  const skipping = jit.hold("playback.next");
  const call = await jit.begin("skip");
  assertEquals(jit.asked.at(-1), "playback.next");
  await jit.started("b");
  skipping[0]?.release();
  assertEquals(await call.answer, { success: true, currentTrackId: "a" });
  assertEquals((await jit.state()).currentTrackId, "b");
});

jitTest("skip alone changes nothing", async (jit) => {
  await jit.playing("a");
  const before = await jit.state();
  await jit.call("skip");
  assertEquals(await jit.state(), before);
});

jitTest("skip in Idle: No active JIT session; a player that fails: its text", async (jit) => {
  assertEquals(await jit.call("skip"), { success: false, error: "No active JIT session" });
  assertEquals(jit.asked, []);
  await jit.playing("a");
  jit.failing("playback.next");
  assertEquals(await jit.call("skip"), { success: false, error: "Player action failed: it broke" });
});

jitTest("stop stops playback, empties, forgets and restores before it answers", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  jit.clearLog();
  assertEquals(await jit.harness.call("jitQueue.stop"), { success: true });
  assertEquals([...jit.asked].sort(), [
    "playback.setOrder",
    "playback.stop",
    "playlist.activate",
    "playlist.remove",
  ]);
  assertEquals(await jit.state(), empty(2));
  assertEquals(jit.paths, []);
  assertEquals(jit.events, []);
});

jitTest("stop with clearBuffer false keeps ids and shadow", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  assertEquals(await jit.call("stop", { clearBuffer: false }), { success: true });
  assertEquals(await jit.state(), {
    state: "Idle",
    isActive: false,
    currentTrackId: "a",
    nextTrackId: "b",
    bufferSize: 2,
    shadowPlaylist: 2,
  });
  assertEquals(jit.paths, ["http://a", "http://b"]);
  assertEquals([jit.order, jit.active], [4, 1]);
});

jitTest("stop in Idle stops playback all the same", async (jit) => {
  assertEquals(await jit.call("stop"), { success: true });
  assertEquals(jit.asked, ["playback.stop"]);
});

jitTest("a stop that the player refuses ends the session and answers the player's text", async (jit) => {
  await jit.playing("a");
  jit.failing("playback.stop");
  assertEquals(await jit.call("stop"), { success: false, error: "Player action failed: it broke" });
  assertEquals(await jit.stateName(), "Idle");
  assertEquals(jit.order, 4);
});

jitTest(
  "a removal that the player refuses fails stop and clear, but not the end of the session",
  async (jit) => {
    for (const method of ["stop", "clear"]) {
      jit.working("playlist.remove");
      await jit.playing("a");
      jit.failing("playlist.remove");
      assertEquals(await jit.call(method), { success: false, error: "Player action failed: it broke" });
      assertEquals(await jit.stateName(), "Idle");
      assertEquals(jit.order, 4);
    }
  },
);

jitTest("clear empties, forgets, is Idle; playback goes on", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  jit.clearLog();
  assertEquals(await jit.call("clear"), { success: true });
  assertEquals(jit.asked.includes("playback.stop"), false);
  assertEquals(jit.paths, []);
  assertEquals(await jit.state(), empty(2));
});

jitTest("clear and stop never create a shadow playlist", async (jit) => {
  assertEquals(await jit.call("clear"), { success: true });
  assertEquals(await jit.call("stop"), { success: true });
  assertEquals(jit.shadow, undefined);
});

// Errors

jitTest(
  "an error has url for a stream and path for a local file, as given, without the subsong suffix",
  async (jit) => {
    const given: [string, Record<string, string>][] = [
      ["http://x/y|subsong:2", { url: "http://x/y" }],
      ["https://x|subsong:x", { url: "https://x" }],
      ["/music/a.flac|subsong:2", { path: "/music/a.flac" }],
      ["C:\\music\\a.flac", { path: "C:\\music\\a.flac" }],
      ["file:///music/a%20b.flac", { path: "file:///music/a%20b.flac" }],
      ["unpack://zip|9|/music/a.zip|b.flac", { path: "unpack://zip|9|/music/a.zip|b.flac" }],
      ["a://b", { path: "a://b" }],
    ];
    jit.failing("media.resolve");
    for (const [url, field] of given) {
      await jit.call("playNow", { trackId: "a", url });
      assertEquals(jit.sent("error").at(-1), {
        trackId: "a",
        error: "Player action failed: it broke",
        ...field,
      });
    }
  },
);

jitTest("the same holds for a preloaded track, whose malformed suffix belongs to its path", async (jit) => {
  jit.failing("playback.play");
  await jit.call("preloadBatch", { urls: ["/x|subsong:7"] });
  await jit.call("preloadBatch", { urls: ["/x|subsong:y"] });
  const error = "Player action failed: it broke";
  assertEquals(jit.sent("error"), [
    { trackId: "/x|subsong:7", error, path: "/x" },
    { trackId: "/x|subsong:y", error, path: "/x|subsong:y" },
  ]);
});

jitTest("the shadow playlist removed by the user: Idle, jitQueue:error, context restored", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  jit.clearLog();
  await jit.removePlaylist(2);
  assertEquals(jit.events, [
    ["error", { trackId: "a", error: "Shadow playlist no longer exists", url: "http://a" }],
  ]);
  assertEquals(await jit.state(), empty(-1));
  assertEquals([jit.order, jit.active], [4, 1]);
  assertEquals((await jit.playNow("c"))["shadowPlaylist"], 2);
});

jitTest("the shadow playlist removed in Idle is no error", async (jit) => {
  await jit.playing("a");
  await jit.call("stop", { clearBuffer: false });
  jit.clearLog();
  await jit.removePlaylist(2);
  assertEquals(jit.events, []);
  const state = await jit.state();
  assertEquals([state.currentTrackId, state.shadowPlaylist, state.bufferSize], ["", -1, 0]);
});

import { assertEquals, assertRejects } from "@std/assert";
import { CancelledError } from "../../../host_stdio/player.ts";
import { type JitHarness, jitTest, settle, urlOf } from "./jit_harness.ts";

function track(trackId: string): { trackId: string; url: string } {
  return { trackId, url: urlOf(trackId) };
}

const superseded = "Superseded by a newer playNow";

// A second playNow while the first one is pending

jitTest("a newer playNow replaces one that is not answered yet: it answers Superseded", async (jit) => {
  const listing = jit.hold("playlist.list");
  const first = await jit.begin("playNow", track("a"));
  const second = await jit.begin("playNow", track("b"));
  listing[0]?.release();
  await settle();
  jit.unhold("playlist.list");
  listing[1]?.release();
  await settle();
  assertEquals(await first.answer, { success: false, error: superseded });
  assertEquals(await second.answer, { success: true, trackId: "b", shadowPlaylist: 2 });
  assertEquals(jit.paths, ["http://b"]);
  assertEquals(jit.askedWith("playlist.create").length, 1);
  assertEquals(jit.events, []);
});

jitTest(
  "a newer playNow replaces one that is answered but resolving: its jitQueue:error says so",
  async (jit) => {
    const resolving = jit.hold("media.resolve");
    await jit.playNow("a", { panel: "p1" });
    await jit.playNow("b", { panel: "p2" });
    assertEquals(jit.harness.events, [
      {
        event: "jitQueue:error",
        data: { trackId: "a", error: superseded, url: "http://a" },
        audience: { panel: "p1" },
      },
    ]);
    resolving[1]?.release();
    await settle();
    resolving[0]?.release();
    await settle();
    assertEquals(jit.paths, ["http://b"]);
    assertEquals(jit.askedWith("playback.play"), [{ playlist: 2, item: 0 }]);
  },
);

jitTest(
  "a newer playNow replaces one whose track is just being appended: it is taken out again and never plays",
  async (jit) => {
    const appending = jit.hold("playlist.append");
    await jit.playNow("a");
    const second = await jit.begin("playNow", track("b"));
    jit.unhold("playlist.append");
    appending[0]?.release();
    await settle();
    assertEquals((await second.answer)["success"], true);
    assertEquals(jit.sent("error"), [{ trackId: "a", error: superseded, url: "http://a" }]);
    assertEquals(jit.paths, ["http://b"]);
    assertEquals(jit.askedWith("playback.play").length, 1);
  },
);

jitTest("a newer playNow follows one that the player has been told to play", async (jit) => {
  const playing = jit.hold("playback.play");
  await jit.playNow("a");
  const second = await jit.begin("playNow", track("b"));
  jit.unhold("playback.play");
  await jit.started("a");
  playing[0]?.release();
  await settle();
  assertEquals((await second.answer)["success"], true);
  assertEquals(jit.sent("error"), []);
  assertEquals(jit.paths, ["http://b"]);
});

jitTest("a late resolution of a superseded track is let go", async (jit) => {
  const resolving = jit.hold("media.resolve");
  await jit.playNow("a");
  await jit.playNow("b");
  resolving[0]?.fail();
  await settle();
  assertEquals(jit.sent("error").length, 1);
  assertEquals((await jit.state()).currentTrackId, "b");
  resolving[1]?.release();
  await settle();
  assertEquals(jit.paths, ["http://b"]);
});

for (const method of ["stop", "clear"]) {
  jitTest(`${method} drops a pending playNow silently`, async (jit) => {
    const resolving = jit.hold("media.resolve");
    await jit.playNow("a");
    assertEquals(await jit.call(method), { success: true });
    resolving[0]?.release();
    await settle();
    assertEquals(jit.events, []);
    assertEquals(jit.paths, []);
    assertEquals(await jit.stateName(), "Idle");
    assertEquals(jit.order, 4);
  });
}

for (const replace of [true, false]) {
  jitTest(`preloadBatch with replace ${replace} drops a pending playNow silently and plays`, async (jit) => {
    const resolving = jit.hold("media.resolve");
    await jit.playNow("a");
    assertEquals(await jit.call("preloadBatch", { urls: [urlOf("b")], replace }), {
      success: true,
      tracksAdded: 1,
    });
    resolving[0]?.release();
    await settle();
    assertEquals(jit.sent("error"), []);
    assertEquals(jit.paths, ["http://b"]);
    assertEquals((await jit.state()).currentTrackId, urlOf("b"));
  });
}

jitTest(
  "a preloadBatch that drops a pending playNow and then fails leaves a session that asks",
  async (jit) => {
    jit.hold("media.resolve");
    await jit.playNow("a");
    jit.failing("playlist.append");
    await jit.call("preloadBatch", { urls: [urlOf("b")] });
    assertEquals(jit.events, [["needNext", { currentTrackId: "a", reason: "error" }]]);
  },
);

jitTest(
  "stop while the first track is being appended leaves an empty shadow playlist and silence",
  async (jit) => {
    const appending = jit.hold("playlist.append");
    await jit.playNow("a");
    const stop = await jit.begin("stop");
    assertEquals(stop.answered(), false);
    appending[0]?.release();
    await settle();
    assertEquals(await stop.answer, { success: true });
    assertEquals(jit.paths, []);
    assertEquals(jit.askedWith("playback.play"), []);
    assertEquals(jit.order, 4);
  },
);

jitTest("stop while a next track is being appended: that is accepted first, then gone", async (jit) => {
  await jit.playing("a");
  const appending = jit.hold("playlist.append");
  const next = await jit.begin("enqueueNext", track("b"));
  const stop = await jit.begin("stop");
  appending[0]?.release();
  await settle();
  assertEquals((await next.answer)["success"], true);
  assertEquals(await stop.answer, { success: true });
  assertEquals(jit.paths, []);
});

jitTest(
  "stop does not wait for a slow url of enqueueNext, which answers No active JIT session",
  async (jit) => {
    await jit.playing("a");
    jit.hold("media.resolve");
    const next = await jit.begin("enqueueNext", track("b"));
    assertEquals(await jit.call("stop"), { success: true });
    assertEquals(await next.answer, { success: false, error: "No active JIT session" });
  },
);

jitTest("playNow does not wait for a slow url of enqueueNext, which answers Superseded", async (jit) => {
  await jit.playing("a");
  const resolving = jit.hold("media.resolve");
  const next = await jit.begin("enqueueNext", track("b"));
  const waiting = await jit.begin("enqueueNext", track("c"));
  await jit.playNow("d");
  assertEquals(await next.answer, { success: false, error: superseded });
  assertEquals(await waiting.answer, { success: false, error: superseded });
  assertEquals(resolving.length, 2);
});

jitTest(
  "a replacing preloadBatch does not wait for a slow url either, an appending one does",
  async (jit) => {
    await jit.playing("a");
    const resolving = jit.hold("media.resolve");
    const next = await jit.begin("enqueueNext", track("b"));
    const batch = await jit.begin("preloadBatch", { urls: [urlOf("c")], replace: false });
    assertEquals([next.answered(), batch.answered()], [false, false]);
    resolving[0]?.release();
    await settle();
    assertEquals([next.answered(), batch.answered()], [true, true]);
    assertEquals(jit.paths, ["a", "b", "c"].map(urlOf));

    const later = await jit.begin("enqueueNext", track("d"));
    await jit.call("preloadBatch", { urls: [urlOf("e")] });
    assertEquals(await later.answer, { success: false, error: "Superseded by a newer preloadBatch" });
    assertEquals(jit.paths, ["http://e"]);
  },
);

jitTest("enqueueNext waits for a pending playNow", async (jit) => {
  const resolving = jit.hold("media.resolve");
  await jit.playNow("a");
  const next = await jit.begin("enqueueNext", track("b"));
  assertEquals(resolving.length, 1);
  resolving[0]?.release();
  await settle();
  resolving[1]?.release();
  await settle();
  assertEquals(await next.answer, { success: true, trackId: "b", bufferSize: 2 });
  assertEquals(jit.paths, ["http://a", "http://b"]);
});

jitTest("what waited for a playNow that is superseded is superseded with it", async (jit) => {
  jit.hold("media.resolve");
  await jit.playNow("a");
  const next = await jit.begin("enqueueNext", track("b"));
  const skip = await jit.begin("skip");
  await jit.playNow("c");
  assertEquals(await next.answer, { success: false, error: superseded });
  assertEquals(await skip.answer, { success: false, error: superseded });
  assertEquals(jit.askedWith("playback.next"), []);
});

jitTest("skip waits for a pending playNow", async (jit) => {
  const resolving = jit.hold("media.resolve");
  await jit.playNow("a");
  const skip = await jit.begin("skip");
  assertEquals(jit.askedWith("playback.next"), []);
  resolving[0]?.release();
  await settle();
  assertEquals(await skip.answer, { success: true, currentTrackId: "a" });
});

jitTest("two batches at once: the first plays, the second is appended", async (jit) => {
  const first = jit.begin("preloadBatch", { urls: [urlOf("a")] });
  const second = jit.begin("preloadBatch", { urls: [urlOf("b")], replace: false });
  assertEquals((await (await first).answer)["success"], true);
  assertEquals((await (await second).answer)["success"], true);
  assertEquals(jit.paths, ["http://a", "http://b"]);
  assertEquals((await jit.state()).currentTrackId, urlOf("a"));
  assertEquals(jit.askedWith("playback.play"), [{ playlist: 2, item: 0 }]);
});

jitTest("operations take effect in the order of arrival", async (jit) => {
  const calls = [
    jit.begin("playNow", track("a")),
    jit.begin("enqueueNext", track("b")),
    jit.begin("enqueueNext", track("c")),
    jit.begin("notifyEmpty"),
    jit.begin("enqueueNext", track("d")),
  ];
  const results = await Promise.all(calls.map(async (call) => await (await call).answer));
  assertEquals(results.map(({ success }) => success), [true, true, true, true, false]);
  assertEquals(jit.paths, ["a", "c"].map(urlOf));
  assertEquals(await jit.stateName(), "Exhausted");
});

// enqueueNext while the track changes

jitTest(
  "enqueueNext while the track changes: what it was to replace plays, and it comes next",
  async (jit) => {
    await jit.playing("a");
    await jit.enqueueNext("b");
    const resolving = jit.hold("media.resolve");
    const next = await jit.begin("enqueueNext", track("c"));
    await jit.started("b");
    resolving[0]?.release();
    await settle();
    assertEquals(await next.answer, { success: true, trackId: "c", bufferSize: 2 });
    assertEquals(jit.paths, ["http://b", "http://c"]);
    assertEquals(await jit.stateName(), "Active");
  },
);

jitTest("the same while it is being appended", async (jit) => {
  await jit.call("preloadBatch", { urls: ["a", "b", "c", "d"].map(urlOf) });
  await jit.started("a");
  const appending = jit.hold("playlist.append");
  const next = await jit.begin("enqueueNext", track("x"));
  await jit.started("b");
  appending[0]?.release();
  await settle();
  // It was to stand in for b, so it stands before c and d; c, now the next one, is the one that it replaces.
  assertEquals((await next.answer)["success"], true);
  assertEquals(jit.paths, ["b", "x", "c", "d"].map(urlOf));
  const state = await jit.state();
  assertEquals([state.currentTrackId, state.nextTrackId, state.bufferSize], [urlOf("b"), "x", 4]);
});

jitTest("of a track that has started meanwhile, no second copy is left", async (jit) => {
  await jit.call("preloadBatch", { urls: ["a", "b", "c", "d"].map(urlOf) });
  await jit.started("a");
  const appending = jit.hold("playlist.append");
  await jit.begin("enqueueNext", track("x"));
  await jit.started("c");
  appending[0]?.release();
  await settle();
  assertEquals(jit.paths, ["c", "x", "d"].map(urlOf));
});

jitTest(
  "what is being replaced and starts before it is removed is ours, and the new one comes next",
  async (jit) => {
    await jit.playing("a");
    await jit.enqueueNext("b");
    const removing = jit.hold("playlist.remove");
    const next = await jit.begin("enqueueNext", track("c"));
    await jit.started("b");
    assertEquals((await jit.state()).currentTrackId, "b");
    jit.unhold("playlist.remove");
    removing[0]?.release();
    await settle();
    assertEquals(await next.answer, { success: true, trackId: "c", bufferSize: 1 });
    await jit.started("c");
    assertEquals((await jit.state()).currentTrackId, "c");
    assertEquals(jit.paths, ["http://c"]);
    assertEquals(jit.sent("trackChanged").length, 3);
  },
);

jitTest("a track that starts before the player has answered that it has appended it", async (jit) => {
  await jit.playing("a");
  const appending = jit.hold("playlist.append");
  const next = await jit.begin("enqueueNext", track("b"));
  await jit.startedAt(urlOf("b"), 2, 1);
  assertEquals(jit.sent("trackChanged").at(-1), { trackId: "b", title: "" });
  appending[0]?.release();
  await settle();
  assertEquals(await next.answer, { success: true, trackId: "b", bufferSize: 1 });
  assertEquals(jit.paths, ["http://b"]);
  // It wants a next one itself.
  assertEquals(await jit.stateName(), "WaitingNext");
});

jitTest("what is being appended when a track starts counts as following it", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  const appending = jit.hold("playlist.append");
  await jit.begin("preloadBatch", { urls: [urlOf("c")], replace: false });
  jit.clearLog();
  await jit.started("b");
  assertEquals(jit.sent("needNext"), []);
  appending[0]?.fail();
  await settle();
  assertEquals(jit.sent("needNext"), [{ currentTrackId: "b", reason: "trackChange" }]);
});

jitTest("end of file while the next track resolves: Exhausted, and enqueueNext is refused", async (jit) => {
  await jit.playing("a");
  const resolving = jit.hold("media.resolve");
  const next = await jit.begin("enqueueNext", track("b"));
  await jit.stopped("endOfFile");
  assertEquals(await next.answer, { success: false, error: "No active JIT session" });
  assertEquals(jit.sent("listExhausted").length, 1);
  resolving[0]?.release();
  await settle();
  assertEquals(jit.paths, ["http://a"]);
});

jitTest(
  "end of file while the next track is being appended: it is played as soon as it is there",
  async (jit) => {
    await jit.playing("a");
    const appending = jit.hold("playlist.append");
    const next = await jit.begin("enqueueNext", track("b"));
    await jit.stopped("endOfFile");
    assertEquals(jit.sent("listExhausted"), []);
    appending[0]?.release();
    await settle();
    assertEquals((await next.answer)["success"], true);
    assertEquals(jit.askedWith("playback.play").length, 2);
    await jit.started("b");
    assertEquals((await jit.state()).currentTrackId, "b");
  },
);

jitTest(
  "end of file while the next track is being appended, which then cannot be played: told once, not tried twice",
  async (jit) => {
    await jit.playing("a");
    const appending = jit.hold("playlist.append");
    const playing = jit.hold("playback.play");
    const next = await jit.begin("enqueueNext", track("b"));
    await jit.stopped("endOfFile");
    appending[0]?.release();
    await settle();
    assertEquals(next.answered(), true);
    jit.clearLog();
    playing[0]?.fail("it broke");
    await settle();
    assertEquals(jit.events, [
      ["error", { trackId: "b", error: "Player action failed: it broke", url: "http://b" }],
      ["needNext", { currentTrackId: "b", reason: "error" }],
    ]);
    assertEquals(jit.asked, []);
  },
);

jitTest("end of file while the next track is being appended and that fails: Exhausted", async (jit) => {
  await jit.playing("a");
  const appending = jit.hold("playlist.append");
  const next = await jit.begin("enqueueNext", track("b"));
  await jit.stopped("endOfFile");
  appending[0]?.fail();
  await settle();
  assertEquals((await next.answer)["success"], false);
  assertEquals(jit.events.at(-1), ["listExhausted", { lastTrackId: "a" }]);
  assertEquals(await jit.stateName(), "Exhausted");
});

for (const how of ["user", "other"] as const) {
  jitTest(`a session ended (${how}) while a next track is being appended takes it back`, async (jit) => {
    await jit.playing("a");
    const appending = jit.hold("playlist.append");
    const next = await jit.begin("enqueueNext", track("b"));
    if (how === "user") await jit.stopped("user");
    else await jit.startedAt("/own/1", 0, 0);
    appending[0]?.release();
    await settle();
    assertEquals(await next.answer, { success: false, error: "No active JIT session" });
    assertEquals(jit.paths, ["http://a"]);
    assertEquals([jit.order, jit.active], [4, 1]);
  });
}

// The user and the player

jitTest("skip at the end: the player stops, and the list is exhausted", async (jit) => {
  await jit.playing("a");
  assertEquals(await jit.call("skip"), { success: true, currentTrackId: "a" });
  await jit.stopped("endOfFile");
  assertEquals(jit.events.at(-1), ["listExhausted", { lastTrackId: "a" }]);
});

jitTest("the player restarting playback of the current track by itself changes nothing", async (jit) => {
  await jit.playing("a");
  const before = await jit.state();
  jit.clearLog();
  await jit.started("a");
  await jit.started("a");
  assertEquals(jit.events, []);
  assertEquals(await jit.state(), before);
});

jitTest("the user's stop while playNow resolves ends it: it never plays", async (jit) => {
  const resolving = jit.hold("media.resolve");
  await jit.playNow("a");
  await jit.stopped("user");
  resolving[0]?.release();
  await settle();
  assertEquals(jit.askedWith("playlist.append"), []);
  assertEquals(await jit.stateName(), "Idle");
  assertEquals(jit.order, 4);
});

jitTest("a stop of what played before, signalled while play is under way, does not count", async (jit) => {
  await jit.playing("a");
  const playing = jit.hold("playback.play");
  await jit.playNow("b");
  await jit.stopped("user");
  playing[0]?.release();
  await settle();
  assertEquals(await jit.stateName(), "Active");
});

jitTest("the user's stop of the very track that is being played ends the session", async (jit) => {
  await jit.playing("a");
  const playing = jit.hold("playback.play");
  await jit.playNow("b");
  await jit.stopped("startingAnother");
  await jit.stopped("user");
  assertEquals(await jit.stateName(), "Idle");
  playing[0]?.release();
  await settle();
  assertEquals([jit.order, jit.active], [4, 1]);
});

jitTest(
  "a track that was dropped and starts in the place of the awaited one is not taken for it",
  async (jit) => {
    await jit.playing("a");
    jit.hold("playback.play");
    await jit.playNow("b");
    jit.clearLog();
    await jit.startedAt(urlOf("a"), 2, 0);
    assertEquals(jit.events, []);
    await jit.startedAt("http://redirected", 2, 0);
    assertEquals(jit.sent("trackChanged"), [{ trackId: "b", title: "Title b" }]);
  },
);

jitTest("an index that may be the one before a removal or the one after corrects nothing", async (jit) => {
  await jit.call("preloadBatch", { urls: ["a", "b", "c", "d"].map(urlOf) });
  await jit.started("a");
  const removing = jit.hold("playlist.remove");
  await jit.started("b");
  jit.unhold("playlist.remove");
  // As it is after the removal, whose answer has not come yet.
  await jit.startedAt(urlOf("c"), 2, 1);
  removing[0]?.release();
  await settle();
  assertEquals(jit.paths, ["c", "d"].map(urlOf));
  const state = await jit.state();
  assertEquals([state.currentTrackId, state.nextTrackId, state.bufferSize], [urlOf("c"), urlOf("d"), 2]);
});

jitTest("what is to be replaced and starts while something else is being removed stays", async (jit) => {
  await jit.call("preloadBatch", { urls: ["a", "b", "c", "d"].map(urlOf) });
  await jit.started("a");
  const appending = jit.hold("playlist.append");
  await jit.begin("enqueueNext", track("x"));
  await jit.started("c");
  const removing = jit.hold("playlist.remove");
  appending[0]?.release();
  await settle();
  // The second copy of c is on its way out, d is to follow.
  await jit.startedAt(urlOf("d"), 2, 3);
  jit.unhold("playlist.remove");
  removing[0]?.release();
  await settle();
  assertEquals(jit.paths[0], urlOf("d"));
  assertEquals((await jit.state()).currentTrackId, urlOf("d"));
});

jitTest("a cued track that starts by itself is not played once more", async (jit) => {
  const ordering = jit.hold("playback.setOrder");
  await jit.call("preloadBatch", { urls: [urlOf("a")] });
  await jit.started("a");
  jit.unhold("playback.setOrder");
  ordering[0]?.release();
  await settle();
  assertEquals(jit.askedWith("playback.play"), []);
  assertEquals(await jit.stateName(), "WaitingNext");
});

jitTest(
  "a playNow whose track starts by itself while it is being appended is not played once more",
  async (jit) => {
    const appending = jit.hold("playlist.append");
    await jit.playNow("a");
    await jit.startedAt(urlOf("a"), 2, 0);
    appending[0]?.release();
    await settle();
    assertEquals(jit.askedWith("playback.play"), []);
    assertEquals(jit.sent("trackChanged").length, 1);
    assertEquals((await jit.state()).bufferSize, 1);
  },
);

jitTest("a track in the midst of a batch that starts while the batch is being appended", async (jit) => {
  await jit.playing("a");
  const appending = jit.hold("playlist.append");
  await jit.begin("preloadBatch", { urls: ["b", "c", "d"].map(urlOf), replace: false });
  await jit.startedAt(urlOf("c"), 2, 2);
  appending[0]?.release();
  await settle();
  assertEquals(jit.paths, ["c", "d"].map(urlOf));
  const state = await jit.state();
  assertEquals([state.state, state.currentTrackId, state.nextTrackId, state.bufferSize], [
    "Active",
    urlOf("c"),
    urlOf("d"),
    2,
  ]);
});

jitTest(
  "end of file while what follows is being appended and that fails: the page is not asked for more",
  async (jit) => {
    await jit.playing("a");
    await jit.enqueueNext("b");
    const appending = jit.hold("playlist.append");
    await jit.begin("preloadBatch", { urls: [urlOf("c")], replace: false });
    await jit.started("b");
    jit.clearLog();
    await jit.stopped("endOfFile");
    appending[0]?.fail();
    await settle();
    assertEquals(jit.events, [["listExhausted", { lastTrackId: "b" }]]);
  },
);

jitTest(
  "the last track of a batch that starts while the batch is being appended wants a next one",
  async (jit) => {
    await jit.playing("a");
    const appending = jit.hold("playlist.append");
    await jit.begin("preloadBatch", { urls: ["b", "c"].map(urlOf), replace: false });
    await jit.startedAt(urlOf("c"), 2, 2);
    appending[0]?.release();
    await settle();
    assertEquals(jit.paths, [urlOf("c")]);
    assertEquals(await jit.stateName(), "WaitingNext");
    assertEquals(jit.sent("needNext").at(-1), { currentTrackId: urlOf("c"), reason: "trackChange" });
  },
);

jitTest(
  "a play that fails after the player has given up on the track leaves it to the page what comes next",
  async (jit) => {
    const playing = jit.hold("playback.play");
    await jit.call("preloadBatch", { urls: ["a", "b"].map(urlOf) });
    await jit.stopped("endOfFile");
    playing[0]?.fail();
    await settle();
    assertEquals(jit.events.at(-1), ["needNext", { currentTrackId: urlOf("a"), reason: "error" }]);
    assertEquals(jit.askedWith("playback.play").length, 1);
  },
);

jitTest(
  "a track that starts while a batch empties, which then fails, is followed by what followed it",
  async (jit) => {
    await jit.call("preloadBatch", { urls: ["a", "b"].map(urlOf) });
    const removing = jit.hold("playlist.remove");
    const batch = await jit.begin("preloadBatch", { urls: [urlOf("c")] });
    await jit.started("a");
    assertEquals(await jit.stateName(), "WaitingNext");
    removing[0]?.fail();
    await settle();
    assertEquals((await batch.answer)["success"], false);
    const state = await jit.state();
    assertEquals([state.state, state.nextTrackId], ["Active", urlOf("b")]);
  },
);

jitTest("a skip before a playNow is carried out when there is something to skip", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  const removing = jit.hold("playlist.remove");
  await jit.started("b");
  const skip = await jit.begin("skip");
  await jit.begin("playNow", track("c"));
  jit.unhold("playlist.remove");
  removing[0]?.release();
  await settle();
  assertEquals(await skip.answer, { success: true, currentTrackId: "b" });
  assertEquals(jit.paths, ["http://c"]);
});

jitTest("after a stop that the player has refused, the user's stop counts", async (jit) => {
  await jit.playing("a");
  jit.failing("playback.stop");
  await jit.call("stop");
  jit.hold("media.resolve");
  await jit.playNow("b");
  await jit.stopped("user");
  assertEquals(await jit.stateName(), "Idle");
});

jitTest("a new next track that starts while its predecessor cannot be removed stays", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  const removing = jit.hold("playlist.remove");
  const next = await jit.begin("enqueueNext", track("c"));
  await jit.started("c");
  jit.unhold("playlist.remove");
  removing[0]?.fail();
  await settle();
  assertEquals((await next.answer)["success"], true);
  // It could not be removed, so it is left.
  assertEquals(jit.paths, ["http://b", "http://c"]);
  assertEquals((await jit.state()).currentTrackId, "c");
});

jitTest("a panel that closes while its playNow waits for another one gets no events", async (jit) => {
  const listing = jit.hold("playlist.list");
  await jit.begin("playNow", track("a"), { panel: "p1" });
  await jit.begin("playNow", track("b"), { panel: "p2" });
  jit.harness.closePanel("p2");
  jit.unhold("playlist.list");
  listing[0]?.release();
  await settle();
  await jit.started("b");
  assertEquals((await jit.state()).currentTrackId, "b");
  assertEquals(jit.events, []);
});

jitTest("end of file of what played before does not count while playNow is pending", async (jit) => {
  await jit.playing("a");
  const resolving = jit.hold("media.resolve");
  await jit.playNow("b");
  jit.clearLog();
  await jit.stopped("endOfFile");
  assertEquals(jit.events, []);
  resolving[0]?.release();
  await settle();
  await jit.started("b");
  assertEquals((await jit.state()).currentTrackId, "b");
});

jitTest(
  "end of file signalled while play is under way, with nothing playing before: the track cannot be opened",
  async (jit) => {
    const playing = jit.hold("playback.play");
    await jit.playNow("a");
    await jit.stopped("endOfFile");
    playing[0]?.release();
    await settle();
    assertEquals(jit.events, [["listExhausted", { lastTrackId: "a" }]]);
    assertEquals(await jit.stateName(), "Exhausted");
  },
);

jitTest(
  "end of file after a track has failed does not exhaust: the page is looking for another one",
  async (jit) => {
    await jit.playing("a");
    jit.resolutions.set(urlOf("b"), []);
    await jit.playNow("b");
    await jit.stopped("endOfFile");
    assertEquals(await jit.stateName(), "WaitingNext");
    assertEquals((await jit.enqueueNext("c"))["success"], true);
    await jit.started("c");
    assertEquals((await jit.state()).currentTrackId, "c");
  },
);

jitTest("the bridge's own stop, signalled late, does not end the next session", async (jit) => {
  await jit.playing("a");
  await jit.call("stop");
  const resolving = jit.hold("media.resolve");
  await jit.playNow("b");
  await jit.stopped("user");
  assertEquals(await jit.stateName(), "Active");
  resolving[0]?.release();
  await settle();
  await jit.started("b");
  await jit.stopped("user");
  assertEquals(await jit.stateName(), "Idle");
});

jitTest("a panel that closes while its playNow waits gets no events", async (jit) => {
  const listing = jit.hold("playlist.list");
  await jit.begin("playNow", track("a"), { panel: "p1" });
  jit.harness.closePanel("p1");
  listing[0]?.release();
  await settle();
  await jit.started("a");
  assertEquals(jit.events, []);
});

jitTest("a panel that closes while its batch is appended gets no preloadComplete", async (jit) => {
  const appending = jit.hold("playlist.append");
  await jit.begin("preloadBatch", { urls: [urlOf("a")] }, { panel: "p1" });
  jit.harness.closePanel("p1");
  appending[0]?.release();
  await settle();
  assertEquals(jit.events, []);
});

// Time-outs and cancelled calls

jitTest(
  "a play that the player answers too late is a failure; when the track starts all the same, it is ours",
  async (jit) => {
    const playing = jit.hold("playback.play");
    await jit.playNow("a");
    playing[0]?.fail("late");
    await settle();
    assertEquals(jit.events.map(([event]) => event), ["error", "needNext"]);
    await jit.started("a");
    assertEquals(jit.sent("trackChanged"), [{ trackId: "a", title: "Title a" }]);
    await jit.time(80, 100);
    assertEquals(jit.sent("needNext").length, 3);
  },
);

jitTest("a play that fails after its track has started is no failure", async (jit) => {
  const playing = jit.hold("playback.play");
  await jit.playNow("a");
  await jit.started("a");
  playing[0]?.fail("late");
  await settle();
  assertEquals(jit.sent("error"), []);
});

async function cancelled(
  jit: JitHarness,
  method: string,
  params: unknown,
): Promise<{ cancel(): Promise<void> }> {
  const controller = new AbortController();
  const answer = jit.harness.call(`jitQueue.${method}`, params, { signal: controller.signal });
  const rejected = assertRejects(() => answer, CancelledError);
  await settle();
  return {
    async cancel() {
      controller.abort();
      await rejected;
      await settle();
    },
  };
}

jitTest("a playNow cancelled before it is accepted changes nothing", async (jit) => {
  const listing = jit.hold("playlist.list");
  const call = await cancelled(jit, "playNow", track("a"));
  await call.cancel();
  listing[0]?.release();
  await settle();
  assertEquals(await jit.stateName(), "Idle");
  assertEquals(jit.shadow, undefined);
  assertEquals(jit.order, 4);
});

jitTest("a call cancelled while it waits for its turn changes nothing", async (jit) => {
  const resolving = jit.hold("media.resolve");
  await jit.playNow("a");
  const call = await cancelled(jit, "enqueueNext", track("b"));
  await call.cancel();
  resolving[0]?.release();
  await settle();
  assertEquals(resolving.length, 1);
  assertEquals(jit.paths, ["http://a"]);
});

jitTest("a newer playNow cancelled before its turn spares the older one", async (jit) => {
  const appending = jit.hold("playlist.append");
  await jit.playNow("a");
  const call = await cancelled(jit, "playNow", track("b"));
  await call.cancel();
  appending[0]?.release();
  await settle();
  assertEquals(jit.sent("error"), []);
  assertEquals(jit.askedWith("playback.play").length, 1);
  assertEquals(jit.paths, ["http://a"]);
});

jitTest("an enqueueNext cancelled while it resolves is not enqueued", async (jit) => {
  await jit.playing("a");
  const resolving = jit.hold("media.resolve");
  const call = await cancelled(jit, "enqueueNext", track("b"));
  await call.cancel();
  resolving[0]?.release();
  await settle();
  assertEquals(jit.paths, ["http://a"]);
  assertEquals(await jit.stateName(), "WaitingNext");
});

jitTest("an enqueueNext cancelled while it is being appended is brought to its end", async (jit) => {
  await jit.playing("a");
  const appending = jit.hold("playlist.append");
  const call = await cancelled(jit, "enqueueNext", track("b"));
  await call.cancel();
  appending[0]?.release();
  await settle();
  assertEquals((await jit.state()).nextTrackId, "b");
});

jitTest("a stop cancelled while the player stops is brought to its end", async (jit) => {
  await jit.playing("a");
  const stopping = jit.hold("playback.stop");
  const call = await cancelled(jit, "stop", {});
  await call.cancel();
  stopping[0]?.release();
  await settle();
  assertEquals(jit.paths, []);
  assertEquals(jit.order, 4);
});

jitTest("a call whose signal is aborted from the beginning is cancelled", async (jit) => {
  jit.hold("playlist.list");
  await assertRejects(
    () => jit.harness.call("jitQueue.playNow", track("a"), { signal: AbortSignal.abort() }),
    CancelledError,
  );
});

import { assertEquals } from "@std/assert";
import { handle, jitTest, settle, urlOf } from "./jit_harness.ts";

// The user moves playlists about

jitTest("the shadow playlist is followed through insertions, removals and reorderings", async (jit) => {
  await jit.playing("a");
  const index = async () => (await jit.state()).shadowPlaylist;
  await jit.insertPlaylist(0);
  assertEquals(await index(), 3);
  await jit.insertPlaylist(4);
  assertEquals(await index(), 3);
  await jit.removePlaylist(4);
  assertEquals(await index(), 3);
  await jit.removePlaylist(1);
  assertEquals(await index(), 2);
  await jit.reorderPlaylists([2, 0, 1]);
  assertEquals(await index(), 0);
  await jit.insertPlaylist(0);
  assertEquals(await index(), 1);
  await jit.enqueueNext("b");
  assertEquals(jit.paths, ["http://a", "http://b"]);
  await jit.started("b");
  assertEquals(jit.paths, ["http://b"]);
});

jitTest("the remembered active playlist is followed too", async (jit) => {
  await jit.playing("a");
  await jit.insertPlaylist(0);
  await jit.reorderPlaylists([3, 2, 1, 0]);
  await jit.call("stop");
  assertEquals(jit.askedWith("playlist.activate"), [{ playlist: 1 }]);
  assertEquals(jit.playlists[1]?.name, "Other");
});

jitTest("an active playlist that the user has removed is not restored", async (jit) => {
  await jit.playing("a");
  await jit.removePlaylist(1);
  await jit.call("stop");
  assertEquals(jit.askedWith("playlist.activate"), []);
  assertEquals(jit.order, 4);
});

jitTest("an order that leaves a playlist out tells nothing about it", async (jit) => {
  await jit.playing("a");
  jit.harness.signal("signal.playlistsReordered", { order: [0, 1] });
  assertEquals((await jit.state()).shadowPlaylist, 2);
});

jitTest("at each beginning from Idle the shadow playlist is looked for anew", async (jit) => {
  await jit.playing("a");
  await jit.call("stop");
  // Moved without a signal.
  jit.playlists.unshift({ name: "Sneaky", items: [], lock: null });
  assertEquals((await jit.playNow("b"))["shadowPlaylist"], 3);
  assertEquals(jit.askedWith("playlist.lock").at(-1), {
    playlist: 3,
    name: "JIT Queue Buffer",
    locked: true,
  });
  await jit.call("stop");
  // Removed without a signal.
  jit.playlists.pop();
  assertEquals((await jit.playNow("c"))["shadowPlaylist"], 3);
  assertEquals(jit.paths, ["http://c"]);
});

jitTest("in Idle a list that fails does not matter when the shadow playlist is known", async (jit) => {
  await jit.playing("a");
  await jit.call("stop");
  jit.failing("playlist.list");
  assertEquals((await jit.playNow("b"))["success"], true);
  await jit.call("stop");
  assertEquals(jit.order, 4);
});

// The user changes the shadow playlist

jitTest("items that the user has appended are noticed at the next append", async (jit) => {
  await jit.playing("a");
  jit.shadow?.items.push(handle("/own/x"));
  assertEquals(await jit.enqueueNext("b"), { success: true, trackId: "b", bufferSize: 3 });
  await jit.startedAt(urlOf("b"), 2, 2);
  assertEquals(jit.paths, ["http://b"]);
});

jitTest("an item that the user has put in front is noticed when a track starts", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  jit.shadow?.items.unshift(handle("/own/x"));
  await jit.started("b");
  assertEquals(jit.paths, ["/own/x", "http://b"]);
  assertEquals((await jit.state()).bufferSize, 1);
});

jitTest("an item that the user has removed is noticed when a track starts", async (jit) => {
  await jit.call("preloadBatch", { urls: ["a", "b", "c"].map(urlOf) });
  await jit.started("a");
  jit.shadow?.items.shift();
  await jit.started("b");
  assertEquals(jit.paths, ["http://b", "http://c"]);
  assertEquals((await jit.state()).nextTrackId, urlOf("c"));
});

jitTest(
  "a second copy that could not be removed is not taken for the first one in another place",
  async (jit) => {
    await jit.call("preloadBatch", { urls: ["a", "b", "c"].map(urlOf) });
    await jit.started("a");
    const appending = jit.hold("playlist.append");
    await jit.begin("enqueueNext", { trackId: "x", url: urlOf("x") });
    await jit.stopped("user");
    jit.failing("playlist.remove");
    appending[0]?.release();
    await settle();
    assertEquals(jit.paths, ["a", "b", "c", "x", "c"].map(urlOf));
    await jit.call("notifyEmpty");
    await jit.startedAt(urlOf("c"), 2, 4);
    assertEquals((await jit.state()).currentTrackId, urlOf("c"));
    jit.unhold("playlist.append");
    await jit.enqueueNext("y");
    assertEquals(jit.askedWith("playlist.append").length, 3);
    assertEquals((await jit.state()).nextTrackId, "y");
    // What the session believes is right: the last item is where it was told to be.
    await jit.startedAt(urlOf("y"), 2, 5);
    jit.working("playlist.remove");
    await jit.call("clear");
    assertEquals(jit.paths, []);
  },
);

jitTest("a next track that the user has removed is missed in time", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  jit.shadow?.items.pop();
  await jit.stopped("endOfFile");
  jit.failing("playback.play");
  await settle();
  assertEquals(jit.askedWith("playback.play").length, 1);
  assertEquals(jit.events.at(-1), ["needNext", { currentTrackId: "b", reason: "error" }]);
});

jitTest("a track of the user's in the shadow playlist is not ours", async (jit) => {
  await jit.playing("a");
  jit.shadow?.items.push(handle("/own/x"));
  await jit.startedAt("/own/x", 2, 1);
  assertEquals(await jit.stateName(), "Idle");
});

// Absurd players

jitTest("an absurd count, start or item does not fill the memory", async (jit) => {
  const absurd = Number.MAX_SAFE_INTEGER;
  jit.harness.player["player.playlist.list"] = {
    active: null,
    playlists: [{ index: 0, name: "__webview_buffer__", count: absurd, locked: false }],
  };
  assertEquals(await jit.playNow("a"), {
    success: false,
    error: "Player action failed: player.playlist.list answered a count beyond any playlist",
  });
  jit.harness.player["player.playlist.list"] = { active: null, playlists: [] };
  jit.harness.player["player.playlist.append"] = { start: absurd, count: 1 };
  await jit.playNow("a");
  assertEquals(jit.sent("error"), [{
    trackId: "a",
    error: "Player action failed: player.playlist.append answered a start beyond any playlist",
    url: "http://a",
  }]);
  jit.harness.player["player.playlist.append"] = { start: 0, count: 1 };
  await jit.playNow("a");
  await jit.startedAt(urlOf("a"), 2, absurd);
  assertEquals(jit.sent("trackChanged").length, 1);
  jit.harness.player["player.playlist.remove"] = { count: absurd };
  await jit.call("clear");
  assertEquals((await jit.state()).bufferSize, 0);
});

// Indices that cross a signal on the way

jitTest(
  "tracks appended to a playlist that has taken the index are taken back and appended again",
  async (jit) => {
    await jit.playing("a");
    const appending = jit.hold("playlist.append");
    const next = await jit.begin("enqueueNext", { trackId: "b", url: urlOf("b") });
    await jit.insertPlaylist(0);
    jit.unhold("playlist.append");
    appending[0]?.release();
    await settle();
    assertEquals(await next.answer, { success: true, trackId: "b", bufferSize: 2 });
    assertEquals(jit.paths, ["http://a", "http://b"]);
    assertEquals(jit.playlists.map(({ items }) => items.length), [0, 2, 1, 2]);
    assertEquals((await jit.state()).shadowPlaylist, 3);
  },
);

jitTest(
  "tracks appended in time, whose answer comes after the signal, are left where they are",
  async (jit) => {
    await jit.playing("a");
    // Carried out at once, answered late.
    let answer = () => {};
    jit.harness.player["player.playlist.append"] = ({ playlist, handles }) => {
      const items = jit.playlists[playlist]?.items ?? [];
      const start = items.length;
      items.push(...handles.map(({ path, subsong = 0 }) => handle(path, subsong)));
      return new Promise((resolve) => answer = () => resolve({ start, count: handles.length }));
    };
    const next = await jit.begin("enqueueNext", { trackId: "b", url: urlOf("b") });
    await jit.insertPlaylist(0);
    answer();
    await settle();
    assertEquals(await next.answer, { success: true, trackId: "b", bufferSize: 2 });
    assertEquals(jit.paths, ["http://a", "http://b"]);
    assertEquals(jit.askedWith("playlist.append").length, 2);
  },
);

jitTest(
  "tracks appended to a playlist that is then as long as the shadow playlist are taken back too",
  async (jit) => {
    await jit.playing("a");
    await jit.enqueueNext("b");
    const appending = jit.hold("playlist.append");
    const batch = await jit.begin("preloadBatch", { urls: [urlOf("c")], replace: false });
    await jit.insertPlaylist(0);
    jit.unhold("playlist.append");
    appending[0]?.release();
    await settle();
    assertEquals(await batch.answer, { success: true, tracksAdded: 1 });
    assertEquals(jit.playlists.map(({ items }) => items.length), [0, 2, 1, 3]);
  },
);

jitTest("a play whose index was overtaken is asked for again", async (jit) => {
  const playing = jit.hold("playback.play");
  await jit.playNow("a");
  await jit.insertPlaylist(0);
  jit.unhold("playback.play");
  playing[0]?.release();
  await settle();
  assertEquals(jit.askedWith("playback.play"), [{ playlist: 2, item: 0 }, { playlist: 3, item: 0 }]);
});

jitTest("a play whose index was overtaken and that failed for it is asked for again", async (jit) => {
  const playing = jit.hold("playback.play");
  await jit.playNow("a");
  await jit.insertPlaylist(0);
  jit.unhold("playback.play");
  playing[0]?.fail();
  await settle();
  assertEquals(jit.askedWith("playback.play").length, 2);
  assertEquals(jit.events, []);
});

jitTest("a play whose index was overtaken is not asked for again when its track has started", async (jit) => {
  const playing = jit.hold("playback.play");
  await jit.playNow("a");
  await jit.started("a");
  await jit.insertPlaylist(0);
  playing[0]?.release();
  await settle();
  assertEquals(jit.askedWith("playback.play").length, 1);
});

jitTest("a lock whose index was overtaken is taken off again and put where it belongs", async (jit) => {
  const locking = jit.hold("playlist.lock");
  await jit.playNow("a");
  await jit.insertPlaylist(0);
  jit.unhold("playlist.lock");
  locking[0]?.release();
  await settle();
  assertEquals(jit.playlists.map(({ lock }) => lock), [null, null, null, "JIT Queue Buffer"]);
});

jitTest("an activation whose index was overtaken is repeated", async (jit) => {
  await jit.playing("a");
  const activating = jit.hold("playlist.activate");
  const stop = await jit.begin("stop");
  await jit.insertPlaylist(0);
  jit.unhold("playlist.activate");
  activating[0]?.release();
  await settle();
  assertEquals(await stop.answer, { success: true });
  assertEquals(jit.playlists[jit.active ?? -1]?.name, "Other");
});

jitTest("a removal whose index was overtaken is reported and done again", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  const removing = jit.hold("playlist.remove");
  await jit.started("b");
  await jit.insertPlaylist(0);
  jit.unhold("playlist.remove");
  removing[0]?.release();
  await settle();
  assertEquals(jit.paths, ["http://b"]);
  assertEquals(jit.harness.reported.some(({ level }) => level === "error"), true);
});

jitTest("a removal or an append that failed because its index was overtaken is done again", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  const removing = jit.hold("playlist.remove");
  await jit.started("b");
  await jit.insertPlaylist(0);
  jit.unhold("playlist.remove");
  removing[0]?.fail();
  await settle();
  assertEquals(jit.paths, ["http://b"]);
  const appending = jit.hold("playlist.append");
  const next = await jit.begin("enqueueNext", { trackId: "c", url: urlOf("c") });
  await jit.insertPlaylist(0);
  jit.unhold("playlist.append");
  appending[0]?.fail();
  await settle();
  assertEquals((await next.answer)["success"], true);
  assertEquals(jit.paths, ["http://b", "http://c"]);
});

jitTest("a shadow playlist removed while a batch is being appended is created anew for it", async (jit) => {
  jit.playlists.push({ name: "__webview_buffer__", items: [], lock: null });
  const appending = jit.hold("playlist.append");
  const batch = await jit.begin("preloadBatch", { urls: [urlOf("a"), urlOf("b")] });
  await jit.removePlaylist(2);
  jit.unhold("playlist.append");
  appending[0]?.release();
  await settle();
  assertEquals(await batch.answer, { success: true, tracksAdded: 2 });
  assertEquals(jit.paths, ["http://a", "http://b"]);
  assertEquals(jit.playlists.map(({ items }) => items.length), [2, 1, 2]);
});

jitTest("tracks appended to the playlist behind the removed shadow playlist are taken back", async (jit) => {
  jit.playlists.unshift({ name: "__webview_buffer__", items: [], lock: null });
  const appending = jit.hold("playlist.append");
  const batch = await jit.begin("preloadBatch", { urls: [urlOf("a")] });
  await jit.removePlaylist(0);
  jit.unhold("playlist.append");
  appending[0]?.release();
  await settle();
  assertEquals((await batch.answer)["success"], true);
  assertEquals(jit.playlists.map(({ items }) => items.length), [2, 1, 1]);
});

jitTest(
  "when tracks may have gone with the removed shadow playlist, no other playlist is touched",
  async (jit) => {
    jit.playlists.unshift({ name: "__webview_buffer__", items: [], lock: null }, {
      name: "Empty",
      items: [],
      lock: null,
    });
    const appending = jit.hold("playlist.append");
    const batch = await jit.begin("preloadBatch", { urls: [urlOf("a")] });
    await jit.removePlaylist(0);
    jit.unhold("playlist.append");
    appending[0]?.release();
    await settle();
    assertEquals((await batch.answer)["success"], true);
    assertEquals(jit.askedWith("playlist.remove"), []);
  },
);

jitTest(
  "a shadow playlist removed while a next track is being appended: refused, the session is over",
  async (jit) => {
    await jit.playing("a");
    const appending = jit.hold("playlist.append");
    const next = await jit.begin("enqueueNext", { trackId: "b", url: urlOf("b") });
    await jit.removePlaylist(2);
    jit.unhold("playlist.append");
    appending[0]?.release();
    await settle();
    assertEquals(await next.answer, { success: false, error: "No active JIT session" });
    assertEquals(await jit.stateName(), "Idle");
  },
);

jitTest(
  "a shadow playlist removed while playNow is pending: its error tells, it does not play",
  async (jit) => {
    const resolving = jit.hold("media.resolve");
    await jit.playNow("a");
    await jit.removePlaylist(2);
    resolving[0]?.release();
    await settle();
    assertEquals(jit.events, [
      ["error", { trackId: "a", error: "Shadow playlist no longer exists", url: "http://a" }],
    ]);
    assertEquals(jit.askedWith("playlist.append"), []);
    assertEquals(jit.order, 4);
  },
);

jitTest("a shadow playlist removed while its items are being removed is gone all the same", async (jit) => {
  await jit.playing("a");
  await jit.enqueueNext("b");
  const removing = jit.hold("playlist.remove");
  await jit.started("b");
  await jit.removePlaylist(2);
  jit.unhold("playlist.remove");
  removing[0]?.release();
  await settle();
  assertEquals((await jit.state()).shadowPlaylist, -1);
  assertEquals([jit.order, jit.active], [4, 1]);
  await jit.playing("c");
  assertEquals(jit.paths, ["http://c"]);
});

jitTest("when it cannot be told where tracks were appended, they count as appended", async (jit) => {
  await jit.playing("a");
  const appending = jit.hold("playlist.append");
  const next = await jit.begin("enqueueNext", { trackId: "b", url: urlOf("b") });
  await jit.reorderPlaylists([2, 1, 0]);
  await jit.reorderPlaylists([2, 1, 0]);
  jit.failing("playlist.list");
  appending[0]?.release();
  await settle();
  assertEquals(await next.answer, { success: true, trackId: "b", bufferSize: 2 });
  assertEquals(jit.paths, ["http://a", "http://b"]);
});

jitTest(
  "when it cannot be told and the shadow playlist is gone, an enqueueNext is refused and a batch begins anew",
  async (jit) => {
    await jit.playing("a");
    jit.failing("playlist.list");
    const appending = jit.hold("playlist.append");
    const next = await jit.begin("enqueueNext", { trackId: "b", url: urlOf("b") });
    await jit.removePlaylist(2);
    jit.unhold("playlist.append");
    appending[0]?.fail();
    await settle();
    assertEquals(await next.answer, { success: false, error: "No active JIT session" });

    jit.working("playlist.list");
    jit.playlists.unshift({ name: "__webview_buffer__", items: [], lock: null });
    const appendingBatch = jit.hold("playlist.append");
    const batch = await jit.begin("preloadBatch", { urls: [urlOf("c")] });
    await jit.removePlaylist(0);
    const listing = jit.hold("playlist.list");
    jit.unhold("playlist.append");
    appendingBatch[0]?.release();
    await settle();
    jit.unhold("playlist.list");
    listing[0]?.fail();
    await settle();
    assertEquals(await batch.answer, { success: true, tracksAdded: 1 });
    assertEquals(jit.paths, ["http://c"]);
  },
);

jitTest(
  "tracks appended in time are recognised although the user adds some at the same moment",
  async (jit) => {
    await jit.playing("a");
    let answer = () => {};
    jit.harness.player["player.playlist.append"] = ({ playlist, handles }) => {
      const items = jit.playlists[playlist]?.items ?? [];
      const start = items.length;
      items.push(...handles.map(({ path, subsong = 0 }) => handle(path, subsong)), handle("/own/x"));
      return new Promise((resolve) => answer = () => resolve({ start, count: handles.length }));
    };
    const next = await jit.begin("enqueueNext", { trackId: "b", url: urlOf("b") });
    await jit.insertPlaylist(0);
    answer();
    await settle();
    assertEquals((await next.answer)["success"], true);
    assertEquals(jit.paths, ["http://a", "http://b", "/own/x"]);
    assertEquals((await jit.state()).nextTrackId, "b");
  },
);

jitTest("what is to be taken back is followed through further signals", async (jit) => {
  await jit.playing("a");
  const appending = jit.hold("playlist.append");
  const ordering = jit.hold("playback.setOrder");
  const next = await jit.begin("enqueueNext", { trackId: "b", url: urlOf("b") });
  await jit.insertPlaylist(0);
  await jit.stopped("user");
  appending[0]?.release();
  await settle();
  assertEquals(jit.playlists.map(({ items }) => items.length), [0, 2, 2, 1]);
  await jit.reorderPlaylists([3, 2, 1, 0]);
  await jit.insertPlaylist(0);
  ordering[0]?.release();
  await settle();
  assertEquals(await next.answer, { success: false, error: "No active JIT session" });
  assertEquals(jit.playlists.map(({ items }) => items.length), [0, 1, 1, 2, 0]);
  assertEquals(jit.playlists[2]?.items, [handle("/own/3")]);
});

jitTest(
  "what is to be taken back from a playlist that the user removes needs no taking back",
  async (jit) => {
    await jit.playing("a");
    const appending = jit.hold("playlist.append");
    const ordering = jit.hold("playback.setOrder");
    await jit.begin("enqueueNext", { trackId: "b", url: urlOf("b") });
    await jit.insertPlaylist(0);
    await jit.stopped("user");
    appending[0]?.release();
    await settle();
    await jit.removePlaylist(2);
    ordering[0]?.release();
    await settle();
    assertEquals(jit.askedWith("playlist.remove"), []);
    assertEquals(jit.playlists.map(({ items }) => items.length), [0, 2, 1]);
  },
);

jitTest("a playNow dropped while it is being appended, which fails, leaves nothing to tell", async (jit) => {
  const appending = jit.hold("playlist.append");
  await jit.playNow("a");
  await jit.stopped("user");
  appending[0]?.fail();
  await settle();
  assertEquals(jit.events, []);
  assertEquals(await jit.stateName(), "Idle");
});

jitTest(
  "a shadow playlist that has gone without a signal is noticed when an index was overtaken",
  async (jit) => {
    await jit.playing("a");
    const appending = jit.hold("playlist.append");
    const next = await jit.begin("enqueueNext", { trackId: "b", url: urlOf("b") });
    await jit.insertPlaylist(0);
    jit.playlists.pop();
    appending[0]?.release();
    await settle();
    assertEquals(await next.answer, { success: false, error: "No active JIT session" });
    assertEquals(jit.sent("error"), [
      { trackId: "a", error: "Shadow playlist no longer exists", url: "http://a" },
    ]);
  },
);

// The end of the pipe

jitTest("at the end of the pipe the player is told the user's order and active playlist", async (jit) => {
  await jit.playing("a");
  jit.clearLog();
  await jit.harness.close();
  assertEquals(jit.harness.asked.map(({ name, params }) => [name, params]), [
    ["player.playback.setOrder", { order: 4 }],
    ["player.playlist.activate", { playlist: 1 }],
  ]);
  await settle();
  assertEquals([jit.order, jit.active], [4, 1]);
});

jitTest("at the end of the pipe in Idle nothing is told", async (jit) => {
  await jit.playing("a");
  await jit.call("stop");
  jit.clearLog();
  await jit.harness.close();
  assertEquals(jit.asked, []);
});

jitTest("what could not be restored is told at the end of the pipe", async (jit) => {
  await jit.playing("a");
  jit.failing("playback.setOrder");
  jit.failing("playlist.activate");
  await jit.call("stop");
  jit.clearLog();
  jit.working("playback.setOrder");
  jit.working("playlist.activate");
  await jit.harness.close();
  await settle();
  assertEquals([jit.order, jit.active], [4, 1]);
  assertEquals(jit.asked, ["playback.setOrder", "playlist.activate"]);
});

jitTest(
  "what could not be restored is still the user's when the next session begins and ends",
  async (jit) => {
    await jit.playing("a");
    jit.failing("playback.setOrder");
    await jit.call("stop");
    jit.working("playback.setOrder");
    assertEquals(jit.order, 0);
    await jit.playing("b");
    await jit.call("stop");
    assertEquals(jit.order, 4);
  },
);

jitTest(
  "an active playlist that could not be restored is still the user's when the shadow playlist is the active one",
  async (jit) => {
    await jit.playing("a");
    jit.active = 2;
    jit.failing("playlist.activate");
    await jit.call("stop");
    jit.working("playlist.activate");
    await jit.playing("b");
    await jit.call("stop");
    assertEquals(jit.active, 1);
  },
);

jitTest("an active playlist that the user has chosen since a failed restoration counts", async (jit) => {
  await jit.playing("a");
  jit.failing("playlist.activate");
  await jit.call("stop");
  jit.working("playlist.activate");
  jit.active = 0;
  await jit.playing("b");
  jit.active = 2;
  await jit.call("stop");
  assertEquals(jit.active, 0);
});

jitTest("an order that the user has chosen since a failed restoration counts", async (jit) => {
  await jit.playing("a");
  jit.failing("playback.setOrder");
  await jit.call("stop");
  jit.working("playback.setOrder");
  jit.order = 2;
  await jit.playing("b");
  await jit.call("stop");
  assertEquals(jit.order, 2);
});

jitTest(
  "after the end of the pipe signals, panels and calls are none of its business any more",
  async (jit) => {
    await jit.playing("a");
    await jit.harness.close();
    await settle();
    jit.clearLog();
    await jit.started("a");
    jit.harness.closePanel("p1");
    assertEquals(jit.events, []);
    assertEquals(await jit.call("skip"), { success: false, error: "Player did not answer" });
    assertEquals(jit.asked, []);
  },
);

jitTest("a call that waits at the end of the pipe is answered", async (jit) => {
  jit.hold("playlist.list");
  const call = await jit.begin("playNow", { trackId: "a", url: urlOf("a") });
  await jit.harness.close();
  assertEquals(await call.answer, { success: false, error: "Player did not answer" });
});

jitTest(
  "a track that starts elsewhere than believed corrects the picture while another is being appended",
  async (jit) => {
    await jit.call("preloadBatch", { urls: [urlOf("a"), urlOf("b")] });
    await jit.started("a");
    const appending = jit.hold("playlist.append");
    const next = await jit.begin("enqueueNext", { trackId: "c", url: urlOf("c") });
    jit.shadow?.items.unshift(handle("/own/9"));
    await jit.started("b");
    jit.unhold("playlist.append");
    appending[0]?.release();
    await settle();
    assertEquals(await next.answer, { success: true, trackId: "c", bufferSize: 2 });
    assertEquals(jit.paths, ["/own/9", urlOf("b"), urlOf("c")]);
  },
);

jitTest(
  "when the player refuses to remove a next track and what was to replace it, it is asked once for each",
  async (jit) => {
    await jit.playing("a");
    await jit.enqueueNext("b");
    jit.failing("playlist.remove", "locked");
    jit.clearLog();
    assertEquals(await jit.enqueueNext("c"), { success: false, error: "Player action failed: locked" });
    assertEquals(jit.askedWith("playlist.remove"), [
      { playlist: 2, start: 1, count: 1 },
      { playlist: 2, start: 2, count: 1 },
    ]);
    assertEquals((await jit.state()).nextTrackId, "b");
  },
);

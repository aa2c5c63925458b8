import { assertEquals, assertRejects } from "@std/assert";
import { ActionsPlayer, type PlayerParts } from "../../playground/actions_player.ts";
import { ReferencePlayer } from "../../players/reference/mod.ts";

/** The reference player, known by its actions and signals only. */
function player(more: Partial<PlayerParts> = {}) {
  const reference = new ReferencePlayer();
  const made = new ActionsPlayer({
    name: "another player",
    version: "1",
    actions: reference.actions,
    onSignal: (listener) => reference.onSignal(listener),
    close() {
      reference.close();
      return Promise.resolve();
    },
    ...more,
  });
  return { reference, made };
}

const signal = new AbortController().signal;

Deno.test("a player is shown by what its native actions tell", async () => {
  const { reference, made } = player();
  reference.user.queue(0, 3);
  reference.user.selectItems([1, 2]);
  reference.user.copy({ text: "copied" });
  await made.actions["player.console.print"]?.({ level: "warn", line: "careful" }, undefined, signal);
  await made.actions["player.app.showPopup"]?.({ title: "T", message: "M" }, undefined, signal);
  const state = await made.state();
  assertEquals(state.playlists.list[0], { name: "Albums", count: 34, locked: false });
  assertEquals(state.queue.map(({ title, item }) => [title, item]), [["Eight Bells", 3]]);
  assertEquals(state.selection.items, [1, 2]);
  assertEquals(state.clipboard.text, "copied");
  assertEquals(state.console, [{ level: "warn", line: "careful" }]);
  assertEquals(state.desktop, ["Message “T”: M"]);
  assertEquals([reference.consoleLines.length, reference.popupMessages.length], [1, 1]);
  assertEquals(state.locale, "en-US");
  await made.close();
});

Deno.test("a player is used by its native actions", async () => {
  const { reference, made } = player();
  assertEquals((await made.state()).playlists.active, 0);
  await made.perform({ do: "play", playlist: 0, item: 2 });
  assertEquals((await made.state()).nowPlaying?.item, 2);
  await made.perform({ do: "queue", playlist: 0, items: [5, 6] });
  await made.perform({ do: "unqueue", index: 0 });
  assertEquals(reference.queue.map(({ item }) => item), [6]);
  await made.perform({ do: "next" });
  assertEquals(reference.nowPlaying?.item, 6);
  await made.perform({ do: "activate", playlist: 2 });
  assertEquals(reference.activePlaylist, 2);
  await made.perform({ do: "stop" });
  assertEquals((await made.state()).nowPlaying, null);
  await assertRejects(
    () => made.perform({ do: "previous" }),
    Error,
    "another player cannot do that: previous",
  );
  await made.close();
});

Deno.test("a playlist is the one that the page was shown at that index, wherever it has been moved", async () => {
  const { reference, made } = player();
  await assertRejects(() => made.perform({ do: "play", playlist: 0, item: 0 }), Error, "no playlist 0");
  await made.state();
  reference.user.reorderPlaylists([4, 0, 1, 2, 3]);
  await made.perform({ do: "play", playlist: 0, item: 2 });
  assertEquals(reference.nowPlaying?.playlist, 1);
  const { nowPlaying, playlists } = await made.state();
  assertEquals([nowPlaying?.playlist, playlists.active], [1, 1]);
  await made.close();
});

Deno.test("the place in a track is what the signals say, from the beginning with each track", async () => {
  let tell: Parameters<PlayerParts["onSignal"]>[0] = () => {};
  const { made, reference } = player({
    onSignal(listener) {
      tell = listener;
      return () => {};
    },
  });
  reference.user.play(0, 0);
  tell({ name: "signal.playbackTime", params: { position: 12.5, length: 90 } });
  const place = async () => {
    const { nowPlaying } = await made.state();
    return [nowPlaying?.position, nowPlaying?.length];
  };
  assertEquals(await place(), [12.5, 90]);
  tell({
    name: "signal.trackStarted",
    params: { handle: { path: "/x", subsong: 0 }, playlist: null, item: null },
  });
  assertEquals(await place(), [0, 0]);
  await made.close();
});

Deno.test("what a player lacks, or cannot tell just now, is shown as nothing", async () => {
  const nothing = player({ actions: {} }).made;
  const state = await nothing.state();
  assertEquals([state.nowPlaying, state.queue, state.playlists.list, nothing.commands], [null, [], [], []]);
  await assertRejects(
    () => nothing.perform({ do: "stop" }),
    Error,
    "another player lacks player.playback.stop",
  );
  const { reference, made } = player();
  reference.user.copy({ text: "copied" });
  reference.user.holdClipboard(true);
  assertEquals((await made.state()).clipboard, { text: null, files: null, hasImage: false });
  await Promise.all([nothing.close(), made.close()]);
});

Deno.test("tracks of playlists come from the host, with what the player knows of them", async () => {
  const { reference, made } = player();
  assertEquals(await made.tracks(0, 0, 10), []);
  const tracks: PlayerParts["tracks"] = (playlist, offset, limit) =>
    reference.playlists[playlist]?.tracks(offset, limit) ?? [];
  const host = player({ tracks }).made;
  assertEquals((await host.tracks(0, 3, 2)).map(({ title }) => title), [
    "Eight Bells",
    "Under the Breakwater",
  ]);
  await Promise.all([made.close(), host.close()]);
});

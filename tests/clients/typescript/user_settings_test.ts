import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import type { ActionTable } from "../../../clients/typescript/actions.ts";
import { unknownTrack } from "../../../host_stdio/api/shapes.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { ScriptedBridge } from "./scripted_bridge.ts";

/** Returns the playback order after the bridge has gone. The user sets `user:<n>`, the bridge `<n>`. */
async function orderAfter(...steps: readonly (number | `user:${number}`)[]): Promise<number> {
  const player = new ReferencePlayer();
  const bridge = new ScriptedBridge({ actions: player.actions });
  for (const step of steps) {
    if (typeof step === "number") await bridge.ask("player.playback.setOrder", { order: step });
    else player.user.setOrder(Number(step.slice("user:".length)));
  }
  bridge.client.client.abandon();
  await bridge.client.client.gaveBack;
  player.close();
  return player.facts.playbackOrder;
}

Deno.test("the user's playback order is restored when a bridge has gone without doing so", async () => {
  assertEquals(await orderAfter("user:4"), 4, "the bridge changed nothing");
  assertEquals(await orderAfter("user:4", 0), 4, "the bridge did not restore it");
  assertEquals(await orderAfter("user:4", 0, 4), 4, "the bridge restored it");
  assertEquals(await orderAfter("user:4", 0, 0), 4, "the bridge set its own order twice");
  assertEquals(await orderAfter("user:4", 0, 4, "user:2"), 2, "the user chose another order afterwards");
  assertEquals(await orderAfter("user:4", 0, 4, "user:3", 0), 3, "a second session did not restore it");
  assertEquals(await orderAfter("user:4", 0, "user:2"), 2, "the user chose another order in the session");
  assertEquals(
    await orderAfter("user:4", 0, "user:2", 4, 2),
    2,
    "the bridge found the user's choice and kept it",
  );
  assertEquals(await orderAfter(0), 0);
  assertEquals(await orderAfter(0, 0, "user:5"), 5);
});

Deno.test("an order that a slow player sets while the bridge goes is restored", async () => {
  let order = 6;
  const asked: number[] = [];
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => answer = resolve);
  const bridge = new ScriptedBridge({
    actions: {
      "player.playback.setOrder": async (params, _panel, signal) => {
        asked.push(params.order);
        await answered;
        if (asked.length > 1) signal.throwIfAborted();
        const previous = order;
        order = params.order;
        return { previous };
      },
    },
  });
  await bridge.write({ jsonrpc: "2.0", id: 1, method: "player.playback.setOrder", params: { order: 0 } });
  while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  bridge.client.client.abandon();
  answer();
  while (order !== 6 || asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(asked, [0, 6]);
});

Deno.test("a player that fails to restore the order does no harm", async () => {
  let calls = 0;
  const bridge = new ScriptedBridge({
    actions: {
      "player.playback.setOrder": () => {
        if (++calls > 1) throw new Error("no");
        return { previous: 3 };
      },
    },
  });
  await bridge.ask("player.playback.setOrder", { order: 0 });
  bridge.client.client.abandon();
  await bridge.client.client.gaveBack;
  assertEquals(calls, 2);
});

const SHADOW = "__webview_buffer__";
const radioTracks = [1, 2, 3, 4].map((number) => ({ path: `http://radio.example/${number}`, subsong: 0 }));

/** A bridge that plays the second of four tracks from its own playlist. */
class PlayingBridge {
  readonly player = new ReferencePlayer();
  readonly bridge: ScriptedBridge;
  shadow = "";
  /** The native actions of the player that the client has asked for by itself. */
  readonly asked: string[] = [];
  #isGone = false;

  constructor(replaced: ActionTable = {}) {
    this.bridge = new ScriptedBridge({
      actions: { ...this.player.actions, ...replaced },
      observer: { onAction: (name) => void (this.#isGone && this.asked.push(name)) },
    });
  }

  async ask(action: string, params: object = {}): Promise<Record<string, unknown>> {
    const answer = await this.bridge.ask(action, params);
    return answer?.["result"] as Record<string, unknown>;
  }

  /** @param activates Whether the bridge makes its playlist the active one. */
  async play(activates = true): Promise<void> {
    await this.ask("player.playlist.list");
    this.shadow = String((await this.ask("player.playlist.create", { name: SHADOW }))["playlist"]);
    await this.ask("player.playlist.lock", { playlist: this.shadow, name: "Radio", locked: true });
    await this.ask("player.playback.setOrder", { order: 0 });
    if (activates) await this.ask("player.playlist.activate", { playlist: this.shadow });
    await this.ask("player.playlist.append", { playlist: this.shadow, handles: radioTracks });
    await this.ask("player.playback.play", { playlist: this.shadow, item: 1 });
  }

  /** The bridge dies. Returns what is left of its playlist: the numbers of the tracks, and the name of the lock. */
  async die(): Promise<{ tracks: number[]; lock: string | null; active: string | undefined; order: number }> {
    this.#isGone = true;
    this.bridge.client.client.abandon();
    await this.bridge.client.client.gaveBack;
    const left = this.player.facts.playlists.find(({ name }) => name === SHADOW);
    const { active, playlists } = await this.player.actions["player.playlist.list"]({}, undefined);
    const tracks = (left?.tracks() ?? []).map(({ path }) => Number(path.at(-1)));
    this.player.close();
    const name = playlists.find(({ id }) => id === active)?.name;
    return { tracks, lock: left?.lock ?? null, active: name, order: this.player.facts.playbackOrder };
  }
}

/** The names of the reference player's playlists; the first is the active one. */
function namesOfPlaylists(): string[] {
  const player = new ReferencePlayer();
  player.close();
  return player.facts.playlists.map(({ name }) => name);
}

const usersNames = namesOfPlaylists();

Deno.test("a bridge that dies leaves the playing track, no lock, and the user's order and playlist", async () => {
  const playing = new PlayingBridge();
  playing.player.user.setOrder(4);
  await playing.play();
  assertEquals(await playing.die(), { tracks: [2], lock: null, active: usersNames[0], order: 4 });
});

Deno.test("a bridge that has given everything back is not corrected, but its items go", async () => {
  const playing = new PlayingBridge();
  await playing.play();
  const [first] = (await playing.ask("player.playlist.list"))["playlists"] as { id: string }[];
  await playing.ask("player.playlist.lock", { playlist: playing.shadow, name: "Radio", locked: false });
  await playing.ask("player.playback.setOrder", { order: 3 });
  await playing.ask("player.playlist.activate", { playlist: first?.id });
  assertEquals(await playing.die(), { tracks: [2], lock: null, active: usersNames[0], order: 3 });
  assertEquals(playing.asked.toSorted(), [
    "player.playback.nowPlaying",
    "player.playlist.list",
    "player.playlist.remove",
    "player.playlist.remove",
  ]);
});

Deno.test("a bridge that has played nothing costs a player nothing when it ends", async () => {
  const playing = new PlayingBridge();
  await playing.ask("player.playlist.list");
  await playing.die();
  assertEquals(playing.asked, []);
});

Deno.test("a track of the user that plays stays alone: every item of the shadow playlist goes", async () => {
  const playing = new PlayingBridge();
  await playing.play();
  playing.player.user.play(0, 0);
  assertEquals((await playing.die()).tracks, []);
});

for (const lacking of ["nowPlaying", "its place"]) {
  Deno.test(`without ${lacking}, no item of the shadow playlist is removed`, async () => {
    const playing = new PlayingBridge({
      "player.playback.nowPlaying": () => {
        if (lacking === "nowPlaying") throw new Error("busy");
        return { track: unknownTrack({ path: "", subsong: 0 }), playlist: null, item: null };
      },
    });
    await playing.play();
    assertEquals((await playing.die()).tracks, [1, 2, 3, 4]);
  });
}

for (const name of ["player.playlist.create", "player.playback.play"] as const) {
  Deno.test(`a player that shows the bridge's playlist after ${name} shows the user's again`, async () => {
    const shows: ActionTable = {
      [name]: async (params: never, panel: string | undefined) => {
        const { player } = playing;
        const answer = await player.actions[name](params, panel);
        player.user.activatePlaylist(player.facts.playlists.findIndex((each) => each.name === SHADOW));
        return answer;
      },
    };
    const playing = new PlayingBridge(shows);
    await playing.play(false);
    assertEquals((await playing.die()).active, usersNames[0]);
  });
}

Deno.test("the playlist that the user has activated meanwhile stays the active one", async () => {
  const playing = new PlayingBridge();
  await playing.play();
  playing.player.user.activatePlaylist(1);
  assertEquals((await playing.die()).active, usersNames[1]);
});

Deno.test("the playlist that the user has activated last becomes the active one again", async () => {
  const playing = new PlayingBridge();
  await playing.play();
  playing.player.user.activatePlaylist(1);
  await playing.ask("player.playlist.list");
  await playing.ask("player.playlist.activate", { playlist: playing.shadow });
  assertEquals((await playing.die()).active, usersNames[1]);
});

Deno.test("the first other playlist becomes the active one when the user's was removed", async () => {
  const playing = new PlayingBridge();
  playing.player.user.activatePlaylist(1);
  await playing.play();
  playing.player.user.unlockPlaylist(1);
  playing.player.user.removePlaylist(1);
  assertEquals((await playing.die()).active, usersNames[0]);
});

Deno.test("a playlist of the bridge that the user has given another name keeps its tracks", async () => {
  const playing = new PlayingBridge();
  await playing.play();
  const { player } = playing;
  player.user.unlockPlaylist(player.facts.playlists.findIndex(({ name }) => name === SHADOW));
  player.user.renamePlaylist(player.facts.playlists.findIndex(({ name }) => name === SHADOW), "Mine");
  await playing.die();
  assertEquals(player.facts.playlists.find(({ name }) => name === "Mine")?.tracks(), radioTracks);
});

Deno.test("what a slow player changes after the bridge has gone is given back too", async () => {
  const locks: boolean[] = [];
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => answer = resolve);
  let toldUnlocked = (): void => {};
  const unlocked = new Promise<void>((resolve) => toldUnlocked = resolve);
  const bridge = new ScriptedBridge({
    actions: {
      "player.playlist.lock": async ({ locked }) => {
        locks.push(locked);
        if (!locked) toldUnlocked();
        await answered;
      },
    },
  });
  const params = { playlist: "p", name: "Radio", locked: true };
  await bridge.write({ jsonrpc: "2.0", id: 1, method: "player.playlist.lock", params });
  while (locks.length === 0) await bridge.settle();
  bridge.client.client.abandon();
  await bridge.client.client.gaveBack;
  answer();
  await unlocked;
  assertEquals(locks, [true, false]);
});

import "../../support/deadline.ts";
import { assert, assertEquals, assertInstanceOf, assertRejects, assertThrows } from "@std/assert";
import type { ActionTable } from "../../../clients/typescript/actions.ts";
import type { ConnectedBridge } from "../../../clients/typescript/connected_bridge.ts";
import { BridgeError, BridgeGone } from "../../../clients/typescript/errors.ts";
import {
  type BridgeDeath,
  keepBridge,
  RestartingBridge,
} from "../../../clients/typescript/restarting_bridge.ts";
import { Restarts } from "../../../clients/typescript/restarts.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { ManualClock } from "../../../tools/support/manual_clock.ts";
import { inDirectory, isWindows } from "../../handlers/log/support.ts";
import { type Message, ScriptedBridge } from "./scripted_bridge.ts";

/** Scripted bridges, one after the other, and the time between them. */
class Lives {
  readonly clock = new ManualClock();
  readonly bridges: ScriptedBridge[] = [];
  readonly deaths: BridgeDeath[] = [];
  readonly events: string[] = [];
  readonly kept: RestartingBridge<ConnectedBridge>;
  /** Why no bridge can be started; undefined for one that can. */
  missing: string | undefined;

  constructor(actions: ActionTable = {}) {
    this.kept = new RestartingBridge<ConnectedBridge>({
      start: (settings) => {
        if (this.missing !== undefined) throw new BridgeGone(this.missing);
        this.bridges.push(new ScriptedBridge({ settings, actions }));
        return this.bridge.client;
      },
      clock: this.clock,
      onDeath: (death) => this.deaths.push(death),
    });
    this.kept.onEvent(({ event, panel }) =>
      this.events.push(panel === undefined ? event : `${panel} ${event}`)
    );
  }

  /** The latest bridge. */
  get bridge(): ScriptedBridge {
    const bridge = this.bridges.at(-1);
    assert(bridge);
    return bridge;
  }

  async die(): Promise<void> {
    await this.bridge.go();
    await this.bridge.settle();
  }

  async advance(milliseconds: number): Promise<void> {
    this.clock.advance(milliseconds);
    await this.bridge.settle();
  }
}

/** Reads what the client sends when another bridge has started, and answers the requests. */
async function readStart(bridge: ScriptedBridge, count: number): Promise<Message[]> {
  const messages: Message[] = [];
  for (let at = 0; at < count; at++) {
    const message = await bridge.read();
    assert(message);
    messages.push({ method: message["method"], params: message["params"] });
    if (message["id"] !== undefined) await bridge.write({ jsonrpc: "2.0", id: message["id"], result: {} });
  }
  await bridge.settle();
  return messages;
}

Deno.test("restarts come after 0.5 s, then after twice the delay each time, at most 30 s", () => {
  const restarts = new Restarts();
  let now = 0;
  const delays: (number | undefined)[] = [];
  for (let death = 0; death < 9; death++) {
    restarts.started(now);
    // Each lives a little less than a minute, so that the delays grow and the deaths are far apart.
    const delay = restarts.died(now += 59_999);
    delays.push(delay);
    now += delay ?? 0;
  }
  assertEquals(delays, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  restarts.started(now);
  assertEquals(restarts.died(now + 60_000), 500, "a bridge that has lived for a minute was well");
});

Deno.test("after five deaths within a minute there is no restart, until the player asks", () => {
  const restarts = new Restarts();
  const deaths = [0, 10_000, 20_000, 30_000];
  assertEquals(deaths.map((time) => restarts.died(time)), [500, 1000, 2000, 4000]);
  assertEquals(restarts.died(59_999), undefined);
  restarts.forget();
  assertEquals(restarts.died(59_999), 500);

  const slower = new Restarts();
  for (const time of deaths) slower.died(time);
  assertEquals(slower.died(60_000), 500, "the first death is a minute ago");
});

Deno.test("pending calls of a bridge that dies are rejected with -32001", async () => {
  const lives = new Lives();
  const call = lives.kept.invoke("test.ping", {}, { panel: "p" });
  const rejected = assertRejects(() => call, BridgeError);
  await lives.bridge.read();
  await lives.die();
  const error = await rejected;
  assertEquals([error.code, error.message], [-32001, "Player did not answer: the bridge has ended"]);
  assertInstanceOf(error.cause, BridgeGone);
  assertEquals(lives.deaths.map(({ restartsIn }) => restartsIn), [500]);
  lives.kept.client.abandon();
});

Deno.test("another bridge gets the player's actions, extensions, plugins and present state, then panels are told", async () => {
  const player = new ReferencePlayer();
  player.user.play(0, 1);
  player.user.pause();
  const lives = new Lives(player.actions);
  const { kept } = lives;
  kept.implement({ "player.clipboard.read": () => ({ text: "x", files: null, hasImage: false }) });
  const calls = [
    kept.initialize({ name: "P", version: "1" }, { extensions: ["playback"] }),
    kept.registerPlugin({ name: "L", namespace: "lines", version: "1", apis: [{ method: "a" }] }),
    kept.registerPlugin({ name: "G", namespace: "gone", version: "1", apis: [{ method: "a" }] }),
    kept.unregisterPlugin("gone"),
  ];
  const [initialize, registration] = await readStart(lives.bridge, 4);
  await Promise.all(calls);
  kept.signal({ name: "signal.libraryChanged", params: { ready: true } });
  await lives.bridge.read();

  await lives.die();
  await lives.advance(499);
  assertEquals(lives.bridges.length, 1);
  await lives.advance(1);
  assertEquals(lives.bridges.length, 2);
  assertEquals(lives.events, []);
  const started = await readStart(lives.bridge, 5);
  assertEquals(started.slice(0, 3), [
    initialize,
    registration,
    { method: "signal.libraryChanged", params: { ready: true } },
  ]);
  const { playlists } = await player.actions["player.playlist.list"]({}, undefined);
  const { handle, ...place } = {
    handle: player.facts.nowPlaying?.handle,
    playlist: playlists[0]?.id,
    item: 1,
  };
  assertEquals(started.slice(3), [
    { method: "signal.playlistsChanged", params: { order: playlists.map(({ id }) => id) } },
    { method: "signal.trackStarted", params: { handle, ...place, paused: true } },
  ]);
  assertEquals(lives.events, ["bridge:restarted"]);
  assertEquals(kept.isRunning, true);

  const read = await lives.bridge.ask("player.clipboard.read", {});
  assertEquals((read?.["result"] as { text: string }).text, "x");
  await lives.bridge.event("menu:select", {}, "p");
  assertEquals(lives.events, ["bridge:restarted", "p menu:select"]);
  player.close();
  kept.client.abandon();
});

Deno.test("calls wait for another bridge, at most 10 s", async () => {
  const lives = new Lives();
  await lives.die();
  const outcomes: string[] = [];
  const note = (name: string, call: Promise<unknown>): void =>
    void call.then(
      () => outcomes.push(`${name} answered`),
      ({ message }) => outcomes.push(`${name}: ${message}`),
    );
  const abort = new AbortController();
  note("early", lives.kept.invoke("test.ping"));
  note("aborted", lives.kept.invoke("test.ping", {}, { signal: abort.signal }));
  abort.abort(new Error("no longer wanted"));
  await lives.bridge.settle();
  assertEquals(outcomes, ["aborted: no longer wanted"]);

  lives.missing = "no such program";
  await lives.advance(500);
  await lives.advance(1000);
  await lives.advance(2000);
  assertEquals(lives.deaths.map(({ restartsIn }) => restartsIn), [500, 1000, 2000, 4000]);
  assertEquals(lives.deaths.at(-1)?.reason.message, "no such program");
  await lives.advance(1000);
  note("late", lives.kept.invoke("test.ping"));
  lives.missing = undefined;
  await lives.advance(3000);
  await lives.bridge.answer({ pong: true });
  await lives.bridge.answer({ pong: true });
  await lives.bridge.settle();
  assertEquals(outcomes.slice(1).toSorted(), ["early answered", "late answered"]);
  lives.kept.client.abandon();
});

Deno.test("a call that waits for 10 s is rejected with -32001", async () => {
  const lives = new Lives();
  const initialized = lives.kept.initialize({ name: "P", version: "1" });
  await lives.bridge.answer({});
  await initialized;
  await lives.die();
  const call = lives.kept.invoke("test.ping");
  let isSettled = false;
  call.catch(() => {}).finally(() => isSettled = true);
  // The new bridge does not answer bridge.initialize.
  await lives.advance(9999);
  assertEquals([lives.bridges.length, isSettled], [2, false]);
  await lives.advance(1);
  const error = await assertRejects(() => call, BridgeError);
  assertEquals(error.code, -32001);
  lives.kept.client.abandon();
});

Deno.test("after five deaths calls fail at once, and restart() begins anew", async () => {
  const lives = new Lives();
  lives.missing = "no such program";
  await lives.die();
  const waiting = lives.kept.invoke("test.ping");
  waiting.catch(() => {});
  for (const delay of [500, 1000, 2000, 4000]) await lives.advance(delay);
  assertEquals(lives.deaths.map(({ restartsIn }) => restartsIn), [500, 1000, 2000, 4000, undefined]);
  for (const call of [waiting, lives.kept.invoke("test.ping")]) {
    assertEquals((await assertRejects(() => call, BridgeError)).code, -32001);
  }
  await lives.advance(3_600_000);
  assertEquals([lives.bridges.length, lives.kept.isRunning], [1, false]);

  lives.missing = undefined;
  lives.kept.restart();
  lives.kept.restart();
  await lives.bridge.settle();
  assertEquals([lives.bridges.length, lives.kept.isRunning, lives.events], [2, true, ["bridge:restarted"]]);
  lives.kept.restart();
  assertEquals(lives.bridges.length, 2);
  lives.kept.client.abandon();
});

Deno.test("a new bridge starts when the user's settings are given back, at most 5 s later", async () => {
  let answerLock = (): void => {};
  const locked: boolean[] = [];
  const lives = new Lives({
    "player.playlist.lock": ({ locked: wanted }) => {
      locked.push(wanted);
      return wanted ? undefined : new Promise<void>((resolve) => answerLock = resolve);
    },
  });
  const lock = { playlist: "a", name: "Radio", locked: true };
  await lives.bridge.ask("player.playlist.lock", lock);
  await lives.die();
  await lives.advance(500);
  assertEquals([lives.bridges.length, locked], [1, [true, false]]);
  answerLock();
  await lives.bridge.settle();
  assertEquals(lives.bridges.length, 2);

  await lives.bridge.ask("player.playlist.lock", lock);
  await lives.die();
  await lives.advance(1000);
  await lives.advance(4999);
  assertEquals(lives.bridges.length, 2);
  await lives.advance(1);
  assertEquals(lives.bridges.length, 3);
  answerLock();
  lives.kept.client.abandon();
});

Deno.test("a closed bridge is not started again, and calls are rejected", async () => {
  for (const isDead of [false, true]) {
    const lives = new Lives();
    if (isDead) await lives.die();
    const waiting = isDead && assertRejects(() => lives.kept.invoke("test.ping"), BridgeGone);
    const closed = lives.kept.close();
    if (!isDead) {
      await lives.bridge.answer({});
      await lives.bridge.read();
      await lives.bridge.go();
    }
    await closed;
    await lives.kept.ended;
    await waiting;
    await assertRejects(() => lives.kept.invoke("test.ping"), BridgeGone, "the bridge is closed");
    await lives.advance(60_000);
    assertEquals([lives.bridges.length, lives.clock.pendingTimers], [1, 0]);
  }
});

Deno.test("bridge:restarted has an empty payload, and no plugin can send it", async () => {
  const lives = new Lives();
  assertThrows(() => lives.kept.onPluginEvent("bridge:restarted", () => {}), TypeError);
  let told = 0;
  lives.kept.on("bridge:restarted", (data) => {
    assertEquals(data, {});
    told++;
  });
  await lives.die();
  await lives.advance(500);
  assertEquals(told, 1);
  lives.kept.client.abandon();
});

Deno.test({
  name: "a bridge process that is killed is replaced: playlists are given back, a panel's calls go on",
  ignore: isWindows,
  fn: () =>
    inDirectory(async (directory) => {
      const player = new ReferencePlayer();
      player.user.setOrder(4);
      const deaths: BridgeDeath[] = [];
      await using bridge = keepBridge({
        directory,
        actions: player.actions,
        onDeath: (death) => deaths.push(death),
      });
      const stop = player.onSignal((signal) => bridge.signal(signal));
      await bridge.initialize({ name: "P", version: "1" }, { extensions: ["playback"] });
      const playing = new Promise<void>((resolve) => bridge.on("jitQueue:trackChanged", () => resolve()));
      const track = { trackId: "a", url: "http://radio.example/a" };
      await bridge.invoke("jitQueue.playNow", track, { panel: "radio" });
      await playing;
      assertEquals(player.facts.playbackOrder, 0);

      const restarted = new Promise<void>((resolve) => bridge.on("bridge:restarted", () => resolve()));
      bridge.latest.process.kill("SIGKILL");
      await restarted;
      assertEquals([player.facts.playbackOrder, deaths.map(({ restartsIn }) => restartsIn)], [4, [500]]);
      assertEquals(
        player.facts.playlists.map(({ lock }) => lock).filter((lock) => lock === "JIT Queue Buffer"),
        [],
      );
      assertEquals((await bridge.invoke("jitQueue.getState", {}, { panel: "radio" })).isActive, false);
      const state = await bridge.invoke("playback.getState", {}, { panel: "radio" });
      assertEquals("error" in state, false);
      stop();
      await bridge.close();
      player.close();
    }),
});

import "../../support/deadline.ts";
import { assert, assertEquals, assertLess, assertRejects } from "@std/assert";
import type { Context } from "../../../handlers/core/context.ts";
import type { ConnectionContext } from "../../../handlers/core/namespace.ts";
import { PluginRegistry } from "../../../handlers/core/plugins.ts";
import { arrive } from "../../../handlers/jit_queue/calls.ts";
import { moveOn } from "../../../handlers/jit_queue/course.ts";
import { added, dropOver, resize } from "../../../handlers/jit_queue/items.ts";
import { JitQueue } from "../../../handlers/jit_queue/runner.ts";
import { heard, Session } from "../../../handlers/jit_queue/session.ts";
import { step } from "../../../handlers/jit_queue/step.ts";
import { silentDiagnostics } from "../../../host_stdio/diagnostics.ts";
import { NativeActionError } from "../../../host_stdio/player.ts";
import { ManualClock } from "../../../tools/support/manual_clock.ts";
import { BridgeInMemory, type Message } from "../../radio/bridge_in_memory.ts";
import { handle, JitHarness, jitTest, settle, urlOf } from "./jit_harness.ts";

/** A connection to a player whose actions succeed, unless `request` returns another outcome. */
function connectionWith(request: (name: string) => Promise<unknown> | undefined = () => undefined) {
  const answers: Record<string, unknown> = {
    "player.playlist.list": { active: "default", playlists: [] },
    "player.playlist.create": { playlist: "shadow" },
    "player.playlist.append": { start: 0, count: 1 },
    "player.playback.setOrder": { previous: 3 },
    "player.media.resolve": { resolved: [[handle("/x")]] },
  };
  const told: string[] = [];
  const events: string[] = [];
  const connection: ConnectionContext = {
    player: {
      request: () => Promise.reject(new Error("jitQueue does not wait for promises")),
      ask: (name, _params, { resolve, reject }) =>
        void (request(name) ?? Promise.resolve(answers[name] ?? {})).then(resolve as never, reject),
      tell: (name) => void told.push(name),
    },
    clock: new ManualClock(),
    emit: ({ name }) => void events.push(name),
    diagnostics: silentDiagnostics,
    disk: Deno,
    isOutputFull: () => false,
    outputRead: () => Promise.resolve(),
    startTimeoutMs: 15_000,
    logDirectory: "/nonexistent",
    apis: {
      operations: new Map(),
      plugins: new PluginRegistry(() => false),
      version: "0.0.0",
      playerVersion: () => undefined,
    },
    part: (part) => part.createState(connection),
  };
  return { connection, told, events };
}

function contextOf({ player, clock, emit }: ConnectionContext): Context {
  return {
    panel: "p1",
    player,
    signal: new AbortController().signal,
    cancelSignal: new AbortController().signal,
    answered: Promise.resolve(),
    clock,
    emit,
    state: undefined,
  };
}

const clear = { kind: "end", stops: false, clears: true } as const;

function trackOf(trackId: string) {
  const text = urlOf(trackId);
  return { trackId, title: "", text, handle: handle(text), panel: "p1", isResolved: false };
}

Deno.test("at the end of the pipe, jitQueue gives order and lock back, rejects waiting calls and requests nothing more", async () => {
  const asked: string[] = [];
  const { connection, told, events } = connectionWith((name) => {
    asked.push(name);
    return name === "player.media.resolve" ? new Promise(() => {}) : undefined;
  });
  const queue = new JitQueue(connection);
  await queue.call({ kind: "playNow", tracks: [trackOf("a")] }, contextOf(connection));
  await settle();
  const next = queue.call({ kind: "enqueueNext", tracks: [trackOf("b")] }, contextOf(connection));
  asked.length = 0;
  await Promise.all([queue.close(), queue.close()]);
  await assertRejects(() => next, NativeActionError, "Player did not answer");
  await assertRejects(
    () => queue.call(clear, contextOf(connection)),
    NativeActionError,
    "Player did not answer",
  );
  await settle();
  assertEquals({ told, asked, events }, {
    told: ["player.playback.setOrder", "player.playlist.lock"],
    asked: [],
    events: [],
  });
});

Deno.test("an error of a native action that is a defect of the bridge is logged, and no page is told its text", async () => {
  const told: unknown[] = [];
  const reported: unknown[] = [];
  const defect = new Error("inner detail");
  const connection: ConnectionContext = {
    ...connectionWith((name) => name === "player.media.resolve" ? Promise.reject(defect) : undefined)
      .connection,
    emit: (_event, data) => void told.push(data),
    diagnostics: { report: (_level, message, values) => void reported.push(message, values) },
  };
  const queue = new JitQueue(connection);
  await queue.call({ kind: "playNow", tracks: [trackOf("a")] }, contextOf(connection));
  await settle();
  assertEquals(told.slice(0, 1), [{ trackId: "a", error: "Player did not answer", url: urlOf("a") }]);
  assertEquals(reported, ["a defect of the bridge: {error}", { error: defect }]);
  await queue.close();
});

Deno.test("of tracks that have failed the last hundred are remembered, and the current one", () => {
  const session = new Session(15_000);
  const current = trackOf("current");
  session.current = current;
  for (let count = 0; count < 1000; count++) dropOver(session, count === 0 ? current : trackOf(`${count}`));
  assertEquals(session.dropped.length, 101);
  assert(session.isOver(current));
});

Deno.test("absurd numbers of items, told again and again, fill no memory", () => {
  const session = new Session(15_000);
  for (let count = 0; count < 20; count++) {
    const track = trackOf(`${count}`);
    session.items = [...session.items, { track, mark: "arriving" }];
    assertEquals(added(session, [track], { count: 2 ** 53 - 1 }), undefined);
    resize(session, 2 ** 53 - 1);
  }
  assertLess(session.items.length, 100_100);
});

Deno.test("two jitQueues in one process are independent", async () => {
  const one = connectionWith().connection;
  const [first, second] = [new JitQueue(one), new JitQueue(connectionWith().connection)];
  await first.call({ kind: "playNow", tracks: [trackOf("a")] }, contextOf(one));
  assertEquals([first.state.state, second.state.state], ["Active", "Idle"]);
  await Promise.all([first.close(), second.close()]);
});

jitTest("a playlist that the player no longer knows is looked for again once", async (jit) => {
  await jit.playing("a");
  // The player removes the shadow playlist without a signal.
  jit.playlists = jit.playlists.filter(({ id }) => id !== "shadow");
  jit.clearLog();
  assertEquals(await jit.enqueueNext("b"), { success: true, trackId: "b", bufferSize: 1 });
  const looked = jit.asked.filter((name) => name.startsWith("playlist."));
  assertEquals(looked, [
    "playlist.append",
    "playlist.list",
    "playlist.create",
    "playlist.lock",
    "playlist.append",
  ]);
  jit.failing("playlist.list");
  jit.playlists = jit.playlists.filter(({ id }) => id !== jit.shadow?.id);
  assertEquals((await jit.enqueueNext("c"))["error"], "Player action failed: it broke");
});

jitTest(
  "following ten thousand tracks removes one item for each track",
  async (jit) => {
    const urls = Array.from({ length: 10_000 }, (_, index) => `http://x/${index}`);
    await jit.call("preloadBatch", { urls });
    assertEquals(jit.askedWith("playlist.append").length, 1);
    jit.clearLog();
    for (const url of urls) await jit.startedAt(url, "shadow", url === urls[0] ? 0 : 1);
    assertEquals(jit.askedWith("playlist.remove").length, 9_999);
    assertEquals(jit.sent("trackChanged").length, 10_000);
    assertEquals(jit.paths, ["http://x/9999"]);
  },
);

// Shows: A panel's calls of `jitQueue` except getState are refused while 256 of them are unanswered.
jitTest(
  "while 256 calls of a panel are unanswered its others are refused, also of a new page",
  async (jit) => {
    await jit.playing("a");
    const resolves = jit.hold("media.resolve");
    const call = (at: number) =>
      jit.harness.call("jitQueue.enqueueNext", { trackId: `${at}`, url: urlOf(`${at}`) }).catch(String);
    const calls = Array.from({ length: 1000 }, (_, at) => {
      if (at % 100 === 0) jit.harness.closePanel("p1");
      return call(at);
    });
    await settle();
    assertEquals(resolves.length, 256);
    assertEquals(await calls[256], "RpcError: Overloaded");
    assertEquals((await jit.call("getState"))["isActive"], true);
    for (const { release } of resolves) release();
    assertEquals(await calls[255], { success: true, trackId: "255", bufferSize: 2 });
    assertEquals(await jit.call("stop"), { success: true });
  },
);

Deno.test("a session waits for no track of a superseded call", () => {
  let session = new Session(15_000);
  for (let id = 0; id < 1000; id++) {
    session = step(session, id * 2000, (s) => {
      s.shadow = "shadow";
      s.entered = true;
      arrive(s, { kind: "playNow", id, owner: "p1", tracks: [trackOf(`${id}`)] });
    });
  }
  const resolves = session.pending.filter(({ action }) => action === "player.media.resolve");
  assertEquals(resolves.map(({ tracks }) => tracks[0]?.trackId), ["999"]);
});

Deno.test("thousands of skips before the next start look at ten thousand tracks once each", () => {
  const session = new Session(15_000);
  const tracks = Array.from({ length: 10_000 }, (_, at) => trackOf(`${at}`));
  session.state = "Active";
  session.items = tracks.map((track) => ({ track, mark: "kept" }));
  const opened = heard(tracks.slice(0, 5000));
  for (let count = 0; count < 8000; count++) {
    session.sound = opened;
    moveOn(session);
  }
  assertEquals(session.opened.at(-1), tracks[5000]);
});

Deno.test("an answer takes effect before a call that is read together with it", async () => {
  const messages: Message[] = [];
  const bridge = new BridgeInMemory(new ManualClock(), (message) => messages.push(message));
  const call = (id: string, params = {}) =>
    bridge.send({ id, method: `jitQueue.${id === "state" ? "getState" : id}`, params, panel: "p1" });
  /** Answers all actions but appends. */
  const answerOthers = async (): Promise<Message> => {
    for (;;) {
      await bridge.idle();
      const at = messages.findIndex(({ method }) => method?.startsWith("player."));
      const [asked] = messages.splice(at, 1);
      const { id, method = "", params } = asked ?? {};
      if (id === undefined) throw new Error("nothing is appended");
      if (method === "player.playlist.append") return { id };
      const result = method === "player.media.resolve"
        ? { resolved: [[handle(params.paths[0])]] }
        : method === "player.playlist.list"
        ? { active: null, playlists: [] }
        : method === "player.playlist.create"
        ? { playlist: "shadow" }
        : method === "player.playback.setOrder"
        ? { previous: 0 }
        : {};
      bridge.send({ id, result });
    }
  };
  call("playNow", { trackId: "a", url: urlOf("a") });
  bridge.send({ ...await answerOthers(), result: { start: 0, count: 1 } });
  const place = { handle: handle(urlOf("a")), playlist: "shadow", item: 0 };
  bridge.send({ method: "signal.trackStarted", params: place });
  call("enqueueNext", { trackId: "b", url: urlOf("b") });
  const append = await answerOthers();
  // The bridge reads both at once.
  bridge.send({ ...append, result: { start: 1, count: 1 } });
  call("state");
  await bridge.idle();
  const state = messages.find(({ id }) => id === "state")?.result;
  assertEquals([state.state, state.nextTrackId, state.bufferSize], ["Active", "b", 2]);
  await bridge.kill();
});

/** Returns the amount of work for calls that wait for one unanswered action. */
async function costOf(method: "playNow" | "enqueueNext" | "clear" | "skip", count: number): Promise<number> {
  const jit = new JitHarness();
  await jit.playing("a");
  const held = jit.hold("media.resolve");
  await jit.begin("enqueueNext", { trackId: "b", url: urlOf("b") });
  let looks = 0;
  const jitQueue = jit.harness.states.get("jitQueue") as JitQueue;
  const context = new Proxy(contextOf(connectionWith().connection), {
    get: (target, key, receiver) => {
      looks++;
      return Reflect.get(target, key, receiver);
    },
  });
  jit.clearLog();
  const answers = Array.from({ length: count }, () => {
    if (method === "playNow" || method === "enqueueNext") {
      return jitQueue.call({ kind: method, tracks: [trackOf("x")] }, context);
    }
    return jitQueue.call(method === "clear" ? clear : { kind: method }, context);
  });
  jit.unhold("media.resolve");
  for (const each of held) each.release();
  await Promise.allSettled(answers);
  await settle();
  const cost = looks + jit.harness.asked.length;
  await jit.close();
  return cost;
}

Deno.test("the work for calls that wait behind one unanswered action grows linearly with their number", async () => {
  for (const method of ["playNow", "enqueueNext", "clear", "skip"] as const) {
    const costs = [];
    for (const count of [25, 50, 100, 200]) costs.push(await costOf(method, count));
    const [first = 0, second = 0, third = 0, fourth = 0] = costs;
    assertEquals([third - second, fourth - third], [2 * (second - first), 4 * (second - first)], method);
  }
});

import { assertEquals, assertRejects } from "@std/assert";
import type { ConnectionContext, Context } from "../../../handlers/context.ts";
import { JitQueue } from "../../../handlers/jit_queue/mod.ts";
import { givenTrack } from "../../../handlers/jit_queue/track.ts";
import { Failure } from "../../../handlers/operation.ts";
import { silentDiagnostics } from "../../../host_stdio/diagnostics.ts";
import { NativeActionError } from "../../../host_stdio/player.ts";
import { FakeClock } from "../../support/fake_clock.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { handle, settle } from "./jit_harness.ts";

/** A connection whose player succeeds at everything, with some of it replaced. */
function connectionWith(
  parts: {
    request?(name: string): unknown;
    emit?: ConnectionContext["emit"];
    report?(): void;
    tell?(): void;
  },
): ConnectionContext {
  const answers: Record<string, unknown> = {
    "player.playlist.list": { active: 0, playlists: [] },
    "player.playlist.create": { index: 1 },
    "player.playlist.append": { start: 0, count: 1 },
    "player.playback.setOrder": { previous: 3 },
    "player.media.resolve": { resolved: [[handle("/x")]] },
  };
  return {
    player: {
      request: (name) => {
        const own = parts.request?.(name);
        return (own ?? Promise.resolve(answers[name] ?? {})) as never;
      },
      tell: () => parts.tell?.(),
    },
    clock: new FakeClock(),
    emit: parts.emit ?? (() => {}),
    diagnostics: parts.report ? { report: parts.report } : silentDiagnostics,
    isOutputFull: () => false,
  };
}

function contextOf(connection: ConnectionContext): Context {
  const { player, clock, emit } = connection;
  return {
    panel: "p1",
    player,
    signal: new AbortController().signal,
    clock,
    emit,
    services: {} as Context["services"],
  };
}

function playNow(queue: JitQueue, connection: ConnectionContext) {
  return queue.run({ operation: "playNow", track: givenTrack("a", "/x", "") }, contextOf(connection));
}

Deno.test("an event that cannot be sent keeps nothing from what follows it", async () => {
  let reported = 0;
  const connection = connectionWith({
    emit: () => {
      throw new Error("no pipe");
    },
    report: () => void reported++,
  });
  const queue = new JitQueue(connection);
  await playNow(queue, connection);
  await settle();
  queue.onSignal({ name: "signal.trackStarted", params: { handle: handle("/x"), playlist: 1, item: 0 } });
  assertEquals(queue.state.state, "WaitingNext");
  assertEquals(reported, 2);
  queue.close();
});

Deno.test("an action that cannot even be asked fails like one that is not answered", async () => {
  const connection = connectionWith({
    request: (name) => {
      if (name === "player.playlist.list") throw new Error("a defect");
    },
  });
  const queue = new JitQueue(connection);
  const error = await assertRejects(() => playNow(queue, connection), Failure);
  assertEquals(error.message, "Player did not answer");
  assertEquals(queue.state.state, "Idle");
  queue.close();
});

Deno.test("diagnostics that fail do no harm", async () => {
  const connection = connectionWith({
    request: (name) => name === "player.playlist.lock" ? Promise.reject(new Error("a defect")) : undefined,
    report: () => {
      throw new Error("no stderr");
    },
  });
  const queue = new JitQueue(connection);
  await playNow(queue, connection);
  await settle();
  assertEquals(queue.state.bufferSize, 1);
  queue.close();
});

Deno.test("a player that cannot be told at the end leaves nothing unanswered", async () => {
  const connection = connectionWith({
    request: (name) => name === "player.media.resolve" ? new Promise(() => {}) : undefined,
    tell: () => {
      throw new Error("no pipe");
    },
  });
  const queue = new JitQueue(connection);
  await playNow(queue, connection);
  await settle();
  const next = queue.run({ operation: "skip" }, contextOf(connection));
  queue.close();
  queue.close();
  await assertRejects(() => next, NativeActionError, "Player did not answer");
});

Deno.test("what comes in while effects are carried out waits for them", async () => {
  const events: string[] = [];
  const connection = connectionWith({
    emit: (event) => {
      events.push(event);
      if (event === "jitQueue:trackChanged") {
        queue.onSignal({ name: "signal.playbackStopped", params: { reason: "endOfFile" } });
      }
    },
  });
  const queue = new JitQueue(connection);
  await playNow(queue, connection);
  await settle();
  queue.onSignal({ name: "signal.trackStarted", params: { handle: handle("/x"), playlist: 1, item: 0 } });
  assertEquals(events, ["jitQueue:trackChanged", "jitQueue:needNext", "jitQueue:listExhausted"]);
  queue.close();
});

Deno.test("two queues live in one process without knowing of each other", async () => {
  const one = connectionWith({});
  const other = connectionWith({});
  const [first, second] = [new JitQueue(one), new JitQueue(other)];
  await playNow(first, one);
  assertEquals([first.state.state, second.state.state], ["Active", "Idle"]);
  first.close();
  second.close();
});

const shadow = {
  "player.playlist.list": { active: null, playlists: [] },
  "player.playlist.create": { index: 0 },
};

Deno.test("playNow reports each fault of the player while the shadow playlist is looked for", async () => {
  for (const action of ["player.playlist.list", "player.playlist.create"] as const) {
    await assertPlayerFaults({
      operation: "jitQueue.playNow",
      params: { trackId: "a", url: "/x" },
      player: shadow,
      action,
      misfits: action === "player.playlist.create" ? [{ index: -1 }] : [{ active: 0, playlists: [{}] }],
    });
  }
});

Deno.test("preloadBatch reports each fault of the player with tracksAdded 0", async () => {
  const player = { ...shadow, "player.playlist.append": { start: 0, count: 1 } };
  for (
    const action of ["player.playlist.list", "player.playlist.create", "player.playlist.append"] as const
  ) {
    await assertPlayerFaults({
      operation: "jitQueue.preloadBatch",
      params: { urls: ["/x"] },
      player,
      action,
      misfits: [{ index: "0" }],
      fields: { tracksAdded: 0 },
    });
  }
});

Deno.test("stop reports each fault of the player", async () => {
  await assertPlayerFaults({
    operation: "jitQueue.stop",
    player: { "player.playback.stop": {} },
    action: "player.playback.stop",
  });
});

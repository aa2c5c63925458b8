import "../support/deadline.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { readMessage, type ResponseMessage } from "../../host_stdio/envelope.ts";
import { NativeRequests } from "../../host_stdio/native_requests.ts";
import { CancelledError, NativeActionError } from "../../host_stdio/player.ts";
import { ManualClock } from "../../tools/support/manual_clock.ts";

interface Sent {
  id: number;
  method: string;
  params: unknown;
  panel: string | undefined;
}

function setUp(options: { send?: boolean } = {}): {
  requests: NativeRequests;
  sent: Sent[];
  reported: string[];
  clock: ManualClock;
  /** The positions up to which the player has read. Every frame has ten bytes. */
  read: number[];
} {
  const sent: Sent[] = [];
  const read: number[] = [];
  let position = 0;
  const reported: string[] = [];
  const clock = new ManualClock();
  const requests = new NativeRequests({
    send(message) {
      sent.push(message as Sent);
      position += 10;
      return options.send ?? true;
    },
    position: () => position,
    onRead: (end) => read.push(end),
    reads: () => 0,
    clock,
    actionTimeoutMs: 1000,
    maxKeptBytes: Infinity,
    diagnostics: { report: (_level, message) => void reported.push(message) },
  });
  return { requests, sent, reported, clock, read };
}

function answer(id: unknown, rest: Record<string, unknown>): ResponseMessage {
  const message = readMessage({ jsonrpc: "2.0", id, ...rest });
  if (message.kind !== "response") throw new Error("no response");
  return message;
}

Deno.test("NativeRequests reports how far the player has read with each answer to a request", async () => {
  const { requests, clock, read } = setUp();
  const first = requests.request("player.queue.count", {}, undefined);
  requests.ask("player.queue.count", {}, undefined);
  const third = requests.request("player.queue.count", {}, undefined);
  for (const unknown of [0, 4, -1, "1", null]) requests.settle(answer(unknown, { result: { count: 1 } }));
  assertEquals(read, []);
  requests.settle(answer(2, { result: { count: 1 } }));
  requests.settle(answer(2, { result: { count: 1 } }));
  assertEquals(read, [20]);
  // An invalid answer also shows that the player has read.
  requests.settle(answer(1, { result: 1 }));
  assertEquals(read, [20, 10]);
  await assertRejects(() => first, NativeActionError);
  clock.advance(1000);
  requests.settle(answer(3, { result: { count: 1 } }));
  assertEquals(read, [20, 10]);
  await assertRejects(() => third, NativeActionError, "Player did not answer");
});

Deno.test("NativeRequests fails an action exactly at its timeout", async () => {
  const { requests, clock } = setUp();
  const first = requests.request("player.queue.count", {}, undefined);
  clock.advance(400);
  const second = requests.request("player.queue.count", {}, undefined);
  clock.advance(599);
  assertEquals(requests.size, 2);
  clock.advance(1);
  assertEquals(requests.size, 1);
  await assertRejects(() => first, NativeActionError, "Player did not answer");
  clock.advance(400);
  await assertRejects(() => second, NativeActionError, "Player did not answer");
  assertEquals(clock.pendingTimers, 0);
});

Deno.test("NativeRequests counts and reports late, repeated and unknown answers", async () => {
  const { requests, reported, clock } = setUp();
  const late = requests.request("player.queue.count", {}, undefined);
  clock.advance(1000);
  await assertRejects(() => late, NativeActionError);
  requests.settle(answer(1, { result: { count: 1 } }));
  requests.settle(answer(1, { result: { count: 1 } }));
  for (const id of [2, 0, -1, "1", null]) requests.settle(answer(id, { result: {} }));
  assertEquals(requests.counts, { matched: 0, unknown: 7 });
  assertEquals(reported.map((text) => text.includes("again or too late")), [
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  const next = requests.request("player.queue.count", {}, undefined);
  requests.settle(answer(2, { result: { count: 5 } }));
  assertEquals(await next, { count: 5 });
  clock.advance(1000);
});

Deno.test("NativeRequests fails an action whose answer is an invalid message", async () => {
  const { requests, clock } = setUp();
  const cases: [Record<string, unknown>, string][] = [
    [{}, "neither method, result nor error"],
    [{ jsonrpc: "1.0", result: { count: 1 } }, 'jsonrpc must be "2.0"'],
    [{ result: { count: 1 }, error: {} }, "both result and error"],
  ];
  for (const [index, [rest, defect]] of cases.entries()) {
    const asked = requests.request("player.queue.count", {}, undefined);
    assertEquals([index + 1, index + 2, 0, -1, "1", null].map((id) => requests.wasAsked(id)), [
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    requests.settle(answer(index + 1, rest));
    await assertRejects(
      () => asked,
      NativeActionError,
      `Player action failed: player.queue.count answered a message with ${defect}`,
    );
  }
  clock.advance(1000);
});

Deno.test("NativeRequests fails an action that would exceed the frame limit", async () => {
  const { requests } = setUp({ send: false });
  await assertRejects(
    () => requests.request("player.queue.count", {}, undefined),
    NativeActionError,
    "Player action failed: player.queue.count would exceed the frame limit",
  );
  assertEquals(requests.size, 0);
});

Deno.test("NativeRequests abandons the actions of one owner and drops their answers silently", async () => {
  const { requests, reported, clock } = setUp();
  const [mine, other] = [{}, {}];
  const abandoned = requests.request("player.queue.count", {}, undefined, mine);
  const kept = requests.request("player.queue.count", {}, undefined, other);
  requests.abandon(mine);
  await assertRejects(() => abandoned, CancelledError);
  requests.settle(answer(1, { result: { count: 1 } }));
  requests.settle(answer(2, { result: { count: 2 } }));
  assertEquals(await kept, { count: 2 });
  assertEquals(reported, []);
  clock.advance(1000);
});

Deno.test("NativeRequests fails pending and later actions when the input has ended", async () => {
  const { requests, sent, clock } = setUp();
  const waiting = requests.request("player.queue.count", {}, undefined);
  requests.endInput();
  await assertRejects(() => waiting, NativeActionError, "Player did not answer");
  await assertRejects(() => requests.request("player.queue.get", {}, undefined), NativeActionError);
  assertEquals(sent.length, 1);
  assertEquals(clock.pendingTimers, 0);
});

Deno.test("NativeRequests.ask without settling reaches the player even after the end of its input", () => {
  const { requests, sent, reported, clock } = setUp();
  requests.ask("player.playback.setOrder", { order: 1 }, undefined);
  requests.settle(answer(1, { error: { code: 1, message: "no" } }));
  requests.endInput();
  requests.ask("player.playlist.activate", { playlist: 0 }, undefined);
  assertEquals(sent.map(({ method }) => method), ["player.playback.setOrder", "player.playlist.activate"]);
  assertEquals([reported.length, clock.pendingTimers, requests.size], [0, 0, 0]);
});

Deno.test("NativeRequests has one timer, though a late action makes another one at once", async () => {
  const { requests, sent, clock } = setUp();
  const ask = () => requests.ask("player.queue.count", {}, { resolve: () => {}, reject: ask });
  ask();
  clock.advance(400);
  const second = assertRejects(
    () => requests.request("player.queue.count", {}, undefined),
    NativeActionError,
  );
  clock.advance(600);
  assertEquals([sent.length, clock.pendingTimers], [3, 1]);
  clock.advance(400);
  await second;
  assertEquals([requests.size, clock.pendingTimers], [1, 1]);
  requests.settle(answer(3, { result: { count: 1 } }));
  requests.endInput();
  assertEquals(clock.pendingTimers, 0);
});

Deno.test("NativeRequests reads the input before it applies deadlines if its timer is late", async () => {
  let now = 0;
  let reads = 0;
  const timers: (() => void)[] = [];
  const requests = new NativeRequests({
    send: () => true,
    position: () => 0,
    onRead: () => {},
    reads: () => reads,
    clock: {
      now: () => now,
      monotonic: () => now,
      after: (_time, callback) => (timers.push(callback), () => {}),
    },
    actionTimeoutMs: 100,
    maxKeptBytes: Infinity,
    diagnostics: { report: () => {} },
  });
  const wake = (time: number): void => {
    now = time;
    timers.shift()?.();
  };
  const first = requests.request("player.queue.count", {}, undefined);
  const second = requests.request("player.queue.count", {}, undefined);
  // The process was stopped for five seconds. Afterwards, input arrives in two pieces.
  wake(5000);
  reads++;
  requests.settle(answer(1, { result: { count: 1 } }));
  assertEquals(await first, { count: 1 });
  wake(5050);
  reads++;
  requests.settle(answer(2, { result: { count: 2 } }));
  assertEquals(await second, { count: 2 });
  // A player that writes continuously does not extend a deadline forever.
  const third = requests.request("player.queue.count", {}, undefined);
  let turns = 0;
  for (; requests.size > 0 && turns < 100; turns++) {
    reads++;
    wake(now + (turns === 0 ? 5000 : 50));
  }
  await assertRejects(() => third, NativeActionError, "Player did not answer");
  assertEquals(turns < 30, true);
});

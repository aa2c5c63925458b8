import "../support/deadline.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { memoryPipe } from "../../clients/typescript/streams.ts";
import type { SignalMessage } from "../../host_stdio/api/signals.ts";
import type { Application, ConnectionLink } from "../../host_stdio/application.ts";
import type { Call, CallHandler } from "../../host_stdio/calls.ts";
import { Connection, type ConnectionEnd } from "../../host_stdio/connection.ts";
import { loopTurn } from "../../host_stdio/event_loop.ts";
import type { ByteSink } from "../../host_stdio/frame_writer.ts";
import { parsedBytes } from "../../host_stdio/json_shape.ts";
import { MAX_CALLS_IN_FLIGHT, type WireLimits } from "../../limits/wire.ts";
import { bodiesOf, frameOf, joined } from "../../tools/support/frames.ts";
import { ManualClock } from "../../tools/support/manual_clock.ts";

/** A connection whose application looks up handlers in a table. */
class Bench implements AsyncDisposable {
  readonly clock = new ManualClock();
  readonly reported: string[] = [];
  readonly signals: SignalMessage[] = [];
  onSignal = (signal: SignalMessage): void => void this.signals.push(signal);
  readonly handlers: Record<string, CallHandler> = {};
  /** What must be loaded for a method. */
  readonly loading: Record<string, Promise<void>> = {};
  closes = 0;
  link: ConnectionLink | undefined;
  reading = true;
  readonly connection: Connection;
  readonly ended: Promise<ConnectionEnd>;
  /** The reads and writes of the connection, in order. */
  readonly asked: ("read" | "write")[] = [];
  readonly #input = memoryPipe();
  readonly #pieces: Uint8Array[] = [];
  #resume: (() => void)[] = [];
  #broken: Error | undefined;

  constructor(limits: Partial<WireLimits> = {}) {
    const sink: ByteSink = {
      write: async (bytes) => {
        this.asked.push("write");
        if (!this.reading) await new Promise<void>((resolve) => this.#resume.push(resolve));
        if (this.#broken) throw this.#broken;
        this.#pieces.push(bytes.slice());
        return bytes.length;
      },
    };
    this.connection = new Connection({
      source: {
        read: (buffer) => {
          this.asked.push("read");
          return this.#input.source.read(buffer);
        },
      },
      sink,
      limits: {
        maxFrameBytes: 1 << 20,
        maxQueueBytes: 1 << 20,
        actionTimeoutMs: 30_000,
        startTimeoutMs: 15_000,
        ...limits,
      },
      clock: this.clock,
      diagnostics: {
        report: (_level, message, more) => void this.reported.push(`${message} ${JSON.stringify(more)}`),
      },
      application: (link): Application => {
        this.link = link;
        return {
          bridge: { name: "b", version: "1" },
          load: (method) => this.loading[method],
          find: (method) => Object.hasOwn(this.handlers, method) ? this.handlers[method] : undefined,
          onSignal: (signal) => this.onSignal(signal),
          initialize: ({ actions }) => ({
            operations: ["x.y"],
            events: ["e"],
            ...actions && { unsupported: actions },
          }),
          onInitialized: () => {},
          onShutdown: () => {},
          ignores: () => false,
          registerPlugin: () => ({ apiCount: 3 }),
          unregisterPlugin: () => ({ removed: true }),
          onPanelClosed: () => {},
          close: () => Promise.resolve(void this.closes++),
        };
      },
    });
    this.ended = this.connection.run();
  }

  /** Writes messages as the player, in one piece. */
  async write(...bodies: unknown[]): Promise<void> {
    await this.writeBytes(joined(...bodies.map(frameOf)));
  }

  async writeBytes(bytes: Uint8Array): Promise<void> {
    await this.#input.sink.write(bytes);
    await settled();
  }

  /** Lets the player read again. */
  async read(): Promise<void> {
    this.reading = true;
    for (const resume of this.#resume.splice(0)) resume();
    await settled();
  }

  /** Breaks the bridge's output, as when the player closes its end. */
  async breakOutput(error: Error = new Deno.errors.BrokenPipe()): Promise<void> {
    this.#broken = error;
    await this.read();
  }

  /** The bodies that the bridge has written, as JSON texts. */
  get bodies(): string[] {
    return bodiesOf(joined(...this.#pieces)).bodies;
  }

  /** The parsed bodies that the bridge has written. */
  get output(): unknown[] {
    return this.bodies.map((body) => JSON.parse(body));
  }

  /** Returns the parsed bodies that the bridge has written, and clears them. */
  take(): unknown[] {
    const bodies = this.output;
    this.#pieces.length = 0;
    return bodies;
  }

  async end(): Promise<ConnectionEnd> {
    await this.#input.sink.end();
    const end = await this.ended;
    assertEquals(this.clock.pendingTimers, 0);
    return end;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }
}

/** Waits a few turns of the event loop. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await loopTurn();
}

function request(id: unknown, method: string, params?: unknown, panel?: string): unknown {
  return { jsonrpc: "2.0", id, method, params, panel };
}

function notification(method: string, params?: unknown): unknown {
  return { jsonrpc: "2.0", method, params };
}

function result(id: unknown, value: unknown): unknown {
  return { jsonrpc: "2.0", id, result: value };
}

function refusal(id: unknown, code: number, message: string): unknown {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** Requests the length of the queue. */
const count: CallHandler = (_params, call) => call.request("player.queue.count", {});

Deno.test("Connection writes pending output before it reads again", async () => {
  await using bench = new Bench();
  bench.handlers["x.y"] = () => 1;
  bench.handlers["x.count"] = async (params, call) => {
    const length = await count(params, call);
    return { length };
  };
  for (
    const message of [
      request(1, "x.y"),
      request(2, "x.count"),
      // The answer to the native action. The handler must run before the connection has output.
      result(1, { count: 3 }),
    ]
  ) {
    bench.asked.length = 0;
    await bench.write(message);
    assertEquals(bench.asked, ["write", "read"]);
  }
  assertEquals(bench.output.at(-1), result(2, { length: { count: 3 } }));
});

Deno.test("Connection handles nothing while it loads what a message needs", async () => {
  await using bench = new Bench();
  const handled: unknown[] = [];
  bench.handlers["x.y"] = (params) => handled.push(params);
  bench.handlers["x.z"] = (params) => handled.push(params);
  bench.onSignal = ({ name }) => handled.push(name);
  for (const method of ["x.y", "signal.selectionChanged"]) {
    const { promise, resolve } = Promise.withResolvers<void>();
    bench.loading[method] = promise;
    await bench.write(
      request(1, "x.z", { at: "before" }),
      notification(method, { at: "first" }),
      notification("signal.playbackStopped", { reason: "user" }),
      request(3, "x.z", { at: "after" }),
    );
    assertEquals(handled.splice(0), [{ at: "before" }]);
    delete bench.loading[method];
    resolve();
    await settled();
    const first = method === "x.y" ? { at: "first" } : method;
    assertEquals(handled.splice(0), [first, "signal.playbackStopped", { at: "after" }]);
  }
});

Deno.test("Connection handles calls in one job that came together, also when the first has to be loaded", async () => {
  await using bench = new Bench();
  const handled: string[] = [];
  bench.handlers["x.y"] = () => {
    handled.push("first");
    queueMicrotask(() => handled.push("next job"));
  };
  bench.handlers["x.z"] = () => handled.push("second");
  bench.loading["x.y"] = Promise.resolve();
  await bench.write(request(1, "x.y"), request(2, "x.z"));
  assertEquals(handled, ["first", "second", "next job"]);
});

Deno.test("Connection answers an internal error when it cannot load what a call needs", async () => {
  await using bench = new Bench();
  bench.handlers["x.y"] = () => 1;
  bench.handlers["x.count"] = count;
  for (const method of ["x.gone", "signal.selectionChanged"]) {
    bench.loading[method] = Promise.reject(new Error("secret"));
  }
  await bench.write(
    request(1, "x.gone"),
    request(2, "x.count"),
    request(2, "x.gone"),
    notification("x.gone"),
    notification("signal.selectionChanged"),
    request(3, "x.y"),
  );
  assertEquals(bench.output.filter((body) => !(body as { method?: string }).method), [
    refusal(1, -32603, "Internal error"),
    refusal(null, -32603, "Internal error"),
    result(3, 1),
  ]);
  assertEquals(bench.signals, []);
  const defects = bench.reported.filter((line) => line.startsWith("a defect of the bridge"));
  assertEquals(defects.length, 4);
  await bench.write(result(1, { count: 0 }));
});

Deno.test("Connection loads nothing more for a message when it was stopped", async () => {
  const bench = new Bench();
  const { promise, resolve } = Promise.withResolvers<void>();
  bench.loading["x.y"] = promise;
  bench.handlers["x.y"] = () => {
    throw new Error("unreachable");
  };
  await bench.write(request(1, "x.y"));
  bench.connection.stop();
  await settled();
  resolve();
  assertEquals(await bench.end(), "stopped");
  assertEquals(bench.output, []);
});

Deno.test("Connection passes a signal on, and reports and ignores one that does not fit", async () => {
  await using bench = new Bench();
  await bench.write(
    notification("signal.playbackTime", { position: 1.5, length: 0, more: 1 }),
    notification("signal.playbackTime", { position: "1", length: 0 }),
    notification("signal.playbackTime", { position: 1 }),
    notification("signal.playlistsChanged", { order: ["a", 1] }),
    notification("signal.playlistsChanged", { order: ["a", ""] }),
    notification("signal.playlistsChanged", { order: ["a", "b", "a"] }),
    notification("signal.overlaySelected"),
    notification("signal.selectionChanged"),
  );
  assertEquals(bench.signals, [
    { name: "signal.playbackTime", params: { position: 1.5, length: 0 } },
    { name: "signal.selectionChanged", params: {} },
  ]);
  const wrong = "{name} does not fit and was ignored: {place} is not {expected}";
  const missing = "{name} does not fit and was ignored: {place} is missing";
  assertEquals(bench.reported, [
    `${wrong} {"name":"signal.playbackTime","place":"position","expected":"a number"}`,
    `${missing} {"name":"signal.playbackTime","place":"length"}`,
    `${wrong} {"name":"signal.playlistsChanged","place":"order[1]","expected":"a string"}`,
    `${wrong} {"name":"signal.playlistsChanged","place":"order[1]","expected":"a playlist id of 1 to 128 characters"}`,
    `${wrong} {"name":"signal.playlistsChanged","place":"order[2]","expected":"unique"}`,
    `${missing} {"name":"signal.overlaySelected","place":"menuId"}`,
  ]);
  assertEquals(bench.output, []);
});

Deno.test("Connection counts and reports an unexpected answer and serves other calls", async () => {
  await using bench = new Bench();
  bench.handlers["x.y"] = () => 1;
  await bench.write(result(99, {}), result("x", {}), refusal(null, 1, "x"), request(1, "x.y"));
  assertEquals(bench.output, [result(1, 1)]);
  assertEquals(bench.connection.responseCounts, { matched: 0, unknown: 3 });
  assertEquals(bench.reported.length, 3);
});

Deno.test("Connection answers a defect without details", async () => {
  await using bench = new Bench();
  bench.handlers["x.sync"] = () => {
    throw new Error("secret");
  };
  bench.handlers["x.async"] = () => Promise.reject(new TypeError("secret"));
  bench.handlers["x.json"] = () => 1n;
  await bench.write(request(1, "x.sync"), request(2, "x.async"), request(3, "x.json"));
  assertEquals(bench.output.toSorted((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1), [
    refusal(1, -32603, "Internal error"),
    refusal(2, -32603, "Internal error"),
    refusal(3, -32603, "Internal error"),
  ]);
  assertEquals(bench.reported.length, 3);
});

Deno.test("Connection fails the native action whose answer is too deep, and refuses nothing else under its id", async () => {
  await using bench = new Bench();
  bench.handlers["x.y"] = (_params, call) => call.request("player.queue.count", {});
  const deep = (id: number, member: string) =>
    `{"jsonrpc":"2.0","id":${id},"${member}":${"[".repeat(1000)}${"]".repeat(1000)}}`;
  await bench.write(request(1, "x.y"));
  // A call with the id of a call in flight, and an answer that nobody asked for.
  await bench.write(`{"method":"x.y",${deep(1, "params").slice(1)}`, deep(9, "result"), deep(1, "result"));
  const reason = "more than 1000 levels of arrays and objects";
  assertEquals(bench.output.slice(1), [
    refusal(null, -32000, `Frame too large: ${reason}`),
    refusal(9, -32000, `Frame too large: ${reason}`),
    refusal(1, -32002, `Player action failed: player.queue.count answered a message with ${reason}`),
  ]);
});

/** Adds handlers with a long result, and a clock on which writing each part of the result takes a second. */
function slowWriter(bench: Bench): number[] {
  let time = 0;
  bench.clock.monotonic = () => time += 1000;
  bench.handlers["x.y"] = () => "short";
  const long = Array(200_000).fill(1);
  bench.handlers["x.long"] = () => long;
  bench.handlers["x.later"] = () => Promise.resolve(long);
  return long;
}

Deno.test("Connection serves other calls while it writes a long answer", async () => {
  for (const method of ["x.long", "x.later"]) {
    const bench = new Bench();
    const long = slowWriter(bench);
    await bench.write(
      request(1, method),
      request(2, "x.y", {}, "p2"),
      notification("signal.playbackTime", { position: 1, length: 2 }),
    );
    assertEquals(bench.take(), [result(2, "short")]);
    assertEquals(bench.signals.length, 1);
    await bench.write(request(1, "x.y"));
    assertEquals(bench.take(), [refusal(1, -32600, "Invalid request: id 1 is still in use")]);
    // The accepted call is answered.
    assertEquals(await bench.end(), "end");
    assertEquals(bench.take(), [result(1, long)]);
  }
});

Deno.test("Connection passes a signal on after earlier long responses are written", async () => {
  const bench = new Bench();
  const long = slowWriter(bench);
  bench.onSignal = () => bench.link?.sendEvent("e", 1, undefined);
  await bench.write(request(1, "x.long"), notification("signal.selectionChanged", {}));
  await bench.end();
  assertEquals(bench.take(), [
    result(1, long),
    notification("event", { event: "e", data: 1 }),
  ]);
});

Deno.test("Connection stops writing a long response when its call is cancelled", async () => {
  const bench = new Bench();
  slowWriter(bench);
  await bench.write(request(1, "x.long"), notification("bridge.cancel", { id: 1 }), request(1, "x.y"));
  await bench.end();
  assertEquals(bench.take(), [refusal(1, -32800, "Request cancelled"), result(1, "short")]);
});

Deno.test("Connection frees the id of a long response that is written at once", async () => {
  await using bench = new Bench();
  const long = Array(5000).fill(0);
  bench.handlers["x.long"] = () => long;
  await bench.write(request(1, "x.long"));
  await bench.write(notification("bridge.cancel", { id: 1 }), request(1, "x.long"));
  assertEquals(bench.take(), [result(1, long), result(1, long)]);
});

Deno.test("Connection stops writing a long response at the frame limit", async () => {
  await using bench = new Bench({ maxFrameBytes: 1024 });
  let looks = 0;
  bench.handlers["x.long"] = () =>
    Array.from(
      { length: 400 },
      () => new Proxy(Array(1000).fill(1), { get: (target, key) => (looks++, Reflect.get(target, key)) }),
    );
  await bench.write(request(1, "x.long"));
  assertEquals(bench.take(), [refusal(1, -32000, "Frame too large: the answer is over 1024 bytes")]);
  assert(looks < 50_000, `${looks}`);
});

Deno.test("Connection pauses reading while three long responses are written", async () => {
  const bench = new Bench();
  slowWriter(bench);
  await bench.write(request(1, "x.long"), request(2, "x.long"), request(3, "x.long"));
  await bench.write(request(4, "x.y"));
  assertEquals(bench.take(), []);
  await bench.end();
  const answered = bench.take().map((answer) => (answer as { readonly id: number }).id);
  assertEquals(answered.toSorted(), [1, 2, 3, 4]);
});

Deno.test("Connection shortens a refusal that would exceed the frame limit", async () => {
  await using bench = new Bench({ maxFrameBytes: 1024 });
  const method = "m".repeat(980);
  await bench.write(request(1, method));
  assertEquals(bench.output, [refusal(1, -32601, "Method not found")]);
});

Deno.test("Connection answers without an id if the id leaves no room for an answer", async () => {
  await using bench = new Bench({ maxFrameBytes: 1024 });
  bench.handlers["x"] = () => "y".repeat(100);
  const id = "i".repeat(970);
  await bench.write(request(id, "x"), request("short", "x"));
  assertEquals(bench.output, [
    refusal(null, -32000, "Frame too large: no answer fits this id"),
    result("short", "y".repeat(100)),
  ]);
});

Deno.test("Connection drops and reports an event over the frame limit", async () => {
  await using bench = new Bench({ maxFrameBytes: 1024 });
  bench.link?.sendEvent("e", { text: "x".repeat(1024) }, "p1");
  bench.link?.sendEvent("e", { text: "x" }, undefined);
  await settled();
  assertEquals(bench.output, [notification("event", { event: "e", data: { text: "x" } })]);
  assertEquals(bench.reported.length, 1);
});

Deno.test("the closing of a panel aborts the signal of its calls, and of no others, also behind a flood of signals", async () => {
  const bench = new Bench();
  const calls: Call[] = [];
  bench.handlers["x.y"] = async (_params, call) => {
    calls.push(call);
    await new Promise((_, reject) => call.signal.addEventListener("abort", () => reject(call.signal.reason)));
  };
  const finished = Promise.withResolvers<void>();
  bench.handlers["x.late"] = (_params, call) => {
    calls.push(call);
    return finished.promise;
  };
  const from = (panel: string, message: unknown) => ({ ...Object(message), panel });
  await bench.write(
    from("p1", request(1, "x.y")),
    from("p1", notification("x.y")),
    from("p1", request(2, "x.late")),
    from("p2", request(3, "x.y")),
    request(4, "x.y"),
  );
  const flood = Array.from({ length: 20_000 }, () => notification("signal.selectionChanged"));
  await bench.write(...flood);
  const late = calls.splice(2, 1)[0];
  assertEquals(calls.map(({ signal }) => signal.aborted), [false, false, false, false]);
  await bench.write(
    ...flood,
    notification("bridge.panelClosed", { panel: "p1" }),
    from("p1", request(5, "x.y")),
  );
  const aborted = [true, true, false, false, false];
  assertEquals(calls.map(({ signal }) => signal.aborted), aborted);
  assertEquals([late?.signal.aborted, late?.cancelSignal.aborted, late?.cancelled], [true, false, false]);
  assertEquals(calls.map(({ cancelSignal }) => cancelSignal.aborted), aborted.map(() => false));
  // What the handler throws then is answered.
  assertEquals(bench.take(), [refusal(1, -32800, "Request cancelled")]);
  assertEquals([bench.signals.length, bench.reported.length], [40_000, 1]);
  assertStringIncludes(bench.reported[0] ?? "", "a notification was ignored");
  await bench.write(notification("bridge.cancel", { id: 2 }));
  assertEquals([bench.take(), late?.cancelSignal.aborted], [[refusal(2, -32800, "Request cancelled")], true]);
  const end = bench.end();
  await settled();
  bench.clock.advance(499);
  await settled();
  assertEquals(calls.map(({ signal }) => signal.aborted), aborted);
  bench.clock.advance(1);
  await settled();
  assertEquals(bench.take(), [3, 4, 5].map((id) => refusal(id, -32800, "Request cancelled")));
  assertEquals(calls.some(({ cancelSignal }) => cancelSignal.aborted), false);
  finished.resolve();
  assertEquals([await end, bench.take()], ["end", []]);
});

Deno.test("half a second after the end of input the application is closed, and calls in flight are still answered", async () => {
  const bench = new Bench();
  let finish = (_value: string) => {};
  bench.handlers["x.y"] = () => new Promise<string>((resolve) => finish = resolve);
  await bench.write(request(1, "x.y"));
  const end = bench.end();
  await settled();
  bench.clock.advance(499);
  await settled();
  assertEquals(bench.closes, 0);
  bench.clock.advance(1);
  await settled();
  // The connection waits for calls that the application does not cancel.
  assertEquals([bench.closes, bench.output], [1, []]);
  finish("done");
  assertEquals(await end, "end");
  assertEquals(bench.output, [result(1, "done")]);
});

Deno.test("an output that cannot be written ends the connection and is reported", async () => {
  const bench = new Bench();
  bench.handlers["x.y"] = () => 1;
  await bench.breakOutput(new Deno.errors.WouldBlock("busy"));
  await bench.write(request(1, "x.y"));
  assertEquals(await bench.ended, "outputFailed");
  assertStringIncludes(bench.reported.join(), "the output cannot be written");
});

Deno.test("Connection.stop ignores later input", async () => {
  const bench = new Bench();
  let carriedOut = 0;
  bench.handlers["x.y"] = () => carriedOut++;
  bench.connection.stop();
  assertEquals(await bench.ended, "stopped");
  await bench.write(request(1, "x.y"));
  assertEquals([carriedOut, bench.output], [0, []]);
});

Deno.test("Connection.stop ends the connection and answers accepted calls", async () => {
  const bench = new Bench();
  bench.handlers["x.y"] = count;
  await bench.write(request(1, "x.y"));
  bench.connection.stop();
  assertEquals(await bench.ended, "stopped");
  assertEquals(bench.output.at(-1), refusal(1, -32001, "Player did not answer"));
  assertEquals(bench.closes, 1);
});

Deno.test("calls are refused while the messages of calls in flight are longer than the queue limit", async () => {
  await using bench = new Bench({ maxQueueBytes: 2000 });
  const waiting: (() => void)[] = [];
  bench.handlers["x.wait"] = () => new Promise<string>((resolve) => waiting.push(() => resolve("done")));
  bench.handlers["x.now"] = () => "now";
  await bench.write(request(1, "x.wait", { text: "x".repeat(1990) }), request(2, "x.now"));
  assertEquals(bench.take(), [refusal(2, -32004, "Overloaded")]);
  // Lifecycle messages are not refused.
  await bench.write(request(3, "bridge.unregisterPlugin", { namespace: "n" }));
  assertEquals(bench.take(), [result(3, { removed: true })]);
  for (const finish of waiting) finish();
  await settled();
  assertEquals(bench.take(), [result(1, "done")]);
  await bench.write(request(4, "x.now"));
  assertEquals(bench.take(), [result(4, "now")]);
});

Deno.test("calls are refused while the messages of calls in flight take more memory than the queue limit", async () => {
  let finish = () => {};
  const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 0]));
  for (const params of [{ list: Array(20_000).fill([]) }, keys, { text: '"[{:,\\'.repeat(20_000) }]) {
    const message = request(1, "x.wait", params);
    const kept = parsedBytes(JSON.stringify(message));
    for (const [maxQueueBytes, isRefused] of [[kept, false], [kept - 1, true], [kept, false]] as const) {
      await using bench = new Bench({ maxQueueBytes, maxFrameBytes: 2 ** 22 });
      bench.handlers["x.wait"] = () => new Promise<string>((resolve) => finish = () => resolve("done"));
      bench.handlers["x.now"] = () => "now";
      await bench.write(message, request(2, "x.now"));
      const answer = isRefused ? refusal(2, -32004, "Overloaded") : result(2, "now");
      finish();
      await settled();
      assertEquals(bench.take(), [answer, result(1, "done")]);
    }
  }
});

Deno.test("long answers are refused while the output is over its limit, and short ones are not", async () => {
  await using bench = new Bench({ maxQueueBytes: 100_000, maxFrameBytes: 2 ** 22 });
  const waiting: ((value: string) => void)[] = [];
  bench.handlers["x.wait"] = () => new Promise<string>((resolve) => waiting.push(resolve));
  await bench.write(...[1, 2, 3, 4, 5].map((id) => request(id, "x.wait")));
  const long = "x".repeat(70_000);
  // All of them arrive in one read of the player's answers.
  for (const [at, finish] of waiting.entries()) finish(at === 3 ? "short" : long);
  await settled();
  assertEquals(bench.take(), [
    result(1, long),
    result(2, long),
    refusal(3, -32004, "Overloaded"),
    result(4, "short"),
    refusal(5, -32004, "Overloaded"),
  ]);
});

Deno.test("an answer that waits for the player to read waits until an eighth of the limit is queued", async () => {
  await using bench = new Bench({ maxQueueBytes: 8000 });
  bench.handlers["x.text"] = () => "x".repeat(300);
  bench.reading = false;
  // The first answer is being written, and counts as queued.
  await bench.write(request(1, "x.text"), request(2, "x.text"));
  let isRead = false;
  await bench.link?.outputRead().then(() => isRead = true);
  assert(isRead);
  await bench.write(request(3, "x.text"));
  isRead = false;
  void bench.link?.outputRead().then(() => isRead = true);
  await settled();
  assert(!isRead);
  await bench.read();
  assert(isRead);
});

Deno.test("a call gets no answer of the player while those that other calls keep take too much memory", async () => {
  await using bench = new Bench({ maxQueueBytes: 3000 });
  const finish = new Map<unknown, () => void>();
  bench.handlers["x.add"] = async (_params, call) => {
    const { resolved } = await call.request("player.media.resolve", { paths: ["/music"] });
    await new Promise<void>((resolve) => finish.set(call.id, resolve));
    await call.request("player.media.resolve", { paths: ["/more"] });
    return resolved.length;
  };
  const answer = (id: number) =>
    result(id, { resolved: [[{ path: `/music/${"x".repeat(800)}`, subsong: 0 }]] });
  await bench.write(...["a", "b", "c", "d", "dead"].map((id) => request(id, "x.add")));
  bench.take();
  // The second answer is above the limit. Neither that of the third nor that of the fourth is kept.
  await bench.write(...[1, 2, 3, 4].map(answer));
  assertEquals(bench.take(), ["c", "d"].map((id) => refusal(id, -32004, "Overloaded")));
  // Each call goes on alone, whatever its own answers take.
  await bench.write(notification("bridge.cancel", { id: "b" }));
  finish.get("b")?.();
  finish.get("a")?.();
  await settled();
  bench.take();
  await bench.write(answer(6));
  assertEquals(bench.take(), [result("a", 1)]);
  // What has ended no longer counts, and a call that waits for a dead folder never did.
  await bench.write(request("e", "x.add"));
  await bench.write(answer(7));
  finish.get("e")?.();
  await settled();
  bench.take();
  await bench.write(answer(8));
  assertEquals(bench.take(), [result("e", 1)]);
});

Deno.test("a call counts as in flight while its long answer is written", async () => {
  const bench = new Bench({ maxQueueBytes: 200_000 });
  const long = slowWriter(bench);
  await bench.write(request(1, "x.long", { list: Array(10_000).fill([]) }), request(2, "x.y"));
  assertEquals(bench.take(), [refusal(2, -32004, "Overloaded")]);
  await bench.end();
  assertEquals(bench.take(), [result(1, long)]);
});

Deno.test("a cancelled call counts as in flight until its handler has ended", async () => {
  await using bench = new Bench({ maxQueueBytes: 2000 });
  let finish = () => {};
  bench.handlers["x.wait"] = () => new Promise<void>((resolve) => finish = resolve);
  bench.handlers["x.now"] = () => "now";
  await bench.write(
    request(1, "x.wait", { text: "x".repeat(1990) }),
    notification("bridge.cancel", { id: 1 }),
    request(2, "x.now"),
  );
  assertEquals(bench.take(), [refusal(1, -32800, "Request cancelled"), refusal(2, -32004, "Overloaded")]);
  finish();
  await settled();
  await bench.write(request(3, "x.now"));
  assertEquals(bench.take(), [result(3, "now")]);
});

Deno.test("calls are refused while the maximum is in flight", async () => {
  await using bench = new Bench({ maxQueueBytes: 1 << 30 });
  const waiting: ((value: string) => void)[] = [];
  bench.handlers["x.wait"] = () => new Promise<string>((resolve) => waiting.push(resolve));
  const calls = Array.from({ length: MAX_CALLS_IN_FLIGHT + 1 }, (_, id) => frameOf(request(id, "x.wait")));
  await bench.writeBytes(joined(...calls));
  assertEquals(waiting.length, MAX_CALLS_IN_FLIGHT);
  assertEquals(bench.take(), [refusal(MAX_CALLS_IN_FLIGHT, -32004, "Overloaded")]);
  waiting.shift()?.("done");
  await settled();
  await bench.write(request("again", "x.wait"));
  assertEquals([waiting.length, bench.take()], [MAX_CALLS_IN_FLIGHT, [result(0, "done")]]);
  for (const finish of waiting) finish("done");
});

Deno.test("a response is written before an event that a later signal causes", async () => {
  await using bench = new Bench();
  bench.handlers["x.show"] = async (_params, call) => {
    await call.request("player.queue.count", {});
    // The connection passes the signal on only after all of these turns.
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    return "shown";
  };
  await bench.write(request(1, "x.show"));
  bench.take();
  bench.onSignal = () => bench.link?.sendEvent("e", {}, undefined);
  await bench.write(result(1, { count: 1 }), notification("signal.selectionChanged"));
  assertEquals(bench.take(), [result(1, "shown"), notification("event", { event: "e", data: {} })]);
});

Deno.test(
  "calls are refused while too many actions of cancelled calls are pending",
  { timeout: 120_000 },
  async () => {
    await using bench = new Bench({ maxQueueBytes: 1 << 30 });
    bench.handlers["x.ask"] = (_params, call) => call.request("player.queue.count", {});
    for (let first = 0; first < MAX_CALLS_IN_FLIGHT; first += 1024) {
      const bodies = Array.from({ length: 1024 }, (_, index) => [
        frameOf(request(first + index, "x.ask")),
        frameOf(notification("bridge.cancel", { id: first + index })),
      ]);
      await bench.writeBytes(joined(...bodies.flat()));
    }
    await settled();
    bench.take();
    await bench.write(request("more", "x.ask"));
    assertEquals(bench.take(), [refusal("more", -32004, "Overloaded")]);
    await bench.write(result(1, { count: 1 }), request("again", "x.ask"));
    const [asked] = bench.take() as { method: string }[];
    assertEquals(asked?.method, "player.queue.count");
  },
);

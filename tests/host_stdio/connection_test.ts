import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { memoryPipe } from "../../client/streams.ts";
import type { Application, CallHandler, ConnectionLink } from "../../host_stdio/application.ts";
import type { Call } from "../../host_stdio/calls.ts";
import { Connection, type ConnectionEnd } from "../../host_stdio/connection.ts";
import { parsedBytes } from "../../host_stdio/container_count.ts";
import type { ByteSink } from "../../host_stdio/frame_writer.ts";
import type { SignalMessage } from "../../host_stdio/signals.ts";
import { MAX_CALLS_IN_FLIGHT, maxContainers, type WireLimits } from "../../limits/wire.ts";
import { loopTurn } from "../../host_stdio/turn.ts";
import { FakeClock } from "../support/fake_clock.ts";
import { bodiesOf, frameOf, joined } from "../../tools/support/frames.ts";

/** A connection whose application is a table, written to and read by hand. */
class Bench {
  readonly clock = new FakeClock();
  readonly reported: string[] = [];
  readonly signals: SignalMessage[] = [];
  readonly closedPanels: string[] = [];
  onSignal = (signal: SignalMessage): void => void this.signals.push(signal);
  readonly handlers: Record<string, CallHandler> = {};
  closes = 0;
  link: ConnectionLink | undefined;
  /** Whether the player reads. */
  reading = true;
  readonly connection: Connection;
  readonly ended: Promise<ConnectionEnd>;
  /** What it has asked of its pipe, in turn. */
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
      limits: { maxFrameBytes: 1 << 20, maxQueueBytes: 1 << 20, actionTimeoutMs: 30_000, ...limits },
      clock: this.clock,
      diagnostics: {
        report: (_level, message, more) => void this.reported.push(`${message} ${JSON.stringify(more)}`),
      },
      application: (link): Application => {
        this.link = link;
        return {
          bridge: { name: "b", version: "1" },
          operations: ["x.y"],
          events: ["e"],
          find: (method) => Object.hasOwn(this.handlers, method) ? this.handlers[method] : undefined,
          onSignal: (signal) => this.onSignal(signal),
          unsupportedBy: (actions) => actions,
          registerPlugin: () => ({ apiCount: 3 }),
          unregisterPlugin: () => ({ removed: true }),
          onPanelClosed: (panel) => void this.closedPanels.push(panel),
          close: () => Promise.resolve(void this.closes++),
        };
      },
    });
    this.ended = this.connection.run();
  }

  /** The player writes messages, all in one piece. */
  async write(...bodies: unknown[]): Promise<void> {
    await this.writeBytes(joined(...bodies.map(frameOf)));
  }

  async writeBytes(bytes: Uint8Array): Promise<void> {
    await this.#input.sink.write(bytes);
    await settled();
  }

  /** The player reads on. */
  async read(): Promise<void> {
    this.reading = true;
    for (const resume of this.#resume.splice(0)) resume();
    await settled();
  }

  /** The player closes its end of the output. */
  async breakOutput(error: Error = new Deno.errors.BrokenPipe()): Promise<void> {
    this.#broken = error;
    await this.read();
  }

  /** Everything that the bridge has written, as texts. */
  get bodies(): string[] {
    return bodiesOf(joined(...this.#pieces)).bodies;
  }

  /** Everything that the bridge has written. */
  get output(): unknown[] {
    return this.bodies.map((body) => JSON.parse(body));
  }

  /** What the bridge has written since this was last asked. */
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
}

/** Lets everything run that waits for nothing but a few turns of the event loop. */
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

/** Asks the player how long its queue is. */
const count: CallHandler = (_params, call) => call.request("player.queue.count", {});

Deno.test("Connection hands over what it has to say before it asks for more to read", async () => {
  const bench = new Bench();
  bench.handlers["x.y"] = () => 1;
  bench.handlers["x.count"] = async (params, call) => {
    const length = await count(params, call);
    return { length };
  };
  for (
    const message of [
      request(1, "x.y"),
      request(2, "x.count"),
      // The answer to that, which the handler has to be told before there is something to say.
      result(1, { count: 3 }),
    ]
  ) {
    bench.asked.length = 0;
    await bench.write(message);
    assertEquals(bench.asked, ["write", "read"]);
  }
  assertEquals(bench.output.at(-1), result(2, { length: { count: 3 } }));
  await bench.end();
});

Deno.test("Connection answers a call with its handler's result, at once or later", async () => {
  const bench = new Bench();
  bench.handlers["x.y"] = (params, call) => ({ params, panel: call.panel });
  bench.handlers["x.z"] = async () => await Promise.resolve(null);
  await bench.write(request(1, "x.y", { a: 1 }, "p1"), request("two", "x.z"));
  assertEquals(bench.output, [result(1, { params: { a: 1 }, panel: "p1" }), result("two", null)]);
  assertEquals(await bench.end(), "end");
  assertEquals(bench.closes, 1);
});

Deno.test("Connection takes omitted and null params for none and refuses any other", async () => {
  const bench = new Bench();
  bench.handlers["x.y"] = (params) => params;
  await bench.write(request(1, "x.y"), request(2, "x.y", null));
  assertEquals(bench.take(), [result(1, {}), result(2, {})]);
  for (const params of [1, "x", true, []]) {
    await bench.write(request(3, "x.y", params));
    assertEquals(bench.take(), [refusal(3, -32602, "Invalid params: params must be an object")]);
  }
  await bench.end();
});

Deno.test("Connection carries out a call without id and does not answer it", async () => {
  const bench = new Bench();
  const seen: unknown[] = [];
  bench.handlers["x.y"] = (params) => seen.push(params);
  bench.handlers["x.fail"] = () => Promise.reject(new Error("inner detail"));
  await bench.write(notification("x.y", { a: 1 }), notification("x.fail"), notification("x.unknown"));
  assertEquals(seen, [{ a: 1 }]);
  await bench.end();
  assertEquals(bench.output, []);
  assertEquals(bench.reported.filter((text) => text.includes("x.unknown")).length, 1);
});

Deno.test("Connection answers garbage and serves the next message as if nothing had happened", async () => {
  const bench = new Bench({ maxFrameBytes: 1024 });
  bench.handlers["x.y"] = () => 1;
  const cases: [unknown, unknown][] = [
    ["", refusal(null, -32700, "Parse error: the body is empty")],
    ["{", refusal(null, -32700, "Parse error: the body is not JSON")],
    [new Uint8Array([0x22, 0xff, 0x22]), refusal(null, -32700, "Parse error: the body is not UTF-8")],
    ["x".repeat(1025), refusal(null, -32000, "Frame too large: 1025 bytes, the limit is 1024")],
    [[request(1, "x.y")], refusal(null, -32600, "Invalid request: batches are not supported")],
    [7, refusal(null, -32600, "Invalid request: a message must be an object")],
    [request(null, "x.y"), refusal(null, -32600, "Invalid request: id must be a string or an integer")],
    [{ id: 5, method: "x.y" }, refusal(5, -32600, 'Invalid request: jsonrpc must be "2.0"')],
    [request(5, "x.y", {}, 7 as never), refusal(5, -32600, "Invalid request: panel must be a string")],
    [{ jsonrpc: "2.0", id: 5 }, refusal(5, -32600, "Invalid request: neither method, result nor error")],
    [request(5, "nope"), refusal(5, -32601, "Method not found: nope")],
    [request(5, "toString"), refusal(5, -32601, "Method not found: toString")],
    [request(5, "__proto__"), refusal(5, -32601, "Method not found: __proto__")],
  ];
  for (const [body, answer] of cases) {
    await bench.write(body, request(9, "x.y"));
    assertEquals(bench.take(), [answer, result(9, 1)]);
  }
  assertEquals(await bench.end(), "end");
});

Deno.test("Connection refuses names of the other direction sent as requests, and ignores them without id", async () => {
  const bench = new Bench();
  for (const method of ["signal.trackStarted", "event", "player.queue.get", "bridge.unknown", "menu.__x"]) {
    await bench.write(request(1, method, {}));
    assertEquals(bench.take(), [refusal(1, -32601, `Method not found: ${method}`)]);
  }
  for (const method of ["signal.unknown", "event", "player.queue.get", "bridge.unknown"]) {
    await bench.write(notification(method, {}));
    assertEquals(bench.take(), []);
    assertStringIncludes(bench.reported.pop() ?? "", method);
  }
  await bench.end();
});

Deno.test("Connection takes no lifecycle message and no signal from a panel", async () => {
  const bench = new Bench();
  const names = [
    "bridge.initialize",
    "bridge.registerPlugin",
    "bridge.unregisterPlugin",
    "bridge.panelClosed",
    "bridge.cancel",
    "bridge.shutdown",
  ];
  bench.handlers["x.y"] = count;
  await bench.write(request("pending", "x.y", {}, "p1"));
  bench.take();
  for (const name of names) {
    const params = { panel: "p2", namespace: "n", id: "pending" };
    await bench.write(request(1, name, params, "p1"), { jsonrpc: "2.0", method: name, params, panel: "p1" });
    assertEquals(bench.take(), [refusal(1, -32601, `Method not found: ${name}`)]);
  }
  await bench.write({ jsonrpc: "2.0", method: "signal.selectionChanged", panel: "p1" });
  // Not even a panel whose name is empty.
  await bench.write({ jsonrpc: "2.0", method: "signal.selectionChanged", panel: "" });
  assertEquals([bench.signals, bench.closedPanels, bench.reported.length], [[], [], names.length + 2]);
  await bench.write(result(1, { count: 3 }));
  assertEquals(bench.take(), [result("pending", { count: 3 })]);
  await bench.end();
});

Deno.test("Connection hands a signal on, and reports and ignores one that does not fit", async () => {
  const bench = new Bench();
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
    `${wrong} {"name":"signal.playbackTime","place":"position","expected":"number"}`,
    `${missing} {"name":"signal.playbackTime","place":"length"}`,
    `${wrong} {"name":"signal.playlistsChanged","place":"order[1]","expected":"string"}`,
    `${wrong} {"name":"signal.playlistsChanged","place":"order[1]","expected":"a playlist id of 1 to 128 characters"}`,
    `${wrong} {"name":"signal.playlistsChanged","place":"order[2]","expected":"unique"}`,
    `${missing} {"name":"signal.overlaySelected","place":"menuId"}`,
  ]);
  assertEquals(bench.output, []);
  await bench.end();
});

Deno.test("Connection sends native actions in the order asked, with the panel of their call", async () => {
  const bench = new Bench();
  bench.handlers["x.y"] = async (_params, call) => {
    const before = await call.request("player.queue.count", {});
    const after = await call.request("player.queue.count", {});
    return [before, after];
  };
  await bench.write(request(7, "x.y", {}, "p1"), request(8, "x.y"));
  assertEquals(bench.take(), [
    { ...request(1, "player.queue.count", {}, "p1") as object },
    { jsonrpc: "2.0", id: 2, method: "player.queue.count", params: {} },
  ]);
  await bench.write(result(2, { count: 20 }), result(1, { count: 10 }));
  assertEquals(bench.take().map((message) => (message as { id: number }).id), [3, 4]);
  await bench.write(result(3, { count: 21 }), result(4, { count: 11 }));
  assertEquals(bench.take(), [
    result(8, [{ count: 20 }, { count: 21 }]),
    result(7, [{ count: 10 }, { count: 11 }]),
  ]);
  await bench.end();
});

Deno.test("Connection refuses an id that is still in use and takes it again afterwards", async () => {
  const bench = new Bench();
  bench.handlers["x.y"] = count;
  await bench.write(request(7, "x.y"), request(7, "x.y"), request("7", "x.y"));
  assertEquals(bench.take().slice(1), [
    refusal(7, -32600, "Invalid request: id 7 is still in use"),
    { jsonrpc: "2.0", id: 2, method: "player.queue.count", params: {} },
  ]);
  await bench.write(result(1, { count: 1 }), result(2, { count: 2 }));
  assertEquals(bench.take(), [result(7, { count: 1 }), result("7", { count: 2 })]);
  await bench.write(request(7, "x.y"), result(3, { count: 3 }));
  assertEquals(bench.take().at(-1), result(7, { count: 3 }));
  await bench.end();
});

Deno.test("Connection counts and reports an answer to nothing and serves on", async () => {
  const bench = new Bench();
  bench.handlers["x.y"] = () => 1;
  await bench.write(result(99, {}), result("x", {}), refusal(null, 1, "x"), request(1, "x.y"));
  assertEquals(bench.output, [result(1, 1)]);
  assertEquals(bench.connection.responseCounts, { matched: 0, unknown: 3 });
  assertEquals(bench.reported.length, 3);
  await bench.end();
});

Deno.test("Connection answers a defect with no inner detail", async () => {
  const bench = new Bench();
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
  await bench.end();
});

Deno.test("Connection refuses a message with too many arrays and objects, and serves the next", async () => {
  const bench = new Bench({ maxFrameBytes: 2 ** 24 });
  bench.handlers["x.y"] = ({ list }) => (list as unknown[]).length;
  const most = maxContainers(2 ** 24);
  // Three more are the message itself, its parameters and the list.
  const call = (count: number) =>
    `{"jsonrpc":"2.0","id":1,"method":"x.y","params":{"list":[${"[],".repeat(count - 3)}1]}}`;
  await bench.write(call(most), call(most + 1), request(2, "x.y", { list: [] }));
  assertEquals(bench.output, [
    result(1, most - 2),
    refusal(null, -32000, `Frame too large: more than ${most} arrays and objects`),
    result(2, 0),
  ]);
  await bench.end();
});

Deno.test("Connection tells a call that its answer is over the frame limit", async () => {
  const bench = new Bench({ maxFrameBytes: 1024 });
  bench.handlers["x.y"] = ({ size }) => "x".repeat(Number(size));
  const overhead = JSON.stringify(result(1, "")).length;
  await bench.write(
    request(1, "x.y", { size: 1024 - overhead }),
    request(1, "x.y", { size: 1025 - overhead }),
  );
  assertEquals(bench.output, [
    result(1, "x".repeat(1024 - overhead)),
    refusal(1, -32000, "Frame too large: the answer is over 1024 bytes"),
  ]);
  await bench.end();
});

/** An object that V8 reads but does not write: with such keys it goes level by level. */
const tooDeep = `${'{"1":'.repeat(50_000)}1${"}".repeat(50_000)}`;

Deno.test("Connection writes what is nested deeper than the engine writes, in answers and in native actions", async () => {
  const bench = new Bench();
  bench.handlers["x.now"] = () => JSON.parse(tooDeep);
  bench.handlers["x.later"] = () => Promise.resolve(JSON.parse(tooDeep));
  bench.handlers["x.y"] = (_params, call) =>
    call.request("player.plugin.invoke", { namespace: "n", method: "m", params: JSON.parse(tooDeep) });
  await bench.write(request(1, "x.now"), request(2, "x.later"), request(3, "x.y"));
  assertEquals(bench.bodies.map((body) => body.replace(tooDeep, "DEEP")).sort(), [
    '{"jsonrpc":"2.0","id":1,"method":"player.plugin.invoke","params":{"namespace":"n","method":"m","params":DEEP}}',
    '{"jsonrpc":"2.0","id":1,"result":DEEP}',
    '{"jsonrpc":"2.0","id":2,"result":DEEP}',
  ]);
  assertEquals(bench.reported, []);
  await bench.write(result(1, {}));
  await bench.end();
});

/** A result of which each part takes longer than a turn, with a clock that goes by itself. */
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
    // All that was accepted is answered.
    assertEquals(await bench.end(), "end");
    assertEquals(bench.take(), [result(1, long)]);
  }
});

Deno.test("Connection hands a signal on when the long answers of before are written", async () => {
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

Deno.test("Connection stops writing a long answer whose call is cancelled", async () => {
  const bench = new Bench();
  slowWriter(bench);
  await bench.write(request(1, "x.long"), notification("bridge.cancel", { id: 1 }), request(1, "x.y"));
  await bench.end();
  assertEquals(bench.take(), [refusal(1, -32800, "Request cancelled"), result(1, "short")]);
});

Deno.test("Connection forgets the id of a long answer that is written at once", async () => {
  const bench = new Bench();
  const long = Array(5000).fill(0);
  bench.handlers["x.long"] = () => long;
  await bench.write(request(1, "x.long"));
  await bench.write(notification("bridge.cancel", { id: 1 }), request(1, "x.long"));
  assertEquals(bench.take(), [result(1, long), result(1, long)]);
  await bench.end();
});

Deno.test("Connection gives up a long answer as soon as it is over the frame limit", async () => {
  const bench = new Bench({ maxFrameBytes: 1024 });
  let looks = 0;
  bench.handlers["x.long"] = () =>
    Array.from(
      { length: 100 },
      () => new Proxy(Array(1000).fill(1), { get: (target, key) => (looks++, Reflect.get(target, key)) }),
    );
  await bench.write(request(1, "x.long"));
  assertEquals(bench.take(), [refusal(1, -32000, "Frame too large: the answer is over 1024 bytes")]);
  assert(looks < 20_000, `${looks}`);
  await bench.end();
});

Deno.test("Connection reads no more while three long answers are being written", async () => {
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
  const bench = new Bench({ maxFrameBytes: 1024 });
  const method = "m".repeat(980);
  await bench.write(request(1, method));
  assertEquals(bench.output, [refusal(1, -32601, "Method not found")]);
  await bench.end();
});

Deno.test("Connection answers an id that leaves no room for an answer under none", async () => {
  const bench = new Bench({ maxFrameBytes: 1024 });
  bench.handlers["x"] = () => "y".repeat(100);
  const id = "i".repeat(970);
  await bench.write(request(id, "x"), request("short", "x"));
  assertEquals(bench.output, [
    refusal(null, -32000, "Frame too large: no answer fits this id"),
    result("short", "y".repeat(100)),
  ]);
  await bench.end();
});

Deno.test("Connection drops an event over the frame limit and says so", async () => {
  const bench = new Bench({ maxFrameBytes: 1024 });
  bench.link?.sendEvent("e", { text: "x".repeat(1024) }, "p1");
  bench.link?.sendEvent("e", { text: "x" }, undefined);
  await settled();
  assertEquals(bench.output, [notification("event", { event: "e", data: { text: "x" } })]);
  assertEquals(bench.reported.length, 1);
  await bench.end();
});

Deno.test("bridge.cancel answers the pending call and drops what still comes for it", async () => {
  const bench = new Bench();
  const calls: Call[] = [];
  bench.handlers["x.y"] = async (_params, call) => {
    calls.push(call);
    await call.request("player.queue.count", {});
    return await call.request("player.queue.count", {});
  };
  await bench.write(request(7, "x.y"));
  bench.take();
  const signal = calls[0]?.signal;
  await bench.write(notification("bridge.cancel", { id: 7 }));
  assertEquals(bench.take(), [refusal(7, -32800, "Request cancelled")]);
  assertEquals(signal?.aborted, true);
  await bench.write(result(1, { count: 1 }));
  assertEquals([bench.take(), bench.reported], [[], []]);
  // The id is free again, and the second cancel finds nothing.
  await bench.write(notification("bridge.cancel", { id: 7 }), request(7, "x.y"));
  assertEquals(bench.take(), [{ jsonrpc: "2.0", id: 2, method: "player.queue.count", params: {} }]);
  await bench.write(result(2, { count: 1 }));
  await bench.write(result(3, { count: 3 }));
  assertEquals(bench.take().at(-1), result(7, { count: 3 }));
  await bench.end();
});

Deno.test("bridge.cancel of a call that goes on regardless never answers it twice", async () => {
  const bench = new Bench();
  const late = Promise.withResolvers<number>();
  bench.handlers["x.y"] = () => late.promise;
  await bench.write(request(7, "x.y"), notification("bridge.cancel", { id: 7 }), request(7, "x.y"));
  late.resolve(5);
  await settled();
  assertEquals(bench.output, [refusal(7, -32800, "Request cancelled"), result(7, 5)]);
  await bench.end();
});

Deno.test("bridge.cancel with parameters that do not fit is reported and ignored", async () => {
  const bench = new Bench();
  await bench.write(notification("bridge.cancel", { id: 1.5 }), notification("bridge.cancel"));
  assertEquals([bench.output, bench.reported.length], [[], 2]);
  await bench.end();
});

Deno.test("bridge.initialize tells what there is, and another version leaves the pipe usable", async () => {
  const bench = new Bench({ maxFrameBytes: 5000 });
  const player = { name: "p", version: "1" };
  await bench.write(
    request(1, "bridge.initialize", { protocolVersion: 2, player }),
    request(2, "bridge.initialize", { player }),
    request(3, "bridge.initialize", { protocolVersion: 1, player }),
  );
  const [other, missing, answer] = bench.output;
  assertEquals(other, refusal(1, -32003, "Unsupported protocol version: 2, this bridge speaks 1"));
  assertEquals((missing as { error: { code: number } }).error.code, -32602);
  assertEquals(
    answer,
    result(3, {
      protocolVersion: 1,
      bridge: { name: "b", version: "1" },
      operations: ["x.y"],
      events: ["e"],
      limits: { maxFrameBytes: 5000, maxQueueBytes: 1 << 20, actionTimeoutMs: 30_000 },
    }),
  );
  await bench.end();
});

Deno.test("lifecycle messages reach the application", async () => {
  const bench = new Bench();
  await bench.write(
    request(1, "bridge.registerPlugin", { name: "n", namespace: "N", version: "1", apis: [] }),
    request(2, "bridge.unregisterPlugin", { namespace: "N" }),
    notification("bridge.panelClosed", { panel: "p1" }),
    request(3, "bridge.panelClosed", { panel: "p2" }),
  );
  assertEquals(bench.output, [result(1, { apiCount: 3 }), result(2, { removed: true }), result(3, {})]);
  assertEquals(bench.closedPanels, ["p1", "p2"]);
  await bench.end();
});

Deno.test("bridge.shutdown finishes accepted work, then answers, and refuses what comes later", async () => {
  const bench = new Bench();
  bench.handlers["x.y"] = count;
  await bench.write(request(1, "x.y"), request(2, "bridge.shutdown"), request(3, "x.y"));
  assertEquals(bench.take().slice(1), [refusal(3, -32600, "Invalid request: shutting down")]);
  assertEquals(bench.closes, 0);
  await bench.write(request(4, "bridge.shutdown"), notification("x.y"));
  assertEquals(bench.take(), [refusal(4, -32600, "Invalid request: shutting down")]);
  await bench.write(result(1, { count: 1 }));
  assertEquals(bench.take(), [result(1, { count: 1 }), result(2, {})]);
  assertEquals(bench.closes, 1);
  assertEquals(await bench.end(), "end");
});

Deno.test("bridge.shutdown with nothing to finish answers at once", async () => {
  const bench = new Bench();
  await bench.write(request(2, "bridge.shutdown"));
  assertEquals(bench.output, [result(2, {})]);
  await bench.end();
});

Deno.test("the end of input fails waiting native actions at once and answers accepted calls", async () => {
  const bench = new Bench();
  bench.handlers["x.y"] = async (_params, call) => {
    await call.request("player.queue.count", {}).catch(() => {});
    return await call.request("player.queue.get", {}).catch((error: Error) => error.message);
  };
  const slow = Promise.withResolvers<string>();
  bench.handlers["x.slow"] = () => slow.promise;
  await bench.write(request(1, "x.y"), request(2, "x.slow"));
  const end = bench.end();
  await settled();
  assertEquals(bench.output.slice(1), [result(1, "Player did not answer")]);
  slow.resolve("written");
  assertEquals(await end, "end");
  assertEquals(bench.output.at(-1), result(2, "written"));
  assertEquals(bench.closes, 1);
});

Deno.test("the end of input closes the application half a second later, though calls are under way, and answers them", async () => {
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
  // What the application cuts short ends with it; whatever does not is waited for.
  assertEquals([bench.closes, bench.output], [1, []]);
  finish("done");
  assertEquals(await end, "end");
  assertEquals(bench.output, [result(1, "done")]);
});

Deno.test("the end of input inside a frame is told, and accepted calls are still answered", async () => {
  for (const bytes of [1, 4, 7]) {
    const bench = new Bench();
    bench.handlers["x.y"] = () => 1;
    await bench.writeBytes(joined(frameOf(request(1, "x.y")), frameOf(request(2, "x.y")).subarray(0, bytes)));
    assertEquals(await bench.end(), "endInsideFrame");
    assertEquals(bench.output, [result(1, 1)]);
    assertStringIncludes(bench.reported.join(), "inside a frame");
  }
});

Deno.test("an output that the player has closed ends the connection without an error", async () => {
  const bench = new Bench();
  bench.handlers["x.y"] = () => 1;
  await bench.breakOutput();
  await bench.write(request(1, "x.y"));
  assertEquals(await bench.ended, "outputClosed");
  assertEquals(bench.closes, 1);
});

Deno.test("an output that cannot be written ends the connection and is told", async () => {
  const bench = new Bench();
  bench.handlers["x.y"] = () => 1;
  await bench.breakOutput(new Deno.errors.WouldBlock("busy"));
  await bench.write(request(1, "x.y"));
  assertEquals(await bench.ended, "outputFailed");
  assertStringIncludes(bench.reported.join(), "the output cannot be written");
});

Deno.test("Connection.stop leaves what comes later alone", async () => {
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

Deno.test("over the queue limit new calls are refused, answers and signals are still taken", async () => {
  const bench = new Bench({ maxQueueBytes: 2000 });
  let carriedOut = 0;
  bench.handlers["x.big"] = () => "x".repeat(1500);
  bench.handlers["x.count"] = async (_params, call) => {
    carriedOut++;
    return await call.request("player.queue.count", {});
  };
  await bench.write(request(1, "x.count"));
  bench.reading = false;
  await bench.write(
    request(2, "x.big"),
    request(3, "x.big"),
    request(4, "x.count"),
    request(5, "bridge.panelClosed", {
      panel: "p",
    }),
  );
  assertEquals(carriedOut, 1);
  await bench.write(result(1, { count: 7 }), notification("signal.selectionChanged"));
  assertEquals([bench.signals.length, bench.closedPanels], [1, ["p"]]);
  await bench.read();
  const output = bench.take();
  assertEquals(output.filter((message) => JSON.stringify(message).length < 1500).slice(1), [
    refusal(4, -32004, "Overloaded"),
    result(5, {}),
    result(1, { count: 7 }),
  ]);
  await bench.write(request(6, "x.big"));
  assertEquals(bench.output.length, 1);
  await bench.end();
});

Deno.test("calls are refused while the messages of calls in flight are longer than the queue limit", async () => {
  const bench = new Bench({ maxQueueBytes: 2000 });
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
  await bench.end();
});

Deno.test("calls are refused while the messages of calls in flight take more memory than the queue limit", async () => {
  let finish = () => {};
  const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 0]));
  for (const params of [{ list: Array(20_000).fill([]) }, keys, { text: '"[{:,\\'.repeat(20_000) }]) {
    const message = request(1, "x.wait", params);
    const kept = parsedBytes(JSON.stringify(message));
    for (const [maxQueueBytes, isRefused] of [[kept, false], [kept - 1, true], [kept, false]] as const) {
      const bench = new Bench({ maxQueueBytes, maxFrameBytes: 2 ** 22 });
      bench.handlers["x.wait"] = () => new Promise<string>((resolve) => finish = () => resolve("done"));
      bench.handlers["x.now"] = () => "now";
      await bench.write(message, request(2, "x.now"));
      const answer = isRefused ? refusal(2, -32004, "Overloaded") : result(2, "now");
      finish();
      await settled();
      assertEquals(bench.take(), [answer, result(1, "done")]);
      await bench.end();
    }
  }
});

Deno.test("a cancelled call counts as under way until it has ended", async () => {
  const bench = new Bench({ maxQueueBytes: 2000 });
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
  await bench.end();
});

Deno.test("calls are refused while as many are under way as there may be", async () => {
  const bench = new Bench({ maxQueueBytes: 1 << 30 });
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
  await bench.end();
});

Deno.test("over twice the queue limit reading pauses until the player has read", async () => {
  const bench = new Bench({ maxQueueBytes: 2000 });
  bench.handlers["x.big"] = () => "x".repeat(4500);
  bench.reading = false;
  await bench.write(request(1, "x.big"));
  await bench.write(notification("signal.selectionChanged"));
  // The read that was under way when the queue grew is the last one.
  await bench.write(notification("signal.selectionChanged"));
  const before = bench.signals.length;
  await bench.write(notification("signal.selectionChanged"));
  assertEquals(bench.signals.length, before);
  await bench.read();
  assertEquals(bench.signals.length, 3);
  await bench.end();
});

Deno.test("a response is written before an event that a later signal causes", async () => {
  const bench = new Bench();
  bench.handlers["x.show"] = async (_params, call) => {
    await call.request("player.queue.count", {});
    // Whatever a handler does without waiting for the outside is done before the signal.
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    return "shown";
  };
  await bench.write(request(1, "x.show"));
  bench.take();
  bench.onSignal = () => bench.link?.sendEvent("e", {}, undefined);
  await bench.write(result(1, { count: 1 }), notification("signal.selectionChanged"));
  assertEquals(bench.take(), [result(1, "shown"), notification("event", { event: "e", data: {} })]);
  await bench.end();
});

Deno.test("Connection serves a thousand calls that come in one piece in the order of arrival", async () => {
  const bench = new Bench();
  const started: unknown[] = [];
  bench.handlers["x.y"] = async ({ n }) => {
    started.push(n);
    return await Promise.resolve(n);
  };
  const numbers = Array.from({ length: 1000 }, (_, n) => n);
  await bench.write(...numbers.map((n) => request(n, "x.y", { n })));
  assertEquals(started, numbers);
  assertEquals(bench.output, numbers.map((n) => result(n, n)));
  await bench.end();
});

Deno.test("calls are refused while too many actions of cancelled calls are pending", async () => {
  const bench = new Bench({ maxQueueBytes: 1 << 30 });
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
  await bench.end();
});

Deno.test("bridge.shutdown that comes again without an id holds up neither its answer nor the end", async () => {
  const bench = new Bench();
  let finish = () => {};
  bench.handlers["x.wait"] = () => new Promise<string>((resolve) => finish = () => resolve("done"));
  const again = notification("bridge.shutdown");
  await bench.write(request(1, "x.wait"), request(2, "bridge.shutdown"), again, again);
  finish();
  await settled();
  assertEquals(bench.take(), [result(1, "done"), result(2, {})]);
  await bench.end();
});

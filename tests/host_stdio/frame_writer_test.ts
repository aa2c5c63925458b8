import "../support/deadline.ts";
import { assert, assertEquals, assertGreater, assertLessOrEqual, assertRejects } from "@std/assert";
import fc from "fast-check";
import { type ByteSink, FrameWriter } from "../../host_stdio/frame_writer.ts";
import { anyCharacter } from "../../tools/any_character.ts";
import { bodiesOf, frameOf, joined } from "../../tools/support/frames.ts";

/** A sink that accepts bytes only when the test says so. */
class HandSink implements ByteSink {
  readonly #taken: Uint8Array[] = [];
  writes = 0;
  #waiting:
    | { bytes: Uint8Array; resolve: (count: number) => void; reject: (error: Error) => void }
    | undefined;

  write(bytes: Uint8Array): Promise<number> {
    if (this.#waiting) throw new Error("a second write while one is under way");
    this.writes++;
    return new Promise((resolve, reject) => this.#waiting = { bytes, resolve, reject });
  }

  get offered(): number {
    return this.#waiting?.bytes.length ?? 0;
  }

  /** Accepts this many of the offered bytes. */
  async take(count = Infinity): Promise<void> {
    const waiting = this.#waiting;
    if (!waiting) throw new Error("nothing is offered");
    const taken = waiting.bytes.subarray(0, count);
    this.#taken.push(taken.slice());
    this.#waiting = undefined;
    waiting.resolve(taken.length);
    await settled();
  }

  async break(error: Error): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
    await settled();
  }

  /** Accepts all offered bytes. */
  async takeAll(): Promise<void> {
    while (this.#waiting) await this.take();
  }

  get bodies(): string[] {
    return bodiesOf(joined(...this.#taken)).bodies;
  }

  /** The lengths of the bodies in bytes. */
  get lengths(): number[] {
    return this.bodies.map((body) => frameOf(body).length - 4);
  }

  /** Whether exactly these bodies were written. Used because a failed assertEquals would print megabytes. */
  isBodies(texts: readonly string[]): boolean {
    const bodies = this.bodies;
    return bodies.length === texts.length && bodies.every((body, index) => body === texts[index]);
  }
}

/** Runs pending microtasks. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

function writerOn(sink: ByteSink, maxFrameBytes = 1024 * 1024): { writer: FrameWriter; closed: unknown[] } {
  const closed: unknown[] = [];
  return { writer: new FrameWriter(sink, maxFrameBytes, (error) => closed.push(error)), closed };
}

Deno.test("FrameWriter sends frames written together in one write", async () => {
  const sink = new HandSink();
  const { writer } = writerOn(sink);
  writer.write("1");
  writer.write('"é😀"');
  await settled();
  assertEquals(sink.offered, 5 + 4 + 8);
  await sink.take();
  assertEquals(sink.bodies, ["1", '"é😀"']);
  assertEquals(sink.writes, 1);
});

Deno.test("FrameWriter has one pending write and queues the rest", async () => {
  const sink = new HandSink();
  const { writer } = writerOn(sink);
  writer.write("1");
  await settled();
  writer.write("2");
  writer.write("3");
  await settled();
  assertEquals(sink.writes, 1);
  assertEquals(writer.queuedBytes, 15);
  await sink.take();
  assertEquals(sink.writes, 2);
  assertEquals(sink.offered, 10);
  await sink.take();
  assertEquals(sink.bodies, ["1", "2", "3"]);
  assertEquals(writer.queuedBytes, 0);
});

Deno.test("FrameWriter writes bodies of any length and characters", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: anyCharacter, maxLength: 2000 }), { maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1 }),
      async (texts, counts) => {
        const pieces: Uint8Array[] = [];
        let turn = 0;
        const { writer } = writerOn({
          write(bytes) {
            const count = Math.min(bytes.length, counts[turn++ % counts.length] ?? 1);
            pieces.push(bytes.slice(0, count));
            return Promise.resolve(count);
          },
        });
        for (const text of texts) writer.write(JSON.stringify(text));
        await writer.atMost(0);
        assertEquals(joined(...pieces), joined(...texts.map((text) => frameOf(JSON.stringify(text)))));
      },
    ),
  );
});

Deno.test("FrameWriter queues a body at the limit and refuses one that is a byte longer", async () => {
  const sink = new HandSink();
  const { writer } = writerOn(sink, 10);
  assertEquals(writer.write("x".repeat(10)), true);
  assertEquals(writer.write("x".repeat(11)), false);
  assertEquals(writer.write("é".repeat(5)), true);
  assertEquals(writer.write("é".repeat(5) + "x"), false);
  assertEquals(writer.write("€€€€"), false);
  assertEquals(writer.write("€€€"), true);
  await settled();
  await sink.take();
  assertEquals(sink.bodies, ["x".repeat(10), "ééééé", "€€€"]);
});

Deno.test("FrameWriter grows for many frames and releases the memory", async () => {
  const sink = new HandSink();
  const { writer } = writerOn(sink, 64 * 1024 * 1024);
  const start = writer.capacity;
  const texts = ["1", ...[..."xé€😀"].map((character) => character.repeat(200_000)), "2"];
  for (const text of texts) writer.write(text);
  assertGreater(writer.capacity, start);
  await settled();
  await sink.takeAll();
  assert(sink.isBodies(texts));
  // Write twice, to use both buffers.
  for (let turn = 0; turn < 2; turn++) {
    writer.write("3");
    await settled();
    await sink.takeAll();
  }
  assertLessOrEqual(writer.capacity, start);
});

Deno.test("FrameWriter encodes a large body in pieces without splitting characters, in order", async () => {
  for (const text of ["x", "é", "€", "x😀", "é€😀"].map((part) => part.repeat(1_100_000))) {
    const sink = new HandSink();
    const { writer } = writerOn(sink, 64 * 1024 * 1024);
    const start = writer.capacity;
    const texts = ["1", "x".repeat(2_000_000), text, "2", text, "3"];
    for (const each of texts) writer.write(each);
    await settled();
    assertEquals(writer.queuedBytes, texts.reduce((sum, each) => sum + frameOf(each).length, 0));
    // Large bodies do not make the buffers grow.
    assertLessOrEqual(writer.capacity, 3 * start);
    await sink.takeAll();
    assert(sink.isBodies(texts));
    assertEquals(writer.queuedBytes, 0);
  }
});

Deno.test("FrameWriter queues a large body at the limit and refuses one that is a byte longer", async () => {
  const limit = 3_000_000;
  const sink = new HandSink();
  const { writer } = writerOn(sink, limit);
  for (const text of ["x".repeat(limit), "é".repeat(limit / 2), "€".repeat(limit / 3)]) {
    assertEquals(writer.write(text), true);
    assertEquals(writer.write(`${text}x`), false);
  }
  await settled();
  await sink.takeAll();
  assertEquals(sink.lengths, [limit, limit, limit]);
});

Deno.test("FrameWriter drops the rest of a large body when the other end has gone", async () => {
  const sink = new HandSink();
  const { writer, closed } = writerOn(sink, 64 * 1024 * 1024);
  writer.write("x".repeat(5_000_000));
  await settled();
  await sink.take();
  await sink.take();
  await sink.break(new Deno.errors.BrokenPipe());
  await writer.atMost(0);
  assertEquals([closed.length, writer.queuedBytes], [1, 0]);
});

Deno.test("FrameWriter.atMost settles when the other end has read enough", async () => {
  const sink = new HandSink();
  const { writer } = writerOn(sink);
  writer.write("x".repeat(96));
  await settled();
  let below = false;
  void writer.atMost(50).then(() => below = true);
  await sink.take(49);
  assertEquals(below, false);
  await sink.take(1);
  assertEquals(below, true);
  await sink.take();
  await writer.atMost(0);
});

Deno.test("FrameWriter reports once that the other end has gone and ignores later frames", async () => {
  const sink = new HandSink();
  const { writer, closed } = writerOn(sink);
  writer.write("1");
  await settled();
  writer.write("2");
  const drained = writer.atMost(0);
  const gone = new Deno.errors.BrokenPipe();
  await sink.break(gone);
  assertEquals(closed, [gone]);
  await drained;
  assertEquals(writer.write("3"), true);
  await settled();
  assertEquals(writer.queuedBytes, 0);
  assertEquals(sink.writes, 1);
});

Deno.test("FrameWriter treats a pipe that accepts nothing as closed", async () => {
  const closed: unknown[] = [];
  const writer = new FrameWriter({ write: () => Promise.resolve(0) }, 100, (error) => closed.push(error));
  writer.write("1");
  await writer.atMost(0);
  await assertRejects(() => Promise.reject(closed[0]), Error, "takes nothing");
});

/** The minimum capacity of a pipe. */
const PIPE_BYTES = 4096;

/** A pipe with a capacity. A synchronous write that would block fails the test. */
class SmallPipe implements ByteSink {
  readonly #taken: Uint8Array[] = [];
  readonly #waiting: { bytes: Uint8Array; resolve: (count: number) => void }[] = [];
  /** The number of unread bytes in the pipe. */
  lying = 0;
  /** The number of bytes that the other end has read. */
  read = 0;
  /** The lengths of the synchronous writes. */
  readonly atOnce: number[] = [];

  /** @param most The maximum number of bytes that one write accepts. */
  constructor(readonly most = Infinity) {}

  write(bytes: Uint8Array): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting.push({ bytes, resolve });
      this.#take();
    });
  }

  writeSync(bytes: Uint8Array): number {
    const count = Math.min(this.most, bytes.length);
    if (this.#waiting.length > 0) throw new Error("a second write while one is under way");
    if (this.lying + count > PIPE_BYTES) throw new Error("this would wait for the other end");
    this.#put(bytes.slice(0, count));
    this.atOnce.push(count);
    return count;
  }

  /** Reads this many bytes at the other end. */
  async readSome(count: number): Promise<void> {
    this.lying -= count;
    this.read += count;
    this.#take();
    await settled();
  }

  get bodies(): string[] {
    return bodiesOf(joined(...this.#taken)).bodies;
  }

  #take(): void {
    for (let first = this.#waiting[0]; first && this.lying < PIPE_BYTES; first = this.#waiting[0]) {
      const count = Math.min(first.bytes.length, PIPE_BYTES - this.lying);
      this.#put(first.bytes.slice(0, count));
      this.#waiting.shift();
      first.resolve(count);
    }
  }

  #put(bytes: Uint8Array): void {
    this.#taken.push(bytes);
    this.lying += bytes.length;
  }
}

Deno.test("FrameWriter writes synchronously what fits into an unread pipe, and no byte more", async () => {
  for (const length of [PIPE_BYTES - 10 - 4, PIPE_BYTES - 10 - 4 + 1]) {
    const sink = new SmallPipe();
    const { writer } = writerOn(sink);
    writer.write("x".repeat(6));
    await settled();
    assertEquals(sink.atOnce, [10]);
    writer.write("y".repeat(length));
    await settled();
    assertEquals(sink.atOnce.length, 10 + 4 + length <= PIPE_BYTES ? 2 : 1);
    assertEquals(sink.lying, PIPE_BYTES);
    await sink.readSome(PIPE_BYTES);
    assertEquals(sink.bodies.map((body) => body.length), [6, length]);
    assertEquals(writer.queuedBytes, 0);
  }
});

Deno.test("FrameWriter writes synchronously again when the other end has certainly read", async () => {
  const sink = new SmallPipe();
  const { writer } = writerOn(sink);
  writer.write("x".repeat(PIPE_BYTES));
  const end = writer.position;
  assertEquals(end, PIPE_BYTES + 4);
  // The writer ignores this position, because it is not written yet.
  writer.readUpTo(end);
  await settled();
  await sink.readSome(PIPE_BYTES);
  await sink.readSome(4);
  writer.write("1");
  await settled();
  assertEquals(sink.atOnce, []);
  writer.readUpTo(end);
  writer.write("2");
  await settled();
  assertEquals(sink.atOnce, [5]);
  // An earlier position has no effect.
  writer.readUpTo(0);
  writer.write("3");
  await settled();
  assertEquals(sink.atOnce, [5, 5]);
  assertEquals(sink.bodies.slice(1), ["1", "2", "3"]);
});

Deno.test("FrameWriter reports that the other end has gone when it writes synchronously", async () => {
  const gone = new Deno.errors.BrokenPipe();
  for (
    const writeSync of [
      () => {
        throw gone;
      },
      () => 0,
    ]
  ) {
    const closed: unknown[] = [];
    let writes = 0;
    const sink = {
      write: () => Promise.reject(new Error("not this one")),
      writeSync: () => {
        writes++;
        return writeSync();
      },
    };
    const writer = new FrameWriter(sink, 100, (error) => closed.push(error));
    writer.write("1");
    await writer.atMost(0);
    writer.write("2");
    await settled();
    assertEquals([closed.length, writes, writer.queuedBytes], [1, 1, 0]);
    assert(closed[0] === gone || String(closed[0]).includes("takes nothing"));
  }
});

Deno.test("FrameWriter never blocks, in any order of writes, reads and positions", async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ write: fc.oneof(fc.nat(100), fc.nat(2 * PIPE_BYTES)) }) },
    { weight: 4, arbitrary: fc.record({ read: fc.nat(2 * PIPE_BYTES) }) },
    { weight: 2, arbitrary: fc.record({ show: fc.nat(100) }) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.constantFrom(3, 1000, Infinity),
      async (steps, most) => {
        const sink = new SmallPipe(most);
        const { writer, closed } = writerOn(sink);
        const texts: string[] = [];
        const ends: number[] = [];
        for (const step of steps) {
          if ("write" in step) {
            const text = String(texts.length).padEnd(step.write, "x");
            texts.push(text);
            writer.write(text);
            ends.push(writer.position);
            await settled();
          } else if ("read" in step) {
            await sink.readSome(Math.min(step.read, sink.lying));
          } else {
            // Report the end of a frame that the other end has read.
            const seen = ends.filter((end) => end <= sink.read);
            const end = seen[step.show % seen.length];
            if (end !== undefined) writer.readUpTo(end);
          }
          assertEquals(closed, []);
        }
        while (sink.lying > 0) await sink.readSome(sink.lying);
        assertEquals(sink.bodies, texts);
        assertEquals(writer.queuedBytes, 0);
      },
    ),
    { numRuns: 50 },
  );
});

import { assert, assertEquals, assertGreater, assertLessOrEqual, assertRejects } from "@std/assert";
import fc from "fast-check";
import { type ByteSink, FrameWriter } from "../../host_stdio/frame_writer.ts";
import { bodiesOf, frameOf, joined } from "../support/frames.ts";

/** A sink that takes what it is told to take, when it is told. */
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

  /** Takes so many of the bytes offered. */
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

  /** Takes whatever is offered until nothing is. */
  async takeAll(): Promise<void> {
    while (this.#waiting) await this.take();
  }

  get bodies(): string[] {
    return bodiesOf(joined(...this.#taken)).bodies;
  }

  /** The length of each body in bytes. */
  get lengths(): number[] {
    return this.bodies.map((body) => frameOf(body).length - 4);
  }

  /** Whether exactly these bodies were taken: a difference of megabytes is not for reading. */
  isBodies(texts: readonly string[]): boolean {
    const bodies = this.bodies;
    return bodies.length === texts.length && bodies.every((body, index) => body === texts[index]);
  }
}

/** Lets everything run that waits for nothing. */
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

Deno.test("FrameWriter has one write under way and gathers the rest meanwhile", async () => {
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

Deno.test("FrameWriter loops on short counts", async () => {
  const sink = new HandSink();
  const { writer } = writerOn(sink);
  writer.write('{"a":1}');
  await settled();
  for (let count = 0; count < 11; count++) {
    assertEquals(writer.queuedBytes, 11 - count);
    await sink.take(1);
  }
  assertEquals(sink.bodies, ['{"a":1}']);
});

Deno.test("FrameWriter writes bodies of every length and kind of character as they are", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "binary", maxLength: 2000 }), { maxLength: 30 }),
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

Deno.test("FrameWriter queues a body of the limit and refuses one of a byte more", async () => {
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

Deno.test("FrameWriter grows for many frames and gives the memory back", async () => {
  const sink = new HandSink();
  const { writer } = writerOn(sink, 64 * 1024 * 1024);
  const start = writer.capacity;
  const texts = ["1", ...[..."xé€😀"].map((character) => character.repeat(200_000)), "2"];
  for (const text of texts) writer.write(text);
  assertGreater(writer.capacity, start);
  await settled();
  await sink.takeAll();
  assert(sink.isBodies(texts));
  // Both buffers take their turn.
  for (let turn = 0; turn < 2; turn++) {
    writer.write("3");
    await settled();
    await sink.takeAll();
  }
  assertLessOrEqual(writer.capacity, start);
});

Deno.test("FrameWriter encodes a large body piece by piece, no character cut, in its place", async () => {
  for (const text of ["x", "é", "€", "x😀", "é€😀"].map((part) => part.repeat(1_100_000))) {
    const sink = new HandSink();
    const { writer } = writerOn(sink, 64 * 1024 * 1024);
    const start = writer.capacity;
    const texts = ["1", "x".repeat(2_000_000), text, "2", text, "3"];
    for (const each of texts) writer.write(each);
    await settled();
    assertEquals(writer.queuedBytes, texts.reduce((sum, each) => sum + frameOf(each).length, 0));
    // Each buffer before a large body holds no more than it did when it was full.
    assertLessOrEqual(writer.capacity, 3 * start);
    await sink.takeAll();
    assert(sink.isBodies(texts));
    assertEquals(writer.queuedBytes, 0);
  }
});

Deno.test("FrameWriter queues a large body of the limit and refuses one of a byte more", async () => {
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

Deno.test("FrameWriter drops what is left of a large body when the other end is gone", async () => {
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

Deno.test("FrameWriter tells once that the other end is gone and drops what comes later", async () => {
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

Deno.test("FrameWriter takes a pipe that takes nothing for closed", async () => {
  const closed: unknown[] = [];
  const writer = new FrameWriter({ write: () => Promise.resolve(0) }, 100, (error) => closed.push(error));
  writer.write("1");
  await writer.atMost(0);
  await assertRejects(() => Promise.reject(closed[0]), Error, "takes nothing");
});

import { assertEquals, assertLessOrEqual, assertRejects } from "@std/assert";
import fc from "fast-check";
import { type ByteSink, FrameWriter } from "../../host_stdio/frame_writer.ts";
import { bodiesOf, frameOf, joined } from "../support/frames.ts";

/** A sink that takes what it is told to take, when it is told. */
class HandSink implements ByteSink {
  readonly taken: number[] = [];
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
    for (const byte of taken) this.taken.push(byte);
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

  get bodies(): string[] {
    return bodiesOf(new Uint8Array(this.taken)).bodies;
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

Deno.test("FrameWriter grows for a large frame, whatever its characters, and gives the memory back", async () => {
  for (const character of ["x", "é", "€", "😀"]) {
    const sink = new HandSink();
    const { writer } = writerOn(sink, 64 * 1024 * 1024);
    const start = writer.capacity;
    const text = character.repeat(1_000_000);
    writer.write("1");
    writer.write(text);
    writer.write("2");
    await settled();
    await sink.take();
    assertEquals(sink.bodies, ["1", text, "2"]);
    // Both buffers take their turn.
    for (let turn = 0; turn < 2; turn++) {
      writer.write("3");
      await settled();
      await sink.take();
    }
    assertLessOrEqual(writer.capacity, start);
  }
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

import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { memoryPipe, memoryStreams, sinkOf, sourceOf } from "../../../clients/typescript/streams.ts";

const bytes = (...values: number[]) => new Uint8Array(values);

Deno.test("a source returns the bytes of its stream in order, with a buffer of any size", async () => {
  const source = sourceOf(ReadableStream.from([bytes(1, 2, 3), bytes(), bytes(4)]));
  const buffer = new Uint8Array(2);
  const read: number[] = [];
  for (let count = await source.read(buffer); count !== null; count = await source.read(buffer)) {
    read.push(...buffer.subarray(0, count));
  }
  assertEquals(read, [1, 2, 3, 4]);
  assertEquals(await source.read(buffer), null);
});

Deno.test("a sink copies the bytes, so that the buffer can be reused", async () => {
  const { source, sink } = memoryPipe();
  const buffer = bytes(1, 2);
  assertEquals(await sink.write(buffer), 2);
  buffer.fill(9);
  const read = new Uint8Array(4);
  assertEquals(await source.read(read), 2);
  assertEquals(read, bytes(1, 2, 0, 0));
  await sink.end();
  assertEquals(await source.read(read), null);
});

Deno.test("a sink whose other side has closed can be ended, more than once", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const sink = sinkOf(writable);
  await readable.cancel();
  await sink.end();
  await sink.end();
});

Deno.test("memoryStreams returns two ends of a connection", async () => {
  const [left, right] = memoryStreams();
  const buffer = new Uint8Array(1);
  await sinkOf(left.writable).write(bytes(1));
  await sinkOf(right.writable).write(bytes(2));
  await sourceOf(right.readable).read(buffer);
  assertEquals(buffer, bytes(1));
  await sourceOf(left.readable).read(buffer);
  assertEquals(buffer, bytes(2));
});

import "../../support/deadline.ts";
import { assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { Failure } from "../../../handlers/core/operation.ts";
import { MAX_LOG_TAIL_BYTES } from "../../../handlers/log/limits.ts";
import { readTail } from "../../../handlers/log/reading.ts";
import { MemoryFile } from "./support.ts";

const encoder = new TextEncoder();

/** Splits a whole text into lines, without the shortcuts under test. */
function model(bytes: Uint8Array): string[] {
  const parts = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).split("\n");
  const last = parts.pop() ?? "";
  return [...parts.map((part) => part.replace(/\r$/, "")), ...(last === "" ? [] : [last])];
}

Deno.test("readTail agrees with a plain split for any bytes, chunks and short reads", async () => {
  const byte = fc.constantFrom(0x0a, 0x0d, 0x41, 0x20, 0xc3, 0xa9, 0xe3, 0x81, 0xef, 0xbb, 0xbf, 0xff, 0x00);
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 60 }).chain((any) =>
        fc.array(byte, { maxLength: 60 }).map((some) => [...some, ...any])
      ),
      fc.nat({ max: 70 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 20 }),
      async (values, wanted, chunkBytes, maxRead) => {
        const bytes = Uint8Array.from(values);
        const file = new MemoryFile(bytes, maxRead);
        const expected = wanted === 0 ? [] : model(bytes).slice(-wanted);
        assertEquals(await readTail(file, bytes.length, wanted, { chunkBytes }), expected);
      },
    ),
    { numRuns: 1000 },
  );
});

Deno.test("readTail reads only as much as the lines need", async () => {
  const file = new MemoryFile(encoder.encode("0123456789\n".repeat(10_000)));
  assertEquals((await readTail(file, file.bytes.length, 3, { chunkBytes: 64 })).length, 3);
  assertEquals(file.bytesRead <= 2 * 33 + 64, true);
});

Deno.test("readTail refuses lines above the total size limit without reading them", async () => {
  const bytes = new Uint8Array(MAX_LOG_TAIL_BYTES + 2).fill(0x41);
  bytes[1] = 0x0a;
  const file = new MemoryFile(bytes);
  assertEquals((await readTail(file, bytes.length, 1))[0]?.length, MAX_LOG_TAIL_BYTES);
  file.largestRead = 0;
  const error = await assertRejects(() => readTail(file, bytes.length, 2), Failure);
  assertEquals(error.message, "Log lines exceed maximum size (33554432)");
  assertEquals(file.largestRead, 256 * 1024);
});

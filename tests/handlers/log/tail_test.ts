import { assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { FileShrank } from "../../../handlers/log/disk.ts";
import { readTail } from "../../../handlers/log/reading.ts";
import { Failure } from "../../../handlers/core/operation.ts";
import { MAX_LOG_TAIL_BYTES } from "../../../handlers/log/limits.ts";
import { MemoryFile } from "./support.ts";

const encoder = new TextEncoder();

/** The lines of a file by the plainest means. */
function model(bytes: Uint8Array): string[] {
  const parts = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).split("\n");
  const last = parts.pop() ?? "";
  return [...parts.map((part) => part.replace(/\r$/, "")), ...(last === "" ? [] : [last])];
}

function tail(text: string, wanted: number): Promise<string[]> {
  const bytes = encoder.encode(text);
  return readTail(new MemoryFile(bytes), bytes.length, wanted);
}

Deno.test("readTail gives the last lines, in order", async () => {
  assertEquals(await tail("a\nb\nc\n", 2), ["b", "c"]);
  assertEquals(await tail("a\nb\nc\n", 3), ["a", "b", "c"]);
  assertEquals(await tail("a\nb\nc\n", 4), ["a", "b", "c"]);
  assertEquals(await tail("a\nb\nc\n", Number.MAX_SAFE_INTEGER), ["a", "b", "c"]);
});

Deno.test("readTail gives nothing when no line is wanted or there is none", async () => {
  assertEquals(await tail("a\nb\n", 0), []);
  assertEquals(await tail("", 0), []);
  assertEquals(await tail("", 5), []);
});

Deno.test("readTail counts a last line without end", async () => {
  assertEquals(await tail("a\nb", 1), ["b"]);
  assertEquals(await tail("a\nb", 2), ["a", "b"]);
  assertEquals(await tail("a", 1), ["a"]);
});

Deno.test("readTail keeps empty lines", async () => {
  assertEquals(await tail("\n", 1), [""]);
  assertEquals(await tail("\n\n", 1), [""]);
  assertEquals(await tail("\n\n", 2), ["", ""]);
  assertEquals(await tail("a\n\n", 2), ["a", ""]);
});

Deno.test("readTail ends lines at \\n and \\r\\n, and keeps every other \\r", async () => {
  assertEquals(await tail("a\r\nb\nc\r\n", 3), ["a", "b", "c"]);
  assertEquals(await tail("a\rb\r\r\nc\r", 3), ["a\rb\r", "c\r"]);
  assertEquals(await tail("\r", 1), ["\r"]);
  assertEquals(await tail("\r\n", 1), [""]);
});

Deno.test("readTail takes a byte order mark for text and what is not UTF-8 for U+FFFD", async () => {
  assertEquals(await tail("\ufeffa\n\ufeffb\n", 2), ["\ufeffa", "\ufeffb"]);
  assertEquals(await tail("\ufeff", 1), ["\ufeff"]);
  const bytes = Uint8Array.of(0xff, 0x0a, 0xe3, 0x81, 0x0a, 0x82, 0x41, 0xc3);
  assertEquals(await readTail(new MemoryFile(bytes), bytes.length, 9), ["\ufffd", "\ufffd", "\ufffdA\ufffd"]);
});

Deno.test("readTail does not look at what was appended since", async () => {
  assertEquals(await readTail(new MemoryFile(encoder.encode("a\nb\nc\n")), 4, 1), ["b"]);
  assertEquals(await readTail(new MemoryFile(encoder.encode("a\nbc\n")), 3, 9), ["a", "b"]);
});

Deno.test("readTail says so when the file has become shorter", async () => {
  for (const wanted of [1, 5]) {
    await assertRejects(() => readTail(new MemoryFile(encoder.encode("a\nb\n")), 9, wanted), FileShrank);
  }
});

Deno.test("readTail gives what a plain split gives, for any bytes, chunks and short reads", async () => {
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

Deno.test("readTail looks at no more of the file than the lines take", async () => {
  const file = new MemoryFile(encoder.encode("0123456789\n".repeat(10_000)));
  assertEquals((await readTail(file, file.bytes.length, 3, { chunkBytes: 64 })).length, 3);
  assertEquals(file.bytesRead <= 2 * 33 + 64, true);
});

Deno.test("readTail refuses lines that are too large together, and reads none of them", async () => {
  const bytes = new Uint8Array(MAX_LOG_TAIL_BYTES + 2).fill(0x41);
  bytes[1] = 0x0a;
  const file = new MemoryFile(bytes);
  assertEquals((await readTail(file, bytes.length, 1))[0]?.length, MAX_LOG_TAIL_BYTES);
  file.largestRead = 0;
  const error = await assertRejects(() => readTail(file, bytes.length, 2), Failure);
  assertEquals(error.message, "Log lines exceed maximum size (33554432)");
  assertEquals(file.largestRead, 256 * 1024);
});

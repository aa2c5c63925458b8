import "../../support/deadline.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { append, FileShrank, isDiskError, readWhole } from "../../../handlers/log/disk.ts";
import { MemoryFile } from "./support.ts";

const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7);

Deno.test("readWhole fills the buffer with short reads", async () => {
  for (const maxRead of [1, 2, 3, Infinity]) {
    const buffer = new Uint8Array(4);
    await readWhole(new MemoryFile(bytes, maxRead), 2, buffer);
    assertEquals(buffer, Uint8Array.of(3, 4, 5, 6));
  }
});

Deno.test("readWhole reports a file that ends early", async () => {
  await assertRejects(() => readWhole(new MemoryFile(bytes), 4, new Uint8Array(4)), FileShrank);
});

Deno.test("append writes the rest after a partial write", async () => {
  const file = new MemoryFile();
  const write = file.write.bind(file);
  let calls = 0;
  file.write = (part) => (calls++, write(part.subarray(0, 3)));
  assertEquals(await append(file, bytes), { written: 7, error: undefined });
  assertEquals([file.bytes, calls], [bytes, 3]);
});

Deno.test("append reports the bytes written before the disk failed", async () => {
  const file = new MemoryFile();
  const failure = new Error("full");
  file.write = () => Promise.reject(failure);
  assertEquals(await append(file, bytes), { written: 0, error: failure });
});

Deno.test("append fails when a write takes no bytes", async () => {
  const file = new MemoryFile();
  file.write = () => Promise.resolve(0);
  const { written, error } = await append(file, bytes);
  assertEquals(written, 0);
  assert(isDiskError(error, "WriteZero"));
});

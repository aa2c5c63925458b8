import "../../support/deadline.ts";
import { assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { LineCount } from "../../../handlers/log/reading.ts";
import { MemoryFile } from "./support.ts";

const encoder = new TextEncoder();
const { signal } = new AbortController();

/** Counts the lines of a whole text. */
function model(bytes: Uint8Array): number {
  const ends = bytes.filter((byte) => byte === 0x0a).length;
  return bytes.length > 0 && bytes.at(-1) !== 0x0a ? ends + 1 : ends;
}

/** Returns a file with a line count. `count` returns the number of lines and the number of bytes read. */
function start(text: string) {
  const file = new MemoryFile(encoder.encode(text));
  const lineCount = new LineCount();
  const count = async () => {
    file.bytesRead = 0;
    const lines = await lineCount.of({ file, facts: file.facts }, signal);
    return { lines, bytesRead: file.bytesRead };
  };
  const change = (changed: string) => file.change(encoder.encode(changed));
  return { file, lineCount, count, change };
}

const LONG = "0123456789\n".repeat(10_000);

Deno.test("LineCount reads nothing when nothing has changed", async () => {
  const { count } = start(LONG);
  await count();
  assertEquals(await count(), { lines: 10_000, bytesRead: 0 });
});

Deno.test("LineCount stops when its read is cancelled", async () => {
  const { file, lineCount } = start(LONG);
  const reason = new Error("gone");
  const error = await assertRejects(() =>
    lineCount.of({ file, facts: file.facts }, AbortSignal.abort(reason))
  );
  assertEquals(error, reason);
  assertEquals(file.bytesRead, 0);
});

Deno.test("LineCount equals a full count after any change of the file", async () => {
  // Random digits, so that the ends of two texts differ.
  const text = fc.array(fc.constantFrom("1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "\n"), {
    minLength: 20,
    maxLength: 40,
  }).map((parts) => parts.join(""));
  const step = fc.record({ kind: fc.constantFrom("append", "append", "truncate", "replace"), text });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { file, count, change } = start("");
      let now = "";
      for (const { kind, text } of steps) {
        if (kind === "replace") file.ino++;
        now = kind === "append" ? now + text : text;
        change(now);
        assertEquals((await count()).lines, model(encoder.encode(now)));
      }
    }),
  );
});

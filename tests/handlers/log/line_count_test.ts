import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { FileShrank } from "../../../handlers/log/disk.ts";
import { LineCount } from "../../../handlers/log/reading.ts";
import { MemoryFile } from "./support.ts";

const encoder = new TextEncoder();
const { signal } = new AbortController();

/** The number of lines, by the plainest means. */
function model(bytes: Uint8Array): number {
  const ends = bytes.filter((byte) => byte === 0x0a).length;
  return bytes.length > 0 && bytes.at(-1) !== 0x0a ? ends + 1 : ends;
}

/** A file with a text and a count of it; `count` tells the number of lines and how many bytes were read for it. */
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

Deno.test("LineCount counts line ends, and a last line without one", async () => {
  for (
    const [text, lines] of [["", 0], ["\n", 1], ["a", 1], ["a\n", 1], ["a\nb", 2], ["\n\n", 2], [
      "a\r\nb\rc",
      2,
    ]] as const
  ) {
    assertEquals((await start(text).count()).lines, lines);
  }
});

Deno.test("LineCount counts what was added, to a line without end too", async () => {
  const { count, change } = start(LONG);
  assertEquals((await count()).lines, 10_000);
  change(LONG + "one\ntwo\nthree");
  assertEquals((await count()).lines, 10_003);
  change(LONG + "one\ntwo\nthree and a half\nfour\n");
  assertEquals((await count()).lines, 10_004);
});

Deno.test("LineCount reads nothing when nothing has changed", async () => {
  const { count } = start(LONG);
  await count();
  assertEquals(await count(), { lines: 10_000, bytesRead: 0 });
});

Deno.test("LineCount counts anew when the middle was written over and the file has grown", async () => {
  const { count, change } = start(LONG);
  await count();
  const rewritten = LONG.slice(0, 50_000) + "\n".repeat(1000) + LONG.slice(51_000) + "more\n";
  change(rewritten);
  assertEquals((await count()).lines, model(encoder.encode(rewritten)));
});

Deno.test("LineCount counts anew when the file has become shorter", async () => {
  const { count, change } = start(LONG);
  await count();
  change("a\nb\n");
  assertEquals((await count()).lines, 2);
  change("");
  assertEquals((await count()).lines, 0);
  change(LONG);
  assertEquals((await count()).lines, 10_000);
});

Deno.test("LineCount counts anew when another file has taken the name", async () => {
  const { file, count, change } = start(LONG);
  await count();
  file.ino = 2;
  // Both ends are alike.
  change(LONG.slice(0, 2200) + "\n".repeat(5500) + LONG.slice(2200));
  assertEquals((await count()).lines, 15_500);
});

Deno.test("LineCount counts anew when the file was written over at the same size", async () => {
  const { count, change } = start(LONG);
  await count();
  change(LONG.slice(0, 50_000) + "\n".repeat(1000) + LONG.slice(51_000));
  assertEquals(
    (await count()).lines,
    model(encoder.encode(LONG.slice(0, 50_000) + LONG.slice(51_000))) + 1000,
  );
});

Deno.test("LineCount counts anew when the file was truncated and has grown beyond its old size", async () => {
  const other = "9876543210 and more\n";
  const onlyEndAlike = "\n".repeat(1100) + LONG.slice(1100) + LONG;
  const onlyBeginningAlike = LONG.slice(0, 50_000) + other.repeat(10_000);
  for (const text of [other.repeat(10_000), onlyBeginningAlike, onlyEndAlike]) {
    const { count, change } = start(LONG);
    await count();
    change(text);
    assertEquals((await count()).lines, model(encoder.encode(text)));
  }
});

Deno.test("LineCount counts anew after it was told to forget", async () => {
  const { count, lineCount } = start(LONG);
  await count();
  lineCount.forget();
  assert((await count()).bytesRead >= LONG.length);
});

Deno.test("LineCount says so when the file becomes shorter meanwhile, and counts anew the next time", async () => {
  const { file, lineCount, count } = start(LONG);
  await count();
  const facts = { ...file.facts, size: LONG.length + 1 };
  await assertRejects(() => lineCount.of({ file, facts }, signal), FileShrank);
  assertEquals((await count()).lines, 10_000);
});

Deno.test("LineCount stops when nobody waits for it any more", async () => {
  const { file, lineCount } = start(LONG);
  const reason = new Error("gone");
  const error = await assertRejects(() =>
    lineCount.of({ file, facts: file.facts }, AbortSignal.abort(reason))
  );
  assertEquals(error, reason);
  assertEquals(file.bytesRead, 0);
});

Deno.test("LineCount tells the same as a count from the beginning, whatever becomes of the file", async () => {
  // Lines of random digits: no two texts agree at both ends by chance.
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

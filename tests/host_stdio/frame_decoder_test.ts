import "../support/deadline.ts";
import { assertEquals, assertGreater, assertLessOrEqual } from "@std/assert";
import fc from "fast-check";
import { type Frame, FrameDecoder } from "../../host_stdio/frame_decoder.ts";
import { anyCharacter } from "../../tools/any_character.ts";
import { frameOf, joined } from "../../tools/support/frames.ts";

const MIB = 1024 * 1024;

/** Feeds bytes in pieces of the given sizes and returns the frames. */
function decodeAll(decoder: FrameDecoder, bytes: Uint8Array, sizes: readonly number[]): Frame[] {
  const frames: Frame[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const space = decoder.space();
    const count = Math.min(space.length, sizes[turn % sizes.length] ?? 1, bytes.length - at);
    space.set(bytes.subarray(at, at + count));
    decoder.filled(count);
    at += count;
    for (let frame = decoder.next(); frame; frame = decoder.next()) frames.push(frame);
  }
  return frames;
}

function body(text: string): Frame {
  return { kind: "body", text };
}

Deno.test("FrameDecoder finds the same frames in bytes cut anywhere", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 300 }), { maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 10 }),
      (texts, sizes) => {
        const bodies = texts.map((text) => JSON.stringify(text));
        const decoder = new FrameDecoder(MIB);
        assertEquals(decodeAll(decoder, joined(...bodies.map(frameOf)), sizes), bodies.map(body));
        assertEquals(decoder.insideFrame, false);
      },
    ),
  );
});

Deno.test("FrameDecoder refuses a body that is not UTF-8 and reads the next frame", () => {
  const bad = [[0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0x80], [
    0xe2,
    0x82,
  ]];
  for (const bytes of bad) {
    const frames = decodeAll(new FrameDecoder(1024), joined(frameOf(new Uint8Array(bytes)), frameOf("1")), [
      100,
    ]);
    assertEquals(frames, [{ kind: "malformed", reason: "the body is not UTF-8" }, body("1")], String(bytes));
  }
});

Deno.test("FrameDecoder keeps a genuine U+FFFD", () => {
  assertEquals(decodeAll(new FrameDecoder(1024), frameOf('"\ufffd"'), [100]), [body('"\ufffd"')]);
});

Deno.test("FrameDecoder accepts a body at the limit and skips one that is a byte longer", () => {
  const limit = 1000;
  const bytes = joined(frameOf("x".repeat(limit)), frameOf("y".repeat(limit + 1)), frameOf("1"));
  for (const sizes of [[bytes.length], [1], [limit + 4, 3, 1]]) {
    assertEquals(decodeAll(new FrameDecoder(limit), bytes, sizes), [
      body("x".repeat(limit)),
      { kind: "tooLarge", bytes: limit + 1 },
      body("1"),
    ]);
  }
});

Deno.test("FrameDecoder skips the largest length without holding it", () => {
  const decoder = new FrameDecoder(1024);
  decoder.space().set([0xff, 0xff, 0xff, 0xff]);
  decoder.filled(4);
  assertEquals(decoder.next(), undefined);
  assertEquals(decoder.insideFrame, true);
  // 64 MiB are enough to show whether memory grows.
  for (let fed = 0; fed < 64 * MIB;) {
    const count = decoder.space().length;
    decoder.filled(count);
    fed += count;
    assertEquals(decoder.next(), undefined);
  }
  assertLessOrEqual(decoder.capacity, 64 * 1024);
});

Deno.test("FrameDecoder grows by doubling for a large frame and releases the memory", () => {
  const decoder = new FrameDecoder(64 * MIB);
  const start = decoder.capacity;
  const capacities = new Set<number>();
  const bytes = frameOf("x".repeat(MIB));
  for (let at = 0; at < bytes.length;) {
    const space = decoder.space();
    capacities.add(decoder.capacity);
    const count = Math.min(space.length, 5000, bytes.length - at);
    space.set(bytes.subarray(at, at + count));
    decoder.filled(count);
    at += count;
  }
  assertEquals(decoder.next(), body("x".repeat(MIB)));
  assertEquals([...capacities], [1, 2, 4, 8, 16, 32].map((factor) => factor * start));
  decoder.space();
  assertEquals(decoder.capacity, start);
});

Deno.test("FrameDecoder reads a body above 1 MiB into a buffer of its own", () => {
  // Characters of one to four bytes. The pieces split them at every byte.
  const text = JSON.stringify("aé€😀".repeat(300_000));
  const decoder = new FrameDecoder(64 * MIB);
  for (const size of [65_536, 65_537, 65_538, 65_539, 1021]) {
    assertEquals(
      decodeAll(decoder, joined(frameOf(text), frameOf("1")), [size]),
      [body(text), body("1")],
      `${size}`,
    );
    assertLessOrEqual(decoder.capacity, 64 * 1024);
  }
});

Deno.test("FrameDecoder offers space for exactly the rest of a large body", () => {
  const text = `"${"x".repeat(3 * MIB)}"`;
  const bytes = joined(frameOf("1"), frameOf(text), frameOf("2"));
  const decoder = new FrameDecoder(4 * MIB);
  const begun = 1000;
  assertEquals(decodeAll(decoder, bytes.subarray(0, begun), [begun]), [body("1")]);
  const end = bytes.length - frameOf("2").length;
  assertEquals(decoder.space().length, end - begun);
  const frames = decodeAll(decoder, bytes.subarray(begun), [bytes.length]);
  assertEquals(frames.length, 2);
  // Not assertEquals: it would print megabytes.
  assertEquals(frames[0]?.kind === "body" && frames[0].text === text, true);
  assertEquals(frames[1], body("2"));
  assertEquals(decoder.insideFrame, false);
});

Deno.test("FrameDecoder keeps byte order marks inside a large body and drops the first", () => {
  const text = "\ufeff".repeat(500_000);
  assertGreater(frameOf(text).length, MIB);
  assertEquals(decodeAll(new FrameDecoder(64 * MIB), frameOf(text), [999]), [body(text.slice(1))]);
});

Deno.test("FrameDecoder refuses a body, small or large, that is too deep or has too many parts", () => {
  const limits = { containers: 2000, values: 3000, names: 1000 };
  const decoder = new FrameDecoder(64 * MIB, limits);
  const inString = JSON.stringify("[{".repeat(MIB));
  const deep = `{"id":5,"result":${"[".repeat(1000)}`;
  const many = `${" ".repeat(MIB)}[${"[],".repeat(2000)}`;
  const frames = [deep, many, inString, "1"];
  assertEquals(decodeAll(decoder, joined(...frames.map(frameOf)), [65_537]), [
    {
      kind: "tooComplex",
      reason: "more than 1000 levels of arrays and objects",
      head: { id: 5, isCall: false },
    },
    { kind: "tooComplex", reason: "more than 2000 arrays and objects", head: { id: null, isCall: false } },
    body(inString),
    body("1"),
  ]);
});

Deno.test("FrameDecoder counts the names of all calls of a second together, and answers and signals by themselves", () => {
  let now = 0;
  const limits = { containers: 2000, values: 3000, names: 1000 };
  const decoder = new FrameDecoder(64 * MIB, limits, () => now);
  const text = (first: number, head = '"id":1,"method":"a"') =>
    `{${head},"list":[${Array.from({ length: 600 }, (_, index) => `{"n${first + index}":1}`).join(",")}]}`;
  const kinds = (...texts: string[]) =>
    decodeAll(decoder, joined(...texts.map(frameOf)), [65_537]).map(({ kind }) => kind);
  assertEquals(kinds(text(0), text(0), text(600), text(0), "{}"), [
    "body",
    "body",
    "tooComplex",
    "body",
    "body",
  ]);
  assertEquals(kinds(text(600, '"id":1,"result":0'), text(600, '"method":"signal.a"')), ["body", "body"]);
  now = 999;
  assertEquals(kinds(text(600)), ["tooComplex"]);
  now = 1000;
  assertEquals(kinds(text(600), text(600), text(0)), ["body", "body", "tooComplex"]);
});

Deno.test("FrameDecoder refuses a large body with one bad byte anywhere", () => {
  const good = new TextEncoder().encode("é".repeat(600_000));
  for (const place of [0, 1, 600_001, good.length - 1]) {
    const bytes = good.slice();
    bytes[place] = 0xff;
    const frames = decodeAll(new FrameDecoder(64 * MIB), joined(frameOf(bytes), frameOf("1")), [65_521]);
    assertEquals(frames, [{ kind: "malformed", reason: "the body is not UTF-8" }, body("1")], `${place}`);
  }
  const cut = decodeAll(new FrameDecoder(64 * MIB), joined(frameOf(good.slice(0, -1)), frameOf("1")), [
    65_521,
  ]);
  assertEquals(cut, [{ kind: "malformed", reason: "the body is not UTF-8" }, body("1")]);
});

Deno.test("FrameDecoder.insideFrame tells whether the input ends inside a frame", () => {
  const bytes = frameOf("[1]");
  for (let length = 0; length <= bytes.length; length++) {
    const decoder = new FrameDecoder(1024);
    decodeAll(decoder, bytes.subarray(0, length), [100]);
    assertEquals(decoder.insideFrame, length > 0 && length < bytes.length, `${length} bytes`);
  }
  const decoder = new FrameDecoder(64 * MIB);
  decodeAll(decoder, frameOf("x".repeat(2 * MIB)).subarray(0, MIB + 100), [65_536]);
  assertEquals(decoder.insideFrame, true);
});

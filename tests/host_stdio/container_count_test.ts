import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { bracketsIn, bracketsInText, containersIn, parsedBytes } from "../../host_stdio/container_count.ts";
import { CONTAINER_BYTES, MEMBER_BYTES, VALUE_BYTES } from "../../limits/wire.ts";

const encoder = new TextEncoder();

/** Counts the arrays and objects in a value, including the value itself. */
function containersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + containersOf(inner), 1);
}

/** Returns three counts for a text: arrays and objects, brackets in its bytes, and brackets in the string. */
function counts(text: string): number[] {
  const body = encoder.encode(text);
  return [containersIn(body), bracketsIn(body), bracketsInText(text)];
}

Deno.test("each opening bracket is counted, at any offset and in any number", () => {
  const count = 10_000;
  for (const unit of ["[", "{", "[],", '{"a":', "{},", "\u{1f600}[", "\u00db\u00fb["]) {
    for (const before of ["", "1", "12", "123"]) {
      assertEquals(counts(before + unit.repeat(count)), [count, count, count], before + unit);
    }
  }
});

Deno.test("containersIn ignores strings, escapes included", () => {
  const texts = ["[{".repeat(5000), '\\"['.repeat(5000), '\\\\\\"{'.repeat(5000), "\\\\".repeat(5000)];
  for (const text of texts) {
    assertEquals(containersIn(encoder.encode(`["${text}"]`)), 1, text.slice(0, 9));
    assertEquals(containersIn(encoder.encode(`["${text}",[`)), 2, text.slice(0, 9));
  }
});

Deno.test("containersIn counts the arrays and objects of any JSON, and bracketsIn never fewer", () => {
  fc.assert(fc.property(fc.json({ maxDepth: 6 }), fc.nat(3), (json, blanks) => {
    const [containers = 0, brackets = 0, inText] = counts(" ".repeat(blanks) + json);
    assertEquals(containers, containersOf(JSON.parse(json)));
    assertEquals([brackets, brackets >= containers], [inText, true]);
  }));
});

Deno.test("only two bytes count as brackets", () => {
  for (let byte = 0; byte < 256; byte++) {
    for (let at = 0; at < 9; at++) {
      const body = new Uint8Array(9);
      body[at] = byte;
      const expected = byte === 0x5b || byte === 0x7b ? 1 : 0;
      assertEquals([bracketsIn(body), containersIn(body)], [expected, expected], `${byte} at ${at}`);
    }
  }
});

/** Makes the same estimate as `parsedBytes`, from the parsed value. */
function estimated(value: unknown): number {
  if (typeof value === "string") return VALUE_BYTES;
  if (typeof value !== "object" || value === null) return 0;
  const values = Object.values(value);
  const members = Array.isArray(value) ? 0 : values.length * (MEMBER_BYTES + VALUE_BYTES);
  const further = Math.max(0, values.length - 1) * VALUE_BYTES;
  return values.reduce((sum: number, inner) => sum + estimated(inner), CONTAINER_BYTES + members + further);
}

Deno.test("parsedBytes counts containers, keys, strings and values, and ignores the content of strings", () => {
  const texts = fc.string({ unit: fc.constantFrom('"', "\\", ",", ":", "[", "{", "a") });
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      texts,
      fc.integer(),
      fc.constantFrom(null, true),
      fc.array(tie("value")),
      fc.uniqueArray(fc.tuple(texts, tie("value")), { selector: ([key]) => key }).map(Object.fromEntries),
    ),
  })).value;
  fc.assert(fc.property(values, (value) => {
    const text = JSON.stringify(value);
    assertEquals(parsedBytes(text), text.length + estimated(value));
  }));
});

Deno.test("parsedBytes reads a text that is not JSON only once", () => {
  for (const unit of ['"', "\\", '"\\', '\\"', "[:,"]) {
    assertEquals(parsedBytes(unit.repeat(1_000_000)) > 0, true);
  }
});

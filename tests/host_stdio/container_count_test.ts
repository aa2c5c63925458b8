import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { bracketsIn, bracketsInText, containersIn } from "../../host_stdio/container_count.ts";

const encoder = new TextEncoder();

/** How many arrays and objects a value holds, itself included. */
function containersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + containersOf(inner), 1);
}

/** The counts of a text: arrays and objects, brackets in its bytes, brackets in the text. */
function counts(text: string): number[] {
  const body = encoder.encode(text);
  return [containersIn(body), bracketsIn(body), bracketsInText(text)];
}

Deno.test("each bracket that opens something is counted, wherever it stands in memory and however many there are", () => {
  const count = 10_000;
  for (const unit of ["[", "{", "[],", '{"a":', "{},", "\u{1f600}[", "\u00db\u00fb["]) {
    for (const before of ["", "1", "12", "123"]) {
      assertEquals(counts(before + unit.repeat(count)), [count, count, count], before + unit);
    }
  }
});

Deno.test("containersIn counts no text of strings, whatever is escaped in it", () => {
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

Deno.test("every byte but two is taken for no bracket", () => {
  for (let byte = 0; byte < 256; byte++) {
    for (let at = 0; at < 9; at++) {
      const body = new Uint8Array(9);
      body[at] = byte;
      const expected = byte === 0x5b || byte === 0x7b ? 1 : 0;
      assertEquals([bracketsIn(body), containersIn(body)], [expected, expected], `${byte} at ${at}`);
    }
  }
});

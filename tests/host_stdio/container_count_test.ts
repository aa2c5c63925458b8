import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { hasMoreContainers } from "../../host_stdio/container_count.ts";

const encoder = new TextEncoder();

function has(text: string, most: number): boolean {
  return hasMoreContainers(encoder.encode(text), most);
}

/** How many arrays and objects a value holds, itself included. */
function containersIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + containersIn(inner), 1);
}

Deno.test("hasMoreContainers tells a text with one more array or object than the limit from one with just as many", () => {
  const count = 10_000;
  for (const unit of ["[", "{", "[],", '{"a":', "{},", '"\\"[{",[1,', "\u{1f600}[", "\u00db\u00fb["]) {
    for (const before of ["", "1", "12", "123"]) {
      const text = before + unit.repeat(count);
      assertEquals([has(text, count - 1), has(text, count)], [true, false], before + unit);
    }
  }
});

Deno.test("hasMoreContainers counts no text of strings, whatever is escaped in it", () => {
  const texts = ["[{".repeat(5000), '\\"['.repeat(5000), '\\\\\\"{'.repeat(5000), "\\\\".repeat(5000)];
  for (const text of texts) {
    assertEquals(has(`["${text}"]`, 1), false, text.slice(0, 9));
    assertEquals(has(`["${text}",[`, 1), true, text.slice(0, 9));
  }
});

Deno.test("hasMoreContainers counts the arrays and objects of any JSON, however it begins and ends in memory", () => {
  fc.assert(fc.property(fc.json({ maxDepth: 6 }), fc.nat(3), (json, blanks) => {
    const count = containersIn(JSON.parse(json));
    // Long enough that the limit is below the length.
    const text = `${" ".repeat(blanks)}${json}${" ".repeat(count + 1)}`;
    assertEquals([count > 0 && has(text, count - 1), has(text, count)], [count > 0, false]);
  }));
});

Deno.test("hasMoreContainers takes every byte but two for no bracket", () => {
  for (let byte = 0; byte < 256; byte++) {
    for (let at = 0; at < 9; at++) {
      const body = new Uint8Array(9);
      body[at] = byte;
      assertEquals(hasMoreContainers(body, 0), byte === 0x5b || byte === 0x7b, `${byte} at ${at}`);
    }
  }
});

import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { shortText, wrapped } from "../../../tools/play/display.ts";

Deno.test("a short value is complete, with quotes only around keys that need them", () => {
  assertEquals(
    shortText({ a: [1, true, null], "b c": "x", $d: {} }, 80),
    `{a: [1, true, null], "b c": "x", $d: {}}`,
  );
});

Deno.test("an undefined member is left out, as in JSON", () => {
  assertEquals(shortText({ a: undefined, b: 1 }, 80), "{b: 1}");
});

Deno.test("a long string keeps both ends", () => {
  const path = `/music/${"x".repeat(100)}/01 Low Water.flac`;
  const text = shortText(path, 40);
  assert(text.startsWith('"/music/'), text);
  assert(text.endsWith('Water.flac"'), text);
});

Deno.test("control characters are escaped", () => {
  const text = shortText("\x1b[31m\x9b31m\x07", 80);
  assertEquals(text, '"\\u001b[31m\\u009b31m\\u0007"');
});

Deno.test("no value is longer than its line", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 200 }), (value, width) => {
    assert(shortText(value, width).length <= width);
  }));
});

Deno.test("wrapping loses only white space, and no line is too long", () => {
  fc.assert(fc.property(fc.string(), fc.integer({ min: 1, max: 50 }), (text, width) => {
    const lines = wrapped(text, width);
    for (const line of lines) assert(line.length <= width);
    assertEquals(lines.join("").replaceAll(/\s/g, ""), text.replaceAll(/\s/g, ""));
  }));
});

import "../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { utf8Length } from "../../limits/unicode.ts";

Deno.test("utf8Length agrees with TextEncoder, for lone surrogates too", () => {
  const encoder = new TextEncoder();
  for (
    const text of [
      "",
      "a",
      "\u007f\u0080\u07ff\u0800\uffff",
      "😀",
      "\ud83d",
      "\ude00",
      "\ude00\ud83d",
      "\ud83d😀",
    ]
  ) {
    assertEquals(utf8Length(text), encoder.encode(text).length, JSON.stringify(text));
  }
  const units = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
  fc.assert(fc.property(fc.string({ unit: units }), (text) => {
    assertEquals(utf8Length(text), encoder.encode(text).length);
  }));
});

Deno.test("utf8Length stops at the given limit", () => {
  assertEquals(utf8Length("aaaa", 4), 4);
  assertEquals(utf8Length("aaaaa", 4), 5);
  assertEquals(utf8Length("a".repeat(1000), 4), 5);
  assert(utf8Length("あ".repeat(1000), 4) > 4);
});

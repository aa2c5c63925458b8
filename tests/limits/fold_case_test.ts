import "../support/deadline.ts";
import { assertEquals, assertNotEquals } from "@std/assert";
import * as fc from "fast-check";
import { foldCase } from "../../limits/unicode.ts";

Deno.test("foldCase maps texts that differ only in case to the same text", () => {
  for (
    const [a, b] of [
      ["queue.ADD", "Queue.add"],
      ["STRASSE", "straße"],
      ["STRAẞE", "straße"],
      ["ΟΔΟΣ", "οδος"],
      ["οδοσ", "οδος"],
      ["ÄÖÜ", "äöü"],
      ["\u212a", "k"],
      ["ſ", "s"],
      ["µ", "μ"],
      ["ЖУРНАЛ", "журнал"],
      ["ﬀ", "FF"],
    ] as const
  ) {
    assertEquals(foldCase(a), foldCase(b), `${a} ${b}`);
  }
});

Deno.test("foldCase keeps other differences", () => {
  for (
    const [a, b] of [["a", "á"], ["ı", "i"], ["ı", "I"], ["ı", "İ"], ["o", "0"], ["日", "本"], [
      "a b",
      "a  b",
    ]] as const
  ) {
    assertNotEquals(foldCase(a), foldCase(b));
  }
});

Deno.test("foldCase of two joined texts joins their folded forms", () => {
  // A search for a part of a text needs this: the result for a letter does not depend on its neighbours.
  const text = fc.string({
    unit: fc.constantFrom("σ", "Σ", "ς", "ß", "ẞ", "İ", "ı", "i", "I", "\u0307", ".", " ", "k"),
  });
  fc.assert(fc.property(text, text, (a, b) => {
    assertEquals(foldCase(a + b), foldCase(a) + foldCase(b));
  }));
});

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type JsonPlace, placeIn } from "../../../tools/play/json_prefix.ts";

const place = (at: JsonPlace["at"], path: (string | number)[], fragment = "", keys: string[] = []) => ({
  at,
  path,
  fragment,
  keys,
});

const places: [text: string, place: JsonPlace | undefined][] = [
  ["{", place("key", [])],
  ["{ ", place("key", [])],
  ["{a", place("key", [], "a")],
  [`{"a`, place("key", [], `"a`)],
  [`{'a b`, place("key", [], `'a b`)],
  ["{a ", place("between", [], "", ["a"])],
  ["{a:", place("value", ["a"], "", ["a"])],
  ["{a: tr", place("value", ["a"], "tr", ["a"])],
  [`{a: "x, {y: [`, place("value", ["a"], `"x, {y: [`, ["a"])],
  [`{a: "x\\"`, place("value", ["a"], `"x\\"`, ["a"])],
  [`{a: "x"`, place("between", [], "", ["a"])],
  [`{a: "x",`, place("key", [], "", ["a"])],
  [`{a: 1, /* b: */ c`, place("key", [], "c", ["a"])],
  ["{a: [", place("value", ["a", 0])],
  ["{a: [1, 2, ", place("value", ["a", 2])],
  ["{a: [1", place("value", ["a", 0], "1")],
  ["{a: [{b: 1}, {c", place("key", ["a", 1], "c")],
  ["{a: [{b: 1}", place("between", ["a"])],
  ["{a: {b: {}}, d: {", place("key", ["d"])],
  ["{a: []", place("between", [], "", ["a"])],
  ["{}", undefined],
  ["{a: 1} ", undefined],
  ["{a b", undefined],
  ["{,", undefined],
  ["{a: ]", undefined],
  ["[1}", undefined],
  ["", undefined],
  ["1", undefined],
];

for (const [text, expected] of places) {
  Deno.test(`the place behind ${JSON.stringify(text)} is found`, () => assertEquals(placeIn(text), expected));
}

Deno.test("whatever is typed, a place is found or none, and never takes long", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."{}[]:,\"'\\/* ab1\n") }), (text) => {
    const found = placeIn(text);
    if (found) assertEquals(text.endsWith(found.fragment), true);
  }));
});

Deno.test("every beginning of an object has a place, the whole has none", () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
    const text = JSON.stringify(value);
    for (let length = 1; length < text.length; length++) {
      assertEquals(typeof placeIn(text.slice(0, length)), "object", text.slice(0, length));
    }
    assertEquals(placeIn(text), undefined);
  }));
});

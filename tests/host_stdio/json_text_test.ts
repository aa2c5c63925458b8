import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { jsonParts, jsonText } from "../../host_stdio/json_text.ts";

function nested(depth: number, leaf: unknown): unknown {
  let value = leaf;
  for (let level = 0; level < depth; level++) value = { "1": value };
  return value;
}

Deno.test("jsonText writes any JSON value as JSON.stringify does", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assertEquals(jsonText(value), JSON.stringify(value));
  }));
});

Deno.test("jsonParts writes a long array part by part, whatever stands around it", () => {
  fc.assert(fc.property(
    fc.array(fc.jsonValue(), { minLength: 1, maxLength: 5 }),
    fc.integer({ min: 990, max: 1300 }),
    fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
    (items, length, beside) => {
      const long = Array.from({ length }, (_, index) => items[index % items.length]);
      for (
        const value of [
          long,
          { long, none: undefined },
          { jsonrpc: "2.0", panel: undefined, params: { ...beside, long, other: [] }, after: null },
          { result: { long: { long } } },
        ]
      ) {
        assert([jsonParts(value)].flat().join("") === JSON.stringify(value));
      }
    },
  ));
});

Deno.test("jsonParts makes parts of an array above 1,000 items only", () => {
  const short = { result: { items: Array(1000).fill(1) } };
  assertEquals(jsonParts(short), JSON.stringify(short));
  assert(Array.isArray(jsonParts({ result: { items: Array(1001).fill(1) } })));
});

Deno.test("jsonText writes nothing of a value that the engine cannot write", () => {
  assertEquals(jsonText(nested(1_000_000, 1)), undefined);
  assertEquals(jsonParts({ result: [...Array(1001).fill(1), nested(1_000_000, 1)] }), undefined);
});

Deno.test("jsonText throws on what is no JSON value", () => {
  assertThrows(() => jsonText(1n), TypeError);
});

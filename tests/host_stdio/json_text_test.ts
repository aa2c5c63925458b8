import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { jsonParts, jsonText } from "../../host_stdio/json_text.ts";
import { setDeadline } from "../support/deadline.ts";

// It only computes, which takes its time on a busy machine.
setDeadline(120_000);

Deno.test("jsonText writes any JSON value as JSON.stringify does", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assertEquals(jsonText(value), JSON.stringify(value));
  }));
});

Deno.test("jsonParts writes a long array in parts at any depth", () => {
  fc.assert(
    fc.property(
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
    ),
    { numRuns: 30 },
  );
});

Deno.test("jsonParts makes parts if there are more than 4,096 values, or fewer with long strings", () => {
  const short = { result: { items: Array(4093).fill(1) } };
  assertEquals(jsonParts(short), JSON.stringify(short));
  assert(Array.isArray(jsonParts({ result: { items: Array(4094).fill(1) } })));
  assertEquals(jsonParts(["x".repeat(1_000_000)]), JSON.stringify(["x".repeat(1_000_000)]));
  const parts = jsonParts(Array(5000).fill("x".repeat(2048)));
  assert(Array.isArray(parts) && parts.every(({ length }) => length < 300_000));
});

Deno.test("jsonParts writes long objects and deep values in parts and leaves out undefined members", () => {
  const many = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`key ${index}`, index % 3 || undefined]),
  );
  const rows = Array.from(
    { length: 2000 },
    (_, index) => ({ index, none: undefined, list: [index, undefined] }),
  );
  for (
    const value of [many, { many, rows }, [[[[[[[[[[rows, many], 1]]]]]]]]], { rows: { "": [rows, {}, []] } }]
  ) {
    const parts = jsonParts(value);
    assert(Array.isArray(parts) && parts.every(({ length }) => length < 300_000));
    assert(parts.join("") === JSON.stringify(value));
  }
});

Deno.test("jsonParts reads each value a limited number of times at any nesting", () => {
  let looks = 0;
  const counted = (value: object): object =>
    new Proxy(value, { get: (target, key) => (looks++, Reflect.get(target, key)) });
  for (const shape of [(inner: object) => ({ inner }), (inner: object) => [...Array(500).fill(0), inner]]) {
    const looked: number[] = [];
    for (const depth of [100, 200, 400]) {
      let value: object = {};
      for (let level = 0; level < depth; level++) value = counted(shape(value));
      looks = 0;
      jsonParts({ value });
      looked.push(looks / depth);
    }
    const [least = 0, , most = 0] = looked;
    assert(most < 1.1 * least, `${looked}`);
  }
});

Deno.test("jsonText returns undefined for a text that is longer than the longest string", {
  timeout: 120_000,
}, () => {
  const long = "\u0001".repeat(2 ** 27);
  assertEquals(jsonText(long), undefined);
});

Deno.test("jsonParts writes a large string in parts without cutting a surrogate pair, and a lone half as an escape", () => {
  for (const unit of ["a", "\u{1f600}", "\ud83d", "\u0001", '"\\']) {
    for (const before of ["", "b"]) {
      const value = { text: before + unit.repeat(2 ** 20), list: [unit.repeat(2 ** 20 + 1), 1] };
      const parts = jsonParts(value);
      assert(Array.isArray(parts) && parts.length > 8);
      assert(parts.join("") === JSON.stringify(value), JSON.stringify(unit));
    }
  }
});

Deno.test("jsonText throws on values that are not JSON", () => {
  assertThrows(() => jsonText(1n), TypeError);
});

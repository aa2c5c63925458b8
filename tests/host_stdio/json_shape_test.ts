import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { headOf, parsedBytes, shapeExcess, textExcess } from "../../host_stdio/json_shape.ts";
import {
  CONTAINER_BYTES,
  type JsonLimits,
  MAX_JSON_DEPTH,
  MEMBER_BYTES,
  VALUE_BYTES,
} from "../../limits/wire.ts";

const encoder = new TextEncoder();
const limits: JsonLimits = { containers: 2000, values: 3000, names: 1000 };
const tooDeep = `more than ${MAX_JSON_DEPTH} levels of arrays and objects`;

/** Returns why a text is refused, at several offsets in its buffer. */
function excessOf(text: string): string | undefined {
  const [first, ...others] = [0, 1, 2, 3].map((offset) => {
    const bytes = encoder.encode(text);
    const body = new Uint8Array(bytes.length + offset).subarray(offset);
    body.set(bytes);
    return shapeExcess(body, limits);
  });
  for (const other of others) assertEquals(other, first);
  assertEquals(textExcess(text, limits), first);
  return first;
}

Deno.test("a text may have the limit of levels, and one more is refused before it is closed", () => {
  for (const [open, close, inner] of [["[", "]", ""], ['{"a":', "}", "1"], ['[{"1":', "}]", "1"]] as const) {
    const most = MAX_JSON_DEPTH / open.replace(/[^[{]/g, "").length;
    assertEquals(excessOf(open.repeat(most) + inner + close.repeat(most)), undefined);
    assertEquals(excessOf(`[${open.repeat(most)}${inner}${close.repeat(most)}]`), tooDeep);
    assertEquals(excessOf(open.repeat(most + 1)), tooDeep);
  }
  const chain = "[".repeat(900) + "]".repeat(900);
  assertEquals(excessOf(`[${chain},${chain}]`), undefined);
});

Deno.test("arrays and objects, values and names are limited, each at its boundary", () => {
  const list = (count: number, item: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => item(index)).join(",");
  assertEquals(excessOf(`[${list(1999, () => "[]")}]`), undefined);
  assertEquals(excessOf(`[${list(2000, () => "{}")}]`), "more than 2000 arrays and objects");
  // The limits of values and names are far above what fits into a few bytes.
  const blanks = " ".repeat(limits.names * 5);
  assertEquals(excessOf(`${blanks}[${list(3001, () => "1")}]`), undefined);
  assertEquals(excessOf(`${blanks}[${list(3002, () => "1")}]`), "more than 3000 values");
  const names = (count: number) => `${blanks}{${list(count, (index) => `"n${index}":1`)}}`;
  assertEquals(excessOf(names(1000)), undefined);
  assertEquals(excessOf(names(1001)), "more than 1000 different sequences of names in a second");
  assertEquals(excessOf(`${blanks}[${list(1999, () => '{"a":1}')}]`), undefined);
  // The engine keeps each sequence, so the same few names in other orders count, and in the same order they do not.
  const orders = (last: number) =>
    `${blanks}[${list(last, (index) => `{"${index % 40}x":1,"${index / 40 | 0}y":1}`)}]`;
  assertEquals(excessOf(orders(960)), undefined);
  assertEquals(excessOf(orders(961)), "more than 1000 different sequences of names in a second");
  assertEquals(excessOf(`${blanks}[${list(900, () => '{"a":1,"b":{"a":1}}')}]`), undefined);
  // `nn` and `n\n` are two names.
  const escaped = (index: number) =>
    index.toString(2).padStart(10, "0").replaceAll("1", "\\n").replaceAll("0", "n");
  assertEquals(
    excessOf(`${blanks}{${list(1001, (index) => `"${escaped(index)}":1`)}}`),
    "more than 1000 different sequences of names in a second",
  );
});

Deno.test("the content of strings is not counted, escapes included", () => {
  for (
    const text of ["[{".repeat(5000), '\\"['.repeat(5000), '\\\\\\"{,:'.repeat(5000), "\\\\".repeat(5000)]
  ) {
    assertEquals(excessOf(`["${text}"]`), undefined, text.slice(0, 9));
    assertEquals(excessOf(`["${text}",${"[".repeat(1000)}`), tooDeep, text.slice(0, 9));
  }
});

Deno.test("a text of any bytes is judged once and in full, whatever its brackets are", () => {
  fc.assert(fc.property(fc.uint8Array({ minLength: 1001, maxLength: 3000 }), (bytes) => {
    shapeExcess(bytes, limits);
    headOf(bytes);
  }));
  assertEquals(excessOf("]".repeat(2000)), undefined);
});

/** Reads the head of a message in which `DEEP` stands for a value that is too deep. */
function head(text: string): unknown[] {
  const { id, isCall } = headOf(encoder.encode(text.replaceAll("DEEP", "[".repeat(2000) + "]".repeat(2000))));
  return [id, isCall];
}

Deno.test("headOf reads the id of a message, wherever its members stand", () => {
  assertEquals(head('{"jsonrpc":"2.0","id":7,"method":"a.b","params":DEEP}'), [7, true]);
  assertEquals(head('{"params":{"id":1,"x":DEEP},"method":"a.b" , "id" : "a\\"b" }'), ['a"b', true]);
  assertEquals(head('{"id":3,"result":DEEP}'), [3, false]);
  assertEquals(head('{"result":{"method":1,"y":DEEP},"id":3}'), [3, false]);
  assertEquals(head('{"id":1,"id":2,"result":DEEP}'), [2, false]);
  for (const id of ["null", "1.5", "true", "[1]", '{"id":1}', "DEEP", `"${"x".repeat(2000)}"`, "00"]) {
    assertEquals(head(`{"id":${id},"method":"a.b","params":DEEP}`), [null, true], id.slice(0, 9));
  }
  assertEquals(head('[{"id":1,"method":"a"},DEEP]'), [null, false]);
  assertEquals(head('"id":1,DEEP'), [null, false]);
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

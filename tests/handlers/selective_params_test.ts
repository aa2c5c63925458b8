import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import * as v from "valibot";
import { documentedSchema } from "../../handlers/core/documented_schema.ts";
import { Failure } from "../../handlers/core/operation.ts";
import {
  checkParams,
  integer,
  isAbsent,
  optional,
  params,
  selectiveParams,
  uncheckedParams,
} from "../../handlers/core/params.ts";

const either = selectiveParams(
  { first: optional(integer), second: optional(integer) },
  ({ first }) => isAbsent(first) ? undefined : "second",
);

Deno.test("selectiveParams does not look at the unused key and looks at it otherwise", () => {
  assertEquals(v.parse(either, { first: 1, second: "x" }), { first: 1, second: undefined });
  assertEquals(v.parse(either, { first: null, second: 2 }), { first: undefined, second: 2 });
  assertEquals(v.is(either, { second: "x" }), false);
  assertEquals(v.is(either, { first: "x", second: 2 }), false);
});

Deno.test("selectiveParams leaves the given object and its prototype alone", () => {
  const given = JSON.parse('{"first":1,"second":"x","__proto__":{"first":2}}');
  assertEquals(v.parse(either, given), { first: 1, second: undefined });
  assertEquals(given["second"], "x");
});

Deno.test("uncheckedParams hands anything on as it came and tells documents the schema", () => {
  const schema = params({ a: integer });
  const unchecked = uncheckedParams(schema);
  const given = { a: "x", b: 1 } as never;
  assertStrictEquals(v.parse(unchecked, given), given);
  assertStrictEquals(documentedSchema(unchecked), schema);
});

Deno.test("checkParams gives the checked parameters or throws the text for the panel", () => {
  const schema = params({ a: v.array(integer) });
  assertEquals(checkParams(schema, { a: [1], b: 2 }), { a: [1] });
  const failure = assertThrows(() => checkParams(schema, { a: [1, "x"] }), Failure);
  assertEquals(failure.message, "a[1] must be an integer");
});

import { assertEquals, assertStrictEquals } from "@std/assert";
import * as v from "valibot";
import {
  described,
  documentation,
  documentedAs,
  documentedSchema,
} from "../../handlers/core/documented_schema.ts";
import { optional, params, string } from "../../handlers/core/params.ts";

Deno.test("described adds words and checks the same, an optional key included", () => {
  const schema = v.strictObject({
    a: described(optional(string), "Words."),
    b: described(v.number(), "More."),
  });
  assertEquals(v.getDescription(schema.entries.a), "Words.");
  assertEquals(v.parse(schema, { b: 1 }), { a: undefined, b: 1 });
  assertEquals(v.is(schema, { a: 1, b: 1 }), false);
  assertEquals(v.is(schema, { a: "" }), false);
  const input: v.InferInput<typeof schema> = { b: 1 };
  assertEquals(input.a, undefined);
});

Deno.test("documentedAs checks as the one schema and tells documents the other", () => {
  const documented = v.array(v.string());
  const schema = documentedAs(v.array(v.unknown(), "an array"), documented);
  assertStrictEquals(documentedSchema(schema), documented);
  assertEquals(v.parse(schema, [1, "a"]), [1, "a"]);
  assertEquals(v.safeParse(schema, 5).issues?.[0].message, "an array");
  // @ts-expect-error: the type of what is given is the documented one.
  const wrong: v.InferInput<typeof schema> = [1];
  assertEquals(wrong.length, 1);
});

Deno.test("documentedAs does not take a documented schema that the other would refuse", () => {
  // @ts-expect-error: a number is no string.
  assertEquals(typeof documentedAs(v.string(), v.number()), "object");
});

Deno.test("documentedSchema is the schema itself when its metadata name no other", () => {
  const plain = params({ a: string });
  assertStrictEquals(documentedSchema(plain), plain);
  const named = described(v.string(), "Words.");
  assertStrictEquals(documentedSchema(named), named);
  const other = v.pipe(v.string(), v.metadata({ documented: "no schema" }));
  assertStrictEquals(documentedSchema(other), other);
});

Deno.test("documentedSchema follows from one documented schema to the next", () => {
  const last = v.array(v.string());
  const schema = v.pipe(v.unknown(), documentation(v.pipe(v.array(v.unknown()), documentation(last))));
  assertStrictEquals(documentedSchema(schema), last);
});

import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { SHAPES } from "../../../tools/docs/shape_name.ts";
import { typeText, withoutNull } from "../../../tools/docs/type_text.ts";

Deno.test("typeText writes all kinds of schemas", () => {
  for (
    const [schema, text] of [
      [{}, "any"],
      [{ type: "string" }, "string"],
      [{ type: "integer", minimum: 0 }, "integer"],
      [{ type: "null" }, "null"],
      [{ const: true }, "true"],
      [{ const: "a" }, '"a"'],
      [{ enum: ["a", 1] }, '"a" | 1'],
      [{ $ref: `${SHAPES}Track` }, "Track"],
      [{ type: "array", items: { type: "string" } }, "string[]"],
      [{ type: "array", items: {} }, "any[]"],
      [{ type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
      [{ type: "array", maxItems: 0 }, "[]"],
      [{ type: "array", items: [{ type: "string" }, { type: "null" }] }, "[string, null]"],
      [{ type: "object" }, "object"],
      [{ type: "object", properties: {} }, "object"],
      [{ type: "object", additionalProperties: { type: "integer" } }, "Record<string, integer>"],
      [{ type: "object", properties: { a: { type: "string" } } }, "{ a?: string }"],
      [{ type: "object", properties: { a: { type: "string" } }, required: ["a"] }, "{ a: string }"],
      [{ anyOf: [{ type: "string" }, { type: "null" }, { type: "string" }] }, "string | null"],
    ] as const
  ) {
    assertEquals(typeText(schema), text);
  }
});

Deno.test("typeText breaks an object that is long or has descriptions", () => {
  const described = { type: "string", description: "Words." };
  assertEquals(typeText({ type: "object", properties: { a: described } }), "{\n  a?: string; // Words.\n}");
  const inner = { type: "object", properties: { a: described }, description: "Outside." };
  assertEquals(
    typeText({ type: "object", properties: { b: inner }, required: ["b"] }),
    "{\n  // Outside.\n  b: {\n    a?: string; // Words.\n  };\n}",
  );
  const long = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`member${n}`, { type: "string" }]));
  assertEquals(typeText({ type: "object", properties: long }).split("\n").length, 11);
  assertEquals(
    typeText({ oneOf: [{ type: "object", properties: { a: described } }, { type: "null" }] }),
    "{\n  a?: string; // Words.\n}\n| null",
  );
});

Deno.test("withoutNull removes only null", () => {
  const [string, integer, nothing] = [{ type: "string" }, { type: "integer" }, { type: "null" }];
  assertEquals(withoutNull(string), string);
  assertEquals(withoutNull({ anyOf: [string, nothing], default: "a" }), { type: "string", default: "a" });
  assertEquals(withoutNull({ anyOf: [string, integer, nothing] }), { anyOf: [string, integer] });
  assertEquals(withoutNull({ anyOf: [string, integer] }), { anyOf: [string, integer] });
});

import { schemaOf } from "../../../host_stdio/schema_check.ts";
import "../../support/deadline.ts";
import { assertEquals, assertThrows } from "@std/assert";
import * as v from "valibot";
import { described, documentation, documentedAs } from "../../../handlers/core/documented_schema.ts";
import { optional, params, string, withDefault } from "../../../handlers/core/params.ts";
import { track } from "../../../host_stdio/api/shapes.ts";
import { jsonSchemaOf } from "../../../tools/docs/json_schema.ts";

Deno.test("jsonSchemaOf writes the documented schema where more is accepted", () => {
  const lenient = documentedAs(v.array(v.unknown()), v.array(v.string()));
  assertEquals(jsonSchemaOf(lenient, "input"), { type: "array", items: { type: "string" } });
  assertEquals(jsonSchemaOf(params({ a: described(optional(lenient), "Words.") }), "input"), {
    type: "object",
    properties: {
      a: {
        anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }],
        description: "Words.",
      },
    },
  });
});

Deno.test("jsonSchemaOf sees through transforming checks", () => {
  const shape = params({ a: string });
  const schema = v.pipe(
    v.custom<object>(() => true),
    documentation(shape),
    v.transform((raw) => raw),
    shape as never,
  );
  assertEquals(jsonSchemaOf(schema, "input"), {
    type: "object",
    properties: { a: { type: "string" } },
    required: ["a"],
  });
});

Deno.test("jsonSchemaOf writes defaults and references to named shapes", () => {
  const schema = v.strictObject({
    track: described(v.optional(schemaOf(track)), "Words."),
    n: withDefault(v.number(), 1),
  });
  assertEquals(jsonSchemaOf(schema, "input"), {
    type: "object",
    properties: {
      track: { $ref: "#/components/schemas/Track", description: "Words." },
      n: { anyOf: [{ type: "number" }, { type: "null" }], default: 1 },
    },
    additionalProperties: false,
  });
});

Deno.test("jsonSchemaOf leaves out the bounds of safe integers", () => {
  assertEquals(jsonSchemaOf(v.pipe(v.number(), v.safeInteger()), "input"), { type: "integer" });
  assertEquals(jsonSchemaOf(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(5)), "input"), {
    type: "integer",
    minimum: 0,
    maximum: 5,
  });
});

Deno.test("jsonSchemaOf spells out case-insensitive hexadecimal digits and refuses other flags", () => {
  assertEquals(jsonSchemaOf(v.pipe(v.string(), v.regex(/^[0-9a-f]{2}$/i)), "input"), {
    type: "string",
    pattern: "^[0-9a-fA-F]{2}$",
  });
  assertThrows(() => jsonSchemaOf(v.pipe(v.string(), v.regex(/^x$/i)), "input"), Error, "/^x$/i");
  assertThrows(() => jsonSchemaOf(v.pipe(v.string(), v.regex(/^1$/u)), "input"), Error, "/^1$/u");
});

Deno.test("jsonSchemaOf refuses schemas without an equivalent", () => {
  assertThrows(() => jsonSchemaOf(v.date(), "input"));
  assertThrows(() => jsonSchemaOf(v.pipe(v.string(), v.metadata({ other: 1 })), "input"), Error, "metadata");
});

Deno.test("jsonSchemaOf writes an empty tuple as an array without items", () => {
  assertEquals(jsonSchemaOf(v.strictTuple([]), "output"), { type: "array", maxItems: 0 });
});

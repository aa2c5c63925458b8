import { assert, assertEquals } from "@std/assert";
import { fits } from "../../../tools/docs/fits.ts";
import { type JsonSchema, SHAPES } from "../../../tools/docs/json_schema.ts";

const shapes = { Name: { type: "string" } };

Deno.test("fits judges by every keyword that the documents use", () => {
  const object: JsonSchema = {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "integer" } },
    required: ["a"],
  };
  for (
    const [schema, good, bad] of [
      [{}, [1, null, "x", {}], []],
      [{ type: "string" }, ["", "x"], [1, null, []]],
      [{ type: "boolean" }, [true], ["true", 1]],
      [{ type: "null" }, [null], [undefined, 0]],
      [{ type: "number" }, [1, 1.5], ["1", null]],
      [{ type: "integer", minimum: 0, maximum: 5 }, [0, 5], [-1, 6, 1.5, 2 ** 60]],
      [{ const: true }, [true], [false]],
      [{ enum: ["a", "b"] }, ["a"], ["c", 1]],
      [{ anyOf: [{ type: "string" }, { type: "null" }] }, ["x", null], [1]],
      [{ oneOf: [{ type: "string" }, { type: "null" }] }, ["x", null], [1]],
      [{ $ref: `${SHAPES}Name` }, ["x"], [1]],
      [{ type: "array", items: { type: "string" } }, [[], ["x"]], [[1], {}, "x"]],
      [object, [{ a: "x" }, { a: "x", b: 1 }], [{}, { a: 1 }, { a: "x", c: 1 }, [], null]],
    ] as const
  ) {
    for (const value of good) assert(fits(value, schema, shapes), JSON.stringify([value, schema]));
    for (const value of bad) {
      assertEquals(fits(value, schema, shapes), false, JSON.stringify([value, schema]));
    }
  }
});

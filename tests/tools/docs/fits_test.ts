import { assert, assertEquals } from "@std/assert";
import { judges } from "../../../tools/docs/fits.ts";
import { type JsonSchema, SHAPES } from "../../../tools/docs/json_schema.ts";

Deno.test("a judge knows the keywords, follows references and refuses keys that are not known", () => {
  const object: JsonSchema = {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "integer" } },
    required: ["a"],
  };
  const judgeOf = judges({ Name: { type: "string" }, Row: object });
  const cases: readonly [JsonSchema, readonly unknown[], readonly unknown[]][] = [
    [{}, [1, null, "x", {}], []],
    [{ type: "integer", minimum: 0, maximum: 5 }, [0, 5], [-1, 6, 1.5, "1", null]],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, ["x", null], [1]],
    [{ $ref: `${SHAPES}Name` }, ["x"], [1]],
    [{ type: "array", items: { $ref: `${SHAPES}Row` } }, [[], [{ a: "x" }]], [[{ a: "x", c: 1 }], {}]],
    [object, [{ a: "x" }, { a: "x", b: 1 }], [{}, { a: 1 }, { a: "x", c: 1 }, [], null]],
    [{ ...object, additionalProperties: { type: "null" } }, [{ a: "x", c: null }], [{ a: "x", c: 1 }]],
  ];
  for (const [schema, good, bad] of cases) {
    const judge = judgeOf(schema);
    for (const value of good) assert(judge(value), JSON.stringify([value, schema]));
    for (const value of bad) assertEquals(judge(value), false, JSON.stringify([value, schema]));
  }
});

import "../support/deadline.ts";
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import * as fc from "fast-check";
import * as v from "valibot";
import { type ActionName, nativeActions } from "../../host_stdio/api/native_actions.ts";
import { menuNode, track, unknownTrack } from "../../host_stdio/api/shapes.ts";
import { MISFIT, readerOf, schemaOf } from "../../host_stdio/schema_check.ts";

const names = Object.keys(nativeActions) as ActionName[];

/** Typical values in answers, valid and invalid. */
const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 1.5, 2 ** 32, 2 ** 53, "", "text", [], {}),
  fc.constantFrom<unknown>("info", "separator", "submenu", "command", "#0a0B0c"),
  fc.constant("{01234567-89AB-cdef-0123-456789abcdef}"),
);

/** Generates values from a schema. Sometimes a member is wrong, missing or added. */
function valueOf(schema: v.GenericSchema, depth = 0): fc.Arbitrary<unknown> {
  const { type, entries, item, wrapped, options, getter } = schema as unknown as {
    type: string;
    entries?: Record<string, v.GenericSchema>;
    item?: v.GenericSchema;
    wrapped?: v.GenericSchema;
    options?: v.GenericSchema[];
    getter?: () => v.GenericSchema;
  };
  const mostly = (fitting: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: leaf });
  if (entries) {
    const members = Object.fromEntries(
      Object.entries(entries).map(([key, entry]) => [key, valueOf(entry, depth)]),
    );
    const more: Record<string, fc.Arbitrary<unknown>> = { ...members, extra: leaf, constructor: leaf };
    const required = Object.keys(entries).filter((key) => entries[key]?.type !== "optional");
    return mostly(
      fc.oneof(
        { weight: 8, arbitrary: fc.record(members, { requiredKeys: required }) },
        { weight: 1, arbitrary: fc.record(members, { requiredKeys: [] }) },
        {
          weight: 2,
          arbitrary: fc.record(more, { requiredKeys: required }),
        },
      ),
    );
  }
  if (item) return mostly(fc.array(valueOf(item, depth), { maxLength: depth > 2 ? 1 : 3 }));
  if (type === "nullable" && wrapped) return fc.oneof(fc.constant(null), valueOf(wrapped, depth));
  if (type === "optional" && wrapped) {
    return fc.oneof({ weight: 4, arbitrary: valueOf(wrapped, depth) }, fc.constant(null));
  }
  if (wrapped) return valueOf(wrapped, depth);
  if (type === "variant" && options) {
    return depth > 3 ? leaf : mostly(fc.oneof(...options.map((option) => valueOf(option, depth + 1))));
  }
  if (getter) return depth > 3 ? leaf : valueOf(getter(), depth + 1);
  if (type === "literal") return mostly(fc.constant((schema as unknown as { literal: unknown }).literal));
  if (type === "string") {
    return mostly(fc.oneof(fc.string(), leaf.filter((value) => typeof value === "string")));
  }
  if (type === "number") return mostly(fc.oneof(fc.nat(), fc.integer(), fc.double()));
  if (type === "boolean") return mostly(fc.boolean());
  return leaf;
}

for (const name of names) {
  Deno.test(`the reader of ${name} accepts what valibot accepts and returns the same`, () => {
    const schema: v.GenericSchema = nativeActions[name].answer();
    fc.assert(
      fc.property(valueOf(schema), (made) => {
        // Answers are parsed from JSON.
        const value: unknown = JSON.parse(JSON.stringify(made) ?? "null");
        const before = JSON.stringify(value);
        const taken = readerOf(schema)(value);
        const outcome = v.safeParse(schema, value);
        // When the reader finds a misfit, valibot checks the value again.
        if (taken !== MISFIT) {
          assert(outcome.success, "the reader accepts only what fits");
          // Valibot keeps undefined members.
          assertEquals(withoutUndefined(taken), withoutUndefined(outcome.output));
        }
        assertStrictEquals(JSON.stringify(value), before, "the answer is not changed");
      }),
      { numRuns: 300 },
    );
  });
}

function withoutUndefined(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const aTrack = { ...unknownTrack({ path: "a", subsong: 0 }), duration: 0.5 };

Deno.test("a reader returns a value that fits without copying it", () => {
  const value = { handles: [aTrack, { ...aTrack }] };
  assertStrictEquals(readerOf(v.object({ handles: v.array(schemaOf(track)) }))(value), value);
});

Deno.test("a reader copies only the parts that change", () => {
  const value = { handles: [aTrack, { ...aTrack, more: 1 }] };
  const taken = readerOf(v.object({ handles: v.array(schemaOf(track)) }))(value) as typeof value;
  assertEquals(taken, { handles: [aTrack, aTrack] } as typeof value);
  assertStrictEquals(taken.handles[0], aTrack);
  assertEquals(Object.hasOwn(value.handles[1] ?? {}, "more"), true);
});

Deno.test("a reader accepts members in any order", () => {
  const reversed = Object.fromEntries(Object.entries(aTrack).reverse());
  assertStrictEquals(readerOf(schemaOf(track))(reversed), reversed);
});

Deno.test("a reader drops a member named __proto__ and changes no prototype", () => {
  const value: unknown = JSON.parse('{"count":1,"__proto__":{"polluted":true}}');
  const taken = readerOf(v.object({ count: v.number() }))(value) as object;
  assertEquals(Object.getOwnPropertyNames(taken), ["count"]);
  assertStrictEquals(Object.getPrototypeOf(taken), Object.prototype);
});

Deno.test("a reader leaves unknown kinds of schemas to valibot", () => {
  const shout = v.pipe(v.string(), v.transform((text) => text.toUpperCase()));
  assertEquals(readerOf(v.object({ a: shout }))({ a: "x" }), { a: "X" });
  assertEquals(readerOf(v.object({ a: v.fallback(v.number(), 7) }))({ a: "x" }), { a: 7 });
  assertEquals(readerOf(v.object({ a: v.pipe(v.number(), v.transform(() => null)) }))({ a: 1 }), { a: null });
  assertEquals(readerOf(v.picklist(["a", "b"]))("c"), MISFIT);
  assertEquals(readerOf(v.object({}))([]), MISFIT);
  assertEquals(readerOf(v.object({ a: v.unknown() }))({}), MISFIT);
});

Deno.test("a reader of bounds includes the bounds", () => {
  const read = readerOf(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(3)));
  assertEquals([0, 1, 3, 4, 1.5, NaN, "2", null].map(read), [
    MISFIT,
    1,
    3,
    MISFIT,
    MISFIT,
    MISFIT,
    MISFIT,
    MISFIT,
  ]);
});

Deno.test("a reader of a pattern accepts matching texts", () => {
  const read = readerOf(v.pipe(v.string(), v.regex(/^a+$/), v.maxLength(2)));
  assertEquals(["a", "aa", "aaa", "b", "", "a\n"].map(read), ["a", "aa", MISFIT, MISFIT, MISFIT, MISFIT]);
});

Deno.test("a reader of a deep tree with unknown members takes linear time", () => {
  const depth = 400;
  let node: unknown = { type: "separator", more: 1 };
  let expected: unknown = { type: "separator" };
  for (let level = 0; level < depth; level++) {
    node = { type: "submenu", label: "x", children: [node], more: 1 };
    expected = { type: "submenu", label: "x", children: [expected] };
  }
  assertEquals(JSON.stringify(readerOf(schemaOf(menuNode))(node)), JSON.stringify(expected));
});

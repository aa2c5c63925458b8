import { schemaOf } from "../../../host_stdio/schema_check.ts";
import "../../support/deadline.ts";
import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import * as v from "valibot";
import { Failure } from "../../../handlers/core/operation.ts";
import { readRows } from "../../../handlers/menu/rows.ts";
import { overlayRow } from "../../../host_stdio/api/shapes.ts";

const plain = { id: "", label: "", type: "normal", enabled: true, checked: false };

/** Parses a row and returns its members except id, label, enabled and checked. */
function rich(given: Record<string, unknown>): unknown {
  const [row] = readRows([given]);
  const { id: _id, label: _label, enabled: _enabled, checked: _checked, ...rest } = row ?? plain;
  return rest;
}

/** Returns the `details` of the failure that some rows cause. */
function excess(items: unknown[]): unknown {
  const failure = assertThrows(() => readRows(items), Failure);
  const details = failure.fields?.["details"];
  assertEquals(failure.message, `menu resource limit exceeded: ${(details as { field: string }).field}`);
  return details;
}

/** Nests rows to a depth, with a given innermost row. */
function nested(depth: number, innermost: Record<string, unknown> = {}): Record<string, unknown> {
  let row = innermost;
  for (let level = 1; level < depth; level++) row = { submenu: [row] };
  return row;
}

Deno.test("unknown keys and keys of other row types are dropped", () => {
  const more = {
    onclick: "x",
    value: 3,
    min: 1,
    max: 2,
    title: "t",
    subtitle: "s",
    segments: [{}],
    extra: { a: 1 },
  };
  assertEquals(readRows([more]), [plain]);
  assertEquals(rich({ ...more, type: "nowplaying" }), { type: "nowplaying", title: "t", subtitle: "s" });
  assertEquals(rich({ ...more, type: "rating" }), { type: "rating", value: 3 });
});

Deno.test("parsing nested rows stops at the first row that is too deep", () => {
  assertEquals(excess([nested(100_000)]), { field: "depth", limit: 8, actual: 9 });
  const text = `${'{"submenu":['.repeat(100_000)}${"]}".repeat(100_000)}`;
  assertEquals(excess([JSON.parse(text)]), { field: "depth", limit: 8, actual: 9 });
});

Deno.test("any rows are refused or become rows that fit the player's schema", () => {
  const key = fc.constantFrom(
    "id",
    "label",
    "type",
    "enabled",
    "checked",
    "iconSvg",
    "submenu",
    "title",
    "subtitle",
  );
  const richKey = fc.constantFrom("value", "min", "max", "segments", "viewBox", "content", "other");
  const type = fc.constantFrom("separator", "nowplaying", "rating", "slider", "segmented");
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      fc.jsonValue({ maxDepth: 0 }),
      type,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.oneof(key, richKey), tie("value"), { maxKeys: 6 }),
    ),
  }));
  fc.assert(fc.property(fc.array(value), (items) => {
    // Rows arrive as JSON.
    const rows = readRows(JSON.parse(JSON.stringify(items)));
    assertEquals(v.parse(v.array(schemaOf(overlayRow)), rows), rows);
    // Parsing already parsed rows changes nothing.
    assertEquals(readRows(JSON.parse(JSON.stringify(rows))), rows);
  }));
});

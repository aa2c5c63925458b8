import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import * as v from "valibot";
import { RowIndex } from "../../../handlers/menu/overlay.ts";
import { readRows } from "../../../handlers/menu/rows.ts";
import { Failure } from "../../../handlers/core/operation.ts";
import { overlayRow } from "../../../host_stdio/shapes.ts";
import {
  MAX_MENU_DEPTH,
  MAX_MENU_ROWS,
  MAX_MENU_SVG_BYTES,
  MAX_ROW_SEGMENTS,
} from "../../../handlers/menu/limits.ts";

const plain = { id: "", label: "", type: "normal", enabled: true, checked: false };

/** What a row becomes beside the defaults of every row. */
function rich(given: Record<string, unknown>): unknown {
  const [row] = readRows([given]);
  const { id: _id, label: _label, enabled: _enabled, checked: _checked, ...rest } = row ?? plain;
  return rest;
}

/** The `details` of the failure that rows end in. */
function excess(items: unknown[]): unknown {
  const failure = assertThrows(() => readRows(items), Failure);
  const details = failure.fields?.["details"];
  assertEquals(failure.message, `menu resource limit exceeded: ${(details as { field: string }).field}`);
  return details;
}

/** Rows nested to a depth, the innermost first put in. */
function nested(depth: number, innermost: Record<string, unknown> = {}): Record<string, unknown> {
  let row = innermost;
  for (let level = 1; level < depth; level++) row = { submenu: [row] };
  return row;
}

Deno.test("a row without anything gets every default", () => {
  assertEquals(readRows([{}]), [plain]);
});

Deno.test("a row keeps what it says", () => {
  const row = { id: "a", label: "A", type: "separator", enabled: false, checked: true, iconSvg: "<svg/>" };
  assertEquals(readRows([row]), [row]);
});

Deno.test("a row of a type that nobody knows keeps its type; an empty type is a normal row", () => {
  assertEquals(rich({ type: "header" }), { type: "header" });
  assertEquals(rich({ type: "" }), { type: "normal" });
});

Deno.test("what a row has in the wrong type counts as not given", () => {
  const wrong = {
    id: 5,
    label: null,
    type: [],
    enabled: "no",
    checked: 1,
    iconSvg: 5,
    submenu: {},
    title: 5,
  };
  assertEquals(readRows([wrong]), [plain]);
});

Deno.test("keys that nobody knows are dropped, and those of another type of row", () => {
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

Deno.test("rows that are no objects are dropped, at every depth", () => {
  const items = [null, 5, "x", [], [{}], true, { id: "a", submenu: [null, { id: "b" }, []] }];
  assertEquals(readRows(items), [{ ...plain, id: "a", submenu: [{ ...plain, id: "b" }] }]);
});

Deno.test("a submenu without rows is no submenu", () => {
  for (const submenu of [[], [null, 5], "x", null]) assertEquals(readRows([{ submenu }]), [plain]);
});

Deno.test("an icon is markup or its two parts, anything else is dropped", () => {
  const parts = { viewBox: "0 0 16 16", content: "<path/>" };
  assertEquals(rich({ iconSvg: "" }), { type: "normal", iconSvg: "" });
  assertEquals(rich({ iconSvg: { ...parts, more: 1 } }), { type: "normal", iconSvg: parts });
  for (const iconSvg of [null, [], {}, { viewBox: "x" }, { content: "x" }, { ...parts, content: 5 }]) {
    assertEquals(rich({ iconSvg }), { type: "normal" });
  }
});

Deno.test("a row nowplaying has a title and a subtitle when they are given", () => {
  assertEquals(rich({ type: "nowplaying" }), { type: "nowplaying" });
  assertEquals(rich({ type: "nowplaying", title: "", subtitle: 5 }), { type: "nowplaying", title: "" });
});

Deno.test("a rating lies from 0 to 5", () => {
  const values = [undefined, null, "3", -1, 0, 3, 5, 6, 1e999];
  assertEquals(
    values.map((value) => (rich({ type: "rating", value }) as { value: number }).value),
    [0, 0, 0, 0, 0, 3, 5, 5, 0],
  );
});

Deno.test("a slider goes from 0 to 100 unless it says otherwise, and its value lies within", () => {
  assertEquals(rich({ type: "slider" }), { type: "slider", value: 0, min: 0, max: 100 });
  assertEquals(rich({ type: "slider", value: 101 }), { type: "slider", value: 100, min: 0, max: 100 });
  assertEquals(rich({ type: "slider", min: -60, max: 0, value: -61 }), {
    type: "slider",
    value: -60,
    min: -60,
    max: 0,
  });
  assertEquals(rich({ type: "slider", min: 20 }), { type: "slider", value: 20, min: 20, max: 100 });
  assertEquals(rich({ type: "slider", min: "1", max: null, value: 0.5 }), {
    type: "slider",
    value: 0.5,
    min: 0,
    max: 100,
  });
});

Deno.test("a slider whose range ends before it begins has its beginning as the only value", () => {
  assertEquals(rich({ type: "slider", min: 10, max: 5, value: 7 }), {
    type: "slider",
    value: 10,
    min: 10,
    max: 10,
  });
});

Deno.test("a segmented row has its segments with defaults, and an index as value only when it is one of theirs", () => {
  const segments = [{ id: "a", label: "A", enabled: false }, {}, null, "x"];
  const filled = [{ id: "a", label: "A", enabled: false }, { id: "", label: "", enabled: true }];
  for (const value of [0, 1]) {
    assertEquals(rich({ type: "segmented", segments, value }), {
      type: "segmented",
      segments: filled,
      value,
    });
  }
  for (const value of [undefined, -1, 2, 0.5, "0", null]) {
    assertEquals(rich({ type: "segmented", segments, value }), { type: "segmented", segments: filled });
  }
  assertEquals(rich({ type: "segmented", segments: "x", value: 0 }), { type: "segmented", segments: [] });
});

Deno.test("a menu has at most 512 rows, those of submenus included and others not counted", () => {
  const rows = (count: number) => Array.from({ length: count }, () => ({}));
  assertEquals(readRows(rows(MAX_MENU_ROWS)).length, 512);
  assertEquals(readRows([...rows(MAX_MENU_ROWS), null, 5]).length, 512);
  assertEquals(excess(rows(MAX_MENU_ROWS + 1)), { field: "items", limit: 512, actual: 513 });
  assertEquals(excess([...rows(500), { submenu: rows(12) }]), { field: "items", limit: 512, actual: 513 });
  readRows([...rows(500), { submenu: rows(11) }]);
});

Deno.test("a menu is at most 8 levels deep", () => {
  assertEquals(readRows([nested(MAX_MENU_DEPTH)]).length, 1);
  assertEquals(excess([nested(MAX_MENU_DEPTH + 1)]), { field: "depth", limit: 8, actual: 9 });
  // What hangs below the eighth level without a row in it is no level.
  readRows([nested(MAX_MENU_DEPTH, { submenu: [null, []] })]);
});

Deno.test("rows nested without end are refused at the first that is too deep", () => {
  assertEquals(excess([nested(100_000)]), { field: "depth", limit: 8, actual: 9 });
  const text = `${'{"submenu":['.repeat(100_000)}${"]}".repeat(100_000)}`;
  assertEquals(excess([JSON.parse(text)]), { field: "depth", limit: 8, actual: 9 });
});

Deno.test("a row has at most 64 segments, counted without what is no segment", () => {
  const row = (count: number) => ({
    type: "segmented",
    segments: [null, ...Array.from({ length: count }, () => ({}))],
  });
  readRows([row(MAX_ROW_SEGMENTS), row(MAX_ROW_SEGMENTS)]);
  assertEquals(excess([row(MAX_ROW_SEGMENTS + 1)]), { field: "segments", limit: 64, actual: 65 });
  // A row that is not segmented has none.
  readRows([{ ...row(MAX_ROW_SEGMENTS + 1), type: "slider" }]);
});

Deno.test("all icons together have at most 262144 bytes in UTF-8", () => {
  const half = "é".repeat(MAX_MENU_SVG_BYTES / 4);
  const rest = "x".repeat(MAX_MENU_SVG_BYTES / 2 - 2);
  readRows([{ iconSvg: half, submenu: [{ iconSvg: { viewBox: "ab", content: rest } }] }]);
  const over = { field: "svgTotal", limit: 262144, actual: 262145 };
  assertEquals(excess([{ iconSvg: half, submenu: [{ iconSvg: { viewBox: "abc", content: rest } }] }]), over);
  assertEquals(excess([{ iconSvg: half }, { iconSvg: `${rest}abc` }]), over);
  readRows([{ iconSvg: half }, { iconSvg: { viewBox: "abc", content: 5, more: half } }, { iconSvg: rest }]);
});

Deno.test("the first value over a limit is reported, in the order of the rows and then of the limits", () => {
  const segments = { type: "segmented", segments: Array.from({ length: 65 }, () => ({})) };
  const icon = { iconSvg: "x".repeat(MAX_MENU_SVG_BYTES + 1) };
  const many = Array.from({ length: 512 }, () => ({}));
  const field = (items: unknown[]) => (excess(items) as { field: string }).field;
  assertEquals(field([{ ...segments, ...icon }, ...many]), "segments");
  assertEquals(field([icon, segments, ...many]), "svgTotal");
  assertEquals(field([...many, { ...segments, ...icon }]), "items");
  assertEquals(field([nested(9, { ...segments, ...icon })]), "depth");
  assertEquals(field([...many.slice(8), nested(9)]), "items");
});

Deno.test("whatever a page gives is refused or becomes rows that the player's schema takes unchanged", () => {
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
    // Only JSON arrives.
    const rows = readRows(JSON.parse(JSON.stringify(items)));
    assertEquals(v.parse(v.array(overlayRow), rows), rows);
    // The rows that were read are read as themselves.
    assertEquals(readRows(JSON.parse(JSON.stringify(rows))), rows);
  }));
});

/** What can be done with rows. */
function index(...items: unknown[]): RowIndex {
  return new RowIndex(readRows(items));
}

Deno.test("a row that is enabled and has an id can be chosen", () => {
  const rows = index({ id: "a" }, { id: "b", submenu: [{ id: "c", checked: true }] }, {
    id: "n",
    type: "nowplaying",
  });
  assertEquals(["a", "c", "n"].map((id) => rows.isSelectable(id)), [true, true, true]);
});

Deno.test("a row that is unknown, disabled, a parent, a separator or has a value cannot be chosen", () => {
  const rows = index(
    { id: "off", enabled: false },
    { id: "parent", submenu: [{ id: "x" }] },
    { id: "line", type: "separator" },
    { id: "rating", type: "rating" },
    { id: "slider", type: "slider" },
    { id: "segmented", type: "segmented", segments: [{ id: "segment" }] },
    { label: "no id" },
    { id: "closed", enabled: false, submenu: [{ id: "below" }] },
  );
  const ids = [
    "unknown",
    "off",
    "parent",
    "line",
    "rating",
    "slider",
    "segmented",
    "segment",
    "",
    "closed",
    "below",
  ];
  assertEquals(ids.filter((id) => rows.isSelectable(id)), []);
});

Deno.test("a rating takes 0 to 5", () => {
  const rows = index({ id: "r", type: "rating" });
  assertEquals([-1, 0, 5, 6].map((value) => rows.takesValue("r", value)), [false, true, true, false]);
});

Deno.test("a slider takes its range", () => {
  const rows = index({ id: "s", type: "slider", min: -10, max: 10 }, { id: "d", type: "slider" });
  assertEquals([-11, -10, 10, 11].map((value) => rows.takesValue("s", value)), [false, true, true, false]);
  assertEquals([-1, 0, 100, 101].map((value) => rows.takesValue("d", value)), [false, true, true, false]);
});

Deno.test("a segmented row takes the indices of its enabled segments", () => {
  const rows = index({ id: "s", type: "segmented", segments: [{}, { enabled: false }, {}] });
  assertEquals([-1, 0, 1, 2, 3].map((value) => rows.takesValue("s", value)), [
    false,
    true,
    false,
    true,
    false,
  ]);
});

Deno.test("a row nowplaying, which has no range, takes any value", () => {
  const rows = index({ id: "n", type: "nowplaying" });
  assertEquals([-5, 0, 1000].map((value) => rows.takesValue("n", value)), [true, true, true]);
});

Deno.test("a row that is unknown, plain, disabled or without id takes no value", () => {
  const rows = index(
    { id: "plain" },
    { id: "off", type: "rating", enabled: false },
    { type: "rating" },
    { id: "closed", enabled: false, submenu: [{ id: "below", type: "rating" }] },
  );
  assertEquals(["unknown", "plain", "off", "", "below"].filter((id) => rows.takesValue(id, 1)), []);
});

Deno.test("of several rows with one id, one that can be chosen or takes the value is enough", () => {
  const rows = index(
    { id: "x", enabled: false },
    { id: "x", type: "rating" },
    { id: "x", type: "slider", min: 10, max: 20 },
    { id: "x" },
  );
  assertEquals(rows.isSelectable("x"), true);
  assertEquals([5, 7, 15, 21].map((value) => rows.takesValue("x", value)), [true, false, true, false]);
});

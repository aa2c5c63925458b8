import "../support/deadline.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { OverlayRow } from "../../host_stdio/api/shapes.ts";
import {
  canChoose,
  iconAddress,
  indexByLetter,
  levelOf,
  nextIndex,
  rowAt,
  valueByKey,
} from "../../playground/page/overlay_rows.ts";

function row(more: Partial<OverlayRow> = {}): OverlayRow {
  return { id: "", label: "", type: "normal", enabled: true, checked: false, ...more };
}

const separator = row({ type: "separator" });

Deno.test("the focus skips separators, wraps around, and stops at disabled rows", () => {
  const rows = [separator, row(), separator, row({ enabled: false }), separator];
  assertEquals([nextIndex(rows, -1, 1), nextIndex(rows, 1, 1), nextIndex(rows, 3, 1)], [1, 3, 1]);
  assertEquals([nextIndex(rows, 0, -1), nextIndex(rows, 1, -1), nextIndex(rows, 3, -1)], [3, 3, 1]);
  assertEquals([nextIndex([], -1, 1), nextIndex([separator], -1, 1), nextIndex([separator], 0, -1)], [
    -1,
    -1,
    -1,
  ]);
});

Deno.test("a letter finds the next row that begins with it, wrapping around", () => {
  const rows = [row({ label: "Copy" }), separator, row({ label: "cut" }), row({ label: "Paste" })];
  assertEquals(["c", "C", "p", "x"].map((letter) => indexByLetter(rows, 0, letter)), [2, 2, 3, -1]);
  assertEquals(indexByLetter(rows, 2, "c"), 0);
});

Deno.test("rows are found by their paths", () => {
  const rows = [row(), row({ submenu: [row(), row({ id: "deep" })] })];
  assertEquals(rowAt(rows, [1, 1])?.id, "deep");
  assertEquals(levelOf(rows, [1, 0]).length, 2);
  assertEquals([rowAt(rows, []), rowAt(rows, [0, 0]), rowAt(rows, [7, 7])], [
    undefined,
    undefined,
    undefined,
  ]);
});

Deno.test("disabled rows and rows with a submenu or a value are not chosen", () => {
  assertEquals(canChoose(row()), true);
  assertEquals(canChoose(row({ type: "nowplaying" })), true);
  for (const no of [row({ enabled: false }), row({ submenu: [row()] }), separator, row({ type: "slider" })]) {
    assertEquals(canChoose(no), false);
  }
});

Deno.test("a rating changes by arrow keys and digits, from 0 to 5", () => {
  const rating = row({ type: "rating" });
  assertEquals([
    valueByKey(rating, 3, "ArrowRight"),
    valueByKey(rating, 3, "ArrowLeft"),
    valueByKey(rating, 3, "0"),
  ], [4, 2, 0]);
  assertEquals([
    valueByKey(rating, 5, "ArrowRight"),
    valueByKey(rating, 0, "ArrowLeft"),
    valueByKey(rating, 3, "6"),
  ], [
    undefined,
    undefined,
    undefined,
  ]);
  assertEquals(valueByKey({ ...rating, enabled: false }, 3, "ArrowRight"), undefined);
});

Deno.test("a slider moves by integers within any range", () => {
  const slider = row({ type: "slider", min: -0.5, max: 20.5 });
  const values = ["ArrowRight", "ArrowLeft", "PageUp", "PageDown", "Home", "End"].map((key) =>
    valueByKey(slider, 10, key)
  );
  assertEquals(values, [11, 9, 12, 8, 0, 20]);
  assertEquals([
    valueByKey(slider, 20, "ArrowRight"),
    valueByKey(slider, 0, "Home"),
    valueByKey(slider, 3, "x"),
  ], [
    undefined,
    undefined,
    undefined,
  ]);
});

Deno.test("disabled segments are skipped, and the first key chooses the first segment", () => {
  const segments = [true, false, true].map((enabled) => ({ id: "", label: "", enabled }));
  const segmented = row({ type: "segmented", segments });
  assertEquals([valueByKey(segmented, 0, "ArrowRight"), valueByKey(segmented, 2, "ArrowLeft")], [2, 0]);
  assertEquals([valueByKey(segmented, 2, "ArrowRight"), valueByKey(segmented, 0, "ArrowLeft")], [
    undefined,
    undefined,
  ]);
  assertEquals(valueByKey(segmented, undefined, "ArrowRight"), 0);
});

Deno.test("an icon becomes an image, from a whole element or its content", () => {
  const textOf = (icon: Parameters<typeof iconAddress>[0]) =>
    decodeURIComponent(iconAddress(icon, "red").split(",")[1] ?? "");
  assertEquals(
    textOf({ viewBox: "0 0 8 8", content: "<g/>" }),
    '<svg xmlns="http://www.w3.org/2000/svg" color="red" viewBox="0 0 8 8"><g/></svg>',
  );
  assertEquals(
    textOf('<svg xmlns="http://www.w3.org/2000/svg" width="8"><g/></svg>'),
    '<svg xmlns="http://www.w3.org/2000/svg" color="red" width="8"><g/></svg>',
  );
  assertStringIncludes(textOf({ viewBox: '"><script>', content: "" }), 'viewBox="&quot;>&lt;script>"');
  assertEquals(iconAddress('"onerror="x', "red").includes('"'), false);
});

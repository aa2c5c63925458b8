import { assertEquals } from "@std/assert";
import * as resources from "../../handlers/menu/limits.ts";

Deno.test("the menu's limits are those of the specification", () => {
  assertEquals(resources.MAX_MENU_ROWS, 512);
  assertEquals(resources.MAX_MENU_DEPTH, 8);
  assertEquals(resources.MAX_ROW_SEGMENTS, 64);
  assertEquals(resources.MAX_MENU_SVG_BYTES, 256 * 1024);
  assertEquals(resources.MAX_MENU_CSS_BYTES, 256 * 1024);
  assertEquals(resources.CLOSE_ANIMATION_MAX_MS, 1000);
});

Deno.test("clampCloseAnimation gives whole milliseconds from 0 to 1000", () => {
  for (
    const [value, expected] of [
      [0, 0],
      [-0, 0],
      [-0.5, 0],
      [-1, 0],
      [-Infinity, 0],
      [1, 1],
      [999.9, 999],
      [1000, 1000],
      [1001, 1000],
      [1e300, 1000],
      [Infinity, 1000],
    ] as const
  ) {
    assertEquals(resources.clampCloseAnimation(value), expected);
    assertEquals(Object.is(resources.clampCloseAnimation(value), -0), false);
  }
});

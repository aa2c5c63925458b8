import { assertEquals } from "@std/assert";
import { isPathTooLong, MAX_PATH_LENGTH, pathTooLong, urlTooLong } from "../../limits/paths.ts";

Deno.test("isPathTooLong takes 2048 UTF-16 code units and no more", () => {
  assertEquals(MAX_PATH_LENGTH, 2048);
  assertEquals(isPathTooLong(""), false);
  assertEquals(isPathTooLong("a".repeat(2048)), false);
  assertEquals(isPathTooLong("a".repeat(2049)), true);
  // Two code units each.
  assertEquals(isPathTooLong("𝄞".repeat(1024)), false);
  assertEquals(isPathTooLong("𝄞".repeat(1024) + "a"), true);
  // Three bytes each, but one code unit.
  assertEquals(isPathTooLong("あ".repeat(2048)), false);
});

Deno.test("the texts for too long paths and URLs name the limit", () => {
  assertEquals(urlTooLong, "URL exceeds maximum length (2048)");
  assertEquals(pathTooLong("paths[3]"), "paths[3] exceeds maximum length (2048)");
});

import { assertEquals } from "@std/assert";
import { DEFAULT_LOG_LINES } from "../../limits/log_lines.ts";
import { batchTooLarge, MAX_PRELOAD_ENTRIES } from "../../limits/preload_batch.ts";
import { DEFAULT_SELECTION_LIMIT } from "../../limits/selection_page.ts";
import { SELECTION_CHANGED_INTERVAL } from "../../limits/throttle.ts";

Deno.test("the defaults and limits are those of the specification", () => {
  assertEquals(DEFAULT_LOG_LINES, 100);
  assertEquals(DEFAULT_SELECTION_LIMIT, 100);
  assertEquals(SELECTION_CHANGED_INTERVAL, 50);
  assertEquals(MAX_PRELOAD_ENTRIES, 10000);
  assertEquals(batchTooLarge, "Batch exceeds maximum size (10000)");
});

import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { batchTooLarge, MAX_PRELOAD_ENTRIES } from "../../handlers/jit_queue/mod.ts";
import { DEFAULT_LOG_LINES } from "../../handlers/log/limits.ts";
import {
  DEFAULT_SELECTION_LIMIT,
  SELECTION_CHANGED_INTERVAL,
} from "../../handlers/selection/selection_changes.ts";

Deno.test("the defaults and limits are the specification's", () => {
  assertEquals(DEFAULT_LOG_LINES, 100);
  assertEquals(DEFAULT_SELECTION_LIMIT, 100);
  assertEquals(SELECTION_CHANGED_INTERVAL, 50);
  assertEquals(MAX_PRELOAD_ENTRIES, 10000);
  assertEquals(batchTooLarge, "Batch exceeds maximum size (10000)");
});

import { assert, assertEquals, assertLess } from "@std/assert";
import { canTell } from "../../tools/support/process_facts.ts";
import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";
import {
  fillWithCalls,
  floodWithEvents,
  type LoadReport,
  neverRead,
  openPanels,
  writeBeforeReading,
} from "./support/load.ts";

setDeadline(120_000);

const MIB = 1024 * 1024;

/** Checks the peak memory. It is about 60 MiB without load; each test adds the memory that its load may take. */
function assertPeak({ peak }: LoadReport, most: number): void {
  if (canTell) assertLess(peak, most);
}

Deno.test("a player that writes 100 MB before it reads is served or refused", () =>
  inDirectory(async (directory) => {
    const report = await writeBeforeReading(100, directory);
    assertEquals(report.answered + report.refused, 80);
    // Up to 64 MiB of answers, 2 MiB each, are queued before calls are refused.
    assert(report.answered >= 32 && report.refused > 0);
    assertPeak(report, 400 * MIB);
  }));

Deno.test("calls of a player that never reads are refused, then reading pauses, and memory stays bounded", () =>
  inDirectory(async (directory) => {
    const report = await neverRead(20_000, MIB, directory);
    assertEquals(report.answered + report.refused, 20_000);
    assert(report.answered > 0 && report.refused > 0);
    // If reading did not pause, 40 MB of answers would be queued.
    assertPeak(report, 150 * MIB);
  }));

Deno.test("1,000 panels call, open menus and close, and each gets its answers", () =>
  inDirectory(async (directory) => {
    const report = await openPanels(1000, directory);
    assertEquals([report.answered, report.refused], [4000, 0]);
    assertPeak(report, 200 * MIB);
  }));

Deno.test("10,000 calls in flight are all answered, and other calls are served meanwhile", () =>
  inDirectory(async (directory) => {
    const report = await fillWithCalls(10_000, directory);
    assertEquals([report.answered, report.refused], [10_001, 0]);
    assertPeak(report, 300 * MIB);
  }));

// Shows: They are also refused while 65,536 calls are in flight or 65,536 native actions are unanswered.

// tests/host_stdio/connection_test.ts tests the limit itself.
Deno.test({
  name: "of 70,000 calls in flight, those over the limit are refused" + leftOut("it takes long"),
  ignore: !TEST_ALL,
  fn: () =>
    inDirectory(async (directory) => {
      const report = await fillWithCalls(70_000, directory);
      assertEquals([report.answered, report.refused], [65_536, 70_000 - 65_536]);
      assertPeak(report, 600 * MIB);
    }),
});

Deno.test("100,000 events reach a slow reader in order, and memory stays bounded", () =>
  inDirectory(async (directory) => {
    const report = await floodWithEvents(100_000, MIB, directory);
    assertEquals(report.answered, 1);
    assertPeak(report, 200 * MIB);
  }));

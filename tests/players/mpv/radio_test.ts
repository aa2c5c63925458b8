import { assert, assertEquals } from "@std/assert";
import { setDeadline } from "../../support/deadline.ts";
import { TEST_ALL } from "../../support/test_all.ts";
import { playRadio } from "./radio.ts";
import { mpvTest } from "./real_mpv.ts";

setDeadline(600_000);

mpvTest("a radio with dead urls and skips plays on, and leaves the user's playlist and order", async () => {
  const transcript: string[] = [];
  const log = (line: string): void => void transcript.push(line);
  const report = await playRadio({ seconds: 20, seed: 7, dead: 0.4, skipEvery: 4, log });
  const story = transcript.join("\n");
  assert(report.started >= 4, story);
  assert(report.skips >= 2, story);
  assert(report.dead.length >= 2, story);
  assertEquals(report.refusals, [], story);
  // Exactly the dead urls were reported, each once.
  const owed = report.dead.filter((id) => !report.left.has(id) || report.failed.includes(id));
  assertEquals(report.failed.toSorted(), owed.toSorted(), story);
  assert(report.failed.length > 0, story);
  assert(["Active", "WaitingNext", "Exhausted"].includes(report.lastState), story);
  assertEquals(report.after, report.before);
}, TEST_ALL ? undefined : "it plays for 20 seconds: set TONEARM_TEST_ALL=1");

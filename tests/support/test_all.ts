import "./deadline.ts";
import type { LongPart } from "../../tools/long.ts";
import { tempDirectory } from "./temp_directory.ts";

/** Whether `TONEARM_TEST_ALL` is set, as in `.ci/run`: runs the slow tests too. */
export const TEST_ALL: boolean = Deno.env.has("TONEARM_TEST_ALL");

/** The deadline of a slow test, in milliseconds. */
const SLOW_MS = 600_000;

const long = new Set(Deno.env.get("TONEARM_TEST_LONG")?.split(","));

/** Why a slow test is ignored; undefined when all tests run. */
export function whySlow(what: string): string | undefined {
  return TEST_ALL ? undefined : `${what}: set TONEARM_TEST_ALL=1`;
}

/** Suffix of the name of a test that is left out, or checks less, unless all tests run. */
export function leftOut(what: string): string {
  return TEST_ALL ? "" : ` [left out: ${whySlow(what)}]`;
}

/** Why a test of `deno task long` is ignored; undefined when its part runs. */
export function whyLong(part: LongPart, what: string): string | undefined {
  return long.has(part) ? undefined : `${what}: deno task long ${part}`;
}

/** Defines a test that is left out, and says so in its name, unless all tests run. */
export function slowTest(name: string, what: string, fn: () => Promise<void>): void {
  Deno.test({ name: name + leftOut(what), ignore: !TEST_ALL, timeout: SLOW_MS, fn });
}

/** Defines a test that is left out, and says so in its name, when something is missing. */
export function testUnless(
  missing: string | undefined,
  name: string,
  fn: (test: Deno.TestContext) => Promise<void>,
  timeout?: number,
): void {
  const suffix = missing === undefined ? "" : ` [left out: ${missing}]`;
  Deno.test({ name: name + suffix, ignore: missing !== undefined, ...timeout && { timeout }, fn });
}

/** Defines such a test, which gets a directory of its own. */
export function directoryTest(
  name: string,
  missing: string | undefined,
  fn: (directory: string) => Promise<void>,
): void {
  testUnless(missing, name, async () => {
    await using temporary = await tempDirectory();
    await fn(temporary.path);
  });
}

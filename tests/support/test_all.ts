/** Whether `TONEARM_TEST_ALL` is set, as in `.ci/run`: runs the slow tests too. */
export const TEST_ALL: boolean = Deno.env.has("TONEARM_TEST_ALL");

/** Why a slow test is ignored; undefined when all tests run. */
export function whySlow(what: string): string | undefined {
  return TEST_ALL ? undefined : `${what}: set TONEARM_TEST_ALL=1`;
}

/** Suffix of the name of a test that is left out, or checks less, unless all tests run. */
export function leftOut(what: string): string {
  return TEST_ALL ? "" : ` [left out: ${whySlow(what)}]`;
}

/** Defines a test that is left out, and says so in its name, unless all tests run. */
export function slowTest(name: string, what: string, fn: () => Promise<void>): void {
  Deno.test({ name: name + leftOut(what), ignore: !TEST_ALL, fn });
}

/** Whether `TONEARM_TEST_ALL` is set, as in `.ci/run`: runs the slow tests too. */
export const TEST_ALL: boolean = Deno.env.has("TONEARM_TEST_ALL");

/** Suffix of the name of a test that is left out, or checks less, unless all tests run. */
export function leftOut(what: string): string {
  return TEST_ALL ? "" : ` [left out: ${what}: set TONEARM_TEST_ALL=1]`;
}

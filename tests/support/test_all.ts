/** Whether `TONEARM_TEST_ALL` is set, as in `.ci/run`: runs the slow tests too. */
export const TEST_ALL: boolean = Deno.env.has("TONEARM_TEST_ALL");

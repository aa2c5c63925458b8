/** Whether `TONEARM_TEST_ALL` asks for the tests that take longer than all others: `.ci/run` sets it. */
export const TEST_ALL: boolean = Deno.env.has("TONEARM_TEST_ALL");

/** `deno task long`: the tests that take longer than a run of all tests may, or the named parts of them. */

import { exitWithUsageError, optionsOrExit } from "./support/options.ts";
import { runShown } from "./support/process.ts";
import { root } from "./tree.ts";

/** The parts, with the test files that have more to do in them. */
export const longParts = {
  browser: ["tests/playground/page_test.ts", "tests/tools/site/site_test.ts"],
  cpp: ["tests/clients/cpp/"],
  endurance: ["tests/players/audacious/endurance_test.ts"],
  faults: ["tests/faults/"],
  life: ["tests/radio/radio_test.ts"],
  operation: ["tests/tools/one_operation_test.ts"],
  radio: ["tests/radio/two_panels_test.ts"],
} as const;

/** A part of the long tests. */
export type LongPart = keyof typeof longParts;

if (import.meta.main) await main();

async function main(): Promise<void> {
  const { operands } = optionsOrExit({
    name: "long",
    operands: true,
    usage: `Runs the tests that take long.

Usage: deno task long [part...]

Parts, all when none is named:
  browser    every operation from its form in the playground, every example on the site
  cpp        every fixture through the C++ library
  endurance  rounds of reloads, killed bridges and restarted plugins in Audacious
  faults     more random frames, kills, growth of messages and traffic
  life       five thousand simulated hours of radio, with all that listeners and players do
  operation  the whole suite in a clone with one more operation
  radio      forty simulated runs of two pages that compete for the radio

Exit codes: those of deno test; 2 the command line is wrong.
`,
    options: {},
  });
  const unknown = operands.find((part) => !Object.hasOwn(longParts, part));
  if (unknown !== undefined) exitWithUsageError("long", `there is no part ${unknown}`);
  const parts = Object.entries(longParts).filter(([name]) =>
    operands.length === 0 || operands.includes(name)
  );
  const flags = ["test", "--parallel", "--no-check", "--allow-all"];
  const code = await runShown(Deno.execPath(), [...flags, ...parts.flatMap(([, files]) => files)], {
    cwd: root,
    env: { TONEARM_TEST_ALL: "1", TONEARM_TEST_LONG: parts.map(([name]) => name).join() },
    deadlineMs: 3_600_000,
  });
  Deno.exit(code);
}

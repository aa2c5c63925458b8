/**
 * `deno task replay [files or folders]`: replays fixtures in process and against the bridge process, and prints the differences
 * (docs/faults.md).
 */

import { bold, dim, green, red } from "@std/fmt/colors";
import { showDifferences } from "./fixtures/diff.ts";
import type { Fixture } from "./fixtures/fixture.ts";
import { findFixtures, fixturesFolder, readFixtures } from "./fixtures/load_fixtures.ts";
import { CONCURRENT_PROCESSES, type Mode, modes, replayAll } from "./fixtures/replay.ts";
import {
  exitWithUsageError,
  optionsOrExit,
  switchOption,
  textOption,
  UsageError,
} from "./support/options.ts";
import { chooseColors, print } from "./terminal.ts";

const usage = `Replays fixtures against the bridge and prints the differences.

Usage: deno task replay [flags] [files or folders]

Without files or folders, all of fixtures/ is replayed: first in process with a manual clock,
then against the bridge process in its sandbox.

Flags:
  --in-process     in process only
  --process        against the process only
  --filter=TEXT    only fixtures whose path or title contains the text
  --help           this text

Exit codes:
  0  every fixture holds
  1  a fixture does not hold or cannot be read
  2  the command line is wrong
`;

function printLines(...lines: string[]): void {
  print(lines.map((line) => `${line}\n`).join(""));
}

/** Replays in one mode; prints the differences and a summary line. Returns how many fixtures do not hold. */
async function replayIn(
  mode: Mode,
  fixtures: readonly Fixture[],
  shownBefore: Map<string, string>,
): Promise<number> {
  const begin = performance.now();
  const where = mode === "process" ? "against the process" : mode;
  let different = 0;
  const skipped: string[] = [];
  for await (const { fixture, skipped: reason, differences } of replayAll(fixtures, mode)) {
    const { file } = fixture.document;
    if (reason !== undefined) skipped.push(dim(`  skipped: ${file}: ${reason}`));
    if (differences.length === 0) continue;
    different++;
    const [head = "", ...rest] = showDifferences(fixture, where, differences);
    const same = shownBefore.get(file) === rest.join("\n");
    printLines("", head, ...same ? [dim("  the same as in process")] : rest);
    shownBefore.set(file, rest.join("\n"));
  }
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const parts = [
    `${fixtures.length - different - skipped.length} hold`,
    ...different > 0 ? [red(`${different} do not`)] : [],
    ...skipped.length > 0 ? [`${skipped.length} skipped`] : [],
  ];
  const pace = dim(`(${seconds} s${mode === "process" ? `, ${CONCURRENT_PROCESSES} at a time` : ""})`);
  printLines(
    "",
    ...skipped,
    `${different === 0 ? green("✓") : red("✗")} ${bold(where)}: ${parts.join(", ")} ${pace}`,
  );
  return different;
}

chooseColors();
const { "in-process": inProcess, process, filter, operands } = optionsOrExit({
  name: "replay",
  usage,
  options: { "in-process": switchOption(), process: switchOption(), filter: textOption("") },
  operands: true,
});
if (inProcess && process) {
  exitWithUsageError("replay", "--in-process and --process exclude each other; without them, both are done");
}
const files = await findFixtures(operands.length > 0 ? operands : [fixturesFolder]).catch((error) => {
  if (error instanceof UsageError) exitWithUsageError("replay", error.message);
  throw error;
});
const { fixtures: all, errors } = await readFixtures(files);
const fixtures = all.filter(({ title, document: { file } }) =>
  title.includes(filter) || file.includes(filter)
);
for (const { message } of errors) printLines(`${red("✗")} ${message}`);
if (fixtures.length === 0) {
  if (errors.length > 0) Deno.exit(1);
  exitWithUsageError("replay", `no fixture has ${JSON.stringify(filter)} in its path or title`);
}
let failed = errors.length;
const shown = new Map<string, string>();
for (const mode of modes.filter((mode) => inProcess === process || process === (mode === "process"))) {
  failed += await replayIn(mode, fixtures, shown);
}
if (failed > 0) Deno.exit(1);

/**
 * `deno task replay [files or folders]`: replays fixtures in process and against the bridge process, and prints the differences
 * (docs/faults.md).
 */

import { bold, dim, green, red } from "@std/fmt/colors";
import { showDifferences } from "./fixtures/diff.ts";
import type { Fixture } from "./fixtures/fixture.ts";
import { findFixtures, FixtureNotFoundError, fixturesFolder } from "./fixtures/load_fixtures.ts";
import { CONCURRENT_PROCESSES, type Mode, modes, readFixtures, replayAll } from "./fixtures/replay.ts";
import { exitWithUsageError, optionsOrExit, switchOption, textOption } from "./support/options.ts";
import { chooseColors } from "./terminal.ts";

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

const EXIT_DIFFERENT = 1;
/** Progress is shown after this time, in milliseconds. */
const PROGRESS_AFTER_MS = 2000;

const encoder = new TextEncoder();
const interactive = Deno.stdout.isTerminal() && Deno.stderr.isTerminal();
chooseColors();

function print(...lines: string[]): void {
  clearProgress();
  const bytes = encoder.encode(lines.map((line) => `${line}\n`).join(""));
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

let progressShown = false;

function showProgress(text: string): void {
  Deno.stderr.writeSync(encoder.encode(`\r\x1b[K${text}`));
  progressShown = true;
}

function clearProgress(): void {
  if (progressShown) Deno.stderr.writeSync(encoder.encode("\r\x1b[K"));
  progressShown = false;
}

interface Options {
  readonly paths: readonly string[];
  readonly modes: readonly Mode[];
  readonly filter: string;
}

function readOptions(): Options {
  const options = optionsOrExit({
    name: "replay",
    usage,
    options: {
      "in-process": switchOption(),
      process: switchOption(),
      filter: textOption(""),
    },
    operands: true,
  });
  const { process, filter, operands: paths } = options;
  if (options["in-process"] && process) {
    refuse("--in-process and --process exclude each other; without them, both are done");
  }
  const inProcess = options["in-process"];
  const chosen = modes.filter((mode) =>
    inProcess === process || mode === (process ? "process" : "in process")
  );
  return { paths, modes: chosen, filter };
}

function refuse(reason: string): never {
  exitWithUsageError("replay", reason);
}

async function listFiles(paths: readonly string[]): Promise<string[]> {
  try {
    return await findFixtures(paths.length > 0 ? paths : [fixturesFolder]);
  } catch (error) {
    if (error instanceof FixtureNotFoundError) refuse(error.message);
    throw error;
  }
}

/** Replays in one mode; prints the differences and a summary line. Returns how many fixtures do not hold. */
async function replayIn(
  mode: Mode,
  fixtures: readonly Fixture[],
  shownBefore: Map<string, string>,
): Promise<number> {
  const begin = performance.now();
  let different = 0;
  const skipped: string[] = [];
  let done = 0;
  for await (const { fixture, outcome } of replayAll(fixtures, mode)) {
    done++;
    const { file } = fixture.document;
    if (outcome.kind === "skipped") skipped.push(`${file}: ${outcome.reason}`);
    if (outcome.kind === "different") {
      different++;
      const [head = "", ...rest] = showDifferences(fixture, nameOf(mode), outcome.differences);
      const same = shownBefore.get(file) === rest.join("\n");
      print("", head, ...same ? [dim("  the same as in process")] : rest);
      shownBefore.set(file, rest.join("\n"));
    }
    if (interactive && performance.now() - begin > PROGRESS_AFTER_MS) {
      showProgress(`${nameOf(mode)}: ${done} of ${fixtures.length}, ${different} different`);
    }
  }
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const parts = [
    `${fixtures.length - different - skipped.length} hold`,
    ...different > 0 ? [red(`${different} do not`)] : [],
    ...skipped.length > 0 ? [`${skipped.length} skipped`] : [],
  ];
  const pace = mode === "process" ? `, ${CONCURRENT_PROCESSES} at a time` : "";
  print(
    "",
    ...skipped.map((line) => dim(`  skipped: ${line}`)),
    `${different === 0 ? green("✓") : red("✗")} ${bold(nameOf(mode))}: ${parts.join(", ")} ${
      dim(`(${seconds} s${pace})`)
    }`,
  );
  return different;
}

function nameOf(mode: Mode): string {
  return mode === "process" ? "against the process" : mode;
}

const options = readOptions();
const files = await listFiles(options.paths);
const { fixtures: all, errors } = await readFixtures(files);
const fixtures = all.filter(({ title, document }) =>
  title.includes(options.filter) || document.file.includes(options.filter)
);
for (const error of errors) print(`${red("✗")} ${error.message}`);
if (fixtures.length === 0) {
  if (errors.length > 0) Deno.exit(EXIT_DIFFERENT);
  refuse(`no fixture has ${JSON.stringify(options.filter)} in its path or title`);
}
let failed = errors.length;
const shown = new Map<string, string>();
for (const mode of options.modes) {
  failed += await replayIn(mode, fixtures, shown);
}
if (failed > 0) Deno.exit(EXIT_DIFFERENT);

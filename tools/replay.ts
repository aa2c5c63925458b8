/**
 * `deno task replay [files or folders]`: replays fixtures in process and against the bridge process, and prints the differences
 * (docs/faults.md).
 */

import { bold, dim, green, red } from "@std/fmt/colors";
import { lineDiff, showDifferences, showLine } from "./fixtures/diff.ts";
import { type Fixture, readFixture } from "./fixtures/fixture.ts";
import { PlacedError } from "./fixtures/jsonc.ts";
import { layOut } from "./fixtures/lay_out.ts";
import {
  findFixtures,
  FixtureNotFoundError,
  fixturesFolder,
  namedStepsBeside,
} from "./fixtures/load_fixtures.ts";
import {
  CONCURRENT_PROCESSES,
  type Mode,
  modes,
  readFixtures,
  replay,
  replayAll,
} from "./fixtures/replay.ts";
import { updatedText } from "./fixtures/update.ts";
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
  --update         write what the bridge does in process into the fixtures, and print the changes;
                   messages without a step are appended at the end, to be moved by hand
  --lay-out        write each step of the fixtures on a line of its own, and replay nothing
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
  readonly update: boolean;
  readonly layOut: boolean;
}

function readOptions(): Options {
  const options = optionsOrExit({
    name: "replay",
    usage,
    options: {
      "in-process": switchOption(),
      process: switchOption(),
      filter: textOption(""),
      update: switchOption(),
      "lay-out": switchOption(),
    },
    operands: true,
  });
  const { process, filter, update, operands: paths } = options;
  if (options["in-process"] && process) {
    refuse("--in-process and --process exclude each other; without them, both are done");
  }
  if (update && process) refuse("--update replays in process; leave out --process");
  if (options["lay-out"] && (process || options["in-process"] || update)) {
    refuse("--lay-out replays nothing; leave out --in-process, --process and --update");
  }
  const inProcess = update || options["in-process"];
  const chosen = modes.filter((mode) =>
    inProcess === process || mode === (process ? "process" : "in process")
  );
  return { paths, modes: chosen, filter, update, layOut: options["lay-out"] };
}

function refuse(reason: string): never {
  exitWithUsageError("replay", reason);
}

async function listFiles(paths: readonly string[], namedSteps: boolean): Promise<string[]> {
  try {
    return await findFixtures(paths.length > 0 ? paths : [fixturesFolder], { namedSteps });
  } catch (error) {
    if (error instanceof FixtureNotFoundError) refuse(error.message);
    throw error;
  }
}

/** Replays in one mode; prints the differences and a summary line. Returns the fixtures that do not hold. */
async function replayIn(
  mode: Mode,
  fixtures: readonly Fixture[],
  shownBefore: Map<string, string>,
): Promise<Fixture[]> {
  const begin = performance.now();
  const different: Fixture[] = [];
  const skipped: string[] = [];
  let done = 0;
  for await (const { fixture, outcome } of replayAll(fixtures, mode)) {
    done++;
    const { file } = fixture.document;
    if (outcome.kind === "skipped") skipped.push(`${file}: ${outcome.reason}`);
    if (outcome.kind === "different") {
      different.push(fixture);
      const [head = "", ...rest] = showDifferences(fixture, nameOf(mode), outcome.differences);
      const same = shownBefore.get(file) === rest.join("\n");
      print("", head, ...same ? [dim("  the same as in process")] : rest);
      shownBefore.set(file, rest.join("\n"));
    }
    if (interactive && performance.now() - begin > PROGRESS_AFTER_MS) {
      showProgress(`${nameOf(mode)}: ${done} of ${fixtures.length}, ${different.length} different`);
    }
  }
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const parts = [
    `${fixtures.length - different.length - skipped.length} hold`,
    ...different.length > 0 ? [red(`${different.length} do not`)] : [],
    ...skipped.length > 0 ? [`${skipped.length} skipped`] : [],
  ];
  const pace = mode === "process" ? `, ${CONCURRENT_PROCESSES} at a time` : "";
  print(
    "",
    ...skipped.map((line) => dim(`  skipped: ${line}`)),
    `${different.length === 0 ? green("✓") : red("✗")} ${bold(nameOf(mode))}: ${parts.join(", ")} ${
      dim(`(${seconds} s${pace})`)
    }`,
  );
  return different;
}

function nameOf(mode: Mode): string {
  return mode === "process" ? "against the process" : mode;
}

/** Rewrites fixtures. Returns the number of fixtures that would still not hold, which stay as they are. */
async function update(fixtures: readonly Fixture[]): Promise<number> {
  let failed = 0;
  for (const fixture of fixtures) {
    const { file, text: before } = fixture.document;
    const after = await updatedText(fixture);
    const reason = await reasonAgainst(file, after);
    const changes = lineDiff(before.trimEnd().split("\n"), after.trimEnd().split("\n"));
    print("", ...changes.map((line) => `    ${showLine(line)}`));
    if (reason === undefined) {
      await Deno.writeTextFile(file, after);
      print(`${green("✓")} ${file} is rewritten`);
    } else {
      failed++;
      print(`${red("✗")} ${file} is left as it is; edit it by hand: ${reason}`);
    }
  }
  return failed;
}

/** Returns why a rewritten fixture does not hold; undefined when it does. */
async function reasonAgainst(file: string, text: string): Promise<string | undefined> {
  let rewritten: Fixture;
  try {
    rewritten = readFixture(file, text, await namedStepsBeside(file));
  } catch (error) {
    if (!(error instanceof PlacedError)) throw error;
    return `its steps would be inconsistent (${error.reason})`;
  }
  const [difference] = await replay(rewritten, "in process");
  return difference && `the player's messages would no longer fit (${difference.headline})`;
}

const options = readOptions();
const files = await listFiles(options.paths, options.layOut);
if (options.layOut) {
  for (const file of files) await Deno.writeTextFile(file, layOut(await Deno.readTextFile(file)));
  Deno.exit();
}
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
  const different = await replayIn(mode, fixtures, shown);
  failed += options.update ? await update(different) : different.length;
}
if (failed > 0) Deno.exit(EXIT_DIFFERENT);

/**
 * `deno task --cwd tools mutate`: breaks the bridge's rules in many small ways, one at a time, and shows which of them no
 * fixture notices (tools/README.md).
 */

import { bold, dim, green, red } from "@std/fmt/colors";
import { findFixtures, fixturesFolder } from "../fixtures/load_fixtures.ts";
import { exitWithUsageError, integerOption, optionsOrExit, textOption } from "../support/options.ts";
import { SeededRandom } from "../support/random.ts";
import { chooseColors } from "../terminal.ts";
import { equivalentFile, readEquivalent } from "./equivalent.ts";
import { brokenFolders, linkTree } from "./linked_tree.ts";
import type { Mutation } from "./mutation.ts";
import { FixtureFails, tryMutations, type Verdict } from "./run.ts";

const usage =
  `Breaks handlers/ and limits/ in many small ways, one at a time, replays the fixtures that run the broken code,
in process, and shows what none of them notices.

Usage: deno task --cwd tools mutate [flags]

Flags:
  --only=PATHS     only files whose paths begin with one of these, separated by commas: --only=handlers/queue,limits/
  --sample=N       only N mutations, chosen at random
  --seed=S         the seed of that choice (default: 1)
  --least=PERCENT  the share that must be noticed (default: 95)
  --workers=N      mutations tried at the same time (default: one for each processor)
  --help           this text

Equivalent mutations, which change nothing that a player could notice, are listed in tools/mutate/equivalent.jsonc
with the reason, and do not count.

Exit codes:
  0  enough mutations are noticed
  1  too few mutations are noticed
  2  the command line is wrong, a fixture fails, or equivalent.jsonc lists an unknown mutation
`;

const EXIT_TOO_FEW = 1;

const options = optionsOrExit({
  name: "mutate",
  usage,
  options: {
    only: textOption(),
    sample: integerOption({ min: 1 }),
    seed: integerOption({ min: 0 }, 1),
    least: integerOption({ min: 0, max: 100 }, 95),
    workers: integerOption({ min: 1 }, navigator.hardwareConcurrency),
  },
});
const encoder = new TextEncoder();
const interactive = Deno.stdout.isTerminal() && Deno.stderr.isTerminal();
chooseColors();

function print(...lines: string[]): void {
  if (interactive) Deno.stderr.writeSync(encoder.encode("\r\x1b[K"));
  const bytes = encoder.encode(lines.map((line) => `${line}\n`).join(""));
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

function showProgress(text: string): void {
  if (interactive) Deno.stderr.writeSync(encoder.encode(`\r\x1b[K${text}`));
}

function refuse(reason: string): never {
  exitWithUsageError("mutate", reason);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${(100 * part / whole).toFixed(1)} %`;
}

/** Shows a mutation that no fixture notices. */
function showSurvivor({ mutation, reaching }: Verdict): void {
  const { file, line, kind, name, diff } = mutation;
  const reason = reaching === 0 ? "no fixture runs it" : `${reaching} fixtures run it`;
  print(`  ${red("survives")} ${bold(`${file}:${line}`)} ${kind} ${dim(`(${reason})`)}`, `    ${dim(name)}`);
  for (const text of diff) print(`      ${text.startsWith("-") ? red(text) : green(text)}`);
}

/** Mutations of some files, all or a random sample, in their order. */
function chosenFrom(all: readonly Mutation[], only: readonly string[]): Mutation[] {
  const wanted = all.filter(({ file }) => only.length === 0 || only.some((start) => file.startsWith(start)));
  if (options.sample === undefined || options.sample >= wanted.length) return wanted;
  const random = new SeededRandom(options.seed);
  const sample = Array.from(
    { length: options.sample },
    () => wanted.splice(random.below(wanted.length), 1),
  ).flat();
  return sample.toSorted((a, b) => a.id - b.id);
}

async function mutate(): Promise<number> {
  const start = performance.now();
  const tree = await linkTree();
  const equivalent = readEquivalent(await Deno.readTextFile(equivalentFile));
  const names = new Set(tree.mutations.map(({ name }) => name));
  const stale = equivalent.keys().find((name) => !names.has(name));
  if (stale !== undefined) refuse(`equivalent.jsonc lists an unknown mutation: ${stale}`);
  const only = options.only?.split(",").filter((path) => path !== "") ?? [];
  const chosen = chosenFrom(tree.mutations, only).filter(({ name }) => !equivalent.has(name));
  if (chosen.length === 0) {
    refuse(
      `there is nothing to break in ${only.join(", ")}; mutations are made in ${brokenFolders.join(", ")}`,
    );
  }
  const fixtures = await findFixtures([fixturesFolder]);
  print(`${chosen.length} mutations, ${fixtures.length} fixtures`);
  const { workers } = options;
  const verdicts: Verdict[] = [];
  for await (
    const own of tryMutations({ tree, fixtures, mutations: chosen, workers, onProgress: showProgress })
  ) {
    verdicts.push(...own);
    const survivors = own.filter(({ noticed }) => !noticed);
    const count = own.length - survivors.length;
    const line = `${own[0]?.mutation.file}: ${count} of ${own.length} noticed (${
      percent(count, own.length)
    })`;
    print(`${survivors.length === 0 ? green("✓") : red("✗")} ${line}`);
    for (const survivor of survivors) showSurvivor(survivor);
  }
  const survivors = verdicts.filter(({ noticed }) => !noticed);
  print("");
  for (const [part, own] of Map.groupBy(verdicts, ({ mutation }) => partOf(mutation.file))) {
    const count = own.filter(({ noticed }) => noticed).length;
    print(`  ${part}: ${count} of ${own.length} (${percent(count, own.length)})`);
  }
  const noticed = verdicts.length - survivors.length;
  const isEnough = 100 * noticed >= options.least * verdicts.length;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const summary = `${noticed} of ${verdicts.length} noticed (${percent(noticed, verdicts.length)})`;
  print(`${isEnough ? green("✓") : red("✗")} ${bold(summary)} ${dim(`(${seconds} s)`)}`);
  return isEnough ? 0 : EXIT_TOO_FEW;
}

/** The folder of a namespace, or the first folder of another file. */
function partOf(file: string): string {
  const [folder = "", name = ""] = file.split("/");
  return folder === "handlers" ? `${folder}/${name.replace(/\.ts$/, "")}` : `${folder}/`;
}

try {
  // Exit explicitly: a worker that hangs would keep the process alive.
  Deno.exit(await mutate());
} catch (error) {
  if (!(error instanceof FixtureFails)) throw error;
  refuse(error.message);
}

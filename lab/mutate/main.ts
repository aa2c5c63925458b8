/**
 * `deno task --cwd lab mutate`: breaks the bridge's rules in many small ways, one at a time, and shows which of them no fixture
 * notices (docs/mutation.md).
 *
 * @module
 */

import { bold, dim, green, red, setColorEnabled } from "@std/fmt/colors";
import { findFixtures, fixturesFolder } from "../../tools/fixtures/load_fixtures.ts";
import { choose } from "./choose.ts";
import { equivalentFile, readEquivalent } from "./equivalent.ts";
import { brokenFolders, linkTree } from "./linked_tree.ts";
import { readCommand } from "./options.ts";
import { FixtureFails, tryMutations, type Verdict } from "./run.ts";

const usage =
  `Breaks handlers/ and limits/ in many small ways, one at a time, replays the fixtures that run the broken code,
in process, and shows what none of them notices.

Usage: deno task --cwd lab mutate [flags]

Flags:
  --only=PATHS     only files whose paths begin so, separated by commas, as in --only=handlers/queue,limits/
  --sample=N       only N mutations, picked by chance
  --seed=S         picks others; the same seed always picks the same (default: 1)
  --least=PERCENT  how many have to be noticed (default: 95)
  --workers=N      how many are tried at the same time (default: one for each processor)
  --help           this text

Mutations that change nothing that could be noticed are listed in lab/mutate/equivalent.jsonc, each with the
reason, and do not count.

Exit codes:
  0  enough of them are noticed
  1  too few are
  2  the command line cannot be carried out, a fixture does not hold, or equivalent.jsonc names what is not there
`;

const EXIT_TOO_FEW = 1;
const EXIT_USAGE = 2;

const encoder = new TextEncoder();
const interactive = Deno.stdout.isTerminal() && Deno.stderr.isTerminal();
setColorEnabled(Deno.stdout.isTerminal() && !Deno.noColor);

function print(...lines: string[]): void {
  if (interactive) Deno.stderr.writeSync(encoder.encode("\r\x1b[K"));
  const bytes = encoder.encode(lines.map((line) => `${line}\n`).join(""));
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

function showProgress(text: string): void {
  if (interactive) Deno.stderr.writeSync(encoder.encode(`\r\x1b[K${text}`));
}

function refuse(reason: string): never {
  Deno.stderr.writeSync(encoder.encode(`mutate: ${reason}\n`));
  Deno.exit(EXIT_USAGE);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${(100 * part / whole).toFixed(1)} %`;
}

/** Shows a mutation that nobody notices. */
function showSurvivor({ mutation, reaching }: Verdict): void {
  const { file, line, kind, name, diff } = mutation;
  const reason = reaching === 0 ? "no fixture runs it" : `${reaching} fixtures run it`;
  print(`  ${red("survives")} ${bold(`${file}:${line}`)} ${kind} ${dim(`(${reason})`)}`, `    ${dim(name)}`);
  for (const text of diff) print(`      ${text.startsWith("-") ? red(text) : green(text)}`);
}

async function mutate(command: ReturnType<typeof readCommand> & { kind: "run" }): Promise<number> {
  const begin = performance.now();
  const tree = await linkTree();
  const equivalent = readEquivalent(await Deno.readTextFile(equivalentFile));
  const names = new Set(tree.mutations.map(({ name }) => name));
  const stale = equivalent.keys().find((name) => !names.has(name));
  if (stale !== undefined) refuse(`equivalent.jsonc names a mutation that is not there: ${stale}`);
  const chosen = choose(tree.mutations, command).filter(({ name }) => !equivalent.has(name));
  if (chosen.length === 0) {
    refuse(
      `there is nothing to break in ${command.only.join(", ")}; files are in ${brokenFolders.join(", ")}`,
    );
  }
  const fixtures = await findFixtures([fixturesFolder]);
  print(`${chosen.length} mutations, ${fixtures.length} fixtures`);
  const options = {
    tree,
    fixtures,
    mutations: chosen,
    hands: command.hands,
    onProgress: showProgress,
  };
  const verdicts: Verdict[] = [];
  for await (const own of tryMutations(options)) {
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
  const isEnough = 100 * noticed >= command.least * verdicts.length;
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  const summary = `${noticed} of ${verdicts.length} noticed (${percent(noticed, verdicts.length)})`;
  print(`${isEnough ? green("✓") : red("✗")} ${bold(summary)} ${dim(`(${seconds} s)`)}`);
  return isEnough ? 0 : EXIT_TOO_FEW;
}

/** The namespace that a file belongs to, or else its folder. */
function partOf(file: string): string {
  const [folder = "", name = ""] = file.split("/");
  return folder === "handlers" ? `${folder}/${name.replace(/\.ts$/, "")}` : `${folder}/`;
}

const command = readCommand(Deno.args, navigator.hardwareConcurrency);
if (command.kind === "help") print(usage.trimEnd());
else if (command.kind === "wrong") refuse(command.reason);
else {
  try {
    // A worker that hangs for good would keep the process.
    Deno.exit(await mutate(command));
  } catch (error) {
    if (!(error instanceof FixtureFails)) throw error;
    refuse(error.message);
  }
}

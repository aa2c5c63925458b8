/** `deno task --cwd tools bench`: runs benchmarks one after the other, each in a process of its own. */

import { exitWithUsageError, integerOption, optionsOrExit, switchOption } from "../support/options.ts";
import { runShown } from "../support/process.ts";
import { filesOf, root } from "../tree.ts";

const ENDING = "_bench.ts";
const FOLDER = "tools/bench/";
const TABLE = "table";

const all = (await Array.fromAsync(filesOf(ENDING, FOLDER))).map((path) =>
  path.slice(FOLDER.length, -ENDING.length)
).toSorted();

const { rounds, write, operands } = optionsOrExit({
  name: "bench",
  usage: `Measures the bridge.

  deno task --cwd tools bench [NAME...] [--rounds=N] [--write]

  NAME        ${all.join(", ")}; ${TABLE} when left out
  --rounds=N  the rounds of ${TABLE}, cpp, record and preload
  --write     writes the table into docs/performance.md
`,
  options: { rounds: integerOption({ min: 1 }), write: switchOption() },
  operands: true,
});
const names = operands.length > 0 ? operands : [TABLE];
const unknown = names.find((name) => !all.includes(name));
if (unknown !== undefined) exitWithUsageError("bench", `there is no benchmark ${JSON.stringify(unknown)}`);
if (write && !names.includes(TABLE)) exitWithUsageError("bench", `--write is for ${TABLE}`);

const roundsFlag = rounds === undefined ? [] : [`--rounds=${rounds}`];
for (const name of names) {
  Deno.stderr.writeSync(new TextEncoder().encode(`\n== ${name}\n`));
  const flags = name === TABLE && write ? [...roundsFlag, "--write"] : roundsFlag;
  const args = ["run", "--allow-all", `${FOLDER}${name}${ENDING}`, ...flags];
  const code = await runShown(Deno.execPath(), args, { cwd: root, deadlineMs: 3_600_000 });
  if (code !== 0) Deno.exit(code);
}

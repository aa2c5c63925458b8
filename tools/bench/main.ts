/** `deno task --cwd tools bench`: runs benchmarks one after the other, each in a process of its own. */

import { exitWithUsageError, integerOption, optionsOrExit } from "../support/options.ts";
import { runShown } from "../support/process.ts";
import { filesOf, root } from "../tree.ts";

const ENDING = "_bench.ts";
const FOLDER = "tools/bench/";

const all = (await Array.fromAsync(filesOf(ENDING, FOLDER))).map((path) =>
  path.slice(FOLDER.length, -ENDING.length)
).toSorted();

const { rounds, operands } = optionsOrExit({
  name: "bench",
  usage:
    `Measures the bridge beside a bare echo, or beside bare JSON. Needs Linux, and cc for start and calls.

  deno task --cwd tools bench [NAME...] [--rounds=N]

  NAME        ${all.join(", ")}; all of them when left out
  --rounds=N  the rounds of a benchmark that has rounds
`,
  options: { rounds: integerOption({ min: 1 }) },
  operands: true,
});
const unknown = operands.find((name) => !all.includes(name));
if (unknown !== undefined) {
  exitWithUsageError(
    "bench",
    `there is no benchmark ${JSON.stringify(unknown)}; there are ${all.join(", ")}`,
  );
}

for (const name of operands.length > 0 ? operands : all) {
  Deno.stderr.writeSync(new TextEncoder().encode(`\n== ${name}\n`));
  const args = ["run", "--allow-all", `${FOLDER}${name}${ENDING}`];
  if (rounds !== undefined) args.push(`--rounds=${rounds}`);
  const code = await runShown(Deno.execPath(), args, { cwd: root, deadlineMs: 3_600_000 });
  if (code !== 0) Deno.exit(code);
}

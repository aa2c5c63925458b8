/** `deno task --cwd tools torture`: runs fault, load and fuzz scenarios for as long as requested. */

import { exitWithUsageError, integerOption, optionsOrExit, textOption } from "../support/options.ts";
import { SeededRandom } from "../support/random.ts";
import { print } from "../terminal.ts";
import { ScenarioContext } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";

const DEFAULT_SECONDS = 60;
const MAX_SEED = 2 ** 31 - 1;
const width = Math.max(...scenarios.map(({ name }) => name.length));

const usage = `Runs fault, load and fuzz scenarios against the bridge.

  deno task --cwd tools torture [--seconds=N] [--seed=N] [--only=NAME,NAME…]

  --seconds=N   the time for all scenarios (default: ${DEFAULT_SECONDS}); each runs at least once
  --seed=N      the seed of all random choices (default: a random one, which is printed); repeats a run
  --only=NAMES  only these scenarios, separated by commas:

${scenarios.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`).join("\n")}

Exit code: 0 when all scenarios passed, 1 when one failed, 2 when the command line is wrong.
`;

const { seconds, seed = Math.floor(Math.random() * MAX_SEED), only } = optionsOrExit({
  name: "torture",
  usage,
  options: {
    seconds: integerOption({ min: 1, max: 10 ** 9 }, DEFAULT_SECONDS),
    seed: integerOption({ min: 0, max: MAX_SEED }),
    only: textOption(),
  },
});
const names = only?.split(",") ?? scenarios.map(({ name }) => name);
const unknown = names.find((each) => !scenarios.some(({ name }) => name === each));
if (unknown !== undefined) exitWithUsageError("torture", `there is no scenario ${JSON.stringify(unknown)}`);

print(`seed ${seed}\n`);
const chosen = scenarios.filter(({ name }) => names.includes(name));
const end = performance.now() + seconds * 1000;
let weights = chosen.reduce((sum, { weight }) => sum + weight, 0);
for (const { name, weight, run } of chosen) {
  const milliseconds = Math.max(0, (end - performance.now()) * weight / weights);
  weights -= weight;
  const start = performance.now();
  let outcome: string;
  try {
    await using context = new ScenarioContext(name, seed, new SeededRandom(seed), milliseconds);
    outcome = await run(context);
  } catch (error) {
    Deno.exitCode = 1;
    const reason = error instanceof Error ? error.stack ?? error.message : String(error);
    outcome = `FAILED, repeat with --only=${name} --seed=${seed}: ${reason}`;
  }
  print(`${name} (${((performance.now() - start) / 1000).toFixed(1)} s): ${outcome}\n`);
}
Deno.exit();

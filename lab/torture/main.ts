/**
 * The torture: `deno task --cwd lab torture`.
 *
 * @module
 */

import { readCommand, usage } from "./options.ts";
import { RunningRack } from "./running_rack.ts";
import type { Scenario } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";

const encoder = new TextEncoder();

const command = readCommand(Deno.args, scenarios, Math.floor(Math.random() * 2 ** 31));
if (command.kind === "help") {
  print(usage(scenarios));
} else if (command.kind === "wrong") {
  Deno.stderr.writeSync(encoder.encode(`torture: ${command.reason}; see --help\n`));
  Deno.exit(2);
} else {
  Deno.exit(await torture(command.chosen, command.seconds, command.seed) ? 0 : 1);
}

/** Runs scenarios one after the other; whether the bridge has stood them all. */
async function torture(chosen: readonly Scenario[], seconds: number, seed: number): Promise<boolean> {
  print(`seed ${seed}\n`);
  let stood = true;
  let weights = chosen.reduce((sum, { weight }) => sum + weight, 0);
  const end = performance.now() + seconds * 1000;
  for (const scenario of chosen) {
    const share = (end - performance.now()) * scenario.weight / weights;
    weights -= scenario.weight;
    const began = performance.now();
    const racked = new RunningRack(scenario.name, seed, Math.max(0, share));
    let outcome: string;
    try {
      outcome = await scenario.run(racked);
    } catch (error) {
      stood = false;
      const reason = error instanceof Error ? error.stack ?? error.message : String(error);
      outcome = `FAILED, do it again with --only=${scenario.name} --seed=${seed}: ${reason}`;
    } finally {
      await racked.clear();
    }
    const took = ((performance.now() - began) / 1000).toFixed(1);
    print(`${scenario.name} (${took} s): ${outcome}\n`);
  }
  return stood;
}

function print(text: string): void {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

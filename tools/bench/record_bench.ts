/**
 * The cost of `tools/record.ts`: the throughput of a bridge with the recorder in between, and with `cat` in both directions, as
 * shares of the throughput without them.
 *
 * Prints the median of calls per second and the median of the ratios of the rounds: other load of the machine changes between
 * rounds. With fewer than three processors the recorder and `cat` take time from the player and the bridge.
 */

// deno-lint-ignore-file no-console -- it prints a table

import { BridgeClient } from "../../clients/typescript/bridge_client.ts";
import { bridgeArguments } from "../../clients/typescript/spawn_bridge.ts";
import { sinkOf, sourceOf } from "../../clients/typescript/streams.ts";
import { startProgram } from "../support/process.ts";
import { median, ratio, roundsOrDefault } from "./statistics.ts";

interface Load {
  readonly name: string;
  readonly params: unknown;
  readonly calls: number;
  readonly inFlight: number;
}

const loads: readonly Load[] = [
  { name: "one call at a time, 100 bytes", params: { message: "x".repeat(20) }, calls: 3000, inFlight: 1 },
  { name: "64 calls in flight, 100 bytes", params: { message: "x".repeat(20) }, calls: 30_000, inFlight: 64 },
  { name: "64 calls in flight, 1 KB", params: { message: "x".repeat(500) }, calls: 20_000, inFlight: 64 },
  { name: "8 calls in flight, 200 KB", params: { message: "x".repeat(100_000) }, calls: 200, inFlight: 8 },
];

const recorder = new URL("../record.ts", import.meta.url).href;
const directory = await Deno.makeTempDir({ prefix: "tonearm-bench-" });
const direct = [Deno.execPath(), ...bridgeArguments()];
const record = (...rights: string[]): string[] => [
  Deno.execPath(),
  "run",
  "--no-prompt",
  ...rights,
  recorder,
  `--out=${directory}/recording.jsonc`,
  "--",
  ...direct,
];
const contenders: Readonly<Record<string, readonly string[]>> = {
  direct,
  "through cat": ["sh", "-c", 'cat | "$@" | cat', "sh", ...direct],
  "recorded by threads": record("--allow-all"),
  // Without all permissions it cannot open the bridge's pipes by name.
  "recorded by streams": record("--allow-read", "--allow-write", "--allow-run"),
};

/** Returns the number of calls per second. */
async function run([command = "", ...args]: readonly string[], load: Load): Promise<number> {
  const child = startProgram(command, args, { cwd: directory });
  const client = new BridgeClient({ source: sourceOf(child.stdout), sink: sinkOf(child.stdin) });
  const callAll = async (calls: number): Promise<void> => {
    let left = calls;
    await Promise.all(Array.from({ length: load.inFlight }, async () => {
      while (left-- > 0) await client.invoke("test.echo", load.params);
    }));
  };
  await callAll(Math.ceil(load.calls / 10));
  const start = performance.now();
  await callAll(load.calls);
  const seconds = (performance.now() - start) / 1000;
  // Killing skips the fixture, which would take long to write. A killed shell would leave its children behind.
  if (command === "sh") await client.close();
  else child.kill("SIGKILL");
  await child.stderr.cancel();
  await child.status;
  await client.ended;
  return load.calls / seconds;
}

const rounds = roundsOrDefault(9);
for (const load of loads) {
  console.log(load.name);
  const rates = new Map(Object.keys(contenders).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of Object.entries(contenders)) rates.get(name)?.push(await run(command, load));
  }
  const plain = rates.get("direct") ?? [];
  for (const [name, numbers] of rates) {
    const [rate, part] = [
      median(numbers).toFixed(0).padStart(7),
      (100 * ratio(numbers, plain)).toFixed(0).padStart(4),
    ];
    console.log(`  ${name.padEnd(20)} ${rate} calls/s ${part} %`);
  }
}
await Deno.remove(directory, { recursive: true });

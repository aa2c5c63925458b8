/**
 * What `tools/record.ts` costs: the throughput of a bridge with the recorder between it and the player, in relation to
 * the throughput without, interleaved in one run.
 *
 *     deno run --allow-run --allow-read --allow-write bench/record_bench.ts [rounds]
 *
 * Of each load it prints the median of the rounds, and the best of them: a machine on which other things run as well
 * disturbs most rounds, and the best ones least. What is kept takes fresh memory, which is what large bodies pay for.
 *
 * @module
 */

// deno-lint-ignore-file no-console -- it prints a table

import { BridgeClient } from "../client/bridge_client.ts";
import { bridgeArguments } from "../client/spawn_bridge.ts";
import { sinkOf, sourceOf } from "../client/streams.ts";

interface Load {
  readonly name: string;
  readonly params: unknown;
  readonly calls: number;
  readonly inFlight: number;
}

const loads: readonly Load[] = [
  { name: "one call at a time, 100 bytes", params: { message: "x".repeat(20) }, calls: 5000, inFlight: 1 },
  { name: "64 calls in flight, 100 bytes", params: { message: "x".repeat(20) }, calls: 50_000, inFlight: 64 },
  { name: "64 calls in flight, 1 KB", params: { message: "x".repeat(500) }, calls: 20_000, inFlight: 64 },
  { name: "8 calls in flight, 200 KB", params: { message: "x".repeat(100_000) }, calls: 200, inFlight: 8 },
];

const recorder = new URL("../tools/record.ts", import.meta.url).href;
const directory = await Deno.makeTempDir({ prefix: "tonearm-bench-" });
const direct = [Deno.execPath(), ...bridgeArguments()];
const contenders = {
  direct,
  recorded: [
    Deno.execPath(),
    "run",
    "--allow-all",
    recorder,
    `--out=${directory}/recording.jsonc`,
    "--",
    ...direct,
  ],
} as const;

/** Calls per second. */
async function run([command = "", ...args]: readonly string[], load: Load): Promise<number> {
  const child = new Deno.Command(command, {
    args: [...args],
    cwd: directory,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const client = new BridgeClient({ source: sourceOf(child.stdout), sink: sinkOf(child.stdin) });
  const callAll = async (calls: number): Promise<void> => {
    let left = calls;
    await Promise.all(Array.from({ length: load.inFlight }, async () => {
      while (left-- > 0) await client.invoke("test.echo", load.params);
    }));
  };
  await callAll(Math.ceil(load.calls / 10));
  const begin = performance.now();
  await callAll(load.calls);
  const seconds = (performance.now() - begin) / 1000;
  // The fixture is of no interest, and to make one of so many messages takes long.
  child.kill("SIGKILL");
  await child.status;
  await client.ended;
  return load.calls / seconds;
}

/** The number below which a part of the numbers lies. */
function quantile(numbers: readonly number[], part: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * part)] ?? NaN;
}

const rounds = Number(Deno.args[0] ?? 9);
for (const load of loads) {
  const rates = { direct: [] as number[], recorded: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    rates.direct.push(await run(contenders.direct, load));
    rates.recorded.push(await run(contenders.recorded, load));
  }
  const columns = ([["median", 0.5], ["best", 1]] as const).map(([name, part]) => {
    const [plain, passed] = [quantile(rates.direct, part), quantile(rates.recorded, part)];
    const ratio = `${(100 * passed / plain).toFixed(0)} %`;
    return `${name}: ${plain.toFixed(0)} and ${passed.toFixed(0)} calls/s, ${ratio}`;
  });
  console.log(`${load.name.padEnd(30)} ${columns.join("; ")}`);
}
await Deno.remove(directory, { recursive: true });

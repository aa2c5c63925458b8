/**
 * Measures the start of a bridge, to the answer of its first call: `test.ping`, and `queue.add` with two native actions. Each
 * round starts every program once, a bare echo on Deno among them. The fastest of many rounds counts, because everything
 * else that the machine does only adds to a start.
 */

// deno-lint-ignore-file no-console -- it prints a table

import { build, names } from "./contenders.ts";
import { Driver } from "./driver.ts";
import { median, roundsOrDefault } from "./statistics.ts";

const ROUNDS = 30;
/** The wait before the idle memory of a new process is read, in milliseconds. */
const SETTLE_MS = 100;

const directory = await Deno.makeTempDir({ prefix: "tonearm-start-" });
try {
  const { client, contenders } = await build(directory);
  const measured = contenders.filter(({ name }) =>
    name === names.deno || name === names.source || name === names.bundle
  );
  const calls = ["test.ping", "queue.add"] as const;
  const times = new Map<string, number[]>();
  const memory = new Map<string, number[]>();
  for (let round = roundsOrDefault(ROUNDS); round > 0; round--) {
    for (const contender of measured) {
      for (const [index, call] of calls.entries()) {
        const driver = new Driver(client, contender, directory);
        const { ns = NaN } = await driver.ask("start", index);
        await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
        const { now = NaN } = await driver.ask("memory");
        await driver.ask("stop");
        await driver.end();
        const key = `${contender.name}, ${call}`;
        times.set(key, [...times.get(key) ?? [], ns / 1e6]);
        memory.set(key, [...memory.get(key) ?? [], now / 1e6]);
      }
    }
  }
  for (const [key, series] of times) {
    const echo = `${names.deno}, ${calls[0]}`;
    const least = Math.min(...series);
    const ratio = least / Math.min(...times.get(echo) ?? []);
    const more = median(memory.get(key) ?? []) - median(memory.get(echo) ?? []);
    console.log(
      `${key.padEnd(26)} ${least.toFixed(1).padStart(6)} ms ${ratio.toFixed(2)} times the echo` +
        `  ${more.toFixed(1).padStart(5)} MB more`,
    );
  }
} finally {
  await Deno.remove(directory, { recursive: true });
}

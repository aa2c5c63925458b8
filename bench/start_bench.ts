/**
 * Start to first answer and the peak memory until then, of the bridge and of a bare Deno echo, interleaved in one run.
 *
 *     deno run --allow-run --allow-read --allow-write bench/start_bench.ts [rounds]
 *
 * @module
 */

// deno-lint-ignore-file no-console -- it prints a table

import { bridgeArguments, sandboxFlags } from "../client/spawn_bridge.ts";

const rounds = Number(Deno.args[0] ?? 31);
const body = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"test.ping"}');
const frame = new Uint8Array(4 + body.length);
new DataView(frame.buffer).setUint32(0, body.length, true);
frame.set(body, 4);

const contenders: Record<string, string[]> = {
  "bare echo": ["run", ...sandboxFlags, new URL("./bare_echo.ts", import.meta.url).href],
  bridge: bridgeArguments(),
};

/** Starts a process, asks it once, and waits for its end. */
async function start(args: string[], directory: string): Promise<{ milliseconds: number; bytes: number }> {
  const begin = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd: directory,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(frame);
  const reader = child.stdout.getReader();
  const { done } = await reader.read();
  const milliseconds = performance.now() - begin;
  if (done) throw new Error(`no answer from ${args.join(" ")}`);
  let bytes = NaN;
  if (Deno.build.os === "linux") {
    const status = await Deno.readTextFile(`/proc/${child.pid}/status`);
    bytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  }
  await writer.close();
  await reader.cancel();
  await child.status;
  return { milliseconds, bytes };
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

const directory = await Deno.makeTempDir();
const times = new Map<string, number[]>();
const memory = new Map<string, number[]>();
for (let round = 0; round < rounds; round++) {
  for (const [name, args] of Object.entries(contenders)) {
    const { milliseconds, bytes } = await start(args, directory);
    times.set(name, [...times.get(name) ?? [], milliseconds]);
    memory.set(name, [...memory.get(name) ?? [], bytes]);
  }
}
await Deno.remove(directory, { recursive: true });

const base = median(times.get("bare echo") ?? []);
for (const name of Object.keys(contenders)) {
  const time = median(times.get(name) ?? []);
  const least = Math.min(...times.get(name) ?? []);
  const bytes = median(memory.get(name) ?? []);
  console.log(
    `${name.padEnd(10)} ${time.toFixed(1)} ms (least ${least.toFixed(1)}), ${
      (time / base).toFixed(2)
    } times the echo, ` +
      `peak ${(bytes / 1024 / 1024).toFixed(1)} MB`,
  );
}

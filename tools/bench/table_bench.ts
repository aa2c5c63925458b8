/**
 * The bridge and its contenders in one table, measured in one run.
 *
 *     deno task --cwd tools bench [--rounds=31] [--write]
 *
 * `--write` replaces the table in docs/performance.md.
 */

// deno-lint-ignore-file no-console -- it prints a table

import config from "../../deno.json" with { type: "json" };
import lab from "../deno.json" with { type: "json" };
import { integerOption, readOptions, switchOption } from "../support/options.ts";
import { runDeno, versionOf } from "../support/process.ts";
import { build, names } from "./contenders.ts";
import { measureAll } from "./measures.ts";
import { report } from "./report.ts";

const DOCUMENT = new URL("../../docs/performance.md", import.meta.url);
const BEGIN = "<!-- begin of what `deno task --cwd tools bench --write` writes -->";
const END = "<!-- end of what `deno task --cwd tools bench --write` writes -->";
const DEFAULT_ROUNDS = 31;
const options = { rounds: integerOption({ min: 1 }, DEFAULT_ROUNDS), write: switchOption() };

/** Why the table cannot be measured. */
class Refusal extends Error {}

try {
  await measure();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(`bench: ${error.message}`);
  Deno.exitCode = 1;
}

async function measure(): Promise<void> {
  const { rounds, write } = readOptions(Deno.args, options) ?? { rounds: DEFAULT_ROUNDS, write: false };
  // The client reads processor times and memory, and sets affinity, in ways that only Linux has.
  if (Deno.build.os !== "linux") {
    throw new Refusal(`the table is measured on Linux only, this is ${Deno.build.os}`);
  }
  if (await versionOf("cc") === undefined) {
    throw new Refusal("there is no C compiler (cc) for the client and the C echo");
  }
  // Fails before the measurement, not after it.
  if (write) await readDocument();
  const directory = await Deno.makeTempDir({ prefix: "tonearm_bench_" });
  try {
    const text = await tables(directory, rounds);
    console.log(text);
    if (write) await writeDocument(text);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Builds and measures the contenders, and formats the tables. */
async function tables(directory: string, rounds: number): Promise<string> {
  const start = performance.now();
  const field = await build(directory);
  for (const reason of field.missing) console.error(`bench: ${reason}`);
  const before = load();
  const working = await Deno.makeTempDir({ dir: directory });
  const results = await measureAll(field, rounds, working, (text) => {
    console.error(`${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${text}`);
  });
  const day = new Date().toISOString().slice(0, 10);
  return report(results, [
    `${day}, ${rounds} rounds; load of the machine (1, 5, 15 minutes) before the run ${before}, after it ${load()}`,
    await machine(),
    await versions(),
    ...field.missing,
  ]);
}

function load(): string {
  return Deno.loadavg().map((value) => value.toFixed(1)).join(", ");
}

async function machine(): Promise<string> {
  const model = /^model name\s*: (.*)$/m.exec(await Deno.readTextFile("/proc/cpuinfo"))?.[1] ??
    Deno.build.arch;
  const gigabytes = (Deno.systemMemoryInfo().total / 1e9).toFixed(0);
  return `${model}, ${navigator.hardwareConcurrency} processors, ${gigabytes} GB, Linux ${Deno.osRelease()}`;
}

async function versions(): Promise<string> {
  const compiler = await versionOf("cc");
  const node = await versionOf("node");
  const library = lab.imports["vscode-jsonrpc"].slice("npm:".length);
  return [
    `Deno ${Deno.version.deno} (V8 ${Deno.version.v8})`,
    ...(node ? [`Node.js ${node.slice(1)}`] : []),
    library.replace("@", " "),
    compiler,
    `${names.source} ${config.version}`,
  ].join("; ");
}

/** The parts of docs/performance.md before and after the table. */
async function readDocument(): Promise<readonly [before: string, behind: string]> {
  const document = await Deno.readTextFile(DOCUMENT);
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) {
    throw new Refusal(`${DOCUMENT.pathname} has no place for the table, between\n${BEGIN}\n${END}`);
  }
  return [document.slice(0, begin + BEGIN.length), document.slice(end)];
}

async function writeDocument(text: string): Promise<void> {
  const [before, behind] = await readDocument();
  await Deno.writeTextFile(DOCUMENT, `${before}\n\n${text}\n${behind}`);
  const { code, stderr } = await runDeno(["fmt", "--quiet", DOCUMENT.pathname]);
  if (code !== 0) throw new Refusal(`${DOCUMENT.pathname} cannot be formatted: ${stderr}`);
}

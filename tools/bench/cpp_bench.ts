/**
 * Compares players in C++ and C: round trips through the bridge with the library of clients/cpp/, and with the functions of
 * clients/c/player.c, which read and write on one thread. The two alternate, on all processors and on one.
 */

// deno-lint-ignore-file no-console -- it prints a table

import { bridgeArguments } from "../../clients/typescript/spawn_bridge.ts";
import { runProgram } from "../support/process.ts";
import { root } from "../tree.ts";
import { median, ratio, roundsOrDefault } from "./statistics.ts";

const loads = { trip: "one call at a time", nested: "with a native action", flight: "64 calls in flight" };
const places = { "all processors": [], "one processor": ["taskset", "--cpu-list", "0"] };

const directory = await Deno.makeTempDir({ prefix: "tonearm-bench-" });
/** This folder is kept, because compiling the library takes a minute. */
const library = new URL("dist/cpp-bench", root).pathname;
await run(
  "cmake",
  "-S",
  "cpp",
  "-B",
  library,
  "-DCMAKE_BUILD_TYPE=Release",
  "-DTONEARM_TESTS=OFF",
  "-DCMAKE_UNITY_BUILD=ON",
);
await run("cmake", "--build", library);
const source = "tools/bench/players/";
await run("cc", "-O2", `${source}c.c`, "-o", `${directory}/c`);
const flags = ["-std=c++17", "-O2", "-Icpp/include", `${source}cpp.cpp`, `-L${library}`];
await run("g++", ...flags, "-ltonearm", "-ltonearm_transport", "-pthread", "-o", `${directory}/cpp`);

const rounds = roundsOrDefault(15);
for (const [place, prefix] of Object.entries(places)) {
  console.log(`${place}, ${rounds} rounds`);
  const measured: Record<"c" | "cpp", Readonly<Record<string, number>>[]> = { c: [], cpp: [] };
  for (let round = 0; round < rounds; round++) {
    for (const player of round % 2 === 0 ? ["c", "cpp"] as const : ["cpp", "c"] as const) {
      const command = [...prefix, `${directory}/${player}`, directory, Deno.execPath(), ...bridgeArguments()];
      measured[player].push(JSON.parse(await run(...command)));
    }
  }
  for (const [load, title] of Object.entries(loads)) {
    const series = (player: "c" | "cpp") => measured[player].map((round) => (round[load] ?? NaN) / 1e3);
    const format = (player: "c" | "cpp") => median(series(player)).toFixed(1).padStart(6);
    const times = ratio(series("cpp"), series("c")).toFixed(2);
    console.log(`  ${title.padEnd(20)} ${format("c")} µs in C ${format("cpp")} µs in C++  ${times} times`);
  }
}
await Deno.remove(directory, { recursive: true });

/** Runs a program that must succeed. Returns its output. */
async function run(program = "", ...args: string[]): Promise<string> {
  const { code, stderr, stdout } = await runProgram(program, args, { cwd: root });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} has failed:\n${stdout}${stderr}`);
  return stdout;
}

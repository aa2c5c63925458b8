/** `deno task --cwd tools cpp NAME`: runs the tests of the C++ library with sanitizers, under Wine, or with random input. */

import { resolve } from "@std/path";
import { bundleFlags, sandboxFlags } from "../clients/typescript/spawn_bridge.ts";
import { BUNDLE_ENTRY, bundleBridge } from "./build/bundle.ts";
import { stampOf } from "./build/stamp.ts";
import { exitWithUsageError, integerOption, optionsOrExit, textOption } from "./support/options.ts";
import { runShown, versionOf } from "./support/process.ts";
import { print } from "./terminal.ts";
import { root } from "./tree.ts";

const DEFAULT_COUNT = 1_000_000;
const MAX_SEED = 2 ** 31 - 1;
const CROSS_COMPILER = "x86_64-w64-mingw32-g++-posix";
/** The headers and the CMake package of nlohmann-json on Debian. */
const JSON_PARTS = ["include/nlohmann", "share/cmake/nlohmann_json"];
const OPTIMIZED = "-O1 -g1 -fno-omit-frame-pointer";
const ADDRESSES = "-fsanitize=address,undefined -fno-sanitize-recover=all";
/**
 * Flags, and the fixtures that are replayed. The threads of the library carry every message in the same way, so for the slower
 * thread sanitizer the folders with cancelled calls, late answers and pipes that end are enough.
 */
const sanitizers = {
  "addresses and undefined behaviour": { flags: ADDRESSES, fixtures: "fixtures/" },
  threads: { flags: "-fsanitize=thread", fixtures: "fixtures/protocol/ fixtures/queue/" },
};

/** Why a run has failed. */
class Failure extends Error {}

const usage = `Runs the tests of the C++ library in other ways.

  deno task --cwd tools cpp sanitize
  deno task --cwd tools cpp wine --deno=PATH
  deno task --cwd tools cpp fuzz [--count=N] [--seed=N]

  sanitize     tests/clients/cpp/ with GCC's address and undefined behaviour sanitizers, then its thread sanitizer
  wine         builds for Windows with mingw-w64 and runs the tests and the example under Wine
  fuzz         feeds random streams and messages to the frame reader and the reader of messages
  --deno=PATH  the Windows build of Deno, deno.exe
  --count=N    the number of streams and of messages (default: ${DEFAULT_COUNT})
  --seed=N     the seed of all random choices (default: a random one, which is printed); repeats a run
`;

const { count, seed = Math.floor(Math.random() * MAX_SEED), deno, operands: [name, ...more] } = optionsOrExit(
  {
    name: "cpp",
    usage,
    options: {
      count: integerOption({ min: 1 }, DEFAULT_COUNT),
      seed: integerOption({ min: 0, max: MAX_SEED }),
      deno: textOption(),
    },
    operands: true,
  },
);
const runs: Readonly<Record<string, () => Promise<void>>> = { sanitize, wine, fuzz };
const chosen = name !== undefined && Object.hasOwn(runs, name) ? runs[name] : undefined;
if (!chosen || more.length > 0) exitWithUsageError("cpp", `name one of ${Object.keys(runs).join(", ")}`);

const directory = await Deno.makeTempDir({ prefix: "tonearm-cpp-" });
try {
  await chosen();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  print(`cpp: ${error.message}\n`);
  Deno.exitCode = 1;
} finally {
  await Deno.remove(directory, { recursive: true });
}

async function sanitize(): Promise<void> {
  for (const [what, { flags, fixtures }] of Object.entries(sanitizers)) {
    print(`== ${what}\n`);
    const test = ["test", "--no-check", "--allow-all", "tests/clients/cpp/"];
    const env = { TONEARM_TEST_ALL: "1", TONEARM_FIXTURES: fixtures, CXXFLAGS: `${OPTIMIZED} ${flags}` };
    await run(Deno.execPath(), test, env);
  }
}

async function fuzz(): Promise<void> {
  const headers = [
    "run",
    "--allow-read",
    "--allow-write",
    "tools/docs/cpp/main.ts",
    `${directory}/include/tonearm`,
  ];
  await run(Deno.execPath(), headers);
  const flags = `-std=c++17 ${OPTIMIZED} ${ADDRESSES} -Iclients/cpp/include -I${directory}/include`;
  const program = `${directory}/fuzz`;
  await run("g++", [
    ...flags.split(" "),
    "clients/cpp/tests/fuzz.cpp",
    "clients/cpp/src/envelope.cpp",
    "clients/cpp/src/json.cpp",
    "-o",
    program,
  ]);
  print(`seed ${seed}\n`);
  await run(program, [String(count), String(seed)]);
  print(`${count} streams and ${count} messages were read\n`);
}

async function wine(): Promise<void> {
  const missing = [
    await versionOf("wine") === undefined && "wine",
    await versionOf("cmake") === undefined && "cmake",
    await versionOf(CROSS_COMPILER) === undefined && "g++-mingw-w64-x86-64-posix",
    !await exists(`/usr/${JSON_PARTS[0]}`) && "nlohmann-json3-dev",
  ].filter((each) => each !== false);
  if (missing.length > 0) throw new Failure(`Debian packages are missing: ${missing.join(" ")}`);
  if (deno === undefined) {
    throw new Failure("--deno=PATH is missing: the Windows build of Deno, as in @deno/win32-x64 on npm");
  }
  // `deno task` changes the directory; INIT_CWD is where it was called.
  const program = resolve(Deno.env.get("INIT_CWD") ?? ".", deno);
  if (!await exists(program)) throw new Failure(`there is no ${program}`);

  const build = new URL("dist/cpp-wine/", root).pathname;
  // Not /usr itself, whose other headers are not for Windows.
  for (const part of JSON_PARTS) {
    await Deno.mkdir(`${build}json/${part}`, { recursive: true });
    await run("cp", ["-rT", `/usr/${part}`, `${build}json/${part}`]);
  }
  await run("cmake", [
    "-S",
    "clients/cpp",
    "-B",
    build,
    `-DTONEARM_DENO=${Deno.execPath()}`,
    "-DCMAKE_SYSTEM_NAME=Windows",
    `-DCMAKE_CXX_COMPILER=${CROSS_COMPILER}`,
    "-DCMAKE_CXX_FLAGS=-O0 -Werror",
    "-DCMAKE_EXE_LINKER_FLAGS=-static",
    "-DCMAKE_UNITY_BUILD=ON",
    `-Dnlohmann_json_DIR=${build}json/${JSON_PARTS[1]}`,
  ]);
  const tests = ["tonearm_tests", "tonearm_minimal"];
  await run("cmake", ["--build", build, "--target", ...tests]);
  await bundleBridge(`${directory}/bundle`, await stampOf());
  const logs = `${directory}/logs`;
  await Deno.mkdir(logs);
  const bridge = [program, "run", ...sandboxFlags, ...bundleFlags, `${directory}/bundle/${BUNDLE_ENTRY}`];
  const args = [logs, ...bridge].map((word) => word.startsWith("/") ? windowsPath(word) : word);
  const env = { WINEDEBUG: "-all", DENO_DIR: windowsPath(`${directory}/deno`) };
  for (const test of tests) {
    await run("wine", [`${build}${test}.exe`, ...args], env);
  }
}

/** A path as Wine shows it to programs. */
function windowsPath(path: string): string {
  return `Z:${path.replaceAll("/", "\\")}`;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

/** Runs a program in the root of the tree. */
async function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const code = await runShown(program, args, { cwd: root, env, deadlineMs: 3_600_000 });
  if (code !== 0) throw new Failure(`${program} has failed with code ${code}`);
}

import { assertEquals } from "@std/assert";
import { setDeadline, waitFor } from "../support/deadline.ts";
import { tempDirectory } from "../support/temp_directory.ts";

setDeadline(120_000);

const script = new URL("../../.ci/run", import.meta.url);

/** The exit codes of the tasks `check` and `test`, and the output of `test`. */
interface Run {
  readonly check?: number;
  readonly test?: number;
  readonly output?: string;
  /** The shell script of a fake `apt-get`, for a machine without mpv; by default mpv is installed. */
  readonly aptGet?: string;
  /** Whether the test run fails without mpv. */
  readonly needsMpv?: boolean;
  /** What the test run does after its output, in a shell. */
  readonly after?: string;
}

/** The system programs that the script uses. */
const tools = [
  "bash",
  "cat",
  "dirname",
  "env",
  "grep",
  "mktemp",
  "rm",
  "sh",
  "sleep",
  "tail",
  "tee",
  "timeout",
  "touch",
];

/** Runs a copy of the script with a fake `npx` and returns its last line and exit code. */
async function run(
  { check = 0, test = 0, output = "", aptGet, needsMpv = false, after = ":" }: Run,
): Promise<[string | undefined, number]> {
  await using temporary = await tempDirectory();
  const directory = temporary.path;
  await Deno.mkdir(`${directory}/.ci`);
  await Deno.copyFile(script, `${directory}/.ci/run`);
  const npx = [
    "#!/bin/sh",
    '[ "$1 $2 $3" = "--yes deno@2.9.6 task" ] || exit 99',
    `[ "$4" != check ] || exit ${check}`,
    `cat <<'END'\n${output}\nEND`,
    ...(needsMpv ? ['[ -e "${0%/*}/mpv" ] || exit 9'] : []),
    after,
    `exit ${test}`,
  ];
  await Deno.writeTextFile(`${directory}/npx`, npx.join("\n"), { mode: 0o755 });
  // The PATH has only these tools, so that the test controls whether mpv is found.
  for (const tool of tools) {
    const from = await Deno.stat(`/usr/bin/${tool}`).then(() => "/usr/bin", () => "/bin");
    await Deno.symlink(`${from}/${tool}`, `${directory}/${tool}`);
  }
  for (
    const program of [
      "audacious",
      "chromium",
      "cmake",
      "dbus-daemon",
      "g++",
      "nlohmann-json3-dev",
      "xdotool",
      aptGet === undefined ? "mpv" : "apt-get",
    ]
  ) {
    const text = `#!/bin/sh\n${program === "apt-get" ? aptGet : ""}\n`;
    await Deno.writeTextFile(`${directory}/${program}`, text, { mode: 0o755 });
  }
  const { code, stdout } = await new Deno.Command("bash", {
    args: ["-c", `echo $$ >${directory}/pid; exec bash ${directory}/.ci/run`],
    clearEnv: true,
    env: { PATH: directory, CHECK_SECONDS: "20", TEST_SECONDS: after === ":" ? "60" : "1" },
  }).output();
  const left = await Deno.readTextFile(`${directory}/left`).catch(() => "");
  for (const pid of left.split("\n").filter(Boolean)) {
    await waitFor(`the end of process ${pid}`, () => hasEnded(pid));
  }
  return [new TextDecoder().decode(stdout).trimEnd().split("\n").at(-1), code];
}

/** Whether a process has ended. One that no parent has asked after yet has no command. */
async function hasEnded(pid: string): Promise<boolean> {
  return await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "") === "";
}

const passing = "ok | 412 passed (7 steps) | 0 failed (9s)";

/** Registers a test of the script, which needs bash. */
function scriptTest(name: string, expected: [string, number], given: Run): void {
  // Only root can install packages.
  const ignore = Deno.build.os === "windows" || (given.aptGet !== undefined && Deno.uid() !== 0);
  Deno.test({
    name: ignore && given.aptGet !== undefined ? `${name} (ignored: not the superuser)` : name,
    ignore,
    fn: async () => assertEquals(await run(given), expected),
  });
}

scriptTest("ci ends with the sum of the tests", ["412 passed, 0 failed", 0], { output: passing });
scriptTest("ci tells ignored tests", ["3 passed, 0 failed, 2 skipped", 0], {
  output: "ok | 3 passed | 0 failed | 2 ignored (1s)",
});
scriptTest("ci fails with the tests", ["3 passed, 12 failed, 1 skipped", 1], {
  output: "FAILED | 3 passed (4 steps) | 12 failed (1 step) | 1 ignored | 5 filtered out (1s)",
  test: 1,
});
scriptTest("ci fails when the check does, and its last line says so", ["412 passed, 1 failed", 1], {
  output: passing,
  check: 1,
});
scriptTest("ci counts a failed check beside failed tests", ["3 passed, 13 failed", 1], {
  output: "FAILED | 3 passed | 12 failed (1s)",
  check: 2,
  test: 1,
});
scriptTest("ci fails when the test run fails beside its tests", ["412 passed, 1 failed", 1], {
  output: passing,
  test: 1,
});
scriptTest("ci fails when there is no summary", ["0 passed, 1 failed", 1], { output: "error: no", test: 1 });
scriptTest("ci fails when there is no summary and no exit code either", ["0 passed, 1 failed", 1], {});
scriptTest("ci fails when no test was found", ["0 passed, 1 failed", 1], {
  output: "ok | 0 passed | 0 failed (0ms)",
});
scriptTest("ci believes the last summary only", ["3 passed, 1 failed", 1], {
  output: `${passing}\nFAILED | 3 passed | 1 failed (1s)`,
  test: 1,
});

scriptTest("ci ends a test run that hangs, ignores SIGTERM, and counts it", ["0 passed, 1 failed", 1], {
  output: "running 3 tests",
  after: `trap '' TERM; echo $$ >"\${0%/*}/left"; while :; do sleep 1; done`,
});
scriptTest("ci ends when a process holds the output of a test run that has ended", [
  "412 passed, 1 failed",
  1,
], {
  output: passing,
  after: 'sleep 300 & echo $! >"${0%/*}/left"',
});
scriptTest("ci prints its last line when it is interrupted", ["0 passed, 1 failed", 1], {
  output: "running 3 tests",
  after: 'echo $$ >"${0%/*}/left"; kill -TERM "$(cat "${0%/*}/pid")"; while :; do sleep 1; done',
});

scriptTest("ci installs mpv when there is none", ["412 passed, 0 failed", 0], {
  // The fake apt-get finds packages only after an update, and the tests fail without mpv.
  aptGet:
    'case "$*" in *update*) touch "${0%/*}/updated";; *install*) [ -e "${0%/*}/updated" ] && touch "${0%/*}/mpv";; esac',
  output: passing,
  needsMpv: true,
});
scriptTest("ci goes on without mpv when it cannot be installed", ["412 passed, 0 failed", 0], {
  aptGet: "echo no network; exit 100",
  output: passing,
});

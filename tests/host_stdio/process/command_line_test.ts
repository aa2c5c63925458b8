import "../../support/deadline.ts";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { sandboxFlags } from "../../../clients/typescript/spawn_bridge.ts";
import { version } from "../../../host_stdio/version.ts";
import { BRIDGE_VARIABLE, bridgeCommand, runDeno, runProgram } from "../../../tools/support/process.ts";
import { isWindows } from "../../handlers/log/support.ts";
import { BridgeProcess, request } from "../../support/bridge_process.ts";
import { tempDirectory } from "../../support/temp_directory.ts";

/** A test with a signal from the player. Windows has no signals. */
function signalTest(name: string, test: () => Promise<void>): void {
  Deno.test({ name, ignore: isWindows, fn: test });
}

/** Runs the bridge with flags and an empty input. */
async function run(...flags: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  await using temporary = await tempDirectory();
  const directory = temporary.path;
  const { program, args } = bridgeCommand(flags);
  return await runProgram(program, args, { cwd: directory });
}

Deno.test("--help lists every flag on stdout", async () => {
  for (const flag of ["--help", "-h"]) {
    const { code, stdout, stderr } = await run(flag);
    assertEquals([code, stderr], [0, ""]);
    for (
      const name of [
        "--log-dir",
        "--max-frame-bytes",
        "--max-queue-bytes",
        "--action-timeout-ms",
        "--log-level",
        "--version",
        "--help",
        "task demo",
      ]
    ) assertStringIncludes(stdout, name);
  }
});

Deno.test("--version prints the version of deno.json, and a bundle's commit", async () => {
  const { code, stdout, stderr } = await run("--version");
  assertEquals([code, stderr], [0, ""]);
  const [, shown, commit] = /^tonearm (\S+)(?: \(([0-9a-f]{12,}(?:-modified)?)\))?\n$/.exec(stdout) ?? [];
  assertEquals(shown, version);
  // The bridge cannot read the commit of the tree in its sandbox.
  if (!Deno.env.has(BRIDGE_VARIABLE)) assertEquals(commit, undefined);
  assertMatch(version, /^\d+\.\d+\.\d+$/);
});

Deno.test("an invalid command line is reported on stderr with exit code 2", async () => {
  const cases: [string[], string][] = [
    [["--nope"], 'unknown flag "--nope"'],
    [["--log-dir", "missing"], '--log-dir "missing" does not exist'],
    [["--log-dir=/"], '--log-dir "/" is outside what --allow-read grants'],
  ];
  for (const [flags, text] of cases) {
    const { code, stdout, stderr } = await run(...flags);
    assertEquals([code, stdout], [2, ""], flags.join(" "));
    assertStringIncludes(stderr, `tonearm: ${text}`);
  }
});

// Shows: The log directory is the working directory that the player sets (`--log-dir` names another one that the
// permissions allow).
Deno.test("a log directory within the permissions is used", async () => {
  await using temporary = await tempDirectory();
  const directory = temporary.path;
  await Deno.mkdir(`${directory}/logs`);
  for (const flags of [["--log-dir=logs"], ["--log-dir", "./logs"], ["--log-dir", `${directory}/logs`]]) {
    await using bridge = await BridgeProcess.start({ directory, flags });
    const { result } = await bridge.ask(request(1, "log.write", { message: "here" }));
    const parts = [await Deno.realPath(directory), "logs", "webview_ui.log"];
    assertEquals(result.path, parts.join(isWindows ? "\\" : "/"));
  }
  assertEquals((await Deno.readTextFile(`${directory}/logs/webview_ui.log`)).split("\n").length, 4);
});

Deno.test("a log directory that is a file is refused", async () => {
  await using temporary = await tempDirectory();
  const directory = temporary.path;
  await Deno.writeTextFile(`${directory}/file`, "");
  await using bridge = await BridgeProcess.start({ directory, flags: ["--log-dir=file"] });
  const { code, stderr } = await bridge.end();
  assertEquals([code, stderr], [2, 'tonearm: --log-dir "file" is not a directory\n']);
});

Deno.test("console output of any module goes to stderr, never into a frame", async () => {
  await using temporary = await tempDirectory();
  const directory = temporary.path;
  // The first module of the process, then every method of console.
  const first = new URL("../../../host_stdio/process/globals.ts", import.meta.url).href;
  const names = [
    "log",
    "info",
    "debug",
    "table",
    "dir",
    "dirxml",
    "group",
    "groupCollapsed",
    "warn",
    "error",
  ];
  const calls = [
    ...names.map((name) => `console.${name}("${name} was here")`),
    'console.assert(false, "assert was here")',
  ];
  const timed =
    'console.time("t"); console.timeLog("t"); console.timeEnd("t"); console.count("c"); console.trace("x")';
  await Deno.writeTextFile(
    `${directory}/noise.ts`,
    `import "${first}";\n${calls.join(";\n")};\n${timed};\n`,
  );
  const { stdout, stderr } = await runDeno(["run", ...sandboxFlags, "noise.ts"], { cwd: directory });
  assertEquals(stdout, "");
  for (const name of names) assertStringIncludes(stderr, `${name} was here`);
});

Deno.test("main.ts removes storage and redirects console to stderr before anything else loads", async () => {
  const text = await Deno.readTextFile(new URL("../../../main.ts", import.meta.url));
  assertEquals(/^import .*$/m.exec(text)?.[0], 'import "./host_stdio/process/globals.ts";');
});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  signalTest(`${signal} writes accepted log lines and ends with 0`, async () => {
    await using bridge = await BridgeProcess.start();
    await bridge.ask(request(0, "test.ping"));
    const lines = 200;
    await bridge.write(
      ...Array.from({ length: lines }, (_, id) => request(id, "log.write", { message: `line ${id}` })),
    );
    // After the first answer the lines have arrived.
    await bridge.read();
    bridge.child.kill(signal);
    const answered: unknown[] = [];
    for (let frame = await bridge.read(); frame !== undefined; frame = await bridge.read()) {
      answered.push(frame);
    }
    const { code, signal: killedBy } = await bridge.child.status;
    assertEquals([code, killedBy], [0, null]);
    const text = await Deno.readTextFile(`${bridge.directory}/webview_ui.log`);
    assertEquals(text.trimEnd().split("\n").length >= answered.length + 1, true);
  });
}

Deno.test({
  name: "a bridge started on a terminal describes itself and names the demo",
  // `script` of util-linux creates a terminal.
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const { program, args } = bridgeCommand();
    const command = [program, ...args].map((word) => `'${word}'`).join(" ");
    const { code, stdout } = await new Deno.Command("script", {
      args: ["-qec", command, "/dev/null"],
      env: { NO_COLOR: "1" },
      stdin: "null",
    }).output();
    assertEquals(code, 0);
    assertStringIncludes(new TextDecoder().decode(stdout), "deno task demo");
  },
});

signalTest("a signal ends a bridge whose player does not answer", async () => {
  await using bridge = await BridgeProcess.start();
  assertEquals((await bridge.ask(request(1, "misc.exit"))).method, "player.app.run");
  bridge.child.kill("SIGTERM");
  assertEquals((await bridge.read()).result, { success: false, error: "Player did not answer" });
  assertEquals((await bridge.child.status).code, 0);
});

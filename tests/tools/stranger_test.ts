import { assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { runDeno, runProgram, versionOf } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";
import { Display, hasXvfb } from "../support/display.ts";
import { tempDirectory } from "../support/temp_directory.ts";

setDeadline(120_000);

/** A player that closes its pipe at once. */
const player = ["sh", "-c", '"$TONEARM_BRIDGE_PROGRAM" </dev/null', "{bridge}"];

/** Tools whose output has colours at a terminal, with arguments and input. */
const tools: Readonly<Record<string, { args: readonly string[]; input?: string; code?: number }>> = {
  "check-player": { args: ["tools/check_player.ts", "--", ...player], code: 1 },
  demo: { args: ["tools/demo.ts", "--verbose"] },
  replay: { args: ["tools/replay.ts", "fixtures/console"] },
  play: { args: ["tools/play.ts"], input: "queue.getCount\n" },
};

/** `env` without NO_COLOR, which is set in `.ci/run`. */
const unset = ["-u", "NO_COLOR", "-u", "FORCE_COLOR"];
/** The packages that this machine has downloaded. */
const denoDir = JSON.parse((await runDeno(["info", "--json"])).stdout).denoDir;
const windows = Deno.build.os === "windows";
// deno-lint-ignore no-control-regex -- the escape character begins a colour
const COLOR = /\x1b\[/;

/** Runs a tool in a pipe as a stranger does: with an empty home directory, without NO_COLOR. */
async function assertRuns(name: string, display: string | undefined): Promise<void> {
  const { args, input = "", code: expected = 0 } = tools[name] ?? { args: [] };
  await using temporary = await tempDirectory();
  const home = temporary.path;
  const removed = [...unset, ...display === undefined ? ["-u", "DISPLAY", "-u", "WAYLAND_DISPLAY"] : []];
  const set = [
    `HOME=${home}`,
    `DENO_DIR=${denoDir}`,
    ...display === undefined ? [] : [`DISPLAY=${display}`],
  ];
  const command = [Deno.execPath(), "run", "--quiet", "--no-check", "--allow-all", ...args];
  const env = [...removed, ...set, ...command];
  const { code, stdout, stderr } = await runProgram("env", env, { cwd: root, input });
  assertEquals(code, expected, stderr);
  assertMatch(stdout, /\n/);
  assertNotMatch(stdout + stderr, COLOR);
}

for (const name of Object.keys(tools)) {
  Deno.test({
    name: `${name} in a pipe prints no colours, without NO_COLOR, without a display, with an empty HOME`,
    ignore: windows,
    fn: () => assertRuns(name, undefined),
  });

  Deno.test({
    name: `${name} in a pipe prints no colours, without NO_COLOR, at a display, with an empty HOME`,
    ignore: !hasXvfb,
    async fn() {
      await using display = await Display.open();
      await assertRuns(name, display.name);
    },
  });
}

/** util-linux's `script` runs a program in a terminal. Other systems' `script` takes other arguments. */
const hasScript = Deno.build.os === "linux" && (await versionOf("script"))?.includes("util-linux") === true;

Deno.test({
  name: "check-player prints colours at a terminal, and none with NO_COLOR",
  ignore: !hasScript,
  async fn() {
    const words = [Deno.execPath(), "run", "--no-check", "--allow-all", ...tools["check-player"]?.args ?? []];
    const command = words.map((word) => `'${word}'`).join(" ");
    const at = async (...env: string[]): Promise<string> => {
      const args = [...env, "script", "-qec", command, "/dev/null"];
      return (await runProgram("env", args, { cwd: root, env: { SHELL: "/bin/sh", TERM: "xterm" } })).stdout;
    };
    assertMatch(await at(...unset), COLOR);
    const plain = await at("NO_COLOR=1");
    assertEquals([plain.includes("FAILED"), COLOR.test(plain)], [true, false]);
  },
});

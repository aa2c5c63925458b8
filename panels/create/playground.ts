#!/usr/bin/env node
/**
 * The command `tonearm-playground` of the npm package create-tonearm-panel: starts the bundled playground with Deno.
 */

import { spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { denoOnNode, howToGetDeno } from "../../clients/typescript/node_deno.ts";

const EXIT_FAILED = 1;

/** The arguments of Deno before the path of the program; the permissions are those of `deno task playground`. */
const denoArguments: readonly string[] = [
  "run",
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-run",
  "--allow-env=HOME,XDG_STATE_HOME,LOCALAPPDATA,INIT_CWD",
  "--no-config",
  "--no-remote",
  "--no-npm",
  "--quiet",
];

const deno = denoOnNode();
const program = fileURLToPath(new URL("tree/playground/main.js", import.meta.url));
const child = spawn(deno, [...denoArguments, program, ...process.argv.slice(2)], {
  stdio: "inherit",
  // npm sets INIT_CWD to the folder that it was called in; its scripts run in the folder of package.json.
  env: { ...process.env, INIT_CWD: process.cwd(), DENO_NO_UPDATE_CHECK: "1" },
});
// A terminal sends Ctrl-C to both processes. Other signals come to this process only.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => child.kill(signal));
}
child.once("error", (error) => {
  const missing = "code" in error && error.code === "ENOENT";
  const reason = missing ? `command not found; ${howToGetDeno}` : error.message;
  process.stderr.write(`tonearm-playground: ${deno}: ${reason}\n`);
  process.exitCode = EXIT_FAILED;
});
child.once("exit", (code) => process.exitCode = code ?? EXIT_FAILED);

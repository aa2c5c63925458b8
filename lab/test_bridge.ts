/**
 * `deno task --cwd lab test:bridge <program> [arguments]`: the whole-process tests and all fixtures against another bridge than
 * that of the tree, such as a binary.
 *
 * @module
 */

import { resolve } from "@std/path";
import { BRIDGE_VARIABLE } from "../tools/support/process.ts";
import { processTests } from "../tools/build/process_tests.ts";
import { root } from "../tools/tree.ts";

const usage = `Runs the whole-process tests and all fixtures against another bridge than that of the tree.

Usage: deno task --cwd lab test:bridge <program> [arguments]

  deno task --cwd lab test:bridge dist/tonearm-0.1.0-linux-x64/tonearm
  deno task --cwd lab test:bridge deno run --no-prompt --allow-read=. --allow-write=. --deny-import --cached-only --no-remote --no-npm $PWD/dist/bundle/main.js

A program with a path is looked for from the working directory, one without where programs are; arguments are
handed over as they are, so that paths in them have to be absolute.
`;

const EXIT_USAGE = 2;
const encoder = new TextEncoder();

const [program, ...args] = Deno.args;
if (program === undefined || program === "--help") {
  Deno.stderr.writeSync(encoder.encode(usage));
  Deno.exit(program === undefined ? EXIT_USAGE : 0);
}
// deno task has changed to the root of the tree, and tells where it was called.
const path = /[\\/]/.test(program) ? resolve(Deno.env.get("INIT_CWD") ?? ".", program) : program;
const env = { [BRIDGE_VARIABLE]: JSON.stringify([path, ...args]) };

const tests = [...processTests.everyRun, ...processTests.release];
for (
  const command of [
    ["test", "--no-prompt", "--allow-all", ...tests],
    ["task", "replay", "--process"],
  ]
) {
  const { code } = await new Deno.Command(Deno.execPath(), { args: command, cwd: root, env }).spawn().status;
  if (code !== 0) Deno.exit(code);
}

/**
 * `deno task --cwd tools test:bridge <program> [arguments]`: runs the whole-process tests and all fixtures against a bridge other
 * than that of the tree.
 */

import { resolve } from "@std/path";
import { processTests } from "./build/process_tests.ts";
import { BRIDGE_VARIABLE, runShown } from "./support/process.ts";
import { root } from "./tree.ts";

const usage = `Runs the whole-process tests and all fixtures against a bridge other than that of the tree.

Usage: deno task --cwd tools test:bridge <program> [arguments]

  deno task --cwd tools test:bridge dist/tonearm-0.1.0-linux-x64/tonearm
  deno task --cwd tools test:bridge deno run --no-prompt --allow-read=. --allow-write=. --deny-import --cached-only --no-remote --no-npm $PWD/dist/bundle/main.js

The path of the program is relative to the working directory; a name without a path is looked up on the PATH. Arguments
are passed unchanged, so paths in them must be absolute.
`;

const EXIT_USAGE = 2;
const encoder = new TextEncoder();

const [program, ...args] = Deno.args;
if (program === undefined || program === "--help") {
  Deno.stderr.writeSync(encoder.encode(usage));
  Deno.exit(program === undefined ? EXIT_USAGE : 0);
}
// `deno task` changes the directory; INIT_CWD is where it was called.
const path = /[\\/]/.test(program) ? resolve(Deno.env.get("INIT_CWD") ?? ".", program) : program;
const env = { [BRIDGE_VARIABLE]: JSON.stringify([path, ...args]) };

const tests = [...processTests.everyRun, ...processTests.release];
for (
  const command of [
    ["test", "--no-prompt", "--allow-all", ...tests],
    ["task", "replay", "--process"],
  ]
) {
  const code = await runShown(Deno.execPath(), command, { cwd: root, env, deadlineMs: 3_600_000 });
  if (code !== 0) Deno.exit(code);
}

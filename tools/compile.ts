/**
 * `deno task bundle`, `deno task compile` and `deno task compile:all`: what a player ships.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl, resolve } from "@std/path";
import { BaseBinaryMissing } from "./release/compile.ts";
import { makeBundle, makeRelease } from "./release/release.ts";
import { ToolFailed } from "./release/run.ts";
import { stampOf } from "./release/stamp.ts";
import { type Target, targets, thisTarget } from "./release/targets.ts";
import { root } from "./tree.ts";

const usage = `Makes what a player ships: the bridge as a bundle, and as a single binary.

  deno task bundle                 the bundle alone: dist/bundle/main.js and what it loads when needed,
                                   run as: deno run --no-prompt --allow-read=. --allow-write=. --deny-import --cached-only --no-remote --no-npm main.js
  deno task compile [targets]      the bundle and binaries, for this machine when no target is named
  deno task compile:all            the bundle and the binaries for every target, archives, checksums

Targets: ${targets.map(({ name }) => name).join(", ")}.

Flags:
  --out=DIRECTORY   where to (default: dist)
  --help            this text

A binary needs the base binary of this version of Deno, which is downloaded once for each target.
DENORT_BIN=/path/to/denort names one that is there already, for a single target.

Exit codes:
  0  all is made
  1  something could not be made; stderr says what, and what to do
  2  the command line cannot be carried out
`;

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

const encoder = new TextEncoder();

function say(text: string): void {
  Deno.stderr.writeSync(encoder.encode(`${text}\n`));
}

function refuse(reason: string): never {
  say(`compile: ${reason}`);
  Deno.exit(EXIT_USAGE);
}

function targetOf(name: string | number): Target {
  const target = targets.find((each) => each.name === name);
  return target ?? refuse(`no target ${JSON.stringify(name)}; --help lists them`);
}

const parsed = parseArgs(Deno.args, {
  boolean: ["all", "bundle", "help"],
  string: ["out"],
  alias: { help: "h" },
  unknown(argument) {
    if (argument.startsWith("-")) refuse(`unknown flag ${argument}; --help lists the flags`);
    return true;
  },
});

if (parsed["help"]) {
  Deno.stdout.writeSync(encoder.encode(usage));
  Deno.exit();
}
const named = parsed._.map(targetOf);
if ((parsed["all"] || parsed["bundle"]) && named.length > 0) refuse("this task takes no targets");

/** The targets that are to be made. */
function chosenTargets(): readonly Target[] {
  if (parsed["bundle"]) return [];
  if (parsed["all"]) return targets;
  if (named.length > 0) return named;
  return [thisTarget() ?? refuse(`no binary is made for ${Deno.build.target}: name a target`)];
}

// deno task has changed to the root of the tree, and tells where it was called; paths are meant from there.
const here = Deno.env.get("INIT_CWD") ?? Deno.cwd();
const chosen = chosenTargets();
const baseBinary = Deno.env.get("DENORT_BIN");
if (baseBinary) {
  if (chosen.length > 1) {
    refuse("DENORT_BIN names the base binary of one target, not of several: name one target, or unset it");
  }
  Deno.env.set("DENORT_BIN", resolve(here, baseBinary));
}

const directory = typeof parsed["out"] === "string" && parsed["out"] !== ""
  ? resolve(here, parsed["out"])
  : fromFileUrl(new URL("dist", root));
const options = { directory, stamp: await stampOf(), progress: say };
try {
  await (parsed["bundle"] ? makeBundle(options) : makeRelease({ ...options, targets: chosen }));
} catch (error) {
  if (!(error instanceof BaseBinaryMissing || error instanceof ToolFailed)) throw error;
  say(`\n${error.message}`);
  Deno.exit(EXIT_FAILED);
}

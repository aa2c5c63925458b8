/** `deno task build`: builds the bundle or binaries that players ship, the npm packages, the types of a page, and the wheel for Python. */

import { fromFileUrl, resolve } from "@std/path";
import { BaseBinaryMissing } from "./build/compile.ts";
import { buildPackages } from "./build/npm/package.ts";
import { buildWheel } from "./build/python.ts";
import { makeBundle, makeRelease } from "./build/release.ts";
import { ToolFailed } from "./build/run.ts";
import { stampOf } from "./build/stamp.ts";
import { type Target, targets, thisTarget } from "./build/targets.ts";
import { ownPageTypes } from "./docs/page_types.ts";
import { exitWithUsageError, optionsOrExit, textOption } from "./support/options.ts";
import { root } from "./tree.ts";

const targetNames = targets.map(({ name }) => name);

const usage =
  `Builds what players ship: the bridge as a bundle or as a single binary, the client for Python, and
the npm packages, which are the library with the bridge, the panel script, and create-tonearm-panel
with the playground.

  deno task build bundle            dist/bundle/main.js and the files that it loads when needed
  deno task build binary [targets]  the bundle and binaries; without targets, for this machine
  deno task build release           the bundle, the binaries of all targets, archives and checksums
  deno task build npm               the npm packages, in dist/npm; needs Node.js with npm
  deno task build types             the types of a page in one file, dist/fb2k.d.ts
  deno task build python            the wheel for Python 3.11, in dist/python; needs Python

The bundle runs as:
  deno run --no-prompt --allow-read=. --allow-write=. --deny-import --cached-only \\
    --no-remote --no-npm main.js

Targets: ${targetNames.join(", ")}.

Flags:
  --out=DIRECTORY   output folder (default: dist; python: dist/python; npm: dist/npm, which must
                    be empty or missing)
  --repository=URL  for npm: the repository that the packages name, which provenance compares
  --help            this text

A binary needs the base binary of this version of Deno, which is downloaded once for each target.
With DENORT_BIN=/path/to/denort, a build of one target takes a base binary of this machine instead.

Exit codes:
  0  the build succeeded
  1  the build failed; stderr says why, and what to do
  2  the command line is wrong
`;

const EXIT_FAILED = 1;
const products = ["bundle", "binary", "release", "npm", "types", "python"] as const;
const encoder = new TextEncoder();

function say(text: string): void {
  Deno.stderr.writeSync(encoder.encode(`${text}\n`));
}

function refuse(reason: string): never {
  exitWithUsageError("build", reason);
}

const { out, repository, operands: [product, ...names] } = optionsOrExit({
  name: "build",
  usage,
  options: { out: textOption(), repository: textOption() },
  operands: true,
});
if (product === undefined) refuse(`say what to build: ${products.join(", ")}`);
if (!products.some((each) => each === product)) {
  refuse(`${JSON.stringify(product)} cannot be built; it must be ${products.join(" or ")}`);
}
if (product !== "npm" && repository !== undefined) refuse(`--repository applies to npm, not to ${product}`);
if (product !== "binary" && names.length > 0) refuse(`${product} takes no targets`);

/** The targets of the binaries. */
function chosenTargets(): readonly Target[] {
  if (product === "release") return targets;
  if (names.length === 0) {
    return [thisTarget() ?? refuse(`no binary is made for ${Deno.build.target}: name a target`)];
  }
  return names.map((name) =>
    targets.find((target) => target.name === name) ??
      refuse(`${JSON.stringify(name)} is not a target; it must be ${targetNames.join(" or ")}`)
  );
}

// `deno task` changes to the root of the tree. Paths are relative to where it was called.
const caller = Deno.env.get("INIT_CWD") ?? Deno.cwd();

/** Whether a path exists and is not a directory, or is below a file. */
async function isNoDirectory(path: string): Promise<boolean> {
  try {
    return !(await Deno.stat(path)).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotADirectory) return true;
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function build(): Promise<void> {
  const directory = out === undefined
    ? fromFileUrl(new URL(product === "npm" || product === "python" ? `dist/${product}` : "dist", root))
    : resolve(caller, out);
  if (await isNoDirectory(directory)) refuse(`--out is ${JSON.stringify(out)}; it must be a directory`);
  if (product === "npm") return await buildPackages({ directory, repository, progress: say });
  if (product === "types") {
    await Deno.mkdir(directory, { recursive: true });
    return await Deno.writeTextFile(`${directory}/fb2k.d.ts`, await ownPageTypes());
  }
  if (product === "python") return say(await buildWheel(directory));
  const options = { directory, stamp: await stampOf(), progress: say };
  if (product === "bundle") return void await makeBundle(options);
  const chosen = chosenTargets();
  const baseBinary = Deno.env.get("DENORT_BIN");
  if (baseBinary) {
    if (chosen.length > 1) {
      refuse("DENORT_BIN names the base binary of one target: build one target at a time, or unset it");
    }
    Deno.env.set("DENORT_BIN", resolve(caller, baseBinary));
  }
  await makeRelease({ ...options, targets: chosen });
}

try {
  await build();
} catch (error) {
  if (!(error instanceof BaseBinaryMissing || error instanceof ToolFailed)) throw error;
  say(`\n${error.message}`);
  Deno.exit(EXIT_FAILED);
}

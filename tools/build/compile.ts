/**
 * The bridge as a single binary: a bundle and the base binary that runs it, in one file.
 *
 * @module
 */

import { resolve } from "@std/path";
import { bundleFlags, sandboxFlags } from "../../client/spawn_bridge.ts";
import { BUNDLE_ENTRY } from "./bundle.ts";
import { runDeno, ToolFailed } from "./run.ts";
import type { Target } from "./targets.ts";

/**
 * The flags under which the bundle runs, in the binary as well as beside a Deno: the sandbox, relative to the working
 * directory, no downloads, and no code cache, which would be written outside of it.
 */
export const bakedFlags: readonly string[] = [...sandboxFlags, ...bundleFlags, "--no-code-cache"];

/** What keeps everything but the bundle out of the binary. */
const onlyTheBundle = ["--no-config", "--no-lock", "--no-check"];

/** A base binary is not there and cannot be downloaded. */
export class BaseBinaryMissing extends Error {
  override name = "BaseBinaryMissing";
  /** The systems whose base binaries are missing, and why. */
  readonly missing: ReadonlyMap<Target, string>;

  /** @param missing See {@linkcode BaseBinaryMissing.missing}. */
  constructor(missing: ReadonlyMap<Target, string>) {
    super(howToSupply(missing));
    this.missing = missing;
  }
}

/**
 * Compiles a bundle.
 *
 * @param bundle The folder of the bundle.
 * @param target The system that the binary is for.
 * @param output The path of the binary; the folder exists.
 * @throws {BaseBinaryMissing} When the base binary cannot be had; the message says how to supply it.
 * @throws {ToolFailed} When Deno fails otherwise.
 */
export async function compileBundle(bundle: string, target: Target, output: string): Promise<void> {
  const args = ["compile", "--quiet", ...bakedFlags, ...onlyTheBundle, `--target=${target.triple}`];
  try {
    await runDeno([...args, `--output=${resolve(output)}`, BUNDLE_ENTRY], bundle);
  } catch (error) {
    if (!(error instanceof ToolFailed) || !error.stderr.includes("Setting up base binary")) throw error;
    const reasons = [...error.stderr.matchAll(/^ +\d+: (.+)$/gm)].map(([, reason]) => reason);
    throw new BaseBinaryMissing(new Map([[target, reasons.at(-1) ?? "no reason given"]]));
  }
}

function howToSupply(missing: ReadonlyMap<Target, string>): string {
  const version = Deno.version.deno;
  const lines = [...missing].map(([{ name, triple }, reason]) =>
    `  ${name}: denort-${triple}.zip could not be downloaded: ${reason}`
  );
  return `A binary is the bundle behind denort, the base binary of Deno, of which one is missing here:
${lines.join("\n")}
To supply it:
  1. Get the file named above where the network allows it, from
     https://dl.deno.land/release/v${version}/
  2. Either put it as it is into $DENO_DIR/dl/release/v${version}/ ("deno info" tells DENO_DIR): that serves every target.
     Or unpack it, and name the program inside: DENORT_BIN=/path/to/denort deno task build binary, with one target at a time.
The bundle alone needs no base binary: deno task build bundle`;
}

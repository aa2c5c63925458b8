/** The bridge as a single binary: a base binary with the bundle appended. */

import { resolve } from "@std/path";
import { bundleFlags, sandboxFlags } from "../../clients/typescript/spawn_bridge.ts";
import { BUNDLE_ENTRY } from "./bundle.ts";
import { runDeno, ToolFailed } from "./run.ts";
import type { Target } from "./targets.ts";

/**
 * The flags that run the bundle, baked into the binary or passed to a separate Deno: the sandbox, relative to the working
 * directory, no downloads, and no code cache, which would be written outside the sandbox.
 */
export const bakedFlags: readonly string[] = [...sandboxFlags, ...bundleFlags, "--no-code-cache"];

/** Flags that keep everything but the bundle out of the binary. */
const onlyTheBundle = ["--no-config", "--no-lock", "--no-check"];

/** A base binary is missing and cannot be downloaded. */
export class BaseBinaryMissing extends Error {
  override name = "BaseBinaryMissing";
  /** The reason for each target. */
  readonly missing: ReadonlyMap<Target, string>;

  constructor(missing: ReadonlyMap<Target, string>) {
    super(howToSupply(missing));
    this.missing = missing;
  }
}

/**
 * Compiles a bundle.
 *
 * @param bundle The folder of the bundle.
 * @param output The path of the binary; its folder exists.
 * @throws {BaseBinaryMissing} When the base binary is missing; the message says how to supply it.
 * @throws {ToolFailed} When Deno fails for another reason.
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
  return `A binary is denort, the base binary of Deno, with the bundle appended. Missing here:
${lines.join("\n")}
To supply it:
  1. Download the file named above from
     https://dl.deno.land/release/v${version}/
  2. Put it unchanged into $DENO_DIR/dl/release/v${version}/ ("deno info" prints DENO_DIR): this works for every target.
     Or unpack it and name the program inside: DENORT_BIN=/path/to/denort deno task build binary, with one target at a time.
The bundle alone needs no base binary: deno task build bundle`;
}

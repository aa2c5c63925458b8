/** Runs Deno for a build. */

import { runProgram } from "../support/process.ts";

/** A program that the build runs has failed. */
export class ToolFailed extends Error {
  override name = "ToolFailed";
  /** Its stderr, without the stack. */
  readonly stderr: string;

  constructor(what: string, stderr: string) {
    // Deno appends its own stack.
    const [told = ""] = stderr.split("\nStack backtrace:");
    super(`${what} has failed:\n${told.trimEnd()}`);
    this.stderr = told;
  }
}

/**
 * Runs this Deno.
 *
 * @throws {ToolFailed} When it fails.
 */
export async function runDeno(args: readonly string[], directory: string | URL): Promise<void> {
  const { code, stderr } = await runProgram(Deno.execPath(), args, { cwd: directory });
  if (code !== 0) throw new ToolFailed(`deno ${args[0]}`, stderr);
}

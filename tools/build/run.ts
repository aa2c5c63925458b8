/**
 * Programs that a build runs.
 *
 * @module
 */

/** A program that a build needs has failed. */
export class ToolFailed extends Error {
  override name = "ToolFailed";
  /** What it wrote to stderr, without a stack. */
  readonly stderr: string;

  /**
   * @param what What was run.
   * @param stderr What it wrote to stderr.
   */
  constructor(what: string, stderr: string) {
    // What Deno adds of its own inside helps nobody here.
    const [told = ""] = stderr.split("\nStack backtrace:");
    super(`${what} has failed:\n${told.trimEnd()}`);
    this.stderr = told;
  }
}

/**
 * Runs Deno, this very one.
 *
 * @param args Its arguments.
 * @param directory The working directory.
 * @throws {ToolFailed} When it fails.
 */
export async function runDeno(args: readonly string[], directory: string | URL): Promise<void> {
  const command = new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: directory,
    env: { NO_COLOR: "1" },
    stdin: "null",
  });
  const { success, stderr } = await command.output();
  if (!success) throw new ToolFailed(`deno ${args[0]}`, new TextDecoder().decode(stderr));
}

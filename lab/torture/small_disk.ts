/**
 * A real disk that is soon full: a small file system in memory, where the machine lets one be mounted.
 *
 * @module
 */

/** A small disk. */
export interface SmallDisk {
  /** Its root directory. */
  readonly directory: string;
  /** Makes it read-only, or writable again. */
  setReadOnly(readOnly: boolean): Promise<void>;
  /** Takes it away. */
  unmount(): Promise<void>;
}

/**
 * Mounts a small disk.
 *
 * @param bytes How much it holds.
 * @returns The disk, or in words why there is none.
 */
export async function mountSmallDisk(bytes: number): Promise<SmallDisk | string> {
  if (Deno.build.os !== "linux") return "only Linux has file systems in memory that can be mounted like that";
  if (Deno.uid() !== 0) return "only root may mount a file system";
  const directory = await Deno.makeTempDir({ prefix: "tonearm-disk-" });
  const problem = await run("mount", "-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", directory);
  if (problem !== undefined) {
    await Deno.remove(directory);
    return `a file system in memory cannot be mounted here: ${problem}`;
  }
  return {
    directory,
    async setReadOnly(readOnly) {
      const problem = await run("mount", "-o", `remount,${readOnly ? "ro" : "rw"}`, directory);
      if (problem !== undefined) throw new Error(problem);
    },
    async unmount() {
      // Lazily: whoever still has a file open does not keep the test from its end.
      const problem = await run("umount", "-l", directory);
      if (problem !== undefined) throw new Error(problem);
      await Deno.remove(directory);
    },
  };
}

/** Runs a program; tells what it has complained about when it fails. */
async function run(program: string, ...args: readonly string[]): Promise<string | undefined> {
  try {
    const { success, stderr } = await new Deno.Command(program, { args: [...args] }).output();
    return success ? undefined : new TextDecoder().decode(stderr).trim() || "it failed";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return `there is no ${program}`;
    throw error;
  }
}

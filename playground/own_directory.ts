/**
 * The directory of a running playground: the bridge's log files in `log/`, the sockets of a player beside it.
 *
 * @module
 */

import { join } from "@std/path";

/**
 * Makes one that only this user can enter.
 *
 * @returns Its path.
 */
export async function makeOwnDirectory(): Promise<string> {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-playground-" });
  await Deno.mkdir(logDirectoryOf(directory));
  return directory;
}

/**
 * Where the bridge has its log files, and nothing else is.
 *
 * @param directory The playground's.
 * @returns The path.
 */
export function logDirectoryOf(directory: string): string {
  return join(directory, "log");
}

/**
 * Removes it. Both processes of a playground do, because either may have been killed.
 *
 * @param directory The playground's.
 */
export async function removeOwnDirectory(directory: string): Promise<void> {
  try {
    await Deno.remove(directory, { recursive: true });
  } catch (error) {
    // The other process was first.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

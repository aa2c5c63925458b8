/**
 * The directory of the log files, found at the start.
 *
 * @module
 */

import { FlagError } from "./command.ts";

/**
 * The absolute path of the log directory.
 *
 * @param given The value of `--log-dir`; undefined for the working directory.
 * @returns The path, links resolved.
 * @throws {FlagError} When there is no such directory or the permissions do not reach it.
 */
export function logDirectoryOf(given: string | undefined): string {
  if (given === undefined) return Deno.cwd();
  const text = JSON.stringify(given);
  try {
    const path = Deno.realPathSync(given);
    if (Deno.statSync(path).isDirectory) return path;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new FlagError(`--log-dir ${text} does not exist`);
    if (error instanceof Deno.errors.NotCapable) {
      throw new FlagError(`--log-dir ${text} is outside what --allow-read grants`);
    }
    throw new FlagError(`--log-dir ${text} cannot be read`);
  }
  throw new FlagError(`--log-dir ${text} is not a directory`);
}

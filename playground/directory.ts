/** The directory of a running playground: the bridge's log files in `log/`, the sockets of mpv beside it. */

import { join } from "@std/path";

/** The maximum number of bytes of a log file that are shown. */
const SHOWN_BYTES = 16 * 1024;

/** Creates the directory, for this user only, and returns its path. */
export async function makeDirectory(): Promise<string> {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-playground-" });
  await Deno.mkdir(logDirectoryOf(directory));
  return directory;
}

/** The path of the bridge's log directory, which holds nothing else. */
export function logDirectoryOf(directory: string): string {
  return join(directory, "log");
}

/** Removes the directory. Both processes of a playground do so, because either may have been killed. */
export async function removeDirectory(directory: string): Promise<void> {
  try {
    await Deno.remove(directory, { recursive: true });
  } catch (error) {
    // The other process has already removed it.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Reads the last whole lines of a log file; "" when the file does not exist. */
export async function logTail(path: string): Promise<string> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
  using _file = file;
  const { size } = await file.stat();
  const start = Math.max(0, size - SHOWN_BYTES);
  await file.seek(start, Deno.SeekMode.Start);
  const bytes = new Uint8Array(SHOWN_BYTES);
  let count = 0;
  while (count < bytes.length) {
    const read = await file.read(bytes.subarray(count));
    if (read === null) break;
    count += read;
  }
  const text = new TextDecoder().decode(bytes.subarray(0, count));
  // The first line may be incomplete.
  return start === 0 ? text : text.slice(text.indexOf("\n") + 1);
}

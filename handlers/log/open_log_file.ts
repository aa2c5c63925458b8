/**
 * Opening a file of the log directory, the directory itself not being led astray either: whoever may rename it can put a
 * link in its place while the bridge runs, and the runtime follows that one too.
 *
 * @module
 */

import type { Disk } from "./disk.ts";
import { type FileUse, type OpenedFile, openRegularFile } from "./regular_file.ts";

/** The log directory has become a link. It carries the system's own code for a link where none may be. */
class LinkedDirectory extends Error {
  override name = "LinkedDirectory";
  readonly code = "ELOOP";

  constructor() {
    super("the log directory is a link");
  }
}

/**
 * Opens a file of the log directory. See {@linkcode openRegularFile}.
 *
 * @param disk The file system.
 * @param directory The log directory, without a separator at the end: with one, the look would follow a link.
 * @param path The file's path.
 * @param use What for; `append` creates it when it is missing.
 * @returns The file; undefined when there is none and none is created.
 * @throws {Failure} `Not a regular file`.
 * @throws An error with the code `ELOOP` when the directory is a link.
 */
export function openLogFile(disk: Disk, directory: string, path: string, use: "append"): Promise<OpenedFile>;
export function openLogFile(
  disk: Disk,
  directory: string,
  path: string,
  use: FileUse,
): Promise<OpenedFile | undefined>;
export async function openLogFile(
  disk: Disk,
  directory: string,
  path: string,
  use: FileUse,
): Promise<OpenedFile | undefined> {
  const opened = await openRegularFile(
    {
      lstat: (entry) => disk.lstat(entry),
      async open(entry, options) {
        // What is created is there at once, so that for a new file the look afterwards is not enough.
        if (options.createNew === true) await refuseLink(disk, directory);
        return await disk.open(entry, options);
      },
    },
    path,
    use,
  );
  if (!opened) return undefined;
  try {
    // Nothing has been read or changed yet: a link that was there, or has come since, is found in time.
    await refuseLink(disk, directory);
  } catch (error) {
    opened.file.close();
    throw error;
  }
  return opened;
}

async function refuseLink(disk: Disk, directory: string): Promise<void> {
  // On Windows the working directory may well be a link from the start, its path being kept as it was given.
  if (Deno.build.os === "windows") return;
  let isLink: boolean | undefined;
  try {
    ({ isSymlink: isLink } = await disk.lstat(directory));
  } catch {
    // A directory that is gone or closed is told by what opens the file, in the words for that.
    return;
  }
  if (isLink) throw new LinkedDirectory();
}

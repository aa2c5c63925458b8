/**
 * Opens log files safely (decisions.md, "log"). Symbolic links, folders, pipes, devices and files with a
 * second name are refused, even when they appear between the check and the opening.
 *
 * Deno's permissions do not protect here: Deno follows links out of the allowed folder. So the entry is checked with
 * lstat, a new file is created in a mode that follows no link, and the opened file is compared with the checked entry
 * before anything is written.
 */

import type { Clock } from "../../host_stdio/clock.ts";
import type { Disk, DiskFile, FileFacts, OpenFlags } from "../core/disk.ts";
import { Failure } from "../core/operation.ts";
import { isDiskError } from "./disk.ts";

/** The error text for an entry that is not a regular file with one name. */
export const notRegular = "Not a regular file";

/** An open regular file with the information from its opening. The caller closes it. */
export interface OpenedFile {
  readonly file: DiskFile;
  readonly facts: FileFacts;
}

/**
 * How each use opens a file. Reads also open for writing: opening a pipe only for reading would wait forever. A change
 * does not open for appending, because Windows cannot truncate such a file.
 */
const OPTIONS = {
  append: { read: true, append: true },
  change: { read: true, write: true },
  read: { read: true, write: true },
} as const satisfies Record<string, OpenFlags>;

type FileUse = keyof typeof OPTIONS;

/** How long the opening of a read-only file may take, in milliseconds. */
const OPEN_MS = 500;

/** The number of attempts when the entry changes between check and opening. */
const ATTEMPTS = 4;

/**
 * Opens a file.
 *
 * @param clock Limits the time that the opening of a read-only file takes.
 * @param path The path, in a trusted directory.
 * @param use The purpose; `append` creates a missing file.
 * @returns The file; undefined when it is missing and not created.
 * @throws {Failure} `Not a regular file`.
 */
export function openRegularFile(disk: Disk, clock: Clock, path: string, use: "append"): Promise<OpenedFile>;
export function openRegularFile(
  disk: Disk,
  clock: Clock,
  path: string,
  use: FileUse,
): Promise<OpenedFile | undefined>;
export async function openRegularFile(
  disk: Disk,
  clock: Clock,
  path: string,
  use: FileUse,
): Promise<OpenedFile | undefined> {
  let options: OpenFlags = OPTIONS[use];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await missingAsUndefined(disk.lstat(path));
    if (!before) {
      if (use !== "append") return undefined;
      const created = await createFile(disk, path);
      if (created) return created;
      continue;
    }
    if (!isRegular(before)) break;
    let file: DiskFile | undefined;
    try {
      file = await missingAsUndefined(openSoon(disk, clock, path, options));
    } catch (error) {
      if (use !== "read" || options.write === false) throw error;
      // The file is read-only: check it again, then open it only for reading.
      options = { read: true, write: false };
    }
    if (!file) continue;
    const facts = await checkedFacts(file, before);
    if (facts) return { file, facts };
  }
  throw new Failure(notRegular);
}

/**
 * Opens a file. A read-only opening has a timeout, because it never ends when the file was replaced by a pipe.
 *
 * @throws {Failure} `Not a regular file`, after the timeout.
 */
async function openSoon(disk: Disk, clock: Clock, path: string, options: OpenFlags): Promise<DiskFile> {
  const opening = disk.open(path, options);
  if (options.write !== false) return await opening;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const cancelTimer = clock.after(OPEN_MS, () => reject(new Failure(notRegular)));
  try {
    return await Promise.race([opening, late]);
  } catch (error) {
    // If it opens later, because a process writes into the pipe, close it.
    opening.then((file) => file.close(), () => {});
    throw error;
  } finally {
    cancelTimer();
  }
}

/** Whether an absolute path is a Windows path. */
export function isWindowsPath(path: string): boolean {
  return !path.startsWith("/");
}

/** Whether two results of stat are from the same file. On systems without file numbers the creation time decides. */
export function isSameFile(one: FileFacts, other: FileFacts): boolean {
  return one.ino === other.ino && one.dev === other.dev &&
    one.birthtime?.getTime() === other.birthtime?.getTime();
}

/** Whether a file is regular with exactly one name. A file that was just deleted has none. */
function isRegular(facts: FileFacts): boolean {
  return facts.isFile && (facts.nlink === null || facts.nlink === 1);
}

/** The log directory was replaced by a link. The error has the code of missing permission. */
class LinkedDirectory extends Error {
  override name = "LinkedDirectory";
  readonly code = "EACCES";

  constructor() {
    super("the log directory is a link");
  }
}

/** Creates a file; undefined when the name was taken meanwhile. */
async function createFile(disk: Disk, path: string): Promise<OpenedFile | undefined> {
  if (await isInLinkedDirectory(disk, path)) throw new LinkedDirectory();
  let file: DiskFile;
  try {
    file = await disk.open(path, { ...OPTIONS.append, createNew: true });
  } catch (error) {
    if (isDiskError(error, "AlreadyExists")) return undefined;
    throw error;
  }
  const facts = await factsOrClose(file);
  return { file, facts };
}

/**
 * Whether the log directory was replaced by a link. A new file would be created at the link's target before anything
 * could notice. For an existing file Deno notices itself: it refuses stat of an open file outside the allowed folder.
 */
async function isInLinkedDirectory(disk: Disk, path: string): Promise<boolean> {
  // On Windows the path of the working directory is not resolved, so it may be a link from the start.
  if (isWindowsPath(path)) return false;
  const directory = await missingAsUndefined(disk.lstat(path.slice(0, path.lastIndexOf("/")) || "/"));
  return directory?.isSymlink === true;
}

/** Returns the information of an open file. Closes it when it is not the regular file that was checked. */
async function checkedFacts(file: DiskFile, before: FileFacts): Promise<FileFacts | undefined> {
  const facts = await factsOrClose(file);
  if (isRegular(facts) && isSameFile(before, facts)) return facts;
  file.close();
  return undefined;
}

async function factsOrClose(file: DiskFile): Promise<FileFacts> {
  try {
    return await file.stat();
  } catch (error) {
    file.close();
    throw error;
  }
}

async function missingAsUndefined<Found>(looking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (isDiskError(error, "NotFound")) return undefined;
    throw error;
  }
}

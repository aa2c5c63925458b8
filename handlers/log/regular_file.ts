/**
 * Opening a log file without being led astray (contract-decisions.md, "log"): a symbolic link, a folder, a pipe, a
 * device and a file with a second name are refused, also when they are put there between the look and the opening.
 *
 * The runtime's permissions do not help: it follows links out of the folder that it may use. So the entry itself is
 * looked at first, a new file is made in a way that follows no link, and what was opened is compared with what was
 * looked at before a byte of it is changed.
 *
 * @module
 */

import { Failure } from "../core/operation.ts";
import type { Disk, DiskFile, FileFacts } from "./disk.ts";

/** The text for a log file that is something else than a regular file with one name. */
export const notRegular = "Not a regular file";

/** A regular file that was opened, and what was known about it then. Whoever opened it closes it. */
export interface OpenedFile {
  readonly file: DiskFile;
  readonly facts: FileFacts;
}

/**
 * How each use opens a file. Those that only read also open for writing: a pipe that was put there just now would keep a
 * mere reader waiting forever. Changing is not appending, since Windows truncates no file that was opened for that.
 */
const OPTIONS = {
  append: { read: true, append: true },
  change: { read: true, write: true },
  read: { read: true, write: true },
} as const satisfies Record<string, Deno.OpenOptions>;

/** What a file is opened for. */
type FileUse = keyof typeof OPTIONS;

/** How long the opening of a file that may only be read may take, in milliseconds. */
const OPEN_MS = 500;

/** How often an entry may change between the look and the opening before it is given up. */
const ATTEMPTS = 4;

/**
 * Opens a file.
 *
 * @param disk The file system.
 * @param path Its path, in a directory that is trusted.
 * @param use What for; `append` creates it when it is missing.
 * @returns The file; undefined when there is none and none is created.
 * @throws {Failure} `Not a regular file`.
 */
export function openRegularFile(disk: Disk, path: string, use: "append"): Promise<OpenedFile>;
export function openRegularFile(disk: Disk, path: string, use: FileUse): Promise<OpenedFile | undefined>;
export async function openRegularFile(
  disk: Disk,
  path: string,
  use: FileUse,
): Promise<OpenedFile | undefined> {
  let options: Deno.OpenOptions = OPTIONS[use];
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
      file = await missingAsUndefined(openSoon(disk, path, options));
    } catch (error) {
      if (use !== "read" || options.write === false) throw error;
      // A file that may only be read; it is looked at again before it is opened in another way.
      options = { read: true, write: false };
    }
    if (!file) continue;
    const facts = await checkedFacts(file, before);
    if (facts) return { file, facts };
  }
  throw new Failure(notRegular);
}

/**
 * Opens a file that can only be read: with a pipe that was put there just now that may take for ever.
 *
 * @param disk The file system.
 * @param path The file's path.
 * @param options How it is opened.
 * @returns The file.
 * @throws {Failure} `Not a regular file`, when it takes too long.
 */
async function openSoon(disk: Disk, path: string, options: Deno.OpenOptions): Promise<DiskFile> {
  const opening = disk.open(path, options);
  if (options.write !== false) return await opening;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Failure(notRegular)), OPEN_MS);
  try {
    return await Promise.race([opening, late]);
  } catch (error) {
    // When it opens after all, because somebody writes into the pipe, nobody wants it any more.
    opening.then((file) => file.close(), () => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether two looks found the same file.
 *
 * @param one What the one found.
 * @param other What the other found.
 * @returns Whether they did. Where the system does not number its files, their time of creation has to tell.
 */
export function isSameFile(one: FileFacts, other: FileFacts): boolean {
  return one.ino === other.ino && one.dev === other.dev &&
    one.birthtime?.getTime() === other.birthtime?.getTime();
}

/** A regular file with one name; one that was just deleted has none. */
function isRegular(facts: FileFacts): boolean {
  return facts.isFile && (facts.nlink === null || facts.nlink === 1);
}

/** The log directory has become a link, which counts as a lack of permission. */
class LinkedDirectory extends Error {
  override name = "LinkedDirectory";
  readonly code = "EACCES";

  constructor() {
    super("the log directory is a link");
  }
}

/** Makes a new file; undefined when something has got there first. */
async function createFile(disk: Disk, path: string): Promise<OpenedFile | undefined> {
  if (await isInLinkedDirectory(disk, path)) throw new LinkedDirectory();
  let file: DiskFile;
  try {
    file = await disk.open(path, { ...OPTIONS.append, createNew: true });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return undefined;
    throw error;
  }
  const facts = await factsOrClose(file);
  return { file, facts };
}

/**
 * Whether somebody has put a link in the place of the directory: a new file would be made wherever it leads, and be there
 * before anything finds out. Of a file that is there already, the runtime finds out itself: what is asked about an open
 * file is refused when its real path lies outside of what may be read.
 */
async function isInLinkedDirectory(disk: Disk, path: string): Promise<boolean> {
  // On Windows the working directory may well be a link from the start, its path being kept as it was given.
  if (Deno.build.os === "windows") return false;
  const directory = await missingAsUndefined(disk.lstat(path.slice(0, path.lastIndexOf("/")) || "/"));
  return directory?.isSymlink === true;
}

/** What an open file is; when that is not the regular file that was looked at before, it is closed. */
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
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/**
 * What a page is told when the disk fails: what went wrong, but no path and no text of the runtime.
 *
 * @module
 */

import { Failure } from "../core/operation.ts";

/** What is known about a file without opening it, as `Deno.FileInfo` has it. On Windows `ino` and `nlink` are null. */
export interface FileFacts {
  readonly isFile: boolean;
  readonly isSymlink?: boolean;
  /** In bytes. */
  readonly size: number;
  readonly mtime: Date | null;
  readonly birthtime: Date | null;
  readonly dev: number;
  readonly ino: number | null;
  readonly nlink: number | null;
}

/** How a file is opened, as in `Deno.OpenOptions`. */
export interface OpenFlags {
  readonly read?: boolean;
  readonly write?: boolean;
  readonly append?: boolean;
  readonly createNew?: boolean;
  readonly mode?: number;
}

/** The beginning of a file, for {@linkcode DiskFile.seek}: `Deno.SeekMode.Start`. */
const FROM_START = 0;

/** An open file. */
export interface DiskFile {
  /** See `Deno.FsFile`. */
  stat(): Promise<FileFacts>;
  /** See `Deno.FsFile`. */
  read(buffer: Uint8Array): Promise<number | null>;
  /** See `Deno.FsFile`; may write less than it is given. */
  write(bytes: Uint8Array): Promise<number>;
  /** See `Deno.FsFile`. */
  seek(offset: number, whence: typeof FROM_START): Promise<number>;
  /** See `Deno.FsFile`. */
  truncate(size: number): Promise<void>;
  /** See `Deno.FsFile`. */
  close(): void;
}

/** A file system. */
export interface Disk {
  /** See `Deno.lstat`. */
  lstat(path: string): Promise<FileFacts>;
  /** See `Deno.open`. */
  open(path: string, options: OpenFlags): Promise<DiskFile>;
}

/** A file has become shorter while it was read. */
export class FileShrank extends Error {
  override name = "FileShrank";
}

/** A file is larger than it may be to be read. It carries the system's own code for that. */
export class FileTooLarge extends Error {
  override name = "FileTooLarge";
  readonly code = "EFBIG";
}

/**
 * Fills a buffer from a place in a file.
 *
 * @param file The file.
 * @param position The place, in bytes from the beginning.
 * @param buffer Where the bytes go.
 * @throws {FileShrank} When the file ends before the buffer is full.
 */
export async function readWhole(file: DiskFile, position: number, buffer: Uint8Array): Promise<void> {
  await file.seek(position, FROM_START);
  for (let filled = 0; filled < buffer.length;) {
    const count = await file.read(buffer.subarray(filled));
    if (count === null) throw new FileShrank();
    filled += count;
  }
}

/** What became of bytes to append. */
export interface AppendOutcome {
  /** How many were written. */
  readonly written: number;
  /** Why not all; undefined when all were. */
  readonly error: unknown;
}

/**
 * Appends bytes to a file that was opened for that, or as many as the disk takes.
 *
 * @param file The file.
 * @param bytes The bytes; they go in one write unless the system takes fewer at once.
 * @returns How many were written, and why not all, if not.
 */
export async function append(file: DiskFile, bytes: Uint8Array): Promise<AppendOutcome> {
  let written = 0;
  try {
    while (written < bytes.length) {
      const count = await file.write(bytes.subarray(written));
      // Trying again without end would be the alternative.
      if (count === 0) return { written, error: new Deno.errors.WriteZero("no byte was written") };
      written += count;
    }
  } catch (error) {
    return { written, error };
  }
  return { written, error: undefined };
}

/** What was to be done with the file. */
export type DiskVerb = "write" | "read" | "clear";

const REASONS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EBUSY", "the file is in use"],
  ["EDQUOT", "disk quota exceeded"],
  ["EFBIG", "the file is too large"],
  ["EIO", "input/output error"],
  ["EMFILE", "too many open files"],
  ["ENAMETOOLONG", "the path is too long"],
  ["ENFILE", "too many open files"],
  ["ENOENT", "the log directory does not exist"],
  ["ENOSPC", "no space left on device"],
  ["ENOTDIR", "the log directory does not exist"],
  ["EPERM", "permission denied"],
  ["EROFS", "read-only file system"],
]);

/**
 * The failure that an error of the disk means for the page.
 *
 * @param verb What was to be done.
 * @param error What was thrown.
 * @returns The failure; undefined when the error is not the disk's.
 */
export function diskFailure(verb: DiskVerb, error: unknown): Failure | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  return new Failure(failureText(verb, REASONS.get(code)));
}

/**
 * The texts of {@linkcode diskFailure}, for documents.
 *
 * @param verb What is to be done.
 * @returns The texts; `<reason>` stands for what differs.
 */
export function diskErrors(verb: DiskVerb): readonly string[] {
  return [failureText(verb), failureText(verb, "<reason>")];
}

function failureText(verb: DiskVerb, reason?: string): string {
  return `Cannot ${verb} the log file${reason === undefined ? "" : `: ${reason}`}`;
}

/** How the runtime ends the text of an error that the operating system has given it. */
const OS_ERROR = /\(os error [0-9]+\)/;

/** The operating system's name for an error; "" for one that has none, undefined for one that is not the system's. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof Deno.errors.NotCapable) return "EACCES";
  if (error instanceof Deno.errors.WriteZero || error instanceof FileShrank) return "";
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  // Windows has many, those of networks among them, that have a number only.
  return OS_ERROR.test(error.message) ? "" : undefined;
}

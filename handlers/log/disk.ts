/**
 * The part of the file system API that log files need. `Deno` implements it, and its errors have the names and codes
 * that are expected here. Nothing here needs Deno itself: tests use a scripted disk, and a bridge in a browser uses its
 * own.
 *
 * @module
 */

/** File information, a subset of `Deno.FileInfo`. On Windows `ino` and `nlink` are null. */
export interface FileFacts {
  /** Whether it is a regular file. */
  readonly isFile: boolean;
  /** Whether it is a symbolic link; known only from `lstat`. */
  readonly isSymlink?: boolean;
  /** The size in bytes. */
  readonly size: number;
  /** The time of the last change. */
  readonly mtime: Date | null;
  /** The time of creation; null if the system does not report it. */
  readonly birthtime: Date | null;
  /** The number of the device. */
  readonly dev: number;
  /** The number of the file on its device. */
  readonly ino: number | null;
  /** The number of names of the file. */
  readonly nlink: number | null;
}

/** A subset of `Deno.OpenOptions`. */
export interface OpenFlags {
  /** Opens for reading. */
  readonly read?: boolean;
  /** Opens for writing. */
  readonly write?: boolean;
  /** Writes at the end only, and creates a missing file. */
  readonly append?: boolean;
  /** Creates the file, and fails if it exists. */
  readonly createNew?: boolean;
}

/** An open file. */
export interface DiskFile {
  /** See `Deno.FsFile`. */
  stat(): Promise<FileFacts>;
  /** See `Deno.FsFile`. */
  read(buffer: Uint8Array): Promise<number | null>;
  /** See `Deno.FsFile`; may write less than it is given. */
  write(bytes: Uint8Array): Promise<number>;
  /** See `Deno.FsFile`; 0 is `Deno.SeekMode.Start`. */
  seek(offset: number, whence: 0): Promise<number>;
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

/**
 * Whether an error of the disk has this name: `NotFound` and `AlreadyExists` for an entry, `NotCapable` for a missing
 * permission, `WriteZero` for a file that takes no more bytes.
 */
export function isDiskError(
  error: unknown,
  name: "NotFound" | "AlreadyExists" | "NotCapable" | "WriteZero",
): error is Error {
  return error instanceof Error && error.name === name;
}

/** A file takes no more bytes. */
class WriteZero extends Error {
  override name = "WriteZero";
}

/** A file became shorter while it was read. */
export class FileShrank extends Error {
  override name = "FileShrank";
}

/** A file is too large to be read. The error has the operating system's code for that. */
export class FileTooLarge extends Error {
  override name = "FileTooLarge";
  readonly code = "EFBIG";
}

/**
 * Fills a buffer from a position in a file.
 *
 * @param position The position in bytes.
 * @throws {FileShrank} When the file ends before the buffer is full.
 */
export async function readWhole(file: DiskFile, position: number, buffer: Uint8Array): Promise<void> {
  await file.seek(position, 0);
  for (let filled = 0; filled < buffer.length;) {
    const count = await file.read(buffer.subarray(filled));
    if (count === null) throw new FileShrank();
    filled += count;
  }
}

/** The result of {@linkcode append}. */
export interface AppendOutcome {
  /** The number of bytes written. */
  readonly written: number;
  /** Why some bytes were not written; undefined when all were. */
  readonly error: unknown;
}

/**
 * Appends bytes to a file that is open for appending, with one write unless the system accepts fewer bytes. It does not
 * throw: what could not be written is in the result.
 */
export async function append(file: DiskFile, bytes: Uint8Array): Promise<AppendOutcome> {
  let written = 0;
  try {
    while (written < bytes.length) {
      const count = await file.write(bytes.subarray(written));
      // A retry could loop forever.
      if (count === 0) return { written, error: new WriteZero("no byte was written") };
      written += count;
    }
  } catch (error) {
    return { written, error };
  }
  return { written, error: undefined };
}

/**
 * The part of the file system that log files need. `Deno` itself is one; tests put another in its place. The types name
 * nothing of Deno, because they are among those of the library, which Node.js has as well.
 *
 * @module
 */

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

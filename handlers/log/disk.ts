/**
 * The part of the file system that log files need. `Deno` itself is one; tests put another in its place.
 *
 * @module
 */

/** What is known about a file without opening it. On Windows `ino` and `nlink` are null. */
export type FileFacts =
  & Pick<
    Deno.FileInfo,
    "isFile" | "size" | "mtime" | "birthtime" | "dev" | "ino" | "nlink"
  >
  & { readonly isSymlink?: boolean };

/** An open file. */
export interface DiskFile {
  /** See {@linkcode Deno.FsFile}. */
  stat(): Promise<FileFacts>;
  /** See {@linkcode Deno.FsFile}. */
  read(buffer: Uint8Array): Promise<number | null>;
  /** See {@linkcode Deno.FsFile}; may write less than it is given. */
  write(bytes: Uint8Array): Promise<number>;
  /** See {@linkcode Deno.FsFile}. */
  seek(offset: number, whence: Deno.SeekMode): Promise<number>;
  /** See {@linkcode Deno.FsFile}. */
  truncate(size: number): Promise<void>;
  /** See {@linkcode Deno.FsFile}. */
  close(): void;
}

/** A file system. */
export interface Disk {
  /** See {@linkcode Deno.lstat}. */
  lstat(path: string): Promise<FileFacts>;
  /** See {@linkcode Deno.open}. */
  open(path: string, options: Deno.OpenOptions): Promise<DiskFile>;
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
  await file.seek(position, Deno.SeekMode.Start);
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

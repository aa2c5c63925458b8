/**
 * The part of the file system API that log files need, as a connection offers it. `Deno` implements it, and its errors have the names and codes
 * that are expected here. Nothing here needs Deno itself: tests use a scripted disk, and a bridge in a browser uses its
 * own.
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

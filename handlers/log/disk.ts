/** Reading and appending whole files, and the errors of the disk. */

import type { DiskFile } from "../core/disk.ts";

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

/**
 * Reading and appending whole files, and the errors of the disk. The error texts for them contain no path and no text of the
 * runtime.
 */

import type { DiskFile } from "../core/disk.ts";
import { Failure } from "../core/operation.ts";

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

/** The action that failed. */
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
  // Of the bridge itself (host_stdio/process/leaving_links.ts).
  ["LEAVING_LINK", "a link leads out of the log directory"],
]);

/** Returns the failure to answer for an error of the disk; undefined for any other error. */
export function diskFailure(verb: DiskVerb, error: unknown): Failure | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  return new Failure(failureText(verb, REASONS.get(code)));
}

/** Lists the texts of {@linkcode diskFailure} for documents; `<reason>` stands for the variable part. */
export function diskErrors(verb: DiskVerb): readonly string[] {
  return [failureText(verb), failureText(verb, "<reason>")];
}

function failureText(verb: DiskVerb, reason?: string): string {
  return `Cannot ${verb} the log file${reason === undefined ? "" : `: ${reason}`}`;
}

/** The end of the messages of operating system errors in Deno. */
const OS_ERROR = /\(os error [0-9]+\)/;

/** Returns the code of an operating system error: "" for one without code, undefined for any other error. */
function codeOf(error: unknown): string | undefined {
  if (isDiskError(error, "NotCapable")) return "EACCES";
  if (isDiskError(error, "WriteZero") || error instanceof FileShrank) return "";
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  // On Windows many errors have only a number, such as those of networks.
  return OS_ERROR.test(error.message) ? "" : undefined;
}

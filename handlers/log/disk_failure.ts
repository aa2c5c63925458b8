/**
 * What a page is told when the disk fails: what went wrong, but no path and no text of the runtime.
 *
 * @module
 */

import { Failure } from "../core/operation.ts";
import { FileShrank } from "./disk.ts";

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

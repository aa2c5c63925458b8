/** The error texts for failures of the disk. They contain no path and no text of the runtime. */

import { Failure } from "../core/operation.ts";
import { FileShrank, isDiskError } from "./disk.ts";

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

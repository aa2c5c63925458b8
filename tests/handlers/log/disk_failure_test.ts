import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { Failure } from "../../../handlers/core/operation.ts";
import { FileShrank } from "../../../handlers/log/disk.ts";
import { diskFailure } from "../../../handlers/log/disk_failure.ts";
import { systemError } from "./support.ts";

Deno.test("diskFailure names what failed and why, without path and runtime", () => {
  for (
    const [code, reason] of [
      ["ENOSPC", "no space left on device"],
      ["EACCES", "permission denied"],
      ["EPERM", "permission denied"],
      ["EROFS", "read-only file system"],
      ["ENOENT", "the log directory does not exist"],
      ["ENOTDIR", "the log directory does not exist"],
      ["EMFILE", "too many open files"],
    ] as const
  ) {
    assertEquals(diskFailure("write", systemError(code))?.message, `Cannot write the log file: ${reason}`);
  }
  assertEquals(
    diskFailure("read", systemError("EIO"))?.message,
    "Cannot read the log file: input/output error",
  );
  assertEquals(
    diskFailure("clear", systemError("EBUSY"))?.message,
    "Cannot clear the log file: the file is in use",
  );
});

Deno.test("diskFailure reports a missing Deno permission as a permission failure", () => {
  const message = "Cannot write the log file: permission denied";
  assertEquals(diskFailure("write", new Deno.errors.NotCapable("secret"))?.message, message);
});

Deno.test("diskFailure shows no details of an unknown error", () => {
  const message = "Cannot write the log file";
  for (
    const error of [
      systemError("ESTALE"),
      new Deno.errors.WriteZero("secret"),
      new FileShrank("secret"),
      // Two errors as Windows reports them.
      new Error("The specified network name is no longer available. (os error 64): open '\\\\\\\\secret'"),
      Object.assign(new Error("More data available. (os error 234)"), { code: undefined }),
    ]
  ) {
    assertEquals(diskFailure("write", error)?.message, message);
  }
});

Deno.test("diskFailure returns undefined for errors that are not the disk's", () => {
  for (
    const error of [new Failure("Not a regular file"), new TypeError("a defect"), "text", undefined, null, {}]
  ) {
    assertEquals(diskFailure("write", error), undefined);
  }
});

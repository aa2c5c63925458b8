import { inDirectory, isWindows } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import {
  fillDisk,
  linkDirectory,
  mountSmallDisk,
  protectDisk,
  removeDirectory,
  type SmallDisk,
  swapFile,
} from "./support/disk_faults.ts";

setDeadline(120_000);

// Whether a small disk can be mounted here is only known after an attempt.
const tried = await mountSmallDisk(64 * 1024);
const reason = typeof tried === "string" ? ` (not here: ${tried})` : "";
if (typeof tried !== "string") await tried.unmount();

function diskTest(name: string, bytes: number, test: (disk: SmallDisk) => Promise<void>): void {
  Deno.test({
    name: name + reason,
    ignore: reason !== "",
    fn: async () => {
      const disk = await mountSmallDisk(bytes);
      if (typeof disk === "string") throw new Error(disk);
      try {
        await test(disk);
      } finally {
        await disk.unmount();
      }
    },
  });
}

for (const kibibytes of [64, 128, 500]) {
  diskTest(
    `a full disk of ${kibibytes} KiB is reported, tears no line, and logging resumes when there is room again`,
    kibibytes * 1024,
    fillDisk,
  );
}

diskTest(
  "a read-only disk is reported and still read, and logging resumes afterwards",
  1024 * 1024,
  protectDisk,
);

Deno.test({
  name: "a removed log directory is reported, and a new one is used",
  // On Windows the working directory of a process cannot be removed or renamed.
  ignore: isWindows,
  fn: () => inDirectory(removeDirectory),
});

Deno.test({
  name: "a link in place of the log directory is not followed",
  ignore: isWindows,
  fn: () => inDirectory(linkDirectory),
});

Deno.test({
  name: "a log file that is replaced by a link while it is used never leads outside",
  ignore: isWindows,
  fn: () => inDirectory(async (directory) => void await swapFile(directory, 300)),
});

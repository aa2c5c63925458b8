/**
 * Disks and directories that fail while a bridge runs. Each function checks that the caller gets the reason, that nothing
 * outside the log directory changes, and that logging resumes after the fault.
 */

import { runProgram } from "../../../tools/support/process.ts";
import { type Call, type Result, withBridge } from "./bridge_child.ts";
import { checkNumberedLines, numberedLine } from "./log_faults.ts";
import { ContractViolation } from "./response_tracker.ts";

/** The log file of the UI component. */
const LOG = "webview_ui.log";

/** A small file system in memory. */
export interface SmallDisk {
  readonly directory: string;
  setReadOnly(readOnly: boolean): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts a small file system. Returns a text with the reason where this machine cannot. */
export async function mountSmallDisk(bytes: number): Promise<SmallDisk | string> {
  if (Deno.build.os !== "linux") return "only Linux can mount a file system in memory";
  if (Deno.uid() !== 0) return "only root may mount a file system";
  const directory = await Deno.makeTempDir({ prefix: "tonearm-disk-" });
  const run = async (program: string, ...args: readonly string[]): Promise<void> => {
    const { code, stderr } = await runProgram(program, args);
    if (code !== 0) throw new Error(`${program}: ${stderr.trim()}`);
  };
  try {
    await run("mount", "-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", directory);
  } catch (error) {
    await Deno.remove(directory);
    return `a file system in memory cannot be mounted: ${error instanceof Error ? error.message : error}`;
  }
  return {
    directory,
    setReadOnly: (readOnly) => run("mount", "-o", `remount,${readOnly ? "ro" : "rw"}`, directory),
    async unmount() {
      // Lazily: a file that is still open does not fail the unmount.
      await run("umount", "-l", directory);
      await Deno.remove(directory);
    },
  };
}

/**
 * Fills a disk: lines without room are refused, earlier ones are kept, and with room again logging resumes.
 *
 * @throws {ContractViolation} When a line is torn or lost, or the reason is missing.
 */
export function fillDisk({ directory }: SmallDisk): Promise<void> {
  return withBridge(directory, async (call) => {
    const answered = new Set<number>();
    let refused = 0;
    // Many at once, so that one write carries several lines and the disk has room for only a part of them.
    for (let number = 0; refused < 20; number += 20) {
      const numbers = Array.from({ length: 20 }, (_, index) => number + index);
      const results = await Promise.all(numbers.map((each) => writeNumbered(call, each)));
      for (const [index, result] of results.entries()) {
        if (result["success"] === true) answered.add(number + index);
        else {
          expect(result, failed("write", "no space left on device"), "a full disk");
          refused++;
        }
      }
    }
    checkNumberedLines(await Deno.readTextFile(`${directory}/${LOG}`), new Map([["w", answered]]), false);
    expect(await call("log.clear"), { success: true }, "a full disk can be emptied");
    const again = await writeNumbered(call, 1);
    if (again["success"] !== true) {
      throw new ContractViolation(`logging does not resume: ${JSON.stringify(again)}`);
    }
    checkNumberedLines(await Deno.readTextFile(`${directory}/${LOG}`), new Map([["w", new Set([1])]]), false);
  });
}

/**
 * Makes a disk read-only, then writable again.
 *
 * @throws {ContractViolation} When an operation gives another reason, or a line is lost.
 */
export function protectDisk(disk: SmallDisk): Promise<void> {
  return withBridge(disk.directory, async (call) => {
    await call("log.write", { message: "before", append: false, timestamp: false });
    await disk.setReadOnly(true);
    try {
      for (const file of [LOG, "new.log"]) {
        expect(
          await call("log.write", { message: "x", file }),
          failed("write", "read-only file system"),
          file,
        );
      }
      expect(await call("log.clear"), failed("clear", "read-only file system"), "log.clear");
      await expectLines(call, ["[INFO] before"]);
    } finally {
      await disk.setReadOnly(false);
    }
    await call("log.write", { message: "after", timestamp: false });
    await expectLines(call, ["[INFO] before", "[INFO] after"]);
  });
}

/**
 * Removes the log directory under the bridge and creates it again.
 *
 * @param parent An empty directory to work in.
 * @throws {ContractViolation} When an operation gives another reason, or logging does not resume.
 */
export async function removeDirectory(parent: string): Promise<void> {
  const directory = `${parent}/logs`;
  await Deno.mkdir(directory);
  await withBridge(directory, async (call) => {
    await call("log.write", { message: "before" });
    await Deno.remove(directory, { recursive: true });
    const gone = "the log directory does not exist";
    expect(await call("log.write", { message: "x" }), failed("write", gone), "a removed directory");
    await expectLines(call, []);
    expect(await call("log.clear"), { success: true }, "log.clear without a file");
    await Deno.mkdir(directory);
    await call("log.write", { message: "after", timestamp: false });
    await expectLines(call, ["[INFO] after"]);
  });
}

/**
 * Replaces the log directory with a link: nothing in the directory that it points to is read, written or created.
 *
 * @param parent An empty directory to work in.
 * @throws {ContractViolation} When the bridge follows the link.
 */
export async function linkDirectory(parent: string): Promise<void> {
  const directory = `${parent}/logs`;
  const outside = `${parent}/outside`;
  await Deno.mkdir(directory);
  await Deno.mkdir(outside);
  await Deno.writeTextFile(`${outside}/${LOG}`, "secret\n");
  await withBridge(directory, async (call) => {
    await call("log.write", { message: "before", timestamp: false });
    await Deno.rename(directory, `${directory}.moved`);
    await Deno.symlink(outside, directory);
    for (const file of [LOG, "new.log"]) {
      for (const append of [true, false]) {
        expect(
          await call("log.write", { message: "x", file, append }),
          failed("write", "permission denied"),
          `${file}, append ${append}`,
        );
      }
    }
    expect(await call("log.read"), failed("read", "permission denied"), "log.read");
    expect(await call("log.clear"), failed("clear", "permission denied"), "log.clear");
    await Deno.remove(directory);
    await Deno.rename(`${directory}.moved`, directory);
    await expectLines(call, ["[INFO] before"]);
  });
  await expectUntouched(outside, { [LOG]: "secret\n" });
}

/**
 * Swaps a log file for a link to a file outside and back, as fast as possible, while the bridge writes, reads and clears.
 *
 * @param parent An empty directory to work in.
 * @returns How many operations were refused because they met the link.
 * @throws {ContractViolation} When the file behind the link was read or changed.
 */
export async function swapFile(parent: string, swaps: number): Promise<number> {
  const directory = `${parent}/logs`;
  const outside = `${parent}/outside`;
  await Deno.mkdir(directory);
  await Deno.mkdir(outside);
  await Deno.writeTextFile(`${outside}/target`, "secret\n");
  const file = `${directory}/${LOG}`;
  let refused = 0;
  await withBridge(directory, async (call) => {
    // A link that it found at its start would stop all writing.
    await call("test.ping");
    let swapping = true;
    const operations = (async () => {
      for (let count = 0; swapping; count++) {
        const results = await Promise.all([
          call("log.write", { message: "x", append: count % 3 !== 0, timestamp: false }),
          call("log.read"),
          count % 5 === 0 ? call("log.clear") : call("log.write", { message: "y" }),
        ]);
        for (const result of results) {
          if (result["success"] === true) {
            if (String(result["content"] ?? "").includes("secret")) {
              throw new ContractViolation("a file outside was read");
            }
          } else {
            refused++;
            // Either the check before opening finds the link, or the sandbox finds the real path of the open file.
            if (
              !/^(Not a regular file|Cannot \w+ the log file: permission denied)$/.test(
                String(result["error"]),
              )
            ) {
              throw new ContractViolation(`a file swapped for a link: ${JSON.stringify(result)}`);
            }
          }
        }
      }
    })();
    try {
      for (let swap = 0; swap < swaps; swap++) {
        // A rename replaces the file in one step, so that the name always exists.
        await Deno.symlink(`${outside}/target`, `${directory}/link`);
        await Deno.rename(`${directory}/link`, file);
        if (swap % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
        await Deno.writeTextFile(`${directory}/regular`, "");
        await Deno.rename(`${directory}/regular`, file);
      }
    } finally {
      swapping = false;
      await operations;
    }
  });
  await expectUntouched(outside, { target: "secret\n" });
  return refused;
}

function writeNumbered(call: Call, number: number): Promise<Result> {
  return call("log.write", { message: numberedLine("w", number), timestamp: false });
}

function failed(verb: string, reason: string): Result {
  return { success: false, error: `Cannot ${verb} the log file: ${reason}` };
}

async function expectLines(call: Call, lines: readonly string[]): Promise<void> {
  const { lines: found } = await call("log.read");
  if (JSON.stringify(found) !== JSON.stringify(lines)) {
    throw new ContractViolation(
      `the log contains ${JSON.stringify(found)} instead of ${JSON.stringify(lines)}`,
    );
  }
}

function expect(result: Result, expected: Result, what: string): void {
  if (JSON.stringify(result) !== JSON.stringify(expected)) {
    throw new ContractViolation(`${what}: ${JSON.stringify(result)} instead of ${JSON.stringify(expected)}`);
  }
}

/** Checks that a directory contains exactly these files. */
async function expectUntouched(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  const found: Record<string, string> = {};
  for await (const { name } of Deno.readDir(directory)) {
    found[name] = await Deno.readTextFile(`${directory}/${name}`);
  }
  expect(found, files, "a directory outside was changed");
}

/**
 * Disks and directories that fail under a running bridge. Each scenario checks that the page is told why, that nothing
 * outside the log directory changes, and that the log goes on when the fault is over.
 *
 * @module
 */

import { type AskedBridge, type Result, withBridge } from "./asking.ts";
import { BrokenPromise } from "./ledger.ts";
import { checkNumberedLines, numberedLine } from "./log_lines.ts";
import type { SmallDisk } from "./small_disk.ts";

/** The component log file. */
const LOG = "webview_ui.log";

/**
 * Fills a disk: the line that has no room is refused, those before are there, and with room again the log goes on.
 *
 * @param disk A small disk.
 * @throws {BrokenPromise} When a line is torn or lost, or the refusal is not told.
 */
export function fillDisk({ directory }: SmallDisk): Promise<void> {
  return withBridge(directory, async (bridge) => {
    const answered = new Set<number>();
    let refused = 0;
    // Many at once, so that lines go to the disk together and the last write finds room for a part of them.
    for (let number = 0; refused < 20; number += 20) {
      const numbers = Array.from({ length: 20 }, (_, index) => number + index);
      const results = await Promise.all(numbers.map((each) => writeNumbered(bridge, each)));
      for (const [index, result] of results.entries()) {
        if (result["success"] === true) answered.add(number + index);
        else {
          expect(result, failed("write", "no space left on device"), "a full disk");
          refused++;
        }
      }
    }
    checkNumberedLines(await Deno.readTextFile(`${directory}/${LOG}`), new Map([["w", answered]]), false);
    expect(await bridge.ask("log.clear"), { success: true }, "a full disk can be emptied");
    const again = await writeNumbered(bridge, 1);
    if (again["success"] !== true) {
      throw new BrokenPromise(`the log does not go on: ${JSON.stringify(again)}`);
    }
    checkNumberedLines(await Deno.readTextFile(`${directory}/${LOG}`), new Map([["w", new Set([1])]]), false);
  });
}

/**
 * Makes a disk read-only and writable again.
 *
 * @param disk A disk.
 * @throws {BrokenPromise} When something else is told than that it is read-only.
 */
export function protectDisk(disk: SmallDisk): Promise<void> {
  return withBridge(disk.directory, async (bridge) => {
    await bridge.ask("log.write", { message: "before", append: false, timestamp: false });
    await disk.setReadOnly(true);
    try {
      for (const file of [LOG, "new.log"]) {
        expect(
          await bridge.ask("log.write", { message: "x", file }),
          failed("write", "read-only file system"),
          file,
        );
      }
      expect(await bridge.ask("log.clear"), failed("clear", "read-only file system"), "log.clear");
      await expectLines(bridge, ["[INFO] before"]);
    } finally {
      await disk.setReadOnly(false);
    }
    await bridge.ask("log.write", { message: "after", timestamp: false });
    await expectLines(bridge, ["[INFO] before", "[INFO] after"]);
  });
}

/**
 * Removes the log directory under the bridge and makes a new one.
 *
 * @param parent An empty directory to work in.
 * @throws {BrokenPromise} When the page is not told, or the log does not go on.
 */
export async function removeDirectory(parent: string): Promise<void> {
  const directory = `${parent}/logs`;
  await Deno.mkdir(directory);
  await withBridge(directory, async (bridge) => {
    await bridge.ask("log.write", { message: "before" });
    await Deno.remove(directory, { recursive: true });
    const gone = "the log directory does not exist";
    expect(await bridge.ask("log.write", { message: "x" }), failed("write", gone), "a removed directory");
    await expectLines(bridge, []);
    expect(await bridge.ask("log.clear"), { success: true }, "clear of what is not there");
    await Deno.mkdir(directory);
    await bridge.ask("log.write", { message: "after", timestamp: false });
    await expectLines(bridge, ["[INFO] after"]);
  });
}

/**
 * Puts a link in the place of the log directory: nothing is read, written or created behind it.
 *
 * @param parent An empty directory to work in.
 * @throws {BrokenPromise} When the bridge follows the link.
 */
export async function linkDirectory(parent: string): Promise<void> {
  const directory = `${parent}/logs`;
  const outside = `${parent}/outside`;
  await Deno.mkdir(directory);
  await Deno.mkdir(outside);
  await Deno.writeTextFile(`${outside}/${LOG}`, "secret\n");
  await withBridge(directory, async (bridge) => {
    await bridge.ask("log.write", { message: "before", timestamp: false });
    await Deno.rename(directory, `${directory}.moved`);
    await Deno.symlink(outside, directory);
    for (const file of [LOG, "new.log"]) {
      for (const append of [true, false]) {
        expect(
          await bridge.ask("log.write", { message: "x", file, append }),
          failed("write", "permission denied"),
          `${file}, append ${append}`,
        );
      }
    }
    expect(await bridge.ask("log.read"), failed("read", "permission denied"), "log.read");
    expect(await bridge.ask("log.clear"), failed("clear", "permission denied"), "log.clear");
    await Deno.remove(directory);
    await Deno.rename(`${directory}.moved`, directory);
    await expectLines(bridge, ["[INFO] before"]);
  });
  await expectUntouched(outside, { [LOG]: "secret\n" });
}

/**
 * Swaps a log file for a link to a file outside, and back, as fast as it goes, while the bridge writes, reads and clears.
 *
 * @param parent An empty directory to work in.
 * @param swaps How often.
 * @returns How many of the operations were refused: those that met the link.
 * @throws {BrokenPromise} When something behind the link was read or changed.
 */
export async function swapFile(parent: string, swaps: number): Promise<number> {
  const directory = `${parent}/logs`;
  const outside = `${parent}/outside`;
  await Deno.mkdir(directory);
  await Deno.mkdir(outside);
  await Deno.writeTextFile(`${outside}/target`, "secret\n");
  const file = `${directory}/${LOG}`;
  let refused = 0;
  await withBridge(directory, async (bridge) => {
    let swapping = true;
    const operations = (async () => {
      for (let count = 0; swapping; count++) {
        const results = await Promise.all([
          bridge.ask("log.write", { message: "x", append: count % 3 !== 0, timestamp: false }),
          bridge.ask("log.read"),
          count % 5 === 0 ? bridge.ask("log.clear") : bridge.ask("log.write", { message: "y" }),
        ]);
        for (const result of results) {
          if (result["success"] === true) {
            if (String(result["content"] ?? "").includes("secret")) {
              throw new BrokenPromise("a file outside was read");
            }
          } else {
            refused++;
            // The look finds the link, or the sandbox finds out where the open file really is.
            if (
              !/^(Not a regular file|Cannot \w+ the log file: permission denied)$/.test(
                String(result["error"]),
              )
            ) {
              throw new BrokenPromise(`a file swapped for a link: ${JSON.stringify(result)}`);
            }
          }
        }
      }
    })();
    try {
      for (let swap = 0; swap < swaps; swap++) {
        // A rename puts the one in the other's place at once, so that the name is never free.
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

function writeNumbered(bridge: AskedBridge, number: number): Promise<Result> {
  return bridge.ask("log.write", { message: numberedLine("w", number), timestamp: false });
}

function failed(verb: string, reason: string): Result {
  return { success: false, error: `Cannot ${verb} the log file: ${reason}` };
}

async function expectLines(bridge: AskedBridge, lines: readonly string[]): Promise<void> {
  const { lines: found } = await bridge.ask("log.read");
  if (JSON.stringify(found) !== JSON.stringify(lines)) {
    throw new BrokenPromise(`the log holds ${JSON.stringify(found)} instead of ${JSON.stringify(lines)}`);
  }
}

function expect(result: Result, expected: Result, what: string): void {
  if (JSON.stringify(result) !== JSON.stringify(expected)) {
    throw new BrokenPromise(`${what}: ${JSON.stringify(result)} instead of ${JSON.stringify(expected)}`);
  }
}

/** A directory holds these files with these texts and nothing else. */
async function expectUntouched(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  const found: Record<string, string> = {};
  for await (const { name } of Deno.readDir(directory)) {
    found[name] = await Deno.readTextFile(`${directory}/${name}`);
  }
  expect(found, files, "a directory outside was changed");
}

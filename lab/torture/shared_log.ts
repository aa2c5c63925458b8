/**
 * Several bridges that write into one log file: no line is lost, torn or mixed with another.
 *
 * @module
 */

import { BridgeChild } from "./bridge_child.ts";
import { requestFrame } from "../../tools/support/frames.ts";
import { BrokenPromise } from "./ledger.ts";
import { checkNumberedLines, numberedLine } from "./log_lines.ts";

/**
 * Has several bridges write into one file at once, reading it now and then.
 *
 * @param bridges How many.
 * @param lines How many lines each writes.
 * @param directory Their working directory.
 * @throws {BrokenPromise} When the file does not hold all that they wrote, or reading it failed.
 */
export async function shareLog(bridges: number, lines: number, directory: string): Promise<void> {
  const writers = new Map<string, ReadonlySet<number>>();
  await Promise.all(
    Array.from({ length: bridges }, async (_, index) => {
      const writer = `w${index}`;
      writers.set(writer, await writeLines(writer, lines, directory));
    }),
  );
  checkNumberedLines(await Deno.readTextFile(`${directory}/webview_ui.log`), writers, false);
}

async function writeLines(writer: string, lines: number, directory: string): Promise<ReadonlySet<number>> {
  const answered = new Set<number>();
  let failure: string | undefined;
  let reads = 0;
  const { promise: allAnswered, resolve } = Promise.withResolvers<void>();
  const child: BridgeChild = new BridgeChild({
    directory,
    onBody: (body) => {
      const { id, result } = JSON.parse(body);
      if (result?.success !== true) failure ??= body;
      else if (typeof id === "number") answered.add(id);
      if (child.bodies === lines + reads) resolve();
    },
  });
  try {
    for (let number = 0; number < lines; number++) {
      const params = { message: numberedLine(writer, number), timestamp: false };
      await child.send(requestFrame(number, "log.write", params));
      if (number % 100 !== 0) continue;
      reads++;
      await child.send(requestFrame(`read ${number}`, "log.read", { lines: 3 }));
    }
    // At the end of the input, what is still being read would be cut short.
    await Promise.race([allAnswered, child.outputEnded]);
    await child.endInput();
    const { code } = await child.ended();
    if (failure !== undefined) throw new BrokenPromise(`a log operation has failed: ${failure}`);
    if (code !== 0) throw new BrokenPromise(`the bridge has ended with ${code}: ${child.stderr}`);
  } finally {
    await child.dispose();
  }
  if (answered.size !== lines) throw new BrokenPromise(`${answered.size} of ${lines} lines were answered`);
  return answered;
}

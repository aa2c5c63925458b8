/**
 * SIGKILL of the bridge while it writes log lines: every line that was answered is in the file, whole.
 *
 * @module
 */

import { BridgeChild } from "./bridge_child.ts";
import { requestFrame } from "../../tools/support/frames.ts";
import { checkNumberedLines, numberedLine } from "./log_lines.ts";

/** How a bridge is killed. */
export interface BridgeDeath {
  /** How many lines it is asked to write. */
  readonly lines: number;
  /** After how many answers it is killed. */
  readonly afterAnswers: number;
  /** How many calls are under way at once. */
  readonly inFlight: number;
}

const FILE = "killed.log";

/**
 * Has lines written and kills the bridge.
 *
 * @param death See {@linkcode BridgeDeath}.
 * @param directory The bridge's working directory.
 * @returns How many lines were answered.
 * @throws {BrokenPromise} When the file does not hold what it has to.
 */
export async function killBridge(death: BridgeDeath, directory: string): Promise<number> {
  const answered = new Set<number>();
  let asked = 0;
  const ask = (): void => {
    if (asked === death.lines) return;
    const params = { message: numberedLine("w", asked), file: FILE, timestamp: false };
    void child.send(requestFrame(asked++, "log.write", params));
  };
  const child: BridgeChild = new BridgeChild({
    directory,
    onBody: (body) => {
      const { id, result } = JSON.parse(body);
      // What comes after the kill was written before it.
      if (result?.success === true) answered.add(id);
      if (answered.size === death.afterAnswers) child.kill();
      ask();
    },
  });
  for (let count = 0; count < death.inFlight; count++) ask();
  await child.ended();
  await child.dispose();
  const text = await Deno.readTextFile(`${directory}/${FILE}`);
  checkNumberedLines(text, new Map([["w", answered]]), true);
  return answered.size;
}

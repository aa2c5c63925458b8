/** Log files whose writers are killed or share a file: no answered line is lost, torn or mixed with another. */

import { requestFrame } from "../../../tools/support/frames.ts";
import { BridgeChild } from "./bridge_child.ts";
import { ContractViolation } from "./response_tracker.ts";

/** Lengths of lines. The longest ones span several memory pages. */
const LENGTHS = [0, 7, 100, 1000, 4090, 20_000];

/** A line that names its writer and number and ends in a mark. */
export function numberedLine(writer: string, number: number): string {
  const length = LENGTHS[number % LENGTHS.length] ?? 0;
  return `${writer} ${number} ${"é".repeat(length / 2)} end`;
}

/**
 * Checks a log file with numbered lines.
 *
 * @param writers The numbers of the answered lines of each writer.
 * @param mayEndTorn Whether a writer was killed, so that the last line may be incomplete.
 * @throws {ContractViolation} When a line is torn, out of order, doubled, or was answered and is missing.
 */
export function checkNumberedLines(
  text: string,
  writers: ReadonlyMap<string, ReadonlySet<number>>,
  mayEndTorn: boolean,
): void {
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  if (rest !== "" && !mayEndTorn) throw new ContractViolation(`the last line is torn: ${shortened(rest)}`);
  const found = new Map<string, number[]>();
  for (const line of lines) {
    const [, writer = "", digits = ""] = /^\[INFO\] (\w+) (\d+) é* end$/.exec(line) ?? [];
    const number = Number(digits);
    if (!writers.has(writer) || line !== `[INFO] ${numberedLine(writer, number)}`) {
      throw new ContractViolation(`a line is not whole: ${shortened(line)}`);
    }
    const numbers = found.get(writer) ?? [];
    if ((numbers.at(-1) ?? -1) >= number) {
      throw new ContractViolation(`line ${number} of ${writer} is out of order or doubled`);
    }
    numbers.push(number);
    found.set(writer, numbers);
  }
  for (const [writer, answered] of writers) {
    const missing = answered.difference(new Set(found.get(writer))).values().next().value;
    if (missing !== undefined) {
      throw new ContractViolation(`line ${missing} of ${writer} was answered and is missing in the file`);
    }
  }
}

function shortened(line: string): string {
  return JSON.stringify(line.length > 200 ? `${line.slice(0, 100)}…${line.slice(-100)}` : line);
}

/** The moment at which a bridge that writes lines is killed. */
export interface BridgeDeath {
  /** Lines that it is asked to write. */
  readonly lines: number;
  /** Responses after which it is killed. */
  readonly afterResponses: number;
  /** Calls pending at once. */
  readonly inFlight: number;
}

/**
 * Kills a bridge while it writes a log file, and checks the file.
 *
 * @returns How many lines were answered.
 * @throws {ContractViolation} When an answered line is missing or torn.
 */
export async function killBridge(death: BridgeDeath, directory: string): Promise<number> {
  const file = "killed.log";
  const answered = new Set<number>();
  let asked = 0;
  const writeNext = (): void => {
    if (asked === death.lines) return;
    const params = { message: numberedLine("w", asked), file, timestamp: false };
    void child.send(requestFrame(asked++, "log.write", params));
  };
  const child: BridgeChild = new BridgeChild({
    directory,
    onBody(body) {
      const { id, result } = JSON.parse(body);
      // A response that is read after the kill was written before it.
      if (result?.success === true) answered.add(id);
      if (answered.size === death.afterResponses) child.kill();
      writeNext();
    },
  });
  for (let count = 0; count < death.inFlight; count++) writeNext();
  await child.ended();
  await child.dispose();
  const text = await Deno.readTextFile(`${directory}/${file}`);
  checkNumberedLines(text, new Map([["w", answered]]), true);
  return answered.size;
}

/**
 * Lets several bridges write into one file, and read it now and then.
 *
 * @param lines Lines of each bridge.
 * @throws {ContractViolation} When a line is missing or torn, or an operation fails.
 */
export async function shareLog(bridges: number, lines: number, directory: string): Promise<void> {
  const writers = await Promise.all(Array.from({ length: bridges }, async (_, index) => {
    const writer = `w${index}`;
    return [writer, await writeLines(writer, lines, directory)] as const;
  }));
  checkNumberedLines(await Deno.readTextFile(`${directory}/webview_ui.log`), new Map(writers), false);
}

async function writeLines(writer: string, lines: number, directory: string): Promise<ReadonlySet<number>> {
  const answered = new Set<number>();
  let failure: string | undefined;
  let reads = 0;
  const { promise: allAnswered, resolve } = Promise.withResolvers<void>();
  const child: BridgeChild = new BridgeChild({
    directory,
    onBody(body) {
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
    // The end of the input would cancel pending reads.
    await Promise.race([allAnswered, child.outputEnded]);
    await child.end();
    if (failure !== undefined) throw new ContractViolation(`a log operation has failed: ${failure}`);
  } finally {
    await child.dispose();
  }
  if (answered.size !== lines) {
    throw new ContractViolation(`${answered.size} of ${lines} lines were answered`);
  }
  return answered;
}

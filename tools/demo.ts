/**
 * The demo: `deno task demo`.
 *
 * @module
 */

import { setColorEnabled } from "@std/fmt/colors";
import { readCommand, usage } from "./demo/options.ts";
import { playAll } from "./demo/run.ts";
import { Transcript } from "./demo/transcript.ts";

/** The width of a transcript that is read from a file. */
const FILE_WIDTH = 110;
/** Below this nothing can be laid out; the terminal may wrap. */
const LEAST_WIDTH = 70;
/** Lines longer than this are hard to read, however wide the terminal is. */
const GREATEST_WIDTH = 140;

const encoder = new TextEncoder();
/** Whether there still is somebody who reads. */
let read = true;
const onTerminal = Deno.stdout.isTerminal();
// The library only looks at NO_COLOR.
setColorEnabled(onTerminal && !Deno.noColor);

const command = readCommand(Deno.args);
if (command.kind === "help") {
  print(usage);
} else if (command.kind === "wrong") {
  Deno.stderr.writeSync(
    encoder.encode(`demo: unexpected argument ${JSON.stringify(command.argument)}; see --help\n`),
  );
  Deno.exit(2);
} else {
  const transcript = new Transcript((line) => print(`${line}\n`), width());
  Deno.exit(await playAll(transcript, command.flags) ? 0 : 1);
}

function print(text: string): void {
  if (!read) return;
  const bytes = encoder.encode(text);
  try {
    for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    // Whoever reads has seen enough, as `head` does; the demo still ends the bridge in good order.
    read = false;
  }
}

function width(): number {
  if (!onTerminal) return FILE_WIDTH;
  return Math.min(GREATEST_WIDTH, Math.max(LEAST_WIDTH, Deno.consoleSize().columns));
}

/**
 * The demo: `deno task demo`.
 *
 * @module
 */

import { readCommand, usage } from "./demo/options.ts";
import { playAll } from "./demo/run.ts";
import { Transcript } from "./demo/transcript.ts";
import { chooseColors, lineWidth, print } from "./terminal.ts";

chooseColors();

const command = readCommand(Deno.args);
if (command.kind === "help") {
  print(usage);
} else if (command.kind === "wrong") {
  Deno.stderr.writeSync(
    new TextEncoder().encode(`demo: unexpected argument ${JSON.stringify(command.argument)}; see --help\n`),
  );
  Deno.exit(2);
} else {
  const transcript = new Transcript((line) => print(`${line}\n`), lineWidth());
  Deno.exit(await playAll(transcript, command.flags) ? 0 : 1);
}

/**
 * The prompt: `deno task play`.
 *
 * @module
 */

import { readCommand } from "./demo/options.ts";
import { runPrompt } from "./play/prompt.ts";
import { chooseColors, lineWidth, print } from "./terminal.ts";

const usage = `A prompt at which a bridge is tried by hand: a bridge process under its sandbox in a fresh
temporary directory, a media player in memory behind it.

  deno task play [-- FLAGS]              at a terminal
  deno task play < SCRIPT                each line of the script as if it were typed

FLAGS are handed on to the bridge, such as --log-level=debug; -- --help lists them.

  queue.add {tracks: [1, 2]}             calls an operation; parameters in JSON or JSON5
  :menu choose play                      is a command; :help lists them
  # text                                 is a comment

Tab completes names and parameters, the arrow keys bring earlier lines back. Ctrl-C gives up
waiting, clears the line, or ends; Ctrl-D ends.

Colours are used on a terminal unless NO_COLOR is set. Exit code: 0 when every line could be
carried out, whatever was answered, 1 when one could not or the bridge has gone, 2 when the
command line is wrong, 130 when interrupted.
`;

const EXIT_FAULT = 1;
const EXIT_USAGE = 2;
/** What a shell says of a program that a signal has ended. */
const EXIT_SIGNAL = 128;
const signals = Deno.build.os === "windows"
  ? { SIGINT: 2, SIGBREAK: 21 }
  : { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

const colors = chooseColors();
const command = readCommand(Deno.args);
if (command.kind === "help") {
  print(usage);
} else if (command.kind === "wrong") {
  Deno.stderr.writeSync(
    new TextEncoder().encode(`play: unexpected argument ${JSON.stringify(command.argument)}; see --help\n`),
  );
  Deno.exit(EXIT_USAGE);
} else {
  const stop = new AbortController();
  for (const [name, number] of Object.entries(signals)) {
    Deno.addSignalListener(name as Deno.Signal, () => stop.abort(number));
  }
  const faultless = await runPrompt({
    flags: command.flags,
    interactive: Deno.stdin.isTerminal() && Deno.stdout.isTerminal(),
    colors,
    width: lineWidth(),
    signal: stop.signal,
  });
  if (stop.signal.aborted) Deno.exit(EXIT_SIGNAL + Number(stop.signal.reason));
  Deno.exit(faultless ? 0 : EXIT_FAULT);
}

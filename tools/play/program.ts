/**
 * The prompt as a program: signals, and the exit code.
 *
 * @module
 */

import { chooseColors, lineWidth } from "../terminal.ts";
import { runPrompt } from "./prompt.ts";
import type { PromptPlayer } from "./prompt_player.ts";

/** What a shell says of a program that a signal has ended. */
const EXIT_SIGNAL = 128;
const EXIT_FAULT = 1;
const signals = Deno.build.os === "windows"
  ? { SIGINT: 2, SIGBREAK: 21 }
  : { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

/** What `--help` says of every prompt. */
export const promptUsage =
  `Tab completes names and parameters, the arrow keys bring earlier lines back. Ctrl-C gives up
waiting, clears the line, or ends; Ctrl-D ends.

Colours are used on a terminal unless NO_COLOR is set. Exit code: 0 when every line could be
carried out, whatever was answered, 1 when one could not, the player could not be started or
the bridge has gone, 2 when the command line is wrong, 130 when interrupted.
`;

/**
 * Runs the prompt at the standard input until its end or a signal, then ends the process.
 *
 * @param open Opens the player. Signals that come meanwhile end everything once it is there.
 * @param flags Flags of the bridge.
 */
export async function promptAndExit(
  open: () => Promise<PromptPlayer>,
  flags: readonly string[],
): Promise<never> {
  const stop = new AbortController();
  for (const [name, number] of Object.entries(signals)) {
    Deno.addSignalListener(name as Deno.Signal, () => stop.abort(number));
  }
  const faultless = await runPrompt({
    player: await open(),
    flags,
    interactive: Deno.stdin.isTerminal() && Deno.stdout.isTerminal(),
    colors: chooseColors(),
    width: lineWidth(),
    signal: stop.signal,
  });
  if (stop.signal.aborted) Deno.exit(EXIT_SIGNAL + Number(stop.signal.reason));
  Deno.exit(faultless ? 0 : EXIT_FAULT);
}

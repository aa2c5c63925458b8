/**
 * The prompt as a program: signals, and the exit code.
 *
 * @module
 */

import { plainText } from "../../text/unicode.ts";
import { chooseColors, lineWidth } from "../terminal.ts";
import { type PromptOptions, runPrompt } from "./prompt.ts";

/** What a shell says of a program that a signal has ended. */
const EXIT_SIGNAL = 128;
const EXIT_FAULT = 1;
const EXIT_USAGE = 2;
const signals = Deno.build.os === "windows"
  ? { SIGINT: 2, SIGBREAK: 21 }
  : { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

/** What `--help` says of every prompt. */
export const promptUsage =
  `Tab completes names and parameters, the arrow keys bring earlier lines back. Ctrl-C gives up
waiting, clears the line, or ends; Ctrl-D, exit and quit end.

Colours are used on a terminal unless NO_COLOR is set. Exit code: 0 at a terminal, and of a
script when every line could be carried out, whatever was answered; 1 when one could not, the
bridge or the player has gone before, or there is no player; 2 when the command line is wrong,
130 when interrupted.
`;

/** A player that is ready for the prompt. */
export interface OpenedPlayer extends Pick<PromptOptions, "player" | "directory" | "greeting" | "begin"> {
  /** Removes what was made for the player, after its end. */
  readonly cleanUp?: () => Promise<void>;
}

/** A program that gives a prompt. */
export interface PromptProgram {
  /** Its name, in front of what it says on stderr. */
  readonly name: string;
  /** Flags of the bridge. */
  readonly flags: readonly string[];

  /**
   * Opens the player.
   *
   * @param signal Gives up.
   * @returns The player.
   */
  open(signal: AbortSignal): Promise<OpenedPlayer>;
}

/**
 * Runs the prompt at the standard input until its end or a signal, then ends the process.
 *
 * @param program See {@linkcode PromptProgram}.
 */
export async function promptAndExit({ name, flags, open }: PromptProgram): Promise<never> {
  const stop = new AbortController();
  for (const [signal, number] of Object.entries(signals)) {
    Deno.addSignalListener(signal as Deno.Signal, () => stop.abort(number));
  }
  let opened: OpenedPlayer;
  try {
    opened = await open(stop.signal);
  } catch (error) {
    if (stop.signal.aborted) leave(EXIT_SIGNAL + Number(stop.signal.reason));
    leave(EXIT_FAULT, `${name}: ${messageOf(error)}`);
  }
  const faultless = await runPrompt({
    ...opened,
    flags,
    interactive: Deno.stdin.isTerminal() && Deno.stdout.isTerminal(),
    colors: chooseColors(),
    width: lineWidth(),
    signal: stop.signal,
  }).finally(opened.cleanUp);
  if (stop.signal.aborted) leave(EXIT_SIGNAL + Number(stop.signal.reason));
  leave(faultless ? 0 : EXIT_FAULT);
}

/**
 * Ends the process because its command line is wrong.
 *
 * @param name The program's name.
 * @param reason What is wrong with it.
 */
export function refuse(name: string, reason: string): never {
  leave(EXIT_USAGE, `${name}: ${reason}`);
}

function leave(code: number, line?: string): never {
  if (line !== undefined) Deno.stderr.writeSync(new TextEncoder().encode(`${plainText(line)}\n`));
  Deno.exit(code);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The interface of commands, and the prompt as they see it. */

import type { EventMessage } from "../../clients/typescript/bridge_client.ts";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import { plainText } from "../../limits/unicode.ts";
import { ActionError } from "../../players/model/actions.ts";
import { UsageError } from "../support/options.ts";
import type { Word } from "./line.ts";
import type { Session } from "./session.ts";

/** The prompt, as its commands see it. */
export interface CommandContext {
  readonly session: Session;
  /** The calling panel; undefined for the player itself. */
  panel: string | undefined;
  /** What is shown as it happens: events, native actions with their answers, every message on the pipes. */
  readonly shown: { events: boolean; actions: boolean; wire: boolean };
  /** The width of a line, in characters. */
  readonly width: number;
  /** The output since the last line that was not a check, without colours, on one line. */
  readonly output: string;
  /** Why the last call was refused; undefined when it was not. */
  readonly refusal: string | undefined;
  /** Moves the player's clock forward, in milliseconds; undefined when the player's time is real. */
  readonly forward: ((milliseconds: number) => void) | undefined;
  print(...lines: string[]): void;
  showEvents(events: readonly EventMessage[]): void;
  /** Adds an event to {@linkcode CommandContext.output} without showing it again. */
  noteEvent(event: EventMessage): void;
  /** Marks the last refusal as intended. */
  acceptRefusal(): void;
  /** Ends the prompt after this line. */
  quit(): void;
}

/** A command of the prompt. */
export interface Command {
  /** A second name. */
  readonly alias?: string;
  /** The words after the name, as help shows them and `readWords` reads them. */
  readonly usage: string;
  /** What `readWords` reads, where that differs. */
  readonly words?: string;
  /** One sentence for help. */
  readonly about: string;
  /** Whether it checks the previous line, whose output is then kept. */
  readonly isCheck?: boolean;

  /** Lists what can be its first word. */
  complete?(context: CommandContext): Iterable<string>;

  /**
   * Runs it.
   *
   * @param signal Aborted by Ctrl-C and at the end of the prompt.
   * @throws {UsageError} When it cannot be run.
   */
  run(words: readonly Word[], context: CommandContext, signal: AbortSignal): void | Promise<void>;
}

/**
 * Runs a user's action and waits for the player, which may hang.
 *
 * @throws {UsageError} When the player refuses it.
 * @throws The reason of the signal, when that is aborted first.
 */
export async function userAction<Result>(
  act: () => Result | Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  try {
    return await unlessAborted(Promise.resolve(act()), signal);
  } catch (error) {
    if (!(error instanceof ActionError || error instanceof RangeError)) throw error;
    throw new UsageError(`the player refuses: ${plainText(error.message)}`);
  }
}

/**
 * The interface of commands, and the context in which they run.
 *
 * @module
 */

import type { EventMessage } from "../../clients/typescript/bridge_client.ts";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import { plainText } from "../../limits/unicode.ts";
import { ActionError } from "../../players/reference/mod.ts";
import { UsageError } from "../support/options.ts";
import type { Api } from "./api.ts";
import { type Words } from "./line.ts";
import type { Session } from "./session.ts";

/** The messages that the prompt shows as they happen. */
export interface Shown {
  events: boolean;
  /** Native actions and the player's answers. */
  actions: boolean;
  /** Every message on the pipes. */
  wire: boolean;
}

/** The prompt, as its commands see it. */
export interface CommandContext {
  readonly api: Api;
  readonly session: Session;
  /** The calling panel; undefined for the player itself. */
  panel: string | undefined;
  readonly shown: Shown;
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
  /** The name, without the colon. */
  readonly name: string;
  /** A second name. */
  readonly alias?: string;
  /** The arguments, as help shows them. */
  readonly usage: string;
  /** One sentence for help. */
  readonly about: string;
  /** Whether it checks the previous line. The output of that line is then kept. */
  readonly isCheck?: boolean;

  /**
   * Lists the words that fit next.
   *
   * @param before The words before it.
   */
  complete?(before: readonly string[], context: CommandContext): Iterable<string>;

  /**
   * Runs the command.
   *
   * @param signal Aborted by Ctrl-C and at the end of the prompt.
   * @throws {UsageError} When the arguments are wrong or the command cannot be run now.
   */
  run(words: Words, context: CommandContext, signal: AbortSignal): void | Promise<void>;
}

/**
 * Runs a user's action and waits for the player, which may hang.
 *
 * @throws {UsageError} When the player refuses the action.
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

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

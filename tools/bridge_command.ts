/**
 * Which bridge the tools and tests start that need a whole process: that of the tree, or another one that
 * `TONEARM_BRIDGE` names, such as a bundle or a binary.
 *
 * @module
 */

import { bridgeArguments } from "../client/spawn_bridge.ts";

/** The environment variable that names another bridge: its command as a JSON array, with absolute paths. */
export const BRIDGE_VARIABLE = "TONEARM_BRIDGE";

/** What starts a bridge. */
export interface BridgeCommand {
  /** The program. */
  readonly program: string;
  /** Its arguments. */
  readonly args: string[];
}

/**
 * The command that starts the bridge.
 *
 * @param flags Flags of the bridge itself.
 * @param named What `TONEARM_BRIDGE` says; read from the environment, where that is allowed, when left out.
 * @returns The command.
 * @throws {TypeError} When the variable is no JSON array of texts.
 */
export function bridgeCommand(flags: readonly string[] = [], named = variable()): BridgeCommand {
  if (named === undefined) return { program: Deno.execPath(), args: bridgeArguments(flags) };
  const [program, ...args] = wordsOf(named);
  return { program, args: [...args, ...flags] };
}

function variable(): string | undefined {
  const { state } = Deno.permissions.querySync({ name: "env", variable: BRIDGE_VARIABLE });
  return state === "granted" ? Deno.env.get(BRIDGE_VARIABLE) : undefined;
}

function wordsOf(text: string): [string, ...string[]] {
  const misfit = `${BRIDGE_VARIABLE} has to be a command as a JSON array of texts, not ${text}`;
  let words: unknown;
  try {
    words = JSON.parse(text);
  } catch (error) {
    throw new TypeError(misfit, { cause: error });
  }
  if (!Array.isArray(words) || !words.every((word): word is string => typeof word === "string")) {
    throw new TypeError(misfit);
  }
  const [program, ...args] = words;
  if (!program) throw new TypeError(misfit);
  return [program, ...args];
}

/**
 * One call of one operation on a bridge of its own.
 *
 * @module
 */

import { type AskedAction, Harness, type PlayerScript } from "./harness.ts";

/** What came of a call. */
export interface CallOutcome {
  /** What the operation answered. */
  result: Record<string, unknown>;
  /** The native actions in the order asked. */
  asked: Pick<AskedAction, "name" | "params">[];
}

/**
 * Calls an operation.
 *
 * @param player The player.
 * @param name The operation's full name.
 * @param params Its parameters; none when left out.
 * @returns What it answered and what it asked of the player.
 */
export async function callOnce(player: PlayerScript, name: string, params?: unknown): Promise<CallOutcome> {
  const harness = new Harness({ player });
  const result = await harness.call(name, params);
  await harness.close();
  return { result, asked: harness.asked.map(({ name, params }) => ({ name, params })) };
}

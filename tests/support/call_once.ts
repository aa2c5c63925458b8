/** One call on a new bridge. */

import { type AskedAction, Harness, type PlayerScript } from "./harness.ts";

export interface CallOutcome {
  result: Record<string, unknown>;
  /** The native actions in order. */
  asked: Pick<AskedAction, "name" | "params">[];
}

/** Calls an operation on a new bridge. */
export async function callOnce(player: PlayerScript, name: string, params?: unknown): Promise<CallOutcome> {
  const harness = new Harness({ player });
  const result = await harness.call(name, params);
  await harness.close();
  return { result, asked: harness.asked.map(({ name, params }) => ({ name, params })) };
}

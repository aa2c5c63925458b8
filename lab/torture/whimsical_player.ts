/**
 * A player that answers what it is asked as it pleases: rightly, wrongly, twice, late, not at all.
 *
 * @module
 */

import { type ActionName, nativeActions } from "../../host_stdio/native_actions.ts";
import type { SeededRandom } from "../../tools/support/random.ts";
import { junk } from "./junk.ts";
import type { AskedAction } from "./ledger.ts";
import { madeValue } from "./made_value.ts";
import { spoiltMessage } from "./mutation.ts";

/** How a player behaves: how likely each kind of answer is. */
export type Manners = Readonly<
  Record<
    "right" | "error" | "lacking" | "spoilt" | "never" | "twice" | "late" | "envelope" | "stranger",
    number
  >
>;

/** A player that answers rightly more often than not. */
export const moodyManners: Manners = {
  right: 60,
  error: 8,
  lacking: 4,
  spoilt: 10,
  never: 4,
  twice: 5,
  late: 4,
  envelope: 5,
  stranger: 3,
};

/** A player that does nothing right. */
export const hostileManners: Manners = {
  right: 5,
  error: 5,
  lacking: 2,
  spoilt: 30,
  never: 10,
  twice: 15,
  late: 13,
  envelope: 15,
  stranger: 10,
};

/** What is to be sent to the bridge, and when: at once, or much later. */
export interface PlayerReply {
  readonly message: unknown;
  readonly late: boolean;
}

/** Gives a right answer to an action, where somebody knows one; undefined otherwise. */
export type RightAnswer = (action: AskedAction) => unknown;

const errorCodes = [-32000, -32601, -32010, 0, 1e21, -32603];

/**
 * Decides how to answer a native action.
 *
 * @param action The action.
 * @param manners How the player behaves.
 * @param chance What chooses.
 * @param rightAnswer Where a right answer comes from; made up to fit its schema when left out.
 * @returns The messages to send.
 */
export function repliesTo(
  action: AskedAction,
  manners: Manners,
  chance: SeededRandom,
  rightAnswer?: RightAnswer,
): PlayerReply[] {
  const { id } = action;
  const right = (): object => {
    const result = rightAnswer?.(action) ?? madeAnswer(action.name, chance);
    return { jsonrpc: "2.0", id, result };
  };
  const now = (...messages: unknown[]): PlayerReply[] =>
    messages.map((message) => ({ message, late: false }));
  switch (chance.pickWeighted(manners)) {
    case "right":
      return now(right());
    case "error":
      return now({ jsonrpc: "2.0", id, error: { code: chance.pick(errorCodes), message: "it broke" } });
    case "lacking":
      return now({ jsonrpc: "2.0", id, error: { code: -32601, message: "no such action" } });
    case "spoilt":
      return now({ jsonrpc: "2.0", id, result: spoiltMessage({ result: right() }, chance) });
    case "never":
      return [];
    case "twice":
      return now(right(), right());
    case "late":
      return [{ message: right(), late: true }];
    case "envelope":
      return now(spoiltMessage(right(), chance));
    case "stranger":
      return now({
        jsonrpc: "2.0",
        id: chance.pick([id + 1, id + 1000, -id, 0, `${id}`, id + 0.5]),
        result: {},
      }, right());
  }
}

function madeAnswer(name: string, chance: SeededRandom): unknown {
  if (!Object.hasOwn(nativeActions, name)) return {};
  const { answer } = nativeActions[name as ActionName];
  return answer.type === "unknown" ? junk(chance) : madeValue(answer, chance) ?? {};
}

/** A player that answers native actions at random: correctly, incorrectly, twice, late or not at all. */

import type * as v from "valibot";
import { nativeActions } from "../../../host_stdio/api/native_actions.ts";
import { schemaOf } from "../../../host_stdio/schema_check.ts";
import type { SeededRandom } from "../../../tools/support/random.ts";
import { anyJson, corrupted, draw, drawFitting } from "./arbitraries.ts";
import type { RequestedAction } from "./response_tracker.ts";

/** The weight of each kind of reply. */
export type ReplyWeights = Readonly<
  Record<
    | "right"
    | "error"
    | "notSupported"
    | "wrongResult"
    | "none"
    | "twice"
    | "late"
    | "wrongMessage"
    | "wrongId",
    number
  >
>;

/** A player with defects. */
export const unreliable: ReplyWeights = {
  right: 60,
  error: 8,
  notSupported: 4,
  wrongResult: 10,
  none: 4,
  twice: 5,
  late: 4,
  wrongMessage: 5,
  wrongId: 3,
};

/** A player that does almost everything wrong. */
export const hostile: ReplyWeights = {
  right: 5,
  error: 5,
  notSupported: 2,
  wrongResult: 30,
  none: 10,
  twice: 15,
  late: 13,
  wrongMessage: 15,
  wrongId: 10,
};

/** The messages that answer an action. */
export interface Replies {
  readonly messages: readonly unknown[];
  /** Whether they are sent much later than the request. */
  readonly late?: boolean;
}

/** Returns the right result of an action; undefined when there is none. */
export type RightResult = (action: RequestedAction) => unknown;

const errorCodes = [-32000, -32601, -32010, 0, 1e21, -32603];

/** Chooses the replies to a native action. Without a right result, one that fits the action's schema is made up. */
export function repliesTo(
  action: RequestedAction,
  weights: ReplyWeights,
  random: SeededRandom,
  rightResult?: RightResult,
): Replies {
  const { id } = action;
  const right = (): object => ({
    jsonrpc: "2.0",
    id,
    result: rightResult?.(action) ?? madeUpResult(action.name, random),
  });
  const error = (code: number): Replies => ({
    messages: [{ jsonrpc: "2.0", id, error: { code, message: "it failed" } }],
  });
  switch (random.pickWeighted(weights)) {
    case "right":
      return { messages: [right()] };
    case "error":
      return error(random.pick(errorCodes));
    case "notSupported":
      return error(-32601);
    case "wrongResult":
      return { messages: [{ jsonrpc: "2.0", id, result: draw(random, corrupted({ result: right() })) }] };
    case "none":
      return { messages: [] };
    case "twice":
      return { messages: [right(), right()] };
    case "late":
      return { messages: [right()], late: true };
    case "wrongMessage":
      return { messages: [draw(random, corrupted(right()))] };
    case "wrongId": {
      const wrong = random.pick([id + 1, id + 1000, -id, 0, `${id}`, id + 0.5]);
      return { messages: [{ jsonrpc: "2.0", id: wrong, result: {} }, right()] };
    }
  }
}

function madeUpResult(name: string, random: SeededRandom): unknown {
  if (!Object.hasOwn(nativeActions, name)) return {};
  const answer = schemaOf<v.GenericSchema>(nativeActions[name as keyof typeof nativeActions].answer);
  return (answer.type === "unknown" ? draw(random, anyJson) : drawFitting(random, answer)) ?? {};
}

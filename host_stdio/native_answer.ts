/**
 * What a player's answer to a native action means: a checked value or a failure with a text fit for a panel.
 *
 * @module
 */

import * as v from "valibot";
import { isMissing, issuePlace } from "../limits/issue_place.ts";
import { MISFIT, readerOf } from "./answer_reader.ts";
import { ACTION_NOT_SUPPORTED, type ActionAnswer, type ActionName, nativeActions } from "./native_actions.ts";
import { rpcErrors } from "./errors.ts";
import { NativeActionError } from "./player.ts";

const CHECK = { abortEarly: true } as const;

/**
 * Checks the result of a native action against its schema.
 *
 * @param name The action.
 * @param result The `result` member of the player's response.
 * @returns The answer, unknown members dropped, defaults filled in.
 * @throws {NativeActionError} When it does not fit; the text names the place and what was expected, never the value.
 */
export function checkAnswer<Name extends ActionName>(name: Name, result: unknown): ActionAnswer<Name> {
  const schema: v.GenericSchema = nativeActions[name].answer;
  if (isArrayForObject(result, schema)) throw badAnswer(name, `a result that is not ${schema.expects}`);
  const answer = readerOf(schema)(result);
  if (answer !== MISFIT) return answer as ActionAnswer<Name>;
  const outcome = v.safeParse(schema, result, CHECK);
  if (outcome.success) return outcome.output as ActionAnswer<Name>;
  const issue = outcome.issues[0];
  throw badAnswer(name, misfit(issue));
}

/**
 * Whether an array stands where an object has to: valibot takes it for one of which no member is required.
 *
 * @param value What a player has sent.
 * @param schema What it has to be.
 * @returns Whether it is.
 */
export function isArrayForObject(value: unknown, schema: v.GenericSchema): boolean {
  return Array.isArray(value) && schema.type === "object";
}

/** What is wrong with a result, in words that never hold a part of it. */
function misfit(issue: v.BaseIssue<unknown>): string {
  const at = issuePlace(issue);
  if (at === "") return `a result that is not ${issue.expected ?? "valid"}`;
  return `a result whose ${at} is ${isMissing(issue) ? "missing" : `not ${issue.expected ?? "valid"}`}`;
}

/**
 * The failure of a native action whose answer cannot be used.
 *
 * @param name The action.
 * @param what What the player answered, in words.
 * @returns The error to throw.
 */
export function badAnswer(name: ActionName, what: string): NativeActionError {
  const { code, message } = rpcErrors.playerActionFailed;
  return new NativeActionError(code, `${message}: ${name} answered ${what}`);
}

/**
 * The failure of a native action that the player answered with an error.
 *
 * @param name The action.
 * @param error The `error` member of the player's response.
 * @returns The error to throw.
 */
export function playerError(name: ActionName, error: unknown): NativeActionError {
  const { code, message } = rpcErrors.playerActionFailed;
  const { code: playerCode, message: text } = isRecord(error) ? error : {};
  if (typeof playerCode !== "number" || typeof text !== "string") {
    return badAnswer(name, "an error without code and message");
  }
  return playerCode === ACTION_NOT_SUPPORTED
    ? notSupported(name)
    : new NativeActionError(code, `${message}: ${text}`, playerCode);
}

/**
 * The failure of a native action that the player lacks.
 *
 * @param name The action.
 * @returns The error to throw.
 */
export function notSupported(name: ActionName): NativeActionError {
  const message = `Not supported by this player: ${name}`;
  return new NativeActionError(rpcErrors.playerActionFailed.code, message, ACTION_NOT_SUPPORTED);
}

/**
 * The failure of a native action that was not answered in time, or cannot be any more.
 *
 * @returns The error to throw.
 */
export function notAnswered(): NativeActionError {
  const { code, message } = rpcErrors.playerDidNotAnswer;
  return new NativeActionError(code, message);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

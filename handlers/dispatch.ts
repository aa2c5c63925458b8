/**
 * One operation's way from raw parameters to a result: check, handler, failure.
 *
 * @module
 */

import * as v from "valibot";
import { NativeActionError } from "../host_stdio/player.ts";
import type { Context } from "./context.ts";
import { Failure, noParams, type Operation } from "./operation.ts";
import { errorText } from "./params.ts";

/** Stops at the first issue: only that one is reported. */
const CHECK = { abortEarly: true } as const;

/**
 * Carries an operation out.
 *
 * @param operation The operation.
 * @param params Its parameters as the page gave them.
 * @param context What its handler may reach.
 * @returns The result, failures that belong into a result included.
 * @throws {NativeActionError} When the player fails and the operation has no `success` field.
 * @throws {CancelledError} When the call was cancelled.
 */
export function runOperation(
  operation: Operation,
  params: Readonly<Record<string, unknown>>,
  context: Context,
): unknown {
  let checked: unknown = params;
  try {
    if (operation.params !== noParams) {
      const outcome = v.safeParse(operation.params, params, CHECK);
      if (!outcome.success) {
        return { success: false, ...operation.failureDefaults, error: errorText(outcome.issues[0]) };
      }
      checked = outcome.output;
    }
    const result = operation.handle(checked, context);
    return result instanceof Promise
      ? result.catch((error: unknown) => failedResult(operation, error))
      : result;
  } catch (error) {
    return failedResult(operation, error);
  }
}

/**
 * The result of a failed operation.
 *
 * @param operation The operation.
 * @param error What its handler has thrown.
 * @returns The result.
 * @throws {unknown} What is no failure of the operation or the player, or does not belong into its result.
 */
export function failedResult(operation: Operation, error: unknown): unknown {
  if (error instanceof Failure) {
    return { success: false, ...(error.fields ?? operation.failureDefaults), error: error.message };
  }
  if (error instanceof NativeActionError && operation.failure === "result") {
    return { success: false, ...operation.failureDefaults, error: error.message };
  }
  throw error;
}

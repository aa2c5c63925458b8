/**
 * Running an operation: its parameters are checked, and its failures become results.
 *
 * @module
 */

import { NativeActionError } from "../../host_stdio/player.ts";
import { checkValue, schemaOf } from "../../host_stdio/schema_check.ts";
import type { Context } from "./context.ts";
import { codeOfPlayer, type FailureCode } from "./failure_codes.ts";
import { extensionOf, Failure, noParams, type Operation } from "./operation.ts";
import { errorText } from "./params.ts";

/**
 * Checks the parameters of a call and runs the operation.
 *
 * @param params The parameters as the page gave them.
 * @returns The result, or a promise of it. A failure that belongs in the result is returned, not thrown.
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
      const outcome = checkValue(schemaOf(operation.params), params);
      if (outcome.misfit) {
        return failure(operation, operation.failureDefaults, errorText(outcome.misfit), "INVALID_PARAMS");
      }
      checked = outcome.value;
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
 * Turns an error of a handler into a failed result.
 *
 * @throws {unknown} The error itself when it is not a failure, or when the operation's results hold no failures.
 */
export function failedResult(operation: Operation, error: unknown): unknown {
  if (error instanceof Failure) {
    return failure(operation, error.fields ?? operation.failureDefaults, error.message, error.failureCode);
  }
  if (error instanceof NativeActionError && operation.failure === undefined) {
    return failure(operation, operation.failureDefaults, error.message, codeOfPlayer(error));
  }
  throw error;
}

function failure(
  operation: Operation,
  fields: Readonly<Record<string, unknown>> | undefined,
  error: string,
  code: FailureCode,
): unknown {
  return { success: false, ...fields, error, ...extensionOf(operation) && { code } };
}

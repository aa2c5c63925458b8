/**
 * Running an operation in the context of its call: its parameters are checked, unknown ones reported, and its failures become
 * results.
 */

import { ACTION_NOT_SUPPORTED } from "../../host_stdio/api/native_actions.ts";
import type { Call } from "../../host_stdio/calls.ts";
import type { Clock } from "../../host_stdio/clock.ts";
import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { NativeActionError } from "../../host_stdio/player.ts";
import { checkValue, schemaOf } from "../../host_stdio/schema_check.ts";
import type { Context } from "./context.ts";
import { documentedSchema } from "./documented_schema.ts";
import type { Emit } from "./event.ts";
import { extensionOf, Failure, type FailureCode, noParams, type Operation } from "./operation.ts";
import { errorText } from "./params.ts";

/** The context of one call. A class, because one is made for every call and an object literal with getters is slow. */
export class CallContext<State> implements Context<State> {
  readonly panel: string | undefined;

  /** @param player The call. Native actions are requested in its name and abandoned with it. */
  constructor(
    readonly player: Call,
    readonly clock: Clock,
    readonly emit: Emit,
    readonly state: State,
  ) {
    this.panel = player.panel;
  }

  /** Made on demand, as the next one: few handlers need them. */
  get signal(): AbortSignal {
    return this.player.signal;
  }

  get cancelSignal(): AbortSignal {
    return this.player.cancelSignal;
  }

  get answered(): Promise<void> {
    return this.player.answered;
  }
}

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

function codeOfPlayer({ code, playerCode }: NativeActionError): FailureCode {
  if (playerCode === ACTION_NOT_SUPPORTED) return "NOT_SUPPORTED";
  return code === rpcErrors.playerDidNotAnswer.code ? "TIMEOUT" : "OPERATION_FAILED";
}

/**
 * Reports parameters that an operation does not have. The bridge ignores them, so a misspelt name looks like a
 * parameter that was left out.
 */
export class UnknownParams {
  readonly #diagnostics: Diagnostics;
  #reporting: Promise<void> = Promise.resolve();

  /** @param diagnostics Diagnostics sink. */
  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Settles when all reports are written. */
  get reported(): Promise<void> {
    return this.#reporting;
  }

  /** Reports the unknown parameters of a call, at the level debug. */
  look(operation: Operation, params: Readonly<Record<string, unknown>>): void {
    if (!(this.#diagnostics.shows?.("debug") ?? true)) return;
    const known = paramNames(operation);
    if (!known || Object.keys(params).every((name) => known.includes(name))) return;
    this.#reporting = this.#reporting.then(() => this.#report(operation.name, params, known));
  }

  async #report(operation: string, params: object, known: readonly string[]): Promise<void> {
    try {
      // Loaded on first use: most bridges never compare names.
      const { nearestName, unknownNames } = await import("../../limits/names.ts");
      for (const name of unknownNames(params, known)) {
        const nearest = nearestName(name, known);
        const end = nearest === undefined ? "" : "; did you mean {nearest}?";
        this.#diagnostics.report("debug", `{operation} has no parameter {name}${end}`, {
          operation,
          name,
          nearest,
        });
      }
    } catch (error) {
      this.#diagnostics.report("error", "a defect of the bridge: {error}", { error });
    }
  }
}

/** Returns the names of an operation's parameters; undefined when it takes any. */
export function paramNames(operation: Operation): readonly string[] | undefined {
  const schema = documentedSchema(schemaOf(operation.params));
  return schema.type === "object" && "entries" in schema ? Object.keys(schema.entries as object) : undefined;
}

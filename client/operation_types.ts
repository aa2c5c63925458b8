/**
 * The types of calls and events, made from the definitions of the operations and events. Nothing of those definitions is
 * loaded by it.
 *
 * @module
 */

import type * as v from "valibot";
import type { EventName, EventPayload } from "../handlers/core/events.ts";
import type { operations } from "../handlers/mod.ts";
import type { Operation } from "../handlers/core/operation.ts";
import type { InputOf, OutputOf } from "../host_stdio/schema_check.ts";
import type { InvokeOptions } from "./bridge_client.ts";

export type { EventName, EventPayload } from "../handlers/core/events.ts";

/** @internal */
type AnyOperation = (typeof operations)[number];

/** The full name of an operation that is built in, such as `queue.add`. */
export type OperationName = AnyOperation["name"];

/** @internal */
type OperationOf<Name extends OperationName> = Extract<AnyOperation, { readonly name: Name }>;

/** No parameters at all. */
export type NoParams = Readonly<Record<string, never>>;

/** What an operation is to be given. Null counts as left out. */
export type OperationParams<Name extends OperationName> = GivenParams<
  InputOf<OperationOf<Name>["params"]>
>;

/** @internal */
type GivenParams<Params> = [keyof Params] extends [never] ? NoParams : Readonly<Params>;

/** What an operation answers: a result or, where failures stand in the result, a failure. */
export type OperationResult<Name extends OperationName> =
  | OperationSuccess<Name>
  | OperationFailure<Name>;

/** What an operation answers when it does not fail. */
export type OperationSuccess<Name extends OperationName> = OutputOf<
  ReturnType<OperationOf<Name>["result"]>
>;

/** How an operation answers that it has failed; never for one whose results hold no failures. */
export type OperationFailure<Name extends OperationName> = FailureOf<OperationOf<Name>>;

/** @internal */
type FailureOf<Defined> = Defined extends
  Operation<string, infer _Params, infer _Result, "result", infer Fields>
  ? { success: false; error: string } & v.InferOutput<v.StrictObjectSchema<Fields, undefined>>
  : never;

/** What follows the name in a call: parameters, which can be left out where none are required, and options. */
export type InvokeArguments<Name extends OperationName> = Record<never, never> extends OperationParams<Name>
  ? [params?: OperationParams<Name> | undefined, options?: InvokeOptions]
  : [params: OperationParams<Name>, options?: InvokeOptions];

/** Hears an event: its payload, and the panel that it is for, undefined for every panel. */
export type EventListener<Name extends EventName> = (
  data: EventPayload<Name>,
  panel: string | undefined,
) => void;

/** What a page has of the API, by whatever message channel its player gives it (docs/panels.md). */
export interface PanelApi {
  /**
   * Calls an operation.
   *
   * @param name Its full name.
   * @param params Its parameters, which can be left out where none are required.
   * @returns Its result; rejected with an error of the protocol, whose `code` says which.
   */
  invoke<Name extends OperationName>(
    name: Name,
    ...params: Record<never, never> extends OperationParams<Name> ? [params?: OperationParams<Name>]
      : [params: OperationParams<Name>]
  ): Promise<OperationResult<Name>>;
  /**
   * Listens to an event.
   *
   * @param name Its name.
   * @param listener What to call with its payload.
   * @returns A function that removes the listener.
   */
  on<Name extends EventName>(name: Name, listener: (data: EventPayload<Name>) => void): () => void;
  /**
   * Ends listening to an event.
   *
   * @param name Its name.
   * @param listener What was called.
   */
  off<Name extends EventName>(name: Name, listener: (data: EventPayload<Name>) => void): void;
}

/**
 * The types of calls and events, made from the definitions of operations and events. It imports types only, so nothing of
 * these definitions is loaded.
 */

import type * as v from "valibot";
import type {
  allOperations,
  EventName as NameOfEvent,
  EventPayload as PayloadOfEvent,
} from "../../handlers/all.ts";
import type { ExtensionNamespace, FailureCode, FailureFields } from "../../handlers/core/operation.ts";
import type { ExtensionName } from "../../host_stdio/api/extension_names.ts";
import type { InputOf, OutputOf } from "../../host_stdio/schema_check.ts";
import type { InvokeOptions } from "./bridge_client.ts";

/** @internal */
type BridgeEventName = NameOfEvent;

/** @internal */
type BridgeEventPayload<Name extends BridgeEventName> = PayloadOfEvent<Name>;

/**
 * The name of an event: one of the bridge, such as `menu:select` (specification, "Events"), or `bridge:restarted`, which a
 * library sends when a bridge has taken the place of one that has died.
 */
export type EventName = BridgeEventName | "bridge:restarted";

/** The payload of an event. */
export type EventPayload<Name extends EventName> = Name extends BridgeEventName ? BridgeEventPayload<Name>
  : Readonly<Record<string, never>>;

/** @internal */
type AnyOperation = (typeof allOperations)[number];

/**
 * The full name of an operation, such as `queue.add` (specification, "Endpoints"). Those of extensions exist only when they
 * are switched on (extensions.md).
 */
export type OperationName = AnyOperation["name"];

/** @internal */
type OperationOf<Name extends OperationName> = Extract<AnyOperation, { readonly name: Name }>;

/** The parameters of an operation that takes none. */
export type NoParams = Readonly<Record<string, never>>;

/** The parameters of an operation. Optional ones may be left out or null. */
export type OperationParams<Name extends OperationName> = GivenParams<
  InputOf<ReturnType<OperationOf<Name>["params"]>>
>;

/** @internal */
type GivenParams<Params> = [keyof Params] extends [never] ? NoParams : Readonly<Params>;

/** The result of an operation: a success or, if the operation reports failures in its result, a failure. */
export type OperationResult<Name extends OperationName> =
  | OperationSuccess<Name>
  | OperationFailure<Name>;

/** The result of an operation that has succeeded. */
export type OperationSuccess<Name extends OperationName> = OutputOf<
  ReturnType<OperationOf<Name>["result"]>
>;

/**
 * The result of an operation that has failed: `{success: false, error}`, for some operations with more members. `never` if
 * the operation has no `success` field: its failures are thrown as {@linkcode BridgeError}.
 */
export type OperationFailure<Name extends OperationName> = FailureOf<OperationOf<Name>>;

/** @internal */
type FailureOf<Defined> = Defined extends { readonly failure: "error" | "never" } ? never
  : { success: false; error: string } & CodeOf<Defined> & FieldsOf<Defined>;

/** @internal */
type CodeOf<Defined> = Defined extends
  { readonly extension: ExtensionName } | { readonly name: `${ExtensionNamespace}.${string}` }
  ? { code: FailureCode }
  : Record<never, never>;

/** @internal */
type FieldsOf<Defined> = Defined extends { readonly failureFields: () => infer Fields extends FailureFields }
  ? v.InferOutput<v.StrictObjectSchema<Fields, undefined>>
  : Record<never, never>;

/** The arguments of a call after the name: parameters, optional if none is required, and options. */
export type InvokeArguments<Name extends OperationName> = Record<never, never> extends OperationParams<Name>
  ? [params?: OperationParams<Name> | undefined, options?: InvokeOptions]
  : [params: OperationParams<Name>, options?: InvokeOptions];

/**
 * Called with an event.
 *
 * @param data The payload (specification, "Events").
 * @param panel The panel that the event is for; undefined for every panel.
 */
export type EventListener<Name extends EventName> = (
  data: EventPayload<Name>,
  panel: string | undefined,
) => void;

/** The API as a page uses it, over the message channel of its player (docs/panels.md). */
export interface PanelApi {
  /**
   * Calls an operation.
   *
   * @param name The full name, such as `queue.add`.
   * @param params The parameters; optional if none is required.
   * @returns The result. Rejected with an error that has the JSON-RPC `code` (protocol.md, "Error codes").
   */
  invoke<Name extends OperationName>(
    name: Name,
    ...params: Record<never, never> extends OperationParams<Name> ? [params?: OperationParams<Name>]
      : [params: OperationParams<Name>]
  ): Promise<OperationResult<Name>>;
  /**
   * Listens to an event.
   *
   * @param name The name, such as `menu:select`.
   * @param listener Called with the payload of each event.
   * @returns A function that removes the listener.
   */
  on<Name extends EventName>(name: Name, listener: (data: EventPayload<Name>) => void): () => void;
  /**
   * Removes a listener.
   *
   * @param name The name of the event.
   * @param listener The function that was passed to `on`.
   */
  off<Name extends EventName>(name: Name, listener: (data: EventPayload<Name>) => void): void;
}

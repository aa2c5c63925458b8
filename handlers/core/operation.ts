/**
 * What an operation is: one value from which the dispatcher, introspection, the typed client, the documents and the
 * strict check of results in tests are made.
 *
 * @module
 */

import * as v from "valibot";
import type { ActionName } from "../../host_stdio/native_actions.ts";
import type { Context } from "./context.ts";
import type { EventName } from "./events.ts";

/** A native action without which an operation cannot work; of several, one is enough. */
export type Need = ActionName | readonly ActionName[];

/** The fields that a failed result has beside `success: false` and `error`; each has to be optional. */
export type FailureFields = Record<string, v.GenericSchema>;

/** How an operation reports failure; see {@linkcode Operation.failure}. */
export type FailureKind = "result" | "error" | "never";

/** An operation of the specification. */
export interface Operation<
  Name extends string = string,
  Params extends v.GenericSchema = v.GenericSchema,
  Result extends v.GenericSchema = v.GenericSchema,
  Kind extends FailureKind = FailureKind,
  Fields extends FailureFields = FailureFields,
  State = unknown,
> {
  /** Full name, `<namespace>.<method>`. */
  readonly name: Name;
  /** One sentence for introspection and documents. */
  readonly description: string;
  /**
   * Schema of the parameters; its messages are the texts that a panel gets (see params.ts). Its input type is what a
   * client is to give. Where it takes more than that, or checks nothing itself, the metadata hold the schema of what is to
   * be given (see documented_schema.ts).
   */
  readonly params: Params;
  /** The native actions without which the operation cannot work. */
  readonly needs: readonly Need[];
  /**
   * Makes the schema of a result that is not a failure, strict: exactly the documented fields. A function, because only
   * tests and documents need the schema: the bridge does not check its own results and never builds it.
   */
  readonly result: () => Result;
  /**
   * How the operation reports failure. `result`: as `{success: false, error}` and `failureFields`. `error`: it has no
   * `success` field, so a player that fails becomes a JSON-RPC error. `never`: it has no failure branch.
   */
  readonly failure: Kind;
  /** Makes the schemas of the further fields that a failed result can have. */
  readonly failureFields: () => Fields;
  /** Fields that every failure but a `Failure` with fields of its own carries, wrong types included. */
  readonly failureDefaults: Readonly<Record<string, unknown>>;
  /**
   * The texts that a `Failure` of the handler can carry, for documents and the strict check of results; `<…>` stands for
   * what differs. The texts of the parameters' schema and of a failing player need not be named.
   */
  readonly errors: readonly string[];
  /** Events that a call can cause. */
  readonly events: readonly EventName[];
  /** Carries the operation out. Throws {@linkcode Failure} to answer a failure. */
  // Method syntax keeps the parameter bivariant, so that operations of every type fit into one table.
  handle(params: v.InferOutput<Params>, context: Context<State>): Handled<v.InferOutput<Result>>;
}

/** A result, at once or later. */
export type Handled<Result> = Result | Promise<Result>;

/** What {@linkcode defineOperation} takes: an operation, the usual choices left out. */
export interface OperationOptions<
  Name extends string,
  Params extends v.GenericSchema,
  Result extends v.GenericSchema,
  Kind extends FailureKind,
  Fields extends FailureFields,
  State,
> {
  /** See {@linkcode Operation}. */
  name: Name;
  /** See {@linkcode Operation}. */
  description: string;
  /** See {@linkcode Operation}; {@linkcode noParams} when it takes none. */
  params: Params;
  /** See {@linkcode Operation}; none when left out. */
  needs?: readonly Need[];
  /** See {@linkcode Operation}. */
  result: () => Result;
  /** See {@linkcode Operation}; `result` when left out. */
  failure?: Kind;
  /** See {@linkcode Operation}; none when left out. */
  failureFields?: () => Fields;
  /** See {@linkcode Operation}; none when left out. */
  failureDefaults?: Readonly<Record<string, unknown>>;
  /** See {@linkcode Operation}; none when left out. */
  errors?: readonly string[];
  /** See {@linkcode Operation}; none when left out. */
  events?: readonly EventName[];
  /** See {@linkcode Operation}. */
  handle(params: v.InferOutput<Params>, context: Context<State>): Handled<v.InferOutput<Result>>;
}

/**
 * Makes an operation of its parts.
 *
 * @param options The parts; what is usual may be left out.
 * @returns The operation.
 */
export function defineOperation<
  const Name extends string,
  Params extends v.GenericSchema,
  Result extends v.GenericSchema,
  Kind extends FailureKind = "result",
  Fields extends FailureFields = Record<never, never>,
  State = unknown,
>(
  options: OperationOptions<Name, Params, Result, Kind, Fields, State>,
): Operation<Name, Params, Result, Kind, Fields, State> {
  const usual = {
    needs: [],
    failure: "result",
    failureFields: noFields,
    failureDefaults: {},
    errors: [],
    events: [],
  };
  // Kind and Fields are their defaults exactly when the options leave them out, which the compiler cannot tell.
  return { ...usual, ...options } as unknown as Operation<Name, Params, Result, Kind, Fields, State>;
}

function noFields(): FailureFields {
  return {};
}

/** The parameters of an operation that takes none; whatever comes is ignored, and the dispatcher checks nothing. */
export const noParams = v.object({});

/** Parameters handed to the handler as they came. valibot's own object schemas would drop a key like `constructor`. */
export const anyParams = v.custom<Readonly<Record<string, unknown>>>((input) =>
  typeof input === "object" && input !== null
);

/**
 * A result with `success: true` in front.
 *
 * @param fields What the result has beside it.
 * @returns The result.
 */
export function succeeded<const Fields extends object = Record<never, never>>(
  fields?: Fields,
): { success: true } & Fields {
  return { success: true, ...fields } as { success: true } & Fields;
}

/** An operation answers `{success: false, error: message, ...fields}`. */
export class Failure extends Error {
  override name = "Failure";

  /**
   * @param message The text of the `error` field.
   * @param fields What the result has beside it.
   */
  constructor(message: string, readonly fields?: Readonly<Record<string, unknown>>) {
    super(message);
  }
}

/** Operations by name. */
export type OperationTable = ReadonlyMap<string, Operation>;

/**
 * What an operation is: one value that the dispatcher, introspection, the typed client, the documents and the strict
 * check of results in tests are made from.
 *
 * @module
 */

import * as v from "valibot";
import type { ActionName } from "../../host_stdio/native_actions.ts";
import type { Context } from "./context.ts";
import type { EventName } from "./events.ts";

/** A native action that an operation needs, or alternatives: one of them is enough. */
export type Need = ActionName | readonly ActionName[];

/** Schemas of the fields that a failed result has besides `success: false` and `error`. Each must be optional. */
export type FailureFields = Record<string, v.GenericSchema>;

/** How an operation reports failure; see {@linkcode Operation.failure}. */
export type FailureKind = "result" | "error" | "never";

/** The definition of an operation. */
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
  /** One sentence, for introspection and documents. */
  readonly description: string;
  /**
   * Schema of the parameters. Its messages are the error texts that a panel gets (see params.ts). Its input type is the
   * type of a client's parameters. A schema that accepts more than it documents, or checks nothing itself, names the
   * documented schema in its metadata (see documented_schema.ts).
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
   * How the operation reports failure. `result`: as `{success: false, error}` plus `failureFields`. `error`: its results
   * have no `success` field, so a failure of the player becomes a JSON-RPC error. `never`: it does not fail.
   */
  readonly failure: Kind;
  /** Makes the schemas of the further fields that a failed result can have. */
  readonly failureFields: () => Fields;
  /** Fields of every failed result, except of a `Failure` with its own fields. */
  readonly failureDefaults: Readonly<Record<string, unknown>>;
  /**
   * The messages of the failures that the handler throws, for documents and the strict check of results. `<…>` stands for
   * a variable part. Leave out the texts of the parameters' schema and of a failing player.
   */
  readonly errors: readonly string[];
  /** Events that a call can cause. */
  readonly events: readonly EventName[];
  /** Runs the operation. Throws {@linkcode Failure} to answer a failure. */
  // Method syntax makes the parameters bivariant, so that all operations fit in one table.
  handle(params: v.InferOutput<Params>, context: Context<State>): Handled<v.InferOutput<Result>>;
}

/** A result or a promise of it. */
export type Handled<Result> = Result | Promise<Result>;

/** The fields of an {@linkcode Operation}; those with a default are optional. */
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
  /** See {@linkcode Operation}; empty by default. */
  needs?: readonly Need[];
  /** See {@linkcode Operation}. */
  result: () => Result;
  /** See {@linkcode Operation}; `result` when left out. */
  failure?: Kind;
  /** See {@linkcode Operation}; empty by default. */
  failureFields?: () => Fields;
  /** See {@linkcode Operation}; empty by default. */
  failureDefaults?: Readonly<Record<string, unknown>>;
  /** See {@linkcode Operation}; empty by default. */
  errors?: readonly string[];
  /** See {@linkcode Operation}; empty by default. */
  events?: readonly EventName[];
  /** See {@linkcode Operation}. */
  handle(params: v.InferOutput<Params>, context: Context<State>): Handled<v.InferOutput<Result>>;
}

/** Defines an operation and fills in the defaults. */
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
  // The compiler cannot tell that Kind and Fields are the defaults exactly when the options leave them out.
  return { ...usual, ...options } as unknown as Operation<Name, Params, Result, Kind, Fields, State>;
}

function noFields(): FailureFields {
  return {};
}

/** The parameters of an operation that takes none. The dispatcher ignores what the page gives. */
export const noParams = v.object({});

/** Parameters that the handler gets unchanged. An object schema of valibot would drop a key like `constructor`. */
export const anyParams = v.custom<Readonly<Record<string, unknown>>>((input) =>
  typeof input === "object" && input !== null
);

/** Adds `success: true` in front of the fields of a result. */
export function succeeded<const Fields extends object = Record<never, never>>(
  fields?: Fields,
): { success: true } & Fields {
  return { success: true, ...fields } as { success: true } & Fields;
}

/** Thrown by a handler to answer `{success: false, error: message, ...fields}`. */
export class Failure extends Error {
  override name = "Failure";

  /**
   * @param message The text of the `error` field.
   * @param fields Further fields of the result.
   */
  constructor(message: string, readonly fields?: Readonly<Record<string, unknown>>) {
    super(message);
  }
}

/** Operations by name. */
export type OperationTable = ReadonlyMap<string, Operation>;

/**
 * What an operation is: one value that the dispatcher, introspection, the typed client, the documents and the strict
 * check of results in tests are made from.
 */

import * as v from "valibot";
import { type ExtensionName, extensionNames } from "../../host_stdio/api/extension_names.ts";
import type { ActionName } from "../../host_stdio/api/native_actions.ts";
import type { Context } from "./context.ts";
import type { Event } from "./event.ts";

/**
 * The codes of failed results. Only operations of extensions have them (extensions.md, "Codes"): the specification gives
 * the results of its operations exactly.
 */
export const failureCodes = [
  "INVALID_PARAMS",
  "INVALID_INDEX",
  "LIBRARY_DISABLED",
  "LOCKED",
  "NOT_FOUND",
  "NOT_SUPPORTED",
  "NO_ACTIVE_ITEM",
  "OPERATION_FAILED",
  "PERMISSION_DENIED",
  "TIMEOUT",
] as const;

/** The code of a failed result. */
export type FailureCode = (typeof failureCodes)[number];

/** A native action that an operation needs, or alternatives: one of them is enough. */
export type Need = ActionName | readonly ActionName[];

/** Schemas of the fields that a failed result has besides `success: false` and `error`. Each must be optional. */
export type FailureFields = Record<string, v.GenericSchema>;

/** The definition of an operation. */
export interface Operation<State = unknown> {
  /** Full name, `<namespace>.<method>`. */
  readonly name: string;
  /** One sentence, for introspection and documents. */
  readonly description: string;
  /** The extension that it belongs to, where that is not its namespace. */
  readonly extension?: ExtensionName;
  /**
   * Makes the schema of the parameters, at the first call; {@linkcode noParams} when there are none. Its messages are the
   * error texts that a panel gets (see params.ts). Its input type is the type of a client's parameters. A schema that
   * accepts more than it documents, or checks nothing itself, names the documented schema in its metadata (see
   * documented_schema.ts).
   */
  readonly params: () => v.GenericSchema;
  /** The native actions without which the operation cannot work; none when left out. */
  readonly needs?: readonly Need[];
  /**
   * Makes the schema of a result that is not a failure, strict: exactly the documented fields. Only tests and documents
   * use it: the bridge does not check its own results.
   */
  readonly result: () => v.GenericSchema;
  /**
   * How the operation reports failure. Left out: as the result `{success: false, error}` plus `failureFields`. `error`:
   * its results have no `success` field, so a failure of the player becomes a JSON-RPC error. `never`: it does not fail.
   */
  readonly failure?: "error" | "never";
  /** Makes the schemas of the further fields that a failed result can have. */
  readonly failureFields?: () => FailureFields;
  /** Fields of every failed result, except of a `Failure` with its own fields. */
  readonly failureDefaults?: Readonly<Record<string, unknown>>;
  /**
   * The messages of the failures that the handler throws, for documents and the strict check of results. `<…>` stands for
   * a variable part. Leave out the texts of the parameters' schema and of a failing player.
   */
  readonly errors?: readonly string[];
  /** Events that a call can cause. */
  readonly events?: readonly Event[];
  /** Runs the operation. Throws {@linkcode Failure} to answer a failure. */
  // Method syntax makes the parameters bivariant, so that all operations fit in one table.
  handle(params: unknown, context: Context<State>): unknown;
}

/** The extension whose namespace is built in: it adds operations to it. */
const ADDING_EXTENSION = "queue";

/** @internal The extensions with a namespace of their own. */
export type ExtensionNamespace = Exclude<ExtensionName, typeof ADDING_EXTENSION>;

/** Returns the extension that an operation belongs to; undefined for one of the specification. */
export function extensionOf(
  { name, extension }: Pick<Operation, "name" | "extension">,
): ExtensionName | undefined {
  const namespace = name.slice(0, name.indexOf("."));
  return extension ?? extensionNames.find((each) => each === namespace && each !== ADDING_EXTENSION);
}

export type Handled<Result> = Result | Promise<Result>;

/** What the compiler infers from a definition: the types of parameters, result and state fit together. */
export interface TypedOperation<Params extends v.GenericSchema, Result extends v.GenericSchema, State> {
  /** See {@linkcode Operation}. */
  readonly params: () => Params;
  /** See {@linkcode Operation}. */
  readonly result: () => Result;
  /** See {@linkcode Operation}. */
  handle(params: v.InferOutput<Params>, context: Context<State>): Handled<v.InferOutput<Result>>;
}

/** Defines an operation. The compiler refuses a handler that does not fit the schemas. */
export function defineOperation<
  const Definition extends Omit<Operation, "params" | "result" | "handle">,
  Params extends v.GenericSchema,
  Result extends v.GenericSchema,
  State = unknown,
>(
  operation: Definition & TypedOperation<Params, Result, State>,
): Definition & TypedOperation<Params, Result, State> {
  return operation;
}

/** The parameters of an operation that takes none. The dispatcher ignores what the page gives. */
export const noParams = () => v.object({});

/** Parameters that the handler gets unchanged. An object schema of valibot would drop a key like `constructor`. */
export const anyParams = () =>
  v.custom<Readonly<Record<string, unknown>>>((input) => typeof input === "object" && input !== null);

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
   * @param failureCode The code of the result, where results have one.
   */
  constructor(
    message: string,
    readonly fields?: Readonly<Record<string, unknown>>,
    readonly failureCode: FailureCode = "OPERATION_FAILED",
  ) {
    super(message);
  }
}

/** Operations by name. */
export type OperationTable = ReadonlyMap<string, Operation>;

/**
 * The lifecycle messages of a player (protocol.md, "Lifecycle"): descriptions and schemas. The types, checks and
 * documents are generated from the table.
 */

import * as v from "valibot";
import { PROTOCOL_VERSION } from "../limits/wire.ts";
import { extensionNames } from "./api/extension_names.ts";
import { index as count } from "./api/shapes.ts";
import { RpcError, rpcError } from "./errors.ts";
import { type AnySchema, checkValue, type InputOf, type OutputOf, schemaOf } from "./schema_check.ts";

/** The definition of a lifecycle message. */
export interface LifecycleMessage {
  /** One sentence for the documents. */
  readonly description: string;
  /** Makes the schema of the parameters. Its messages follow the place, as in `namespace must be a string`. */
  readonly params: () => v.GenericSchema;
  /** Makes the schema of the answer; undefined for a notification. */
  readonly answer: (() => v.GenericSchema) | undefined;
}

/** Prefixes of names that are not operations (protocol.md, "Messages"). No plugin may use them as its namespace. */
export const reservedPrefixes = ["player", "signal", "bridge"] as const;

const integer = () => v.pipe(v.number("must be an integer"), v.safeInteger("must be an integer"));
const text = () => v.string("must be a string");
const omissibleText = () => v.nullish(text(), "");

/** An object schema that ignores unknown members and has messages for missing ones. */
function members<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.object(entries, (issue) => issue.path ? "is required" : "must be an object");
}

// Method names are case-sensitive: a plugin's namespace may be `Queue` or `Player`.
const pluginNamespace = () =>
  v.pipe(
    text(),
    v.regex(/^[A-Za-z][A-Za-z0-9_]*$/, "must match [A-Za-z][A-Za-z0-9_]*"),
    v.check((name) => !reservedPrefixes.some((prefix) => prefix === name), "must not be a reserved prefix"),
  );

const mustBeId = "must be a string or an integer";
// For a number that is not an integer, valibot reports the message of the inner schema.
const id = () => v.union([v.string(), v.pipe(v.number(), v.safeInteger(mustBeId))], mustBeId);

/** All lifecycle messages by name. */
export const lifecycle = {
  "bridge.initialize": {
    description:
      "Negotiates the protocol version and returns the operations, events and limits of the bridge.",
    params: () =>
      members({
        protocolVersion: integer(),
        player: members({ name: text(), version: text() }),
        actions: v.nullish(v.array(text(), "must be an array")),
        extensions: v.nullish(v.array(text(), "must be an array")),
      }),
    answer: () =>
      v.strictObject({
        protocolVersion: v.literal(PROTOCOL_VERSION),
        bridge: v.strictObject({ name: v.string(), version: v.string() }),
        operations: v.array(v.string()),
        events: v.array(v.string()),
        limits: v.strictObject({
          maxFrameBytes: count,
          maxQueueBytes: count,
          actionTimeoutMs: count,
          startTimeoutMs: count,
          maxDepth: count,
        }),
        unsupported: v.exactOptional(v.array(v.string())),
        extensions: v.exactOptional(v.array(v.picklist(extensionNames))),
      }),
  },
  "bridge.registerPlugin": {
    description: "Registers an external plugin's operations, replacing those of its namespace.",
    params: () =>
      members({
        name: text(),
        namespace: pluginNamespace(),
        version: text(),
        author: omissibleText(),
        description: omissibleText(),
        apis: v.array(
          members({
            method: v.pipe(text(), v.nonEmpty("must not be empty")),
            description: omissibleText(),
          }),
          "must be an array",
        ),
      }),
    answer: () => v.strictObject({ apiCount: count }),
  },
  "bridge.unregisterPlugin": {
    description: "Unregisters an external plugin and returns whether it was registered.",
    params: () => members({ namespace: text() }),
    answer: () => v.strictObject({ removed: v.boolean() }),
  },
  "bridge.panelClosed": {
    description: "Releases everything that belongs to a closed panel.",
    params: () => members({ panel: text() }),
    answer: undefined,
  },
  "bridge.cancel": {
    description: "Cancels the pending call with this id, which then answers -32800.",
    params: () => members({ id: id() }),
    answer: undefined,
  },
  "bridge.shutdown": {
    description: "Finishes accepted calls, flushes the logs and then answers; later calls are refused.",
    params: () => members({}),
    answer: () => v.strictObject({}),
  },
} as const satisfies Record<`bridge.${string}`, LifecycleMessage>;

/** @internal */
export type Lifecycle = typeof lifecycle;

/** The name of a lifecycle message, such as `bridge.initialize` (protocol.md, "Lifecycle"). */
export type LifecycleName = keyof Lifecycle;

/** Returns whether a method is a lifecycle message. */
export function isLifecycleName(method: string): method is LifecycleName {
  return Object.hasOwn(lifecycle, method);
}

/** The parameters of a lifecycle message once they are checked: defaults are filled in. */
export type LifecycleParams<Name extends LifecycleName> = OutputOf<ReturnType<Lifecycle[Name]["params"]>>;

/** The parameters of a lifecycle message as a player sends them: members with a default may be left out. */
export type LifecycleInput<Name extends LifecycleName> = InputOf<ReturnType<Lifecycle[Name]["params"]>>;

/** The bridge's answer to a lifecycle message; undefined for a notification. */
export type LifecycleAnswer<Name extends LifecycleName> = Lifecycle[Name]["answer"] extends
  infer Make extends () => AnySchema ? OutputOf<ReturnType<Make>> : undefined;

const otherVersion = () => v.object({ protocolVersion: v.pipe(integer(), v.notValue(PROTOCOL_VERSION)) });

/**
 * Checks the parameters of a lifecycle message.
 *
 * @returns The parameters, with unknown members dropped and defaults filled in.
 * @throws {RpcError} -32602 if they do not fit, without the value in the message; -32003 if
 * `bridge.initialize` requests another version.
 */
export function checkLifecycle<Name extends LifecycleName>(
  name: Name,
  params: unknown,
): LifecycleParams<Name> {
  // Check the version first: another version may have other parameters.
  if (name === "bridge.initialize" && v.is(schemaOf(otherVersion), params)) {
    const detail = `${params.protocolVersion}, this bridge speaks ${PROTOCOL_VERSION}`;
    throw new RpcError(rpcError("unsupportedVersion", detail));
  }
  const make: () => AnySchema = lifecycle[name].params;
  const checked = checkValue(schemaOf(make), params);
  if (!checked.misfit) return checked.value as LifecycleParams<Name>;
  const { message, place } = checked.misfit;
  throw new RpcError(rpcError("invalidParams", `${place || "params"} ${message}`));
}

/**
 * The lifecycle messages: what a player tells and asks the bridge itself (protocol.md, "Lifecycle"). Each is a value:
 * one sentence, schema of its parameters, schema of its answer. The check of what arrives, the types and the documents
 * are made from this table.
 *
 * @module
 */

import * as v from "valibot";
import type { WireLimits } from "../limits/wire.ts";
import type { Application, CallHandler } from "./application.ts";
import type { Calls } from "./calls.ts";
import { RpcError, rpcError } from "./errors.ts";
import { index as count } from "./shapes.ts";
import { type AnySchema, checkValue, type InputOf, type OutputOf } from "./schema_check.ts";

/** What a lifecycle message is. */
export interface LifecycleMessage {
  /** One sentence for documents. */
  readonly description: string;
  /** Schema of the parameters; a message reads on after the place: `namespace`, ` must be a string`. */
  readonly params: v.GenericSchema;
  /** Schema of the answer; undefined for a notification, which has none. */
  readonly answer: v.GenericSchema | undefined;
}

/** The version of the wire protocol that the bridge speaks. */
export const PROTOCOL_VERSION = 1;

/** What begins the names of everything that is not an operation (protocol.md, "Messages"); no plugin's namespace. */
export const reservedPrefixes = ["player", "signal", "bridge"] as const;

const integer = v.pipe(v.number("must be an integer"), v.safeInteger("must be an integer"));
const text = v.string("must be a string");
const omissibleText = v.nullish(text, "");

/** An object of which unknown members are ignored, with a text for a member that is missing. */
function members<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.object(entries, (issue) => issue.path ? "is required" : "must be an object");
}

const software = members({ name: text, version: text });

// Case counts, as in every method name: a plugin may call itself `Queue` or `Player`.
const pluginNamespace = v.pipe(
  text,
  v.regex(/^[A-Za-z][A-Za-z0-9_]*$/, "must match [A-Za-z][A-Za-z0-9_]*"),
  v.check((name) => !reservedPrefixes.some((prefix) => prefix === name), "must not be a reserved prefix"),
);

const mustBeId = "must be a string or an integer";
// Of a union, valibot reports a number that is no integer by the text of the integer.
const id = v.union([v.string(), v.pipe(v.number(), v.safeInteger(mustBeId))], mustBeId);

/** Every lifecycle message, by name. */
export const lifecycle = {
  "bridge.initialize": {
    description: "Agrees on the protocol version and tells what the bridge offers.",
    params: members({
      protocolVersion: integer,
      player: software,
      actions: v.nullish(v.array(text, "must be an array")),
    }),
    answer: v.strictObject({
      protocolVersion: v.literal(PROTOCOL_VERSION),
      bridge: v.strictObject({ name: v.string(), version: v.string() }),
      operations: v.array(v.string()),
      events: v.array(v.string()),
      limits: v.strictObject({ maxFrameBytes: count, maxQueueBytes: count, actionTimeoutMs: count }),
      unsupported: v.exactOptional(v.array(v.string())),
    }),
  },
  "bridge.registerPlugin": {
    description: "Registers an external plugin's operations in place of whatever its namespace had.",
    params: members({
      name: text,
      namespace: pluginNamespace,
      version: text,
      author: omissibleText,
      description: omissibleText,
      apis: v.array(
        members({
          method: v.pipe(text, v.nonEmpty("must not be empty")),
          description: omissibleText,
        }),
        "must be an array",
      ),
    }),
    answer: v.strictObject({ apiCount: count }),
  },
  "bridge.unregisterPlugin": {
    description: "Forgets an external plugin's operations and tells whether there were any to forget.",
    params: members({ namespace: text }),
    answer: v.strictObject({ removed: v.boolean() }),
  },
  "bridge.panelClosed": {
    description: "Forgets what belonged to a panel that has closed.",
    params: members({ panel: text }),
    answer: undefined,
  },
  "bridge.cancel": {
    description: "Cancels the pending call with this id, which then answers -32800.",
    params: members({ id }),
    answer: undefined,
  },
  "bridge.shutdown": {
    description: "Finishes the accepted work, flushes the logs and then answers; later calls are refused.",
    params: members({}),
    answer: v.strictObject({}),
  },
} as const satisfies Record<`bridge.${string}`, LifecycleMessage>;

/**
 * The table of lifecycle messages, from which their types are made.
 *
 * @internal
 */
export type Lifecycle = typeof lifecycle;

/** The name of a lifecycle message. */
export type LifecycleName = keyof Lifecycle;

/**
 * Tells lifecycle messages from everything else.
 *
 * @param method The method of a message.
 * @returns Whether it is the name of a lifecycle message.
 */
export function isLifecycleName(method: string): method is LifecycleName {
  return Object.hasOwn(lifecycle, method);
}

/** The parameters of a lifecycle message once they have been checked, omitted texts filled in. */
export type LifecycleParams<Name extends LifecycleName> = OutputOf<
  Lifecycle[Name]["params"]
>;

/** The parameters of a lifecycle message as a player sends them, omissible texts left out at will. */
export type LifecycleInput<Name extends LifecycleName> = InputOf<Lifecycle[Name]["params"]>;

/** What the bridge answers to a lifecycle message; undefined for a notification. */
export type LifecycleAnswer<Name extends LifecycleName> = Lifecycle[Name]["answer"] extends
  infer Answer extends AnySchema ? OutputOf<Answer> : undefined;

const otherVersion = v.object({ protocolVersion: v.pipe(integer, v.notValue(PROTOCOL_VERSION)) });

/**
 * Checks the parameters of a lifecycle message against their schema.
 *
 * @param name The message.
 * @param params Its parameters as they came.
 * @returns The parameters, unknown members dropped, omitted texts filled in.
 * @throws {RpcError} When they do not fit: -32602 with the place and what was expected, never the value; -32003 when
 * `bridge.initialize` asks for another version.
 */
export function checkLifecycle<Name extends LifecycleName>(
  name: Name,
  params: unknown,
): LifecycleParams<Name> {
  // A player of another version may well send other parameters: its version is judged before them.
  if (name === "bridge.initialize" && v.is(otherVersion, params)) {
    const detail = `${params.protocolVersion}, this bridge speaks ${PROTOCOL_VERSION}`;
    throw new RpcError(rpcError("unsupportedVersion", detail));
  }
  const schema: v.GenericSchema = lifecycle[name].params;
  const checked = checkValue(schema, params);
  if (!checked.misfit) return checked.value as LifecycleParams<Name>;
  const { message, place } = checked.misfit;
  throw new RpcError(rpcError("invalidParams", `${place || "params"} ${message}`));
}

/** What the lifecycle messages act on. */
export interface LifecycleTarget {
  readonly application: Application;
  readonly calls: Calls;
  readonly limits: WireLimits;
}

/** The handlers of the lifecycle messages of one connection. */
export class LifecycleHandlers {
  readonly #handlers: {
    readonly [Name in LifecycleName]: (
      params: LifecycleParams<Name>,
    ) => LifecycleAnswer<Name> | Promise<LifecycleAnswer<Name>> | void;
  };
  #isShuttingDown = false;

  constructor({ application, calls, limits }: LifecycleTarget) {
    this.#handlers = {
      "bridge.initialize": ({ actions }) => {
        const { bridge, operations, events } = application;
        const unsupported = application.unsupportedBy(actions ?? undefined);
        return {
          protocolVersion: PROTOCOL_VERSION,
          bridge,
          operations: [...operations],
          events: [...events],
          limits,
          ...unsupported && { unsupported: [...unsupported] },
        };
      },
      "bridge.registerPlugin": (params) => application.registerPlugin(params),
      "bridge.unregisterPlugin": (params) => application.unregisterPlugin(params),
      "bridge.panelClosed": ({ panel }) => application.onPanelClosed(panel),
      "bridge.cancel": ({ id }) => calls.cancel(id),
      "bridge.shutdown": async () => {
        // A second one can only come without an id. If it waited too, both would wait for each other.
        if (this.#isShuttingDown) return {};
        this.#isShuttingDown = true;
        await calls.atMost(1);
        await application.close();
        return {};
      },
    };
  }

  /** Whether `bridge.shutdown` has come, so that new calls are to be refused. */
  get isShuttingDown(): boolean {
    return this.#isShuttingDown;
  }

  /** Returns the handler of a lifecycle message. It answers `{}` to a notification that was sent with an id. */
  find<Name extends LifecycleName>(name: Name): CallHandler {
    return (params) => this.#handlers[name](checkLifecycle(name, params)) ?? {};
  }
}

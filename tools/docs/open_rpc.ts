/** The API as two OpenRPC documents: the methods of the bridge, and the methods of a player. */

import * as v from "valibot";
import { allEvents, allOperations } from "../../handlers/all.ts";
import { errorTexts, failureEntries } from "../../handlers/core/error_texts.ts";
import type { Event } from "../../handlers/core/event.ts";
import { noParams, type Operation } from "../../handlers/core/operation.ts";
import { paramNames } from "../../handlers/core/run_operation.ts";
import type { NativeAction, Signal } from "../../host_stdio/api/definitions.ts";
import { nativeActions } from "../../host_stdio/api/native_actions.ts";
import { signals } from "../../host_stdio/api/signals.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { lifecycle, type LifecycleMessage } from "../../host_stdio/lifecycle.ts";
import { version } from "../../host_stdio/version.ts";
import { defaultWireLimits, type JsonLimits, jsonLimits } from "../../limits/wire.ts";
import type { Example } from "./examples.ts";
import { type JsonSchema, jsonSchemaOf, shapeSchemas, type Side } from "./json_schema.ts";

/** A parameter or a result. */
export interface ContentDescriptor {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export type ErrorReference = { readonly $ref: string };

/** A method. A method without a result is a notification. */
export interface Method {
  readonly name: string;
  readonly tags: readonly { readonly name: string }[];
  readonly summary: string;
  readonly paramStructure: "by-name";
  readonly params: readonly ContentDescriptor[];
  readonly result?: ContentDescriptor;
  readonly errors?: readonly ErrorReference[];
  readonly examples?: readonly ExamplePairing[];
  /** Error texts of the operation in its result. */
  readonly "x-failures"?: readonly string[];
  /** Events that a call can cause. */
  readonly "x-events"?: readonly string[];
  /** Whether the operation accepts parameters that are not listed. */
  readonly "x-any-params"?: true;
}

export interface ExamplePairing {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly value: unknown }[];
  readonly result: { readonly name: string; readonly value: unknown };
}

export interface DocumentedEvent {
  readonly summary: string;
  readonly payload: JsonSchema;
}

export interface OpenRpcDocument {
  readonly openrpc: "1.3.2";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string };
  };
  readonly methods: readonly Method[];
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly errors: Readonly<Record<string, { readonly code: number; readonly message: string }>>;
  };
  readonly "x-events"?: Readonly<Record<string, DocumentedEvent>>;
  /** The limits of the shape of one message, with the bridge's usual flags. */
  readonly "x-limits"?: JsonLimits;
}

type ErrorKind = keyof typeof rpcErrors;

/** Errors with which any call can be rejected. */
const callErrors: readonly ErrorKind[] = [
  "invalidRequest",
  "invalidParams",
  "internal",
  "frameTooLarge",
  "overloaded",
  "cancelled",
];

const license = { name: "MIT" } as const;

/** Describes the methods of the bridge: operations, lifecycle messages and signals. */
export function bridgeDocument(examples: ReadonlyMap<string, Example>): OpenRpcDocument {
  const all: readonly Operation[] = allOperations;
  return document({
    title: "Tonearm",
    description:
      "The methods that the bridge answers. A player calls operations on behalf of a panel, which it names in the " +
      "member `panel` beside `params`. Frames, lifecycle and errors: docs/protocol.md. `x-failures` lists the error " +
      "texts of an operation, `x-events` the events that it can cause. Parameters that are not listed are ignored, " +
      "unless `x-any-params` is true.",
    methods: [
      ...all.map((operation) => operationMethod(operation, examples.get(operation.name))),
      ...Object.entries(lifecycle).map(([name, message]) => lifecycleMethod(name, message)),
      ...Object.entries(signals).map(([name, signal]) => signalMethod(name, signal)),
    ],
    side: "output",
    events: Object.fromEntries(
      allEvents.map((event) => [event.name, documentedEvent(event)]),
    ),
  });
}

/** Describes the methods of a player: native actions and events. */
export function playerDocument(): OpenRpcDocument {
  return document({
    title: "Tonearm player",
    description:
      "The native actions that a player answers. The bridge names the panel on whose behalf it asks in the member " +
      "`panel` beside `params`. A player answers an action that it does not support with -32601. " +
      "Rules: docs/native-actions.md. `x-limits` has the limits of the parts of one message in docs/protocol.md: " +
      "arrays and objects (`containers`), values, and names of members.",
    methods: [
      ...Object.entries(nativeActions).map(([name, action]) => actionMethod(name, action)),
      {
        name: "event",
        tags: [{ name: "event" }],
        summary: "Delivers an event to the named panel, or to every panel without a name.",
        paramStructure: "by-name",
        params: [
          {
            name: "event",
            required: true,
            schema: { type: "string", enum: allEvents.map(({ name }) => name) },
          },
          { name: "panel", required: false, schema: { type: "string" } },
          { name: "data", description: "The payload in docs/openrpc.json.", required: true, schema: {} },
        ],
      },
    ],
    side: "input",
    limits: jsonLimits(defaultWireLimits.maxFrameBytes),
  });
}

function document(
  parts: {
    title: string;
    description: string;
    methods: readonly Method[];
    side: Side;
    events?: Readonly<Record<string, DocumentedEvent>>;
    limits?: JsonLimits;
  },
): OpenRpcDocument {
  const { title, description, methods, side, events, limits } = parts;
  const shapes = shapeSchemas(side);
  const used = usedShapes([methods, events], shapes);
  return {
    openrpc: "1.3.2",
    info: { title, version, description, license },
    methods,
    components: {
      schemas: Object.fromEntries(Object.entries(shapes).filter(([name]) => used.has(name))),
      errors: rpcErrors,
    },
    ...(events && { "x-events": events }),
    ...(limits && { "x-limits": limits }),
  };
}

/** Lists the named shapes that a value refers to, directly or through other shapes. */
function usedShapes(something: unknown, shapes: Readonly<Record<string, JsonSchema>>): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(shapes[name]);
    }
  };
  visit(something);
  return used;
}

function operationMethod(operation: Operation, example: Example | undefined): Method {
  const { name, description, params, failure, events = [] } = operation;
  const failures = errorTexts(operation);
  return {
    name,
    tags: [{ name: name.slice(0, name.indexOf(".")) }],
    summary: description,
    paramStructure: "by-name",
    params: params === noParams ? [] : contentOf(jsonSchemaOf(params(), "input")),
    result: { name: "result", schema: resultOf(operation) },
    errors: references(
      failure === "error" ? [...callErrors, "playerDidNotAnswer", "playerActionFailed"] : callErrors,
    ),
    ...(example && { examples: [pairingOf(example)] }),
    ...(failures.length > 0 && { "x-failures": failures }),
    ...(events.length > 0 && { "x-events": events.map(({ name }) => name) }),
    ...(!paramNames(operation) && { "x-any-params": true }),
  };
}

/** Returns the schema of a result, with the failure where failures are part of the result. */
function resultOf(operation: Operation): JsonSchema {
  const { result, failure } = operation;
  const success = jsonSchemaOf(result(), "output");
  if (failure !== undefined) return success;
  const failed = jsonSchemaOf(
    v.strictObject({ success: v.literal(false), error: v.string(), ...failureEntries(operation) }),
    "output",
  );
  return { anyOf: [...(success.anyOf ?? [success]), failed] };
}

function pairingOf({ title, params, result }: Example): ExamplePairing {
  return {
    name: title,
    params: Object.entries(params).map(([name, value]) => ({ name, value })),
    result: { name: "result", value: result },
  };
}

function lifecycleMethod(name: string, { description, params, answer }: LifecycleMessage): Method {
  return {
    name,
    tags: [{ name: "bridge" }],
    summary: description,
    paramStructure: "by-name",
    params: contentOf(jsonSchemaOf(params(), "input")),
    ...(answer && {
      result: { name: "result", schema: jsonSchemaOf(answer(), "output") },
      errors: references(["invalidRequest", "invalidParams", "internal", "unsupportedVersion"]),
    }),
  };
}

function signalMethod(name: string, { description, params }: Signal): Method {
  return {
    name,
    tags: [{ name: "signal" }],
    summary: description,
    paramStructure: "by-name",
    params: contentOf(jsonSchemaOf(params(), "input")),
  };
}

function actionMethod(name: string, { description, params, answer }: NativeAction): Method {
  return {
    name,
    tags: [{ name: name.split(".")[1] ?? "" }],
    summary: description,
    paramStructure: "by-name",
    // The bridge sends all default values.
    params: contentOf(jsonSchemaOf(params(), "output")),
    result: { name: "result", schema: jsonSchemaOf(answer(), "input") },
  };
}

function documentedEvent({ description, payload }: Event): DocumentedEvent {
  return { summary: description, payload: jsonSchemaOf(payload(), "output") };
}

function references(kinds: readonly ErrorKind[]): ErrorReference[] {
  return kinds.map((kind) => ({ $ref: `#/components/errors/${kind}` }));
}

/**
 * Lists the members of an object as parameters. A choice of objects has the members of all its objects. A member is
 * optional unless all of them require it.
 */
function contentOf(schema: JsonSchema): ContentDescriptor[] {
  const choices = schema.oneOf ?? schema.anyOf ?? [schema];
  const names = new Set(choices.flatMap(({ properties }) => Object.keys(properties ?? {})));
  return [...names].map((name) => {
    const schemas = choices.flatMap(({ properties }) => properties?.[name] ?? []);
    const distinct = new Map(schemas.map((each) => [JSON.stringify(each), each]));
    const [first = {}, second] = distinct.values();
    const { description } = first;
    return {
      name,
      ...(description !== undefined && { description }),
      required: choices.every(({ required }) => required?.includes(name) ?? false),
      // With the description, which generators that know only JSON Schema read here.
      schema: second ? { anyOf: [...distinct.values()] } : first,
    };
  });
}

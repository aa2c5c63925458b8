/**
 * The operations, as docs/openrpc.json describes them.
 *
 * @module
 */

/** A JSON Schema, as far as the page reads it. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $ref?: string;
}

/** A parameter. */
export interface Parameter {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** An operation. */
export interface Operation {
  readonly name: string;
  readonly tags: readonly { readonly name: string }[];
  readonly summary: string;
  readonly params: readonly Parameter[];
  readonly "x-failures"?: readonly string[];
  readonly "x-events"?: readonly string[];
  /** Whether it takes parameters of any name. */
  readonly "x-any-params"?: boolean;
}

/** The API. */
export interface Api {
  readonly operations: readonly Operation[];
  /** The names of the events. */
  readonly events: readonly string[];
}

/**
 * Loads the API.
 *
 * @returns The operations by namespace, and the events.
 */
export async function loadApi(): Promise<Api> {
  const response = await fetch("./openrpc.json");
  if (!response.ok) throw new Error(`openrpc.json: ${response.status}`);
  const { methods, "x-events": events } = await response.json() as {
    methods: readonly Operation[];
    "x-events": Readonly<Record<string, unknown>>;
  };
  const operations = methods.filter(({ name }) => !/^(?:bridge|signal)\./.test(name));
  return { operations, events: Object.keys(events) };
}

/** How a parameter is entered. */
export type Control =
  | { readonly kind: "text" }
  | { readonly kind: "number"; readonly integer: boolean; readonly min?: number | undefined }
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  /** A list, one item a line. */
  | { readonly kind: "lines"; readonly of: "string" | "integer" }
  /** JSON; a text that is none is the text itself where any value is allowed. */
  | { readonly kind: "json"; readonly any: boolean };

/**
 * Chooses how a parameter is entered.
 *
 * @param schema Its schema.
 * @returns The kind of control.
 */
export function controlOf(schema: Schema): Control {
  const { type, enum: values, items, minimum } = valueSchema(schema);
  if (values?.every((value) => typeof value === "string")) return { kind: "choice", values };
  switch (type) {
    case "string":
      return { kind: "text" };
    case "boolean":
      return { kind: "boolean" };
    case "integer":
    case "number":
      return { kind: "number", integer: type === "integer", min: minimum };
    case "array":
      if (items?.type === "string" || items?.type === "integer") return { kind: "lines", of: items.type };
  }
  return { kind: "json", any: type === undefined };
}

/** A parameter that may be left out may be null as well, which a form has no use for. */
function valueSchema(schema: Schema): Schema {
  const [first, second] = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  return first && !second ? first : schema;
}

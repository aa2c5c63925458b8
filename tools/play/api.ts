/**
 * The API as the prompt needs it: names and schemas, from docs/openrpc.json.
 *
 * @module
 */

import { unknownParamTexts } from "../../limits/names.ts";
import type { JsonSchema } from "../docs/json_schema.ts";
import type { Method, OpenRpcDocument } from "../docs/open_rpc.ts";
import { shapeName } from "../docs/shape_name.ts";
import { root } from "../tree.ts";

/** Operations, lifecycle messages, errors and events. */
export class Api {
  readonly #document: OpenRpcDocument;
  /** The operations, then the lifecycle messages that have an answer, by name. */
  readonly methods: ReadonlyMap<string, Method>;

  constructor() {
    const document: OpenRpcDocument = JSON.parse(Deno.readTextFileSync(new URL("docs/openrpc.json", root)));
    this.#document = document;
    const answered = document.methods.filter(({ result }) => result !== undefined);
    this.methods = new Map(answered.map((method) => [method.name, method]));
  }

  /** The namespaces, each with its dot. */
  get namespaces(): readonly string[] {
    return [...new Set([...this.methods.keys()].map((name) => name.slice(0, name.indexOf(".") + 1)))];
  }

  /** The errors of the protocol, by their references `#/components/errors/…`. */
  get errors(): ReadonlyMap<string, { readonly code: number; readonly message: string }> {
    const { errors } = this.#document.components;
    return new Map(Object.entries(errors).map(([kind, error]) => [`#/components/errors/${kind}`, error]));
  }

  /** The descriptions of the events, by name. */
  get events(): ReadonlyMap<string, string> {
    const events = Object.entries(this.#document["x-events"] ?? {});
    return new Map(events.map(([name, { summary }]) => [name, summary]));
  }

  /** Returns warnings for the first few unknown parameters of a call. Any parameter of a plugin's operation is known. */
  unknownParams(name: string, params: object): string[] {
    const method = this.methods.get(name);
    if (!method || method["x-any-params"]) return [];
    return unknownParamTexts(name, params, method.params.map((param) => param.name));
  }

  /**
   * The schemas at a path in the parameters of an operation.
   *
   * @returns The alternatives, with references and nested alternatives resolved; empty for an unknown path.
   */
  schemasAt(name: string, path: readonly (string | number)[]): JsonSchema[] {
    const { params = [] } = this.methods.get(name) ?? {};
    const properties = Object.fromEntries(params.map((param) => [param.name, param.schema]));
    let schemas: JsonSchema[] = [{ type: "object", properties }];
    for (const step of path) {
      schemas = schemas.flatMap((schema) => this.#within(schema, step)).flatMap((each) =>
        this.#choices(each)
      );
    }
    return schemas;
  }

  #within({ properties, items }: JsonSchema, step: string | number): JsonSchema[] {
    if (typeof step === "string") {
      const member = properties && Object.hasOwn(properties, step) ? properties[step] : undefined;
      return member ? [member] : [];
    }
    const item = isTuple(items) ? items[step] : items;
    return item ? [item] : [];
  }

  #choices(schema: JsonSchema): JsonSchema[] {
    if (schema.$ref !== undefined) {
      const shape = this.#document.components.schemas[shapeName(schema.$ref)];
      return shape ? this.#choices(shape) : [];
    }
    const choices = schema.anyOf ?? schema.oneOf;
    return choices ? choices.flatMap((choice) => this.#choices(choice)) : [schema];
  }
}

function isTuple(items: JsonSchema["items"]): items is readonly JsonSchema[] {
  return Array.isArray(items);
}

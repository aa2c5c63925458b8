/**
 * The API as the prompt needs it: names to complete, schemas to walk through. It is the OpenRPC document, which is made
 * from the definitions.
 *
 * @module
 */

import { unknownParamTexts } from "../../text/names.ts";
import type { JsonSchema } from "../docs/json_schema.ts";
import { bridgeDocument, type Method, type OpenRpcDocument, shapeName } from "../docs/open_rpc.ts";

/** What can be called, and what is to be given. */
export class Api {
  readonly #document: OpenRpcDocument;
  /** What can be called, by name: operations first, then the lifecycle messages that are answered. */
  readonly methods: ReadonlyMap<string, Method>;

  /** @param document The document of what the bridge answers; made from the definitions when left out. */
  constructor(document: OpenRpcDocument = bridgeDocument(new Map())) {
    this.#document = document;
    const answered = document.methods.filter(({ result }) => result !== undefined);
    this.methods = new Map(answered.map((method) => [method.name, method]));
  }

  /** The beginnings of the names, each with its dot. */
  get namespaces(): readonly string[] {
    return [...new Set([...this.methods.keys()].map((name) => name.slice(0, name.indexOf(".") + 1)))];
  }

  /**
   * The texts and numbers of the protocol's own errors.
   *
   * @returns What `#/components/errors/…` leads to, by that reference.
   */
  get errors(): ReadonlyMap<string, { readonly code: number; readonly message: string }> {
    const { errors } = this.#document.components;
    return new Map(Object.entries(errors).map(([kind, error]) => [`#/components/errors/${kind}`, error]));
  }

  /**
   * The events there are, each with its sentence.
   *
   * @returns The sentences by the names of the events.
   */
  get events(): ReadonlyMap<string, string> {
    const events = Object.entries(this.#document["x-events"] ?? {});
    return new Map(events.map(([name, { summary }]) => [name, summary]));
  }

  /**
   * What is unknown in the parameters of a call.
   *
   * @param name The operation; nothing is known of a plugin's.
   * @param params The parameters.
   * @returns A sentence for each of the first unknown parameters.
   */
  unknownParams(name: string, params: object): string[] {
    const method = this.methods.get(name);
    if (!method || method["x-any-params"]) return [];
    return unknownParamTexts(name, params, method.params.map((param) => param.name));
  }

  /**
   * The schemas that a place in the parameters has.
   *
   * @param name The operation.
   * @param path Leads from the parameters to the place.
   * @returns The alternatives, none of which is a reference or has alternatives itself; none where nothing is known.
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

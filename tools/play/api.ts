/** The API as the prompt needs it: operations by name from docs/openrpc.json, and checks of what the bridge sends. */

import { allEventTable, allOperationTable } from "../../handlers/all.ts";
import { resultSchema } from "../../handlers/core/error_texts.ts";
import { isLifecycleName, lifecycle } from "../../host_stdio/lifecycle.ts";
import { type AnySchema, checkValue } from "../../host_stdio/schema_check.ts";
import { unknownParamTexts } from "../../limits/names.ts";
import type { Method, OpenRpcDocument } from "../docs/open_rpc.ts";
import { root } from "../tree.ts";
import { shortText } from "./show.ts";

/** The document of the API. */
export const api: OpenRpcDocument = JSON.parse(Deno.readTextFileSync(new URL("docs/openrpc.json", root)));

/** The operations, then the lifecycle messages that have an answer, by name. */
export const methods: ReadonlyMap<string, Method> = new Map(
  api.methods.filter(({ result }) => result !== undefined).map((method) => [method.name, method]),
);

/** The namespaces. */
export const namespaces: readonly string[] = [
  ...new Set([...methods.keys()].map((name) => name.slice(0, name.indexOf(".")))),
];

/** Returns warnings for the unknown parameters of a call. Any parameter of a plugin's operation is known. */
export function unknownParams(name: string, params: object): string[] {
  const method = methods.get(name);
  if (!method || method["x-any-params"]) return [];
  return unknownParamTexts(name, params, method.params.map((param) => param.name));
}

/**
 * Checks the answer of a call. An operation of a plugin may answer anything.
 *
 * @returns Whether the result says `success: false`, and why; or where it does not fit its schema.
 */
export function outcomeOf(name: string, result: unknown): { refused?: string; misfit?: string } {
  const operation = allOperationTable.get(name);
  const schema = operation
    ? resultSchema(operation)
    : isLifecycleName(name)
    ? lifecycle[name].answer
    : undefined;
  const misfit = schema && misfitOf(schema, result);
  if (misfit !== undefined) {
    return { misfit: `the result does not fit its schema, ${misfit}: ${shortText(result, 300)}` };
  }
  if (typeof result !== "object" || result === null || !("success" in result) || result.success !== false) {
    return {};
  }
  return { refused: "error" in result ? String(result.error) : "success is false" };
}

/** Where the payload of an event does not fit; undefined when it does, or when the event is a plugin's. */
export function misfitOfEvent(name: string, data: unknown): string | undefined {
  const event = allEventTable.get(name);
  if (event) return misfitOf(event.payload(), data);
  return name.includes(":") ? undefined : "there is no such event";
}

/** Where and why a value does not fit a schema; undefined when it does. */
export function misfitOf(schema: AnySchema, value: unknown): string | undefined {
  const { misfit } = checkValue(schema, value);
  return misfit && `${misfit.place === "" ? "as a whole" : misfit.place}: ${misfit.problem}`;
}

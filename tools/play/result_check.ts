/**
 * Checks what the bridge sends against the schemas of its definitions.
 *
 * @module
 */

import { allEventTable, allOperationTable } from "../../handlers/all.ts";
import { resultSchema } from "../../handlers/core/error_texts.ts";
import { isLifecycleName, lifecycle } from "../../host_stdio/lifecycle.ts";
import { type AnySchema, checkValue } from "../../host_stdio/schema_check.ts";
import { shortText } from "./display.ts";

/** How a call ended. */
export type Outcome =
  | { readonly kind: "result" }
  /** The result says `success: false`. */
  | { readonly kind: "refused"; readonly reason: string }
  /** The result does not fit its schema. */
  | { readonly kind: "misfit"; readonly reason: string };

/**
 * Checks the result of a call.
 *
 * @param name The operation or lifecycle message. A plugin's operation may answer anything.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(outcomeOf("queue.clear", { success: false, error: "Player did not answer" }), {
 *   kind: "refused",
 *   reason: "Player did not answer",
 * });
 * ```
 */
export function outcomeOf(name: string, result: unknown): Outcome {
  const schema = schemaOf(name);
  const misfit = schema && misfitOf(schema, result);
  if (misfit !== undefined) {
    return {
      kind: "misfit",
      reason: `the result does not fit its schema, ${misfit}: ${shortText(result, 300)}`,
    };
  }
  const reason = refusalOf(result);
  return reason === undefined ? { kind: "result" } : { kind: "refused", reason };
}

/**
 * Checks the payload of an event.
 *
 * @returns The first misfit in words; undefined when the payload fits or the event is a plugin's, whose name has a colon.
 */
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

function schemaOf(name: string): AnySchema | undefined {
  const operation = allOperationTable.get(name);
  if (operation) return resultSchema(operation);
  return isLifecycleName(name) ? lifecycle[name].answer : undefined;
}

function refusalOf(result: unknown): string | undefined {
  if (typeof result !== "object" || result === null || !("success" in result) || result.success !== false) {
    return undefined;
  }
  return "error" in result ? String(result.error) : "success is false";
}

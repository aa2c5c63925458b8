/**
 * What the answer to a call amounts to: a result, a refusal, or something that does not fit its schema.
 *
 * @module
 */

import * as v from "valibot";
import { type EventName, events } from "../../handlers/core/events.ts";
import { operationTable } from "../../handlers/mod.ts";
import { resultSchema } from "../../handlers/core/error_texts.ts";
import { isLifecycleName, lifecycle } from "../../host_stdio/lifecycle.ts";
import { shortText } from "./short_text.ts";
import type { Outcome } from "./transcript.ts";

/**
 * Judges what was answered to a call.
 *
 * @param name The name of the operation or of the lifecycle message; a plugin's may answer anything.
 * @param result What was answered.
 * @returns What it amounts to.
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
  if (misfit) {
    return {
      kind: "failed",
      reason: `the result does not fit its schema, ${misfit}: ${shortText(result, 300)}`,
    };
  }
  return refusalOf(result) ?? { kind: "result", result };
}

/**
 * Holds an event against its schema.
 *
 * @param name Its name.
 * @param data Its payload.
 * @returns The first misfit, in words; undefined when there is none.
 */
export function misfitOfEvent(name: string, data: unknown): string | undefined {
  return Object.hasOwn(events, name)
    ? misfitOf(events[name as EventName].payload, data)
    : "there is no event of that name";
}

/** The schema of what is answered to a call; undefined for a plugin's, which may answer anything. */
function schemaOf(name: string): v.GenericSchema | undefined {
  const operation = operationTable.get(name);
  if (operation) return resultSchema(operation);
  return isLifecycleName(name) ? lifecycle[name].answer : undefined;
}

/** The refusal that a result carries, if it carries one. */
function refusalOf(result: unknown): Outcome | undefined {
  if (typeof result !== "object" || result === null || !("success" in result) || result.success !== false) {
    return undefined;
  }
  const reason = "error" in result ? String(result.error) : "success is false";
  return { kind: "refused", reason };
}

/** Where and why a value does not fit a schema; undefined when it does. */
function misfitOf(schema: v.GenericSchema, value: unknown): string | undefined {
  const outcome = v.safeParse(schema, value);
  if (outcome.success) return undefined;
  const [issue] = outcome.issues;
  return `${v.getDotPath(issue) ?? "as a whole"}: ${issue.message}`;
}

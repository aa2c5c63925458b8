/**
 * How a place in a value is written, in every error text.
 *
 * @module
 */

import type * as v from "valibot";

/**
 * Where in a value an issue is, as in `entries[3].path`; "" for the value as a whole.
 *
 * @param issue The issue.
 * @returns The place.
 */
export function issuePlace(issue: v.BaseIssue<unknown>): string {
  let text = "";
  for (const { key } of issue.path ?? []) {
    if (typeof key === "number") text += `[${key}]`;
    else text += text === "" ? String(key) : `.${String(key)}`;
  }
  return text;
}

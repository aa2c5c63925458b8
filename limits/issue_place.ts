/**
 * How what is wrong with a value is told in every error text: where, and whether there is anything at all.
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

/**
 * Whether what is wrong is that there is no value at all; what valibot expected then is the key itself.
 *
 * @param issue The issue.
 * @returns Whether the value is missing.
 */
export function isMissing(issue: v.BaseIssue<unknown>): boolean {
  return issue.received === "undefined";
}

/** The limit for values that the bridge keeps or passes on (extensions.md, "Limits"). */

import { utf8Length } from "../../../limits/unicode.ts";
import { Failure } from "../../core/operation.ts";

/** The maximum size of a value, in bytes of JSON. */
export const MAX_VALUE_BYTES = 256 * 1024;

/** The maximum length of a name, in characters. */
export const MAX_NAME_LENGTH = 256;

/** The error text for a larger value. */
export function valueTooLarge(key: string): string {
  return `${key} exceeds maximum size (${MAX_VALUE_BYTES})`;
}

/** The error text for a longer name. */
export function nameTooLong(key: string): string {
  return `${key} exceeds maximum length (${MAX_NAME_LENGTH})`;
}

/**
 * Returns the size of a value in bytes of JSON.
 *
 * @throws {Failure} When it is above {@linkcode MAX_VALUE_BYTES}.
 */
export function checkedSize(key: string, value: unknown): number {
  const size = utf8Length(JSON.stringify(value));
  if (size > MAX_VALUE_BYTES) throw new Failure(valueTooLarge(key), undefined, "INVALID_PARAMS");
  return size;
}

/**
 * Values as JSON text, those included that the engine cannot write.
 *
 * @module
 */

/**
 * Writes a value that came as JSON, or is made of such values, as JSON.
 *
 * V8 reads JSON of any depth and writes most of it again, but what it writes by recursion (an object with keys such as
 * `"1"` or with a thousand keys, and all that lies in it) only some thousands of levels deep; and no string is longer
 * than 512 MiB. A page may send such a value, so this is no defect.
 *
 * @param value The value.
 * @returns The text; undefined when the value is nested too deeply or its text would be too long.
 */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

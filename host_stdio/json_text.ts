/**
 * Values as JSON text, those included that the engine cannot write.
 *
 * @module
 */

/** An array of more items than this is written part by part. */
const LARGE_ITEMS = 1000;
/** How many of its items make a part. */
const PART_ITEMS = 64;
/** How deep in a message such an array is looked for: as a member of its `params` or `result`. */
const DEPTH = 2;

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
  return unlessTooLarge(() => JSON.stringify(value));
}

/**
 * Writes a message as {@linkcode jsonText} does, a long array in it part by part: the engine needs twice the memory of
 * a text while it writes it, which for 10,000 urls of 2,048 characters is 40 MB.
 *
 * @param message The message.
 * @returns The text, in parts when there is such an array; undefined when the message is nested too deeply or a part of
 * it would be too long.
 */
export function jsonParts(message: object): string | string[] | undefined {
  if (!hasLargeArray(message, DEPTH)) return jsonText(message);
  return unlessTooLarge(() => {
    const parts: string[] = [];
    writeParts(message, DEPTH, parts);
    return parts;
  });
}

function unlessTooLarge<Text>(write: () => Text): Text | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function hasLargeArray(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length > LARGE_ITEMS;
  if (depth === 0) return false;
  const members = value as Readonly<Record<string, unknown>>;
  // Asked of every message that is written: this way no list of its members is made.
  for (const key in members) {
    if (hasLargeArray(members[key], depth - 1)) return true;
  }
  return false;
}

function writeParts(value: unknown, depth: number, parts: string[]): void {
  if (!hasLargeArray(value, depth)) {
    parts.push(JSON.stringify(value));
  } else if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += PART_ITEMS) {
      // The brackets of the part make way for a comma, or for those of the whole.
      const text = JSON.stringify(value.slice(at, at + PART_ITEMS));
      parts.push(at === 0 ? "[" : ",", text.slice(1, -1));
    }
    parts.push("]");
  } else {
    let before = "{";
    for (const [key, member] of Object.entries(value as object)) {
      if (member === undefined) continue;
      parts.push(`${before}${JSON.stringify(key)}:`);
      writeParts(member, depth - 1, parts);
      before = ",";
    }
    parts.push("}");
  }
}

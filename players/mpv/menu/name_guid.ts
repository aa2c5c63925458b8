/**
 * GUIDs made from names: the same name gives the same GUID at every start, on every machine (RFC 9562, version 5).
 *
 * @module
 */

/** The namespace of this host's names: a random UUID, fixed once and for all. */
const NAMESPACE = "9d5a6a3e-3a64-4c0d-8c8e-8b6f4f2f1c57";

/** The GUIDs made so far: a menu has two hundred names, and they are the same each time that it is built. */
const made = new Map<string, string>();

/** How many are kept. */
const CAPACITY = 10_000;

/**
 * The GUID of a name.
 *
 * @param name The name.
 * @returns The GUID, in braces and upper case.
 */
export async function nameGuid(name: string): Promise<string> {
  const known = made.get(name);
  if (known !== undefined) return known;
  const guid = await digest(name);
  if (made.size >= CAPACITY) made.clear();
  made.set(name, guid);
  return guid;
}

async function digest(name: string): Promise<string> {
  const namespace = Uint8Array.from(
    NAMESPACE.replaceAll("-", "").match(/../g) ?? [],
    (pair) => parseInt(pair, 16),
  );
  const text = new TextEncoder().encode(name);
  const input = new Uint8Array(namespace.length + text.length);
  input.set(namespace);
  input.set(text, namespace.length);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-1", input)).subarray(0, 16);
  const digits = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x50 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  }).join("").toUpperCase();
  return `{${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${
    digits.slice(20)
  }}`;
}

/**
 * Values that nobody asked for: what a hostile page puts where something else belongs.
 *
 * @module
 */

import type { SeededRandom } from "../../tools/support/random.ts";

/** Texts that have broken programs before. */
export const nastyTexts: readonly string[] = [
  "",
  " ",
  "\0",
  "\n",
  "\r\n[2026-01-01 00:00:00.000][ERROR] forged",
  "\u001b[31m",
  "\ud800",
  "\udfff\ud800",
  "\ufeff",
  "\u202e3pm.exe",
  "İı\u212aſß",
  "e\u0301",
  "😀".repeat(20),
  "..",
  "../../etc/passwd",
  "..\\..\\x.log",
  "/etc/passwd",
  "C:\\x|subsong:1",
  "a|subsong:4294967296",
  "x|subsong:",
  "\\\\.\\pipe\\x",
  "file:///%2e%2e/x",
  "CON.log",
  "a.log",
  "webview_ui.log",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "menu.__internal",
  "$ must be",
  "{name}",
  "%s%n",
  "null",
  "-1",
  "menu-1",
  "{00000000-0000-0000-0000-000000000000}",
  "a".repeat(2048),
  "a".repeat(2049),
];

/** Numbers at which something usually changes. */
export const nastyNumbers: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.5,
  2,
  100,
  255,
  256,
  2048,
  10_000,
  2 ** 22 + 1,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  5e-324,
];

/** Keys that mean something to JavaScript's own objects. */
export const nastyKeys: readonly string[] = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "toJSON",
  "hasOwnProperty",
  "then",
  "length",
  "0",
  "",
];

/**
 * Any JSON value.
 *
 * @param chance What chooses.
 * @param depth How deep it may be nested.
 * @returns The value.
 */
export function junk(chance: SeededRandom, depth = 3): unknown {
  const kind = chance.below(depth > 0 ? 8 : 5);
  if (kind === 0) return chance.pick([null, true, false]);
  if (kind === 1 || kind === 2) return chance.pick(nastyNumbers);
  if (kind < 5) return chance.pick(nastyTexts);
  const length = chance.below(4);
  if (kind < 7) return Array.from({ length }, () => junk(chance, depth - 1));
  const object: Record<string, unknown> = {};
  for (let count = 0; count < length; count++) {
    const key = chance.happens(0.5) ? chance.pick(nastyKeys) : chance.pick(nastyTexts);
    define(object, key, junk(chance, depth - 1));
  }
  return object;
}

/**
 * Sets a member whatever its name is, as a JSON parser does: `__proto__` too becomes a plain member. An array only takes
 * what it has an index for; anything else is put behind its end.
 *
 * @param object The object or array.
 * @param key The member's name.
 * @param value Its value.
 */
export function define(object: Record<string, unknown> | unknown[], key: string, value: unknown): void {
  if (Array.isArray(object)) {
    const index = /^[0-9]{1,3}$/.test(key) ? Number(key) : object.length;
    object[Math.min(index, object.length)] = value;
    return;
  }
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

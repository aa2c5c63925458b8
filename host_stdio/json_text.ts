/**
 * Values as JSON text, in parts if they are large or deep.
 *
 * @module
 */

/** A message with more values than this is long, and no part has more; see {@linkcode roomAfter}. */
const PART_VALUES = 4096;
/** The minimum length of a part, except the last, in UTF-16 code units. */
const PART_UNITS = 4096;
/** A member with more values is written in its own parts. */
const MEMBER_VALUES = 512;
/** This many UTF-16 code units of a string count as one more value of a part. */
const UNITS_PER_VALUE = 64;
/** Values are counted down to this depth. A deeper value counts as too large. */
const COUNTED_DEPTH = 8;

/**
 * Writes a value as JSON. Returns undefined if it is nested too deeply or its text would be too long.
 *
 * V8 parses JSON of any depth, but writes some objects by recursion, such as those with a key like `"1"` or with a thousand
 * keys. A few thousand levels of them overflow the stack. A string has at most 512 MiB. A page may send such a value, so
 * this is not a defect.
 */
export function jsonText(value: unknown): string | undefined {
  return unlessTooLarge(() => JSON.stringify(value));
}

/**
 * Writes a message as {@linkcode jsonText} does, a long one in parts: the engine needs twice the memory of a text while
 * it writes the text, 40 MB for 10,000 URLs of 2,048 characters. Returns undefined if a string in it is too long.
 */
export function jsonParts(message: object): string | string[] | undefined {
  return unlessTooLarge(() => isLong(message) ? [...partsOf(message)] : JSON.stringify(message));
}

/** Returns whether a message takes long to write and needs {@linkcode partsOf}. */
export function isLong(message: object): boolean {
  // A long string does not count: it is written fast.
  return roomAfter(message, PART_VALUES, COUNTED_DEPTH, Infinity) < 0;
}

function unlessTooLarge<Text>(write: () => Text): Text | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Yields the JSON text of an array or object of any size and depth in parts. A part takes less than a millisecond, unless a
 * string in it is long.
 */
export function* partsOf(value: object): Generator<string> {
  const open = [new OpenContainer(value)];
  let text = open[0]?.opening ?? "";
  for (let top = open.at(-1); top; top = open.at(-1)) {
    text += top.takeSmall();
    const large = top.takeLarge();
    if (large) {
      open.push(large);
      text += large.opening;
    } else if (top.isAtEnd) {
      open.pop();
      text += top.closing;
    }
    if (text.length < PART_UNITS && open.length > 0) continue;
    yield text;
    text = "";
  }
}

/** An array or object that is partly written. */
class OpenContainer {
  readonly opening: string;
  readonly closing: string;
  readonly #items: readonly unknown[] | undefined;
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #keys: readonly string[];
  readonly #length: number;
  #at = 0;
  #comma = "";
  /** The large member at which {@linkcode OpenContainer.takeSmall} stopped. */
  #large: object | undefined;

  /** @param before The text before the opening bracket: comma and key. */
  constructor(value: object, before = "") {
    this.#items = Array.isArray(value) ? value : undefined;
    this.#members = value as Readonly<Record<string, unknown>>;
    this.#keys = this.#items ? [] : Object.keys(value);
    this.#length = this.#items?.length ?? this.#keys.length;
    this.opening = `${before}${this.#items ? "[" : "{"}`;
    this.closing = this.#items ? "]" : "}";
  }

  get isAtEnd(): boolean {
    return this.#at === this.#length;
  }

  /** Writes the next members, up to a large one or until the part is full. */
  takeSmall(): string {
    const from = this.#at;
    let text = "";
    let room = PART_VALUES;
    for (; this.#at < this.#length && room > 0; this.#at++) {
      const value = this.#value();
      const left = roomAfter(value, MEMBER_VALUES, COUNTED_DEPTH, UNITS_PER_VALUE);
      if (left < 0 && typeof value === "object" && value !== null) {
        this.#large = value;
        break;
      }
      room -= MEMBER_VALUES - left;
      if (!this.#items && value !== undefined) text += `${this.#before()}${JSON.stringify(value)}`;
    }
    if (!this.#items || this.#at === from) return text;
    const items = JSON.stringify(this.#items.slice(from, this.#at)).slice(1, -1);
    text = `${this.#comma}${items}`;
    this.#comma = ",";
    return text;
  }

  /** Opens the next member if it is too large for a part. */
  takeLarge(): OpenContainer | undefined {
    if (!this.#large) return undefined;
    const taken = new OpenContainer(this.#large, this.#before());
    this.#large = undefined;
    this.#at++;
    return taken;
  }

  #value(): unknown {
    return this.#items ? this.#items[this.#at] : this.#members[this.#keys[this.#at] ?? ""];
  }

  /** Returns the comma and key before the next member. */
  #before(): string {
    const comma = this.#comma;
    this.#comma = ",";
    return this.#items ? comma : `${comma}${JSON.stringify(this.#keys[this.#at])}:`;
  }
}

/** Objects that are known to be too large: listing a million keys takes half a second each time. */
const manyKeys = new WeakSet<object>();

/** Returns how many more values fit into a part after a value. Negative if the value is too large or too deep. */
function roomAfter(value: unknown, room: number, depth: number, unitsPerValue: number): number {
  if (typeof value === "string") return room - 1 - Math.floor(value.length / unitsPerValue);
  if (typeof value !== "object" || value === null) return room - 1;
  if (depth === 0 || manyKeys.has(value)) return -1;
  let left = room - 1;
  if (Array.isArray(value)) {
    if (value.length > left) return -1;
    for (let at = 0; at < value.length && left >= 0; at++) {
      left = roomAfter(value[at], left, depth - 1, unitsPerValue);
    }
    return left;
  }
  const members = value as Readonly<Record<string, unknown>>;
  // This runs for every message, so it must not list the keys.
  for (const key in members) {
    left = roomAfter(members[key], left - Math.floor(key.length / unitsPerValue), depth - 1, unitsPerValue);
    if (left < 0) {
      manyKeys.add(value);
      return left;
    }
  }
  return left;
}

/**
 * Values as JSON text, those included that the engine cannot write.
 *
 * @module
 */

/** A message of more values is long, and a part holds no more; see {@linkcode roomAfter}. */
const PART_VALUES = 4096;
/** Parts are no shorter, in UTF-16 code units, but for the last one. */
const PART_UNITS = 4096;
/** A member of more values is written in parts of its own. */
const MEMBER_VALUES = 512;
/** In a part, so many UTF-16 code units of a string count as another value. */
const UNITS_PER_VALUE = 64;
/** Values are counted down to this depth; what lies deeper counts as too much. */
const COUNTED_DEPTH = 8;

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
 * Writes a message as {@linkcode jsonText} does, a long one in parts: the engine needs twice the memory of a text while
 * it writes it, which for 10,000 urls of 2,048 characters is 40 MB.
 *
 * @param message The message.
 * @returns The text, in parts when it is long; undefined when a string in it would be too long.
 */
export function jsonParts(message: object): string | string[] | undefined {
  return unlessTooLarge(() => isLong(message) ? [...partsOf(message)] : JSON.stringify(message));
}

/**
 * Tells messages that take long to write from the others.
 *
 * @param message The message.
 * @returns Whether {@linkcode partsOf} is for it.
 */
export function isLong(message: object): boolean {
  // A long string is written fast, and an answer that is nothing else keeps its place among the answers.
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
 * Writes a value of any size and depth in parts, each of which takes less than a millisecond unless a string in it is
 * long. Nothing is written ahead.
 *
 * @param value The value: an array or object that came as JSON, or is made of such values.
 * @returns The parts of its JSON text.
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

/** An array or object of which some members are written. */
class OpenContainer {
  readonly opening: string;
  readonly closing: string;
  readonly #items: readonly unknown[] | undefined;
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #keys: readonly string[];
  readonly #length: number;
  #at = 0;
  #comma = "";
  /** The member at which {@linkcode OpenContainer.takeSmall} has stopped. */
  #large: object | undefined;

  /**
   * @param value The array or object.
   * @param before What stands before it.
   */
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

  /** Writes what comes next, up to a large member or a full part. */
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

  /** Takes the next member if it is too large for a part. */
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

  /** What stands before the next member. */
  #before(): string {
    const comma = this.#comma;
    this.#comma = ",";
    return this.#items ? comma : `${comma}${JSON.stringify(this.#keys[this.#at])}:`;
  }
}

/** Objects that were found too large: to list a million keys takes the engine half a second each time. */
const manyKeys = new WeakSet<object>();

/** How many more values fit beside a value; below 0 when it is too large itself, or too deep to be counted. */
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
  // Asked of every message that is written: this way no list of its members is made.
  for (const key in members) {
    left = roomAfter(members[key], left - Math.floor(key.length / unitsPerValue), depth - 1, unitsPerValue);
    if (left < 0) {
      manyKeys.add(value);
      return left;
    }
  }
  return left;
}

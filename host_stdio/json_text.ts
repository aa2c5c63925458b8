/** Values as JSON text, in parts if they are large or deep. */

import { MAX_JSON_DEPTH } from "../limits/wire.ts";

/** A message with more values than this is long, and no part has many more; see {@linkcode Weights}. */
const PART_VALUES = 4096;
/** Shorter texts become one part, in UTF-16 code units. */
const PART_UNITS = 4096;
/** A member with more values is written in its own parts. */
const MEMBER_VALUES = 2048;
/** This many values are counted at once. They show that all but the innermost of many nested values are large. */
const COUNTED_VALUES = 4 * MEMBER_VALUES;
/** This many UTF-16 code units of a string count as one more value of a part. */
const UNITS_PER_VALUE = 64;
/**
 * A longer string, in UTF-16 code units, is written in its own parts. Otherwise the engine would need several times its
 * memory at once: 830 MB in all for an answer of 64 MB.
 */
const LARGE_STRING = 2 ** 20;
/** The length of such a part, in UTF-16 code units. */
const STRING_PART_UNITS = 2 ** 16;
/** Values are counted down to this depth. A deeper value counts as too large. No message is as deep. */
const COUNTED_DEPTH = MAX_JSON_DEPTH + 8;

/**
 * Writes a value as JSON. Returns undefined if its text would be longer than 512 MiB, the longest string of V8. A page may
 * send such a value, so this is not a defect.
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
  // A string does not count unless it is large: it is written fast.
  return new Weights(PART_VALUES, Infinity).of(message) > PART_VALUES;
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
 * Yields the JSON text of an array or object of any size and depth in parts. A part takes about a millisecond, unless a
 * string in it is long.
 */
export function* partsOf(value: object): Generator<string> {
  const weights = new Weights(COUNTED_VALUES, UNITS_PER_VALUE);
  const open: (OpenContainer | OpenString)[] = [new OpenContainer(value, weights)];
  let text = open[0]?.opening ?? "";
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const small = top.takeSmall();
    if (small.length < PART_UNITS) text += small;
    else {
      // Appending a long text would copy it.
      if (text !== "") yield text;
      yield small;
      text = "";
    }
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

/** A large string that is partly written. */
class OpenString {
  readonly opening: string;
  readonly closing = '"';
  readonly #text: string;
  #at = 0;

  /** @param before The text before the opening quotation mark: comma and key. */
  constructor(text: string, before: string) {
    this.#text = text;
    this.opening = `${before}"`;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** Writes the next part. */
  takeSmall(): string {
    const end = Math.min(this.#at + STRING_PART_UNITS, this.#text.length);
    const last = this.#text.charCodeAt(end - 1);
    // Half of a surrogate pair would be written as an escape.
    const cutsPair = end < this.#text.length && last >= 0xd800 && last < 0xdc00;
    const part = this.#text.slice(this.#at, cutsPair ? end - 1 : end);
    this.#at += part.length;
    return JSON.stringify(part).slice(1, -1);
  }

  takeLarge(): undefined {}
}

/** An array or object that is partly written. */
class OpenContainer {
  readonly opening: string;
  readonly closing: string;
  readonly #items: readonly unknown[] | undefined;
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #keys: readonly string[];
  readonly #length: number;
  readonly #weights: Weights;
  #at = 0;
  #comma = "";
  /** The large member at which {@linkcode OpenContainer.takeSmall} stopped. */
  #large: object | string | undefined;

  /** @param before The text before the opening bracket: comma and key. */
  constructor(value: object, weights: Weights, before = "") {
    this.#weights = weights;
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
      const weight = this.#weights.of(value);
      if (weight > MEMBER_VALUES && isLarge(value)) {
        this.#large = value;
        break;
      }
      room -= weight;
      if (!this.#items && value !== undefined) text += `${this.#before()}${JSON.stringify(value)}`;
    }
    if (!this.#items || this.#at === from) return text;
    const items = this.#items.slice(from, this.#at);
    const isFirst = this.#comma === "";
    this.#comma = ",";
    // The engine writes the comma too: prepending it would copy the text.
    return isFirst ? JSON.stringify(items).slice(1, -1) : JSON.stringify([0, ...items]).slice(2, -1);
  }

  /** Opens the next member if it is too large for a part. */
  takeLarge(): OpenContainer | OpenString | undefined {
    const value = this.#large;
    if (value === undefined) return undefined;
    const before = this.#before();
    const taken = typeof value === "string"
      ? new OpenString(value, before)
      : new OpenContainer(value, this.#weights, before);
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

/** Whether a value of more than {@linkcode MEMBER_VALUES} is written in its own parts. */
function isLarge(value: unknown): value is object | string {
  return typeof value === "string"
    ? value.length > LARGE_STRING
    : typeof value === "object" && value !== null;
}

/** Counts the values in values, each of them a limited number of times at any depth. */
class Weights {
  readonly #most: number;
  readonly #unitsPerValue: number;
  /** Arrays and objects that are known to have more than {@linkcode MEMBER_VALUES}. */
  readonly #large = new Set<object>();
  #left = 0;

  /**
   * @param most How many values are counted at once.
   * @param unitsPerValue How many code units of a string count as one more value.
   */
  constructor(most: number, unitsPerValue: number) {
    this.#most = most;
    this.#unitsPerValue = unitsPerValue;
  }

  /** Returns the number of values in a value, itself included; if they are more than are counted, any larger number. */
  of(value: unknown): number {
    this.#left = this.#most;
    return this.#count(value, COUNTED_DEPTH);
  }

  #count(value: unknown, depth: number): number {
    this.#left--;
    if (typeof value === "string") {
      const length = value.length > LARGE_STRING ? Infinity : Math.floor(value.length / this.#unitsPerValue);
      this.#left -= length;
      return 1 + length;
    }
    if (typeof value !== "object" || value === null) return 1;
    if (depth === 0 || this.#large.has(value)) {
      this.#left = -1;
      return Infinity;
    }
    let count = 1;
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length && this.#left >= 0; at++) count += this.#count(value[at], depth - 1);
    } else {
      const members = value as Readonly<Record<string, unknown>>;
      // This runs for every message, so it must not list the keys.
      for (const key in members) {
        const length = Math.floor(key.length / this.#unitsPerValue);
        this.#left -= length;
        count += length + this.#count(members[key], depth - 1);
        if (this.#left < 0) break;
      }
    }
    if (count > MEMBER_VALUES) this.#large.add(value);
    return count;
  }
}

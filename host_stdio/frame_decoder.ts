/**
 * Incoming frames: each is a length prefix and a body in UTF-8 (protocol.md, "Frame"). A read may return any part of a
 * frame, or several.
 */

import { type JsonLimits, LENGTH_BYTES } from "../limits/wire.ts";
import { collectGarbageOf } from "./garbage.ts";
import { headOf, type MessageHead, NameCount, shapeExcess } from "./json_shape.ts";

/** A source of bytes, such as `Deno.stdin`. */
export interface ByteSource {
  /**
   * Reads bytes into a buffer.
   *
   * @param buffer The buffer, of at least one byte.
   * @returns The number of bytes read, at least 1; null at the end of the input.
   */
  read(buffer: Uint8Array): Promise<number | null>;
}

/** A frame that was read. */
export type Frame =
  /** A body of UTF-8 text, without byte order mark, not parsed yet. */
  | { readonly kind: "body"; readonly text: string }
  /** A frame whose body is empty or not UTF-8. */
  | { readonly kind: "malformed"; readonly reason: string }
  /** A frame over the limit; its body was skipped. */
  | { readonly kind: "tooLarge"; readonly bytes: number }
  /** A frame whose JSON is too deep or has too many parts; its body was not decoded. */
  | { readonly kind: "tooComplex"; readonly reason: string; readonly head: MessageHead };

/** The initial size of the buffer, in bytes: the capacity of a pipe on Linux. */
const INITIAL_BYTES = 64 * 1024;
/** The size in bytes above which a buffer is released once it is empty. */
const KEPT_BYTES = 256 * 1024;
/** The size in bytes above which a body gets a buffer of its own. */
const LARGE_BYTES = 1024 * 1024;

const BYTE_ORDER_MARK = 0xfeff;
const REPLACEMENT = "\ufffd";

// Lenient decoding is 14 times faster. The fatal decoder only runs if the text has a replacement character. Both keep the
// byte order mark, because it is text in the middle of a body.
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const fatal = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/**
 * A body in a buffer of its own. The system commits the memory as it is filled, so an announced body that never comes costs
 * nothing. Decoding 20 MB at once takes 20 MB less at the peak, and less time, than piece by piece into a text that the
 * parser has to flatten.
 */
interface LargeBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  filled: number;
}

/**
 * Cuts a stream of bytes into frames. The caller reads into {@linkcode FrameDecoder.space}, passes the number of bytes to
 * {@linkcode FrameDecoder.filled}, and calls {@linkcode FrameDecoder.next} until it returns undefined.
 *
 * @example One frame
 * ```ts
 * import { FrameDecoder } from "./frame_decoder.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const decoder = new FrameDecoder(1024);
 * decoder.space().set([2, 0, 0, 0, 0x7b, 0x7d]);
 * decoder.filled(6);
 * assertEquals(decoder.next(), { kind: "body", text: "{}" });
 * assertEquals(decoder.next(), undefined);
 * ```
 */
export class FrameDecoder {
  readonly #maxFrameBytes: number;
  readonly #jsonLimits: JsonLimits | undefined;
  readonly #names: NameCount | undefined;
  #buffer = new Uint8Array(INITIAL_BYTES);
  /** The start of the bytes that are not decoded yet. */
  #start = 0;
  /** The end of these bytes. */
  #end = 0;
  #large: LargeBody | undefined;
  #skipped: { readonly bytes: number; bytesLeft: number } | undefined;

  /**
   * @param maxFrameBytes The limit of a body, in bytes.
   * @param limits The limits of the shape of a body; none by default.
   * @param now The time for {@linkcode NameCount}.
   */
  constructor(maxFrameBytes: number, limits?: JsonLimits, now?: () => number) {
    this.#maxFrameBytes = maxFrameBytes;
    this.#jsonLimits = limits;
    this.#names = limits && new NameCount(limits.names, now);
  }

  /** The size of the buffer in bytes, for tests of its growth. */
  get capacity(): number {
    return this.#buffer.length;
  }

  /** Whether a frame has begun and not ended. */
  get insideFrame(): boolean {
    return this.#end > this.#start || this.#large !== undefined || this.#skipped !== undefined;
  }

  /**
   * Returns free space for the next bytes, at least one byte. Before, call {@linkcode FrameDecoder.next} until it
   * returns undefined.
   */
  space(): Uint8Array {
    // Read directly into the large body, without a copy. The buffer is empty then.
    if (this.#large) return this.#large.bytes.subarray(this.#large.filled);
    const length = this.#end - this.#start;
    if (length === 0) {
      this.#start = this.#end = 0;
      if (this.#buffer.length > KEPT_BYTES) this.#buffer = new Uint8Array(INITIAL_BYTES);
    } else if (this.#end === this.#buffer.length) {
      if (this.#start > this.#buffer.length / 2) {
        this.#buffer.copyWithin(0, this.#start, this.#end);
      } else {
        // Double the buffer: growing to the exact size would copy it for every read.
        const larger = new Uint8Array(this.#buffer.length * 2);
        larger.set(this.#buffer.subarray(this.#start, this.#end));
        this.#buffer = larger;
      }
      this.#start = 0;
      this.#end = length;
    }
    return this.#buffer.subarray(this.#end);
  }

  /** Records the number of bytes that were put into {@linkcode FrameDecoder.space}. */
  filled(count: number): void {
    if (this.#large) this.#large.filled += count;
    else this.#end += count;
  }

  /** Returns the next frame; undefined if more bytes are needed. */
  next(): Frame | undefined {
    if (this.#skipped) return this.#skip(this.#skipped);
    if (this.#large) return this.#decodeLarge(this.#large);
    const available = this.#end - this.#start;
    if (available < LENGTH_BYTES) return undefined;
    const length = this.#readLength();
    if (length > this.#maxFrameBytes) {
      this.#start += LENGTH_BYTES;
      this.#skipped = { bytes: length, bytesLeft: length };
      return this.#skip(this.#skipped);
    }
    if (length > LARGE_BYTES) {
      this.#start += LENGTH_BYTES;
      return this.#beginLarge(length);
    }
    if (available < LENGTH_BYTES + length) return undefined;
    const bodyStart = this.#start + LENGTH_BYTES;
    this.#start = bodyStart + length;
    if (length === 0) return { kind: "malformed", reason: "the body is empty" };
    return this.#frame(this.#buffer.subarray(bodyStart, this.#start));
  }

  #readLength(): number {
    const buffer = this.#buffer;
    const at = this.#start;
    // `>>> 0` makes the result unsigned.
    return ((buffer[at] ?? 0) | (buffer[at + 1] ?? 0) << 8 | (buffer[at + 2] ?? 0) << 16 |
      (buffer[at + 3] ?? 0) << 24) >>> 0;
  }

  #skip(frame: { readonly bytes: number; bytesLeft: number }): Frame | undefined {
    const count = Math.min(frame.bytesLeft, this.#end - this.#start);
    this.#start += count;
    frame.bytesLeft -= count;
    if (frame.bytesLeft > 0) return undefined;
    this.#skipped = undefined;
    return { kind: "tooLarge", bytes: frame.bytes };
  }

  #beginLarge(length: number): Frame | undefined {
    collectGarbageOf(length);
    const filled = Math.min(length, this.#end - this.#start);
    const bytes = new Uint8Array(length);
    bytes.set(this.#buffer.subarray(this.#start, this.#start + filled));
    this.#start += filled;
    this.#large = { bytes, filled };
    return this.#decodeLarge(this.#large);
  }

  #decodeLarge(body: LargeBody): Frame | undefined {
    if (body.filled < body.bytes.length) return undefined;
    this.#large = undefined;
    const frame = this.#frame(body.bytes);
    release(body.bytes.buffer);
    return frame;
  }

  #frame(body: Uint8Array): Frame {
    let reason = this.#jsonLimits && shapeExcess(body, this.#jsonLimits, this.#names);
    if (this.#jsonLimits && reason !== undefined) {
      const head = headOf(body);
      // The names of a page's calls must not fail an answer or a signal of the player.
      if (!head.isCall || head.id === null) reason = shapeExcess(body, this.#jsonLimits);
      if (reason !== undefined) return { kind: "tooComplex", reason, head };
    }
    const text = decode(body);
    return text === undefined ? notUtf8() : { kind: "body", text: withoutMark(text) };
  }
}

/** Frees the memory at once: the parser needs as much before the next garbage collection. */
function release(buffer: ArrayBuffer): void {
  // Node.js has no ArrayBuffer.transfer before version 21.
  const { transfer }: { readonly transfer?: ArrayBuffer["transfer"] } = buffer;
  transfer?.call(buffer, 0);
}

function notUtf8(): Frame {
  return { kind: "malformed", reason: "the body is not UTF-8" };
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

/** Returns undefined if the bytes are not UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  const text = lenient.decode(bytes);
  if (!text.includes(REPLACEMENT)) return text;
  try {
    return fatal.decode(bytes);
  } catch {
    // The bytes are not UTF-8.
    return undefined;
  }
}

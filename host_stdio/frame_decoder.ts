/**
 * Frames in: a length, then a body of UTF-8 (protocol.md, "Frame"), from bytes that arrive split or joined anywhere.
 *
 * @module
 */

import { LENGTH_BYTES } from "../limits/wire.ts";
import { bracketsIn, containersIn } from "./container_count.ts";

/** What bytes are read from, such as `Deno.stdin`. */
export interface ByteSource {
  /**
   * Reads some bytes.
   *
   * @param buffer Where to put them.
   * @returns How many; null at the end.
   */
  read(buffer: Uint8Array): Promise<number | null>;
}

/** What one frame turned out to be. */
export type Frame =
  /** A body of UTF-8 text, byte order mark removed; not parsed yet. */
  | { readonly kind: "body"; readonly text: string }
  /** A frame whose body cannot be text. */
  | { readonly kind: "malformed"; readonly reason: string }
  /** A frame over the limit; its body was skipped. */
  | { readonly kind: "tooLarge"; readonly bytes: number }
  /** A frame whose body holds more arrays and objects than it may; it was not decoded. */
  | { readonly kind: "tooDense" };

/** The buffer at the start, in bytes: what a pipe holds on Linux. */
const INITIAL_BYTES = 64 * 1024;
/** A buffer that has grown beyond this is given back once it is empty. */
const KEPT_BYTES = 256 * 1024;
/** A body above this is gathered in memory of its own, in bytes. */
const LARGE_BYTES = 1024 * 1024;

const BYTE_ORDER_MARK = 0xfeff;
const REPLACEMENT = "\ufffd";

// Lenient decoding is 14 times faster; the fatal decoder is only asked when the text has a replacement character. The
// byte order mark is kept by both, because in the middle of a body it is text.
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const fatal = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/**
 * A body that has memory of its own, of just its size: the system gives it as it is filled, so one that is announced and
 * never sent costs nothing. Decoded whole and given back at once, 20 MB take 20 MB less at the peak, and less time, than
 * decoded piece by piece into a text that the parser has to copy together (lab/bench/preload_bench.ts).
 */
interface LargeBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  filled: number;
}

/**
 * Cuts a stream of bytes into frames. The reader asks for {@linkcode FrameDecoder.space}, fills it, says how much with
 * {@linkcode FrameDecoder.filled}, and takes frames with {@linkcode FrameDecoder.next} until there are none.
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
  readonly #maxContainers: number;
  #buffer = new Uint8Array(INITIAL_BYTES);
  /** Where the bytes not yet taken begin. */
  #start = 0;
  /** Where they end. */
  #end = 0;
  #large: LargeBody | undefined;
  #skipped: { readonly bytes: number; bytesLeft: number } | undefined;

  /**
   * @param maxFrameBytes The largest body, in bytes.
   * @param maxContainers The most arrays and objects of one body, at least {@linkcode LARGE_BYTES}: smaller bodies are not
   * looked at. No limit when left out.
   */
  constructor(maxFrameBytes: number, maxContainers = Infinity) {
    this.#maxFrameBytes = maxFrameBytes;
    this.#maxContainers = maxContainers;
  }

  /** How many bytes the buffer holds at the moment, for tests of its growth. */
  get capacity(): number {
    return this.#buffer.length;
  }

  /** Whether a frame has begun and not ended: the end of input would cut it. */
  get insideFrame(): boolean {
    return this.#end > this.#start || this.#large !== undefined || this.#skipped !== undefined;
  }

  /**
   * Where the next bytes go. All frames have to be taken first.
   *
   * @returns Free space, at least one byte.
   */
  space(): Uint8Array {
    // Straight to where it belongs: nothing is copied, and a read may be as long as what is left. The buffer is empty, for
    // all that came before has been taken.
    if (this.#large) return this.#large.bytes.subarray(this.#large.filled);
    const length = this.#end - this.#start;
    if (length === 0) {
      this.#start = this.#end = 0;
      if (this.#buffer.length > KEPT_BYTES) this.#buffer = new Uint8Array(INITIAL_BYTES);
    } else if (this.#end === this.#buffer.length) {
      if (this.#start > this.#buffer.length / 2) {
        this.#buffer.copyWithin(0, this.#start, this.#end);
      } else {
        // Doubling: growing to just what is needed would copy again for every read.
        const larger = new Uint8Array(this.#buffer.length * 2);
        larger.set(this.#buffer.subarray(this.#start, this.#end));
        this.#buffer = larger;
      }
      this.#start = 0;
      this.#end = length;
    }
    return this.#buffer.subarray(this.#end);
  }

  /**
   * Bytes have been put into {@linkcode FrameDecoder.space}.
   *
   * @param count How many.
   */
  filled(count: number): void {
    if (this.#large) this.#large.filled += count;
    else this.#end += count;
  }

  /**
   * Takes the next frame.
   *
   * @returns The frame; undefined when more bytes are needed.
   */
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
    const text = decode(this.#buffer.subarray(bodyStart, this.#start));
    return text === undefined ? notUtf8() : { kind: "body", text: withoutMark(text) };
  }

  #readLength(): number {
    const buffer = this.#buffer;
    const at = this.#start;
    // `>>> 0` makes the sum unsigned again.
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
    if (bracketsIn(body.bytes) > this.#maxContainers && containersIn(body.bytes) > this.#maxContainers) {
      return { kind: "tooDense" };
    }
    const text = decode(body.bytes);
    giveBack(body.bytes.buffer);
    return text === undefined ? notUtf8() : { kind: "body", text: withoutMark(text) };
  }
}

/** The collector would come too late: the parser is about to need as much memory again. */
function giveBack(buffer: ArrayBuffer): void {
  // Node.js, on which the library reads frames too, has no way to before version 21.
  const { transfer }: { readonly transfer?: ArrayBuffer["transfer"] } = buffer;
  transfer?.call(buffer, 0);
}

function notUtf8(): Frame {
  return { kind: "malformed", reason: "the body is not UTF-8" };
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

/** The text of some bytes; undefined when they are not UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  const text = lenient.decode(bytes);
  if (!text.includes(REPLACEMENT)) return text;
  try {
    return fatal.decode(bytes);
  } catch {
    // TypeError is how the decoder says no.
    return undefined;
  }
}

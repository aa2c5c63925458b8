/**
 * Frames as bytes (protocol.md, "Frame"). Tests and tools write and read them here, apart from the code of the bridge, so
 * that they notice when that code is wrong.
 */

/** Bytes of the length in front of a body. */
const LENGTH_BYTES = 4;
/** Size above which an empty buffer is released, in bytes. */
const KEPT_BYTES = 1024 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Puts a frame around a body: text and bytes as they are, any other value as JSON. */
export function frameOf(body: unknown): Uint8Array<ArrayBuffer> {
  const bytes = body instanceof Uint8Array
    ? body
    : encoder.encode(typeof body === "string" ? body : JSON.stringify(body) ?? "null");
  const frame = new Uint8Array(LENGTH_BYTES + bytes.length);
  new DataView(frame.buffer).setUint32(0, bytes.length, true);
  frame.set(bytes, LENGTH_BYTES);
  return frame;
}

/** Concatenates bytes. */
export function joined(...pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * Cuts a stream of bytes into bodies. It has no limit and does not check the bodies.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const cutter = new FrameCutter();
 * cutter.push(new Uint8Array([2, 0, 0, 0, 0x7b, 0x7d, 9]));
 * assertEquals(cutter.next(), new Uint8Array([0x7b, 0x7d]));
 * assertEquals(cutter.next(), undefined);
 * assertEquals(cutter.rest, new Uint8Array([9]));
 * ```
 */
export class FrameCutter {
  #buffer = new Uint8Array(4096);
  #start = 0;
  #end = 0;

  /** The bytes after the last whole frame, valid until the next push. */
  get rest(): Uint8Array {
    return this.#buffer.subarray(this.#start, this.#end);
  }

  /** Drops the bytes after the last whole frame. */
  clear(): void {
    this.#start = this.#end = 0;
  }

  /** Copies bytes to the end of the stream. */
  push(bytes: Uint8Array): void {
    const length = this.#end - this.#start;
    if (length === 0) {
      this.#start = this.#end = 0;
      if (this.#buffer.length > KEPT_BYTES) this.#buffer = new Uint8Array(4096);
    }
    if (length + bytes.length > this.#buffer.length - this.#start) {
      let size = this.#buffer.length;
      while (size < length + bytes.length) size *= 2;
      const buffer = size > this.#buffer.length ? new Uint8Array(size) : this.#buffer;
      buffer.set(this.rest);
      this.#buffer = buffer;
      this.#start = 0;
      this.#end = length;
    }
    this.#buffer.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  /** Takes a copy of the next body; undefined when more bytes are needed. */
  next(): Uint8Array<ArrayBuffer> | undefined {
    const length = this.#end - this.#start;
    if (length < LENGTH_BYTES) return undefined;
    const body = new DataView(this.#buffer.buffer).getUint32(this.#start, true);
    if (length - LENGTH_BYTES < body) return undefined;
    const start = this.#start + LENGTH_BYTES;
    this.#start = start + body;
    return this.#buffer.slice(start, this.#start);
  }

  /** Adds bytes and takes the texts of all whole bodies. */
  *texts(bytes: Uint8Array): Generator<string, void> {
    this.push(bytes);
    for (let body = this.next(); body; body = this.next()) yield decoder.decode(body);
  }
}

/** Cuts bytes into the texts of whole frames and the bytes after the last. */
export function bodiesOf(bytes: Uint8Array): { bodies: string[]; rest: Uint8Array } {
  const cutter = new FrameCutter();
  return { bodies: [...cutter.texts(bytes)], rest: cutter.rest };
}

/** Parses a body that the bridge has written. The defect says what it is instead of JSON. */
export function parseBody(body: Uint8Array): { readonly message: unknown } | { readonly defect: string } {
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    // The decoder throws a TypeError for bytes that are not UTF-8.
    return { defect: "a body that is not UTF-8" };
  }
  try {
    return { message: JSON.parse(text) };
  } catch {
    // As a JSON text: its escapes keep control characters away from a terminal.
    return { defect: `a body that is not JSON: ${JSON.stringify(text.slice(0, 200))}` };
  }
}

export function requestFrame(
  id: string | number,
  method: string,
  params?: unknown,
  panel?: string,
): Uint8Array<ArrayBuffer> {
  return frameOf({ jsonrpc: "2.0", id, method, params, panel });
}

export function notificationFrame(method: string, params?: unknown): Uint8Array<ArrayBuffer> {
  return frameOf({ jsonrpc: "2.0", method, params });
}

/** The frame of a result: of an operation, or of a native action. */
export function resultFrame(id: string | number, result: unknown): Uint8Array<ArrayBuffer> {
  return frameOf({ jsonrpc: "2.0", id, result });
}

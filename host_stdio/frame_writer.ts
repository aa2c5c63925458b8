/**
 * Frames out: a bounded queue before a pipe that may be slow (protocol.md, "Frame" and "Flow control").
 *
 * @module
 */

import { LENGTH_BYTES } from "../limits/wire.ts";

/** What bytes are written to, such as `Deno.stdout`. */
export interface ByteSink {
  /**
   * Writes some of the bytes.
   *
   * @param bytes What to write.
   * @returns How many were written, which may be fewer.
   */
  write(bytes: Uint8Array): Promise<number>;
}

/** Each of the two buffers at the start, and each piece of a large body, in bytes. */
const INITIAL_BYTES = 64 * 1024;
/** A buffer that has grown beyond this is given back once it is written. */
const KEPT_BYTES = 256 * 1024;
/** A body of more UTF-16 units than this is encoded piece by piece as the other end reads, not as a whole before. */
const LARGE_UNITS = 1024 * 1024;
/** UTF-16 units that surely fit into a piece: none needs more than three bytes. */
const PIECE_UNITS = Math.floor(INITIAL_BYTES / 3);

const encoder = new TextEncoder();

/** A large body that waits, still as text: encoded it would take as much memory again. */
interface LargeBody {
  readonly text: string;
}

/**
 * Writes frames. Those that come together leave together: one buffer is filled while the other is being written, and
 * there is never more than one write under way.
 */
export class FrameWriter {
  readonly #sink: ByteSink;
  readonly #maxFrameBytes: number;
  readonly #onClosed: (error: unknown) => void;
  #filling = new Uint8Array(INITIAL_BYTES);
  #filled = 0;
  #spare: Uint8Array<ArrayBuffer> | undefined = new Uint8Array(INITIAL_BYTES);
  /** What goes before the bytes in the filling buffer: full buffers and large bodies in turn. */
  #before: (Uint8Array<ArrayBuffer> | LargeBody)[] = [];
  /** Bytes that wait for the other end to read. */
  #queuedBytes = 0;
  #writing = false;
  #scheduled = false;
  #closed = false;
  #waiting: { readonly atMost: number; readonly resolve: () => void }[] = [];

  /**
   * @param sink Where the bytes go.
   * @param maxFrameBytes The largest body, in bytes.
   * @param onClosed Called once when the other end is gone; nothing is written any more.
   */
  constructor(sink: ByteSink, maxFrameBytes: number, onClosed: (error: unknown) => void) {
    this.#sink = sink;
    this.#maxFrameBytes = maxFrameBytes;
    this.#onClosed = onClosed;
  }

  /** Bytes that wait for the other end to read. */
  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /** Bytes that the buffers hold at the moment, for tests of their growth. */
  get capacity(): number {
    const before = this.#before.reduce((sum, item) => sum + ("text" in item ? 0 : item.buffer.byteLength), 0);
    return before + this.#filling.length + (this.#spare?.length ?? 0);
  }

  /**
   * Queues one frame. It leaves as soon as what runs now is done, together with whatever else comes until then.
   *
   * @param body The body, JSON text.
   * @returns False when the body is over the limit: then nothing was queued.
   */
  write(body: string): boolean {
    // A UTF-16 unit never needs less than a byte.
    if (body.length > this.#maxFrameBytes) return false;
    if (this.#closed) return true;
    if (!(body.length > LARGE_UNITS ? this.#queueLarge(body) : this.#queueSmall(body))) return false;
    if (!this.#scheduled && !this.#writing) {
      this.#scheduled = true;
      queueMicrotask(this.#flush);
    }
    return true;
  }

  /**
   * Waits until the other end has read enough.
   *
   * @param bytes How much may still wait; 0 for nothing.
   * @returns Settles when no more than that waits, or when the other end is gone.
   */
  atMost(bytes: number): Promise<void> {
    if (this.#closed || this.queuedBytes <= bytes) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ atMost: bytes, resolve }));
  }

  /** Drops what is queued and writes nothing any more. */
  close(): void {
    this.#closed = true;
    this.#before = [];
    this.#filled = 0;
    this.#queuedBytes = 0;
    this.#wake();
  }

  #queueSmall(body: string): boolean {
    const start = this.#filled;
    const bodyStart = start + LENGTH_BYTES;
    this.#reserve(bodyStart + body.length, start);
    let { read, written } = encoder.encodeInto(body, this.#filling.subarray(bodyStart));
    while (read < body.length) {
      // Characters outside ASCII need up to three bytes a unit; the buffer doubles until they fit.
      this.#reserve(bodyStart + written + 2 * (body.length - read) + LENGTH_BYTES, bodyStart + written);
      const rest = encoder.encodeInto(body.slice(read), this.#filling.subarray(bodyStart + written));
      read += rest.read;
      written += rest.written;
    }
    if (written > this.#maxFrameBytes) return false;
    this.#writeLength(written);
    this.#filled += written;
    this.#queuedBytes += LENGTH_BYTES + written;
    return true;
  }

  #queueLarge(text: string): boolean {
    let bytes = 0;
    for (const piece of piecesOf(text)) bytes += encoder.encodeInto(piece, scratch).written;
    if (bytes > this.#maxFrameBytes) return false;
    this.#reserve(this.#filled + LENGTH_BYTES, this.#filled);
    this.#writeLength(bytes);
    this.#before.push(this.#filling.subarray(0, this.#filled), { text });
    this.#filling = new Uint8Array(INITIAL_BYTES);
    this.#filled = 0;
    this.#queuedBytes += LENGTH_BYTES + bytes;
    return true;
  }

  /** Puts a length prefix behind what is filled. */
  #writeLength(bytes: number): void {
    for (let byte = 0; byte < LENGTH_BYTES; byte++) this.#filling[this.#filled++] = bytes >>> (8 * byte);
  }

  /** Makes the buffer hold at least `bytes`, of which the first `kept` are kept. */
  #reserve(bytes: number, kept: number): void {
    if (bytes <= this.#filling.length) return;
    let length = this.#filling.length * 2;
    while (length < bytes) length *= 2;
    const larger = new Uint8Array(length);
    larger.set(this.#filling.subarray(0, kept));
    this.#filling = larger;
  }

  readonly #flush = async (): Promise<void> => {
    this.#scheduled = false;
    this.#writing = true;
    try {
      while (this.#before.length > 0 || this.#filled > 0) {
        const item = this.#before.shift();
        if (item === undefined) await this.#writeFilled();
        else if ("text" in item) await this.#writeLarge(item);
        else await this.#writeAll(item);
      }
    } catch (error) {
      const first = !this.#closed;
      this.close();
      if (first) this.#onClosed(error);
    }
    this.#writing = false;
  };

  /** Writes what is filled, while the spare buffer is filled. */
  async #writeFilled(): Promise<void> {
    const buffer = this.#filling;
    const bytes = buffer.subarray(0, this.#filled);
    this.#filling = this.#spare ?? new Uint8Array(INITIAL_BYTES);
    this.#filled = 0;
    this.#spare = undefined;
    await this.#writeAll(bytes);
    this.#spare = buffer.length > KEPT_BYTES ? new Uint8Array(INITIAL_BYTES) : buffer;
  }

  async #writeLarge(body: LargeBody): Promise<void> {
    const buffer = new Uint8Array(INITIAL_BYTES);
    for (const piece of piecesOf(body.text)) {
      await this.#writeAll(buffer.subarray(0, encoder.encodeInto(piece, buffer).written));
      if (this.#closed) return;
    }
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      // stdout is line-buffered: a byte 0x0A in a length prefix makes for a short count.
      const count = await this.#sink.write(bytes.subarray(at));
      if (count === 0) throw new Error("the pipe takes nothing");
      at += count;
      // Closed meanwhile: nothing is queued any more.
      if (this.#closed) return;
      this.#queuedBytes -= count;
      if (this.#waiting.length > 0) this.#wake();
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const waiter of waiting) {
      if (this.#closed || this.queuedBytes <= waiter.atMost) waiter.resolve();
      else this.#waiting.push(waiter);
    }
  }
}

/** Where pieces are encoded only to be counted. */
const scratch = new Uint8Array(INITIAL_BYTES);

/** A text in pieces that fit into a piece's bytes, no character cut. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + PIECE_UNITS, text.length);
    const last = text.charCodeAt(end - 1);
    // The first half of a surrogate pair goes with the second. JSON text has no half without the other.
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end--;
    yield text.slice(at, end);
    at = end;
  }
}

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

/** Each of the two buffers at the start, in bytes. */
const INITIAL_BYTES = 64 * 1024;
/** A buffer that has grown beyond this is given back once it is written. */
const KEPT_BYTES = 256 * 1024;

const encoder = new TextEncoder();

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
  /** Bytes of the write under way that are not written yet; undefined when there is none. */
  #writing: number | undefined;
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
    return this.#filled + (this.#writing ?? 0);
  }

  /** Bytes that the buffers hold at the moment, for tests of their growth. */
  get capacity(): number {
    return this.#filling.length + (this.#spare?.length ?? 0);
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
      if (written > this.#maxFrameBytes) return false;
    }
    if (written > this.#maxFrameBytes) return false;
    const filling = this.#filling;
    filling[start] = written;
    filling[start + 1] = written >>> 8;
    filling[start + 2] = written >>> 16;
    filling[start + 3] = written >>> 24;
    this.#filled = bodyStart + written;
    if (!this.#scheduled && this.#writing === undefined) {
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
    this.#filled = 0;
    this.#wake();
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
    try {
      while (this.#filled > 0) {
        const buffer = this.#filling;
        const length = this.#filled;
        this.#filling = this.#spare ?? new Uint8Array(INITIAL_BYTES);
        this.#filled = 0;
        this.#spare = undefined;
        this.#writing = length;
        for (let at = 0; at < length;) {
          // stdout is line-buffered: a byte 0x0A in a length prefix makes for a short count.
          const count = await this.#sink.write(buffer.subarray(at, length));
          if (count === 0) throw new Error("the pipe takes nothing");
          at += count;
          this.#writing = length - at;
          if (this.#waiting.length > 0) this.#wake();
        }
        this.#spare = buffer.length > KEPT_BYTES ? new Uint8Array(INITIAL_BYTES) : buffer;
      }
      this.#writing = undefined;
    } catch (error) {
      this.#writing = undefined;
      const first = !this.#closed;
      this.close();
      if (first) this.#onClosed(error);
    }
  };

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const waiter of waiting) {
      if (this.#closed || this.queuedBytes <= waiter.atMost) waiter.resolve();
      else this.#waiting.push(waiter);
    }
  }
}

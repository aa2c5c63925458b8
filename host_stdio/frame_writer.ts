/** Outgoing frames: a queue in front of a pipe that may be slow (protocol.md, "Frame" and "Flow control"). */

import { LENGTH_BYTES } from "../limits/wire.ts";
import { type Clock, within } from "./clock.ts";
import { collectGarbageOf } from "./garbage.ts";

/** A destination of bytes, such as `Deno.stdout`. */
export interface ByteSink {
  /**
   * Writes bytes.
   *
   * @param bytes The bytes. The caller reuses the buffer once the promise has settled.
   * @returns The number of bytes written, which may be fewer, but at least 1.
   */
  write(bytes: Uint8Array): Promise<number>;
  /**
   * Writes bytes synchronously, which saves two thread switches. It may block until the other end has read, so it is only
   * called with bytes that are certain to fit into the pipe. Optional.
   *
   * @param bytes The bytes.
   * @returns The number of bytes written, which may be fewer, but at least 1.
   */
  writeSync?(bytes: Uint8Array): number;
}

/** The initial size of each of the two buffers, in bytes. */
const INITIAL_BYTES = 64 * 1024;
/** The size in bytes above which a buffer is released after it is written. */
const KEPT_BYTES = 256 * 1024;
/** The length in UTF-16 code units above which a body is encoded in pieces while the other end reads. */
const LARGE_UNITS = 1024 * 1024;
/** The maximum number of UTF-8 bytes of a UTF-16 code unit. */
const BYTES_PER_UNIT = 3;
/** The size of a piece of a large body, in bytes. */
const PIECE_BYTES = 256 * 1024;

/** The number of bytes that every empty pipe on Linux accepts without blocking: PIPE_BUF. */
const PIPE_BYTES = 4096;

const NOTHING_TAKEN = "the pipe takes nothing";

const encoder = new TextEncoder();

/** A large body in the queue. It stays text, because encoding would double its memory. */
interface LargeBody {
  /** The parts of the text. Written ones become empty, which frees their memory. */
  readonly parts: string[];
  /** Their length in UTF-16 code units. */
  readonly units: number;
}

/**
 * Writes frames. Frames queued together are written together: one buffer is filled while the other is written. At most one
 * write is pending.
 */
export class FrameWriter {
  readonly #sink: ByteSink;
  readonly #maxFrameBytes: number;
  readonly #onClosed: (error: unknown) => void;
  #filling = new Uint8Array(INITIAL_BYTES);
  #filled = 0;
  #spare: Uint8Array<ArrayBuffer> | undefined = new Uint8Array(INITIAL_BYTES);
  /** The queue before the filling buffer: full buffers and large bodies. */
  #before: (Uint8Array<ArrayBuffer> | LargeBody)[] = [];
  /** Bytes that are not written yet. */
  #queuedBytes = 0;
  /** Bytes queued since the start. */
  #position = 0;
  /** How many of these bytes the other end has certainly read. */
  #knownRead = 0;
  #writing = false;
  #scheduled = false;
  #closed = false;
  #waiting: { readonly atMost: number; readonly resolve: () => void }[] = [];

  /**
   * @param maxFrameBytes The limit of a body, in bytes.
   * @param onClosed Called once with the error when the sink cannot be written. The writer is closed then.
   */
  constructor(sink: ByteSink, maxFrameBytes: number, onClosed: (error: unknown) => void) {
    this.#sink = sink;
    this.#maxFrameBytes = maxFrameBytes;
    this.#onClosed = onClosed;
  }

  /** Bytes that are not written yet. */
  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /** The bytes queued since the start: the output position after the last queued frame. */
  get position(): number {
    return this.#position;
  }

  /** The size of all buffers in bytes, for tests of their growth. */
  get capacity(): number {
    const before = this.#before.reduce(
      (sum, item) => sum + ("parts" in item ? 0 : item.buffer.byteLength),
      0,
    );
    return before + this.#filling.length + (this.#spare?.length ?? 0);
  }

  /**
   * Queues a frame. It is written in the next microtask, together with the frames queued until then.
   *
   * @param body JSON text, whole or in parts. The writer owns the list of parts.
   * @returns False if the body is over the limit and was not queued.
   */
  write(body: string | string[]): boolean {
    const units = typeof body === "string" ? body.length : body.reduce((sum, part) => sum + part.length, 0);
    // A UTF-16 code unit takes at least a byte.
    if (units > this.#maxFrameBytes) return false;
    if (this.#closed) return true;
    const queued = units > LARGE_UNITS
      ? this.#queueLarge(typeof body === "string" ? [body] : body, units)
      : this.#queueSmall(typeof body === "string" ? body : body.join(""));
    if (!queued) return false;
    if (!this.#scheduled && !this.#writing) {
      this.#scheduled = true;
      queueMicrotask(this.#flush);
    }
    return true;
  }

  /** Flushes immediately. */
  flush(): void {
    this.#flush();
  }

  /** Waits until at most this many bytes are queued, or the writer is closed. */
  atMost(bytes: number): Promise<void> {
    if (this.#closed || this.queuedBytes <= bytes) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ atMost: bytes, resolve }));
  }

  /**
   * Records that the other end has read up to an earlier {@linkcode FrameWriter.position}. The pipe holds at
   * most what was queued since, and synchronous writes are safe while that is little. Ignores a position that is not
   * written yet.
   */
  readUpTo(position: number): void {
    const written = this.#position - this.#queuedBytes;
    if (position > this.#knownRead && position <= written) this.#knownRead = position;
  }

  /** Drops the queue and ignores later frames. */
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
      // Characters outside ASCII take up to three bytes a unit. The buffer doubles until they fit.
      this.#reserve(bodyStart + written + 2 * (body.length - read) + LENGTH_BYTES, bodyStart + written);
      const rest = encoder.encodeInto(body.slice(read), this.#filling.subarray(bodyStart + written));
      read += rest.read;
      written += rest.written;
    }
    if (written > this.#maxFrameBytes) return false;
    this.#writeLength(written);
    this.#filled += written;
    this.#queued(LENGTH_BYTES + written);
    return true;
  }

  #queueLarge(parts: string[], units: number): boolean {
    // Encode it twice, first to count the bytes: that takes milliseconds and saves the memory of the encoded body.
    const scratch = new Uint8Array(PIECE_BYTES);
    let bytes = 0;
    for (const part of parts) {
      for (const length of encodedPieces(part, scratch)) bytes += length;
    }
    if (bytes > this.#maxFrameBytes) return false;
    this.#reserve(this.#filled + LENGTH_BYTES, this.#filled);
    this.#writeLength(bytes);
    this.#before.push(this.#filling.subarray(0, this.#filled), { parts, units });
    this.#filling = new Uint8Array(INITIAL_BYTES);
    this.#filled = 0;
    this.#queued(LENGTH_BYTES + bytes);
    return true;
  }

  #queued(bytes: number): void {
    this.#queuedBytes += bytes;
    this.#position += bytes;
  }

  /** Appends a length prefix. */
  #writeLength(bytes: number): void {
    for (let byte = 0; byte < LENGTH_BYTES; byte++) this.#filling[this.#filled++] = bytes >>> (8 * byte);
  }

  /** Grows the filling buffer to at least `bytes` and keeps its first `kept` bytes. */
  #reserve(bytes: number, kept: number): void {
    if (bytes <= this.#filling.length) return;
    let length = this.#filling.length * 2;
    while (length < bytes) length *= 2;
    const larger = new Uint8Array(length);
    larger.set(this.#filling.subarray(0, kept));
    this.#filling = larger;
  }

  readonly #flush = (): void => {
    if (!this.#scheduled) return;
    this.#scheduled = false;
    if (!this.#writeNow()) void this.#writeQueued();
  };

  async #writeQueued(): Promise<void> {
    this.#writing = true;
    try {
      while (this.#before.length > 0 || this.#filled > 0) {
        const item = this.#before.shift();
        if (item === undefined) await this.#writeFilled();
        else if ("parts" in item) await this.#writeLarge(item);
        else await this.#writeAll(item);
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#writing = false;
  }

  /**
   * Writes the filling buffer synchronously, if it fits into the pipe together with everything that the pipe may hold. The
   * queue before it is empty then, because a large body never fits.
   */
  #writeNow(): boolean {
    const sink = this.#sink;
    if (!sink.writeSync || this.#position - this.#knownRead > PIPE_BYTES) return false;
    const bytes = this.#filling.subarray(0, this.#filled);
    try {
      for (let at = 0; at < bytes.length;) {
        const count = sink.writeSync(bytes.subarray(at));
        if (count === 0) throw new Error(NOTHING_TAKEN);
        at += count;
      }
    } catch (error) {
      this.#fail(error);
      return true;
    }
    this.#queuedBytes -= this.#filled;
    this.#filled = 0;
    if (this.#filling.length > KEPT_BYTES) this.#filling = new Uint8Array(INITIAL_BYTES);
    if (this.#waiting.length > 0) this.#wake();
    return true;
  }

  #fail(error: unknown): void {
    const first = !this.#closed;
    this.close();
    if (first) this.#onClosed(error);
  }

  /** Writes the filling buffer while the spare one is filled. */
  async #writeFilled(): Promise<void> {
    const buffer = this.#filling;
    const bytes = buffer.subarray(0, this.#filled);
    this.#filling = this.#spare ?? new Uint8Array(INITIAL_BYTES);
    this.#filled = 0;
    this.#spare = undefined;
    await this.#writeAll(bytes);
    this.#spare = buffer.length > KEPT_BYTES ? new Uint8Array(INITIAL_BYTES) : buffer;
  }

  async #writeLarge({ parts, units }: LargeBody): Promise<void> {
    const buffer = new Uint8Array(PIECE_BYTES);
    let filled = 0;
    for (const [index, part] of parts.entries()) {
      // Shifting it out would move all later parts, which takes minutes for a million parts.
      parts[index] = "";
      const most = part.length * BYTES_PER_UNIT;
      if (most > buffer.length - filled) {
        await this.#writeAll(buffer.subarray(0, filled));
        if (this.#closed) return;
        filled = 0;
      }
      // Small parts are written together, because each write is a thread switch.
      if (most <= buffer.length) filled += encoder.encodeInto(part, buffer.subarray(filled)).written;
      else {
        for (const length of encodedPieces(part, buffer)) {
          await this.#writeAll(buffer.subarray(0, length));
          if (this.#closed) return;
        }
      }
    }
    await this.#writeAll(buffer.subarray(0, filled));
    collectGarbageOf(units);
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      // stdout is line-buffered: a byte 0x0A in a length prefix causes a short count.
      const count = await this.#sink.write(bytes.subarray(at));
      if (count === 0) throw new Error(NOTHING_TAKEN);
      at += count;
      // close() has dropped the queue.
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

/**
 * Encodes a text in pieces into a buffer, without splitting a character, and yields the number of bytes of each. The text
 * has no lone surrogates, because JSON text has none.
 */
function* encodedPieces(text: string, buffer: Uint8Array): Generator<number> {
  for (let at = 0; at < text.length;) {
    // Without the slice, the engine would read the whole rest each time.
    const end = at + buffer.length;
    const last = text.charCodeAt(end - 1);
    const cutsPair = end < text.length && last >= 0xd800 && last < 0xdc00;
    const { read, written } = encoder.encodeInto(text.slice(at, cutsPair ? end - 1 : end), buffer);
    yield written;
    at += read;
  }
}

/** How long the player may read nothing at the end before the rest of the output is dropped, in milliseconds. */
const UNREAD_MS = 5000;

/**
 * Waits until the output is written, as long as the player reads.
 *
 * @returns The bytes that the player has not read.
 */
export async function drain(frames: FrameWriter, clock: Clock): Promise<number> {
  for (let left = frames.queuedBytes; left > 0; left = frames.queuedBytes) {
    await within(clock, UNREAD_MS, frames.atMost(left - 1));
    if (frames.queuedBytes >= left) return left;
  }
  return 0;
}

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
  /**
   * The same at once, for a sink that has it: two changes of thread are spared. It may wait until the other end has read,
   * and everything else with it, so it is only called when what it is given fits in any pipe.
   *
   * @param bytes What to write.
   * @returns How many were written, which may be fewer.
   */
  writeSync?(bytes: Uint8Array): number;
}

/** Each of the two buffers at the start, in bytes. */
const INITIAL_BYTES = 64 * 1024;
/** A buffer that has grown beyond this is given back once it is written. */
const KEPT_BYTES = 256 * 1024;
/** A body of more UTF-16 units than this is encoded piece by piece as the other end reads, not as a whole before. */
const LARGE_UNITS = 1024 * 1024;
/** The most bytes that a UTF-16 unit takes in UTF-8; the two of a pair take four. */
const BYTES_PER_UNIT = 3;
/** How much of a large body is encoded for one write, in bytes. */
const PIECE_BYTES = 256 * 1024;

/** What an empty pipe takes without anybody reading, whatever its size: PIPE_BUF of Linux, in bytes. */
const PIPE_BYTES = 4096;

const NOTHING_TAKEN = "the pipe takes nothing";

const encoder = new TextEncoder();

/** A large body that waits, still as text: encoded it would take as much memory again. */
interface LargeBody {
  /** Its text in parts; those that are written become empty, so that their memory comes free. */
  readonly parts: string[];
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
  /** Bytes queued since the beginning. */
  #position = 0;
  /** How many of those the other end is known to have read. */
  #knownRead = 0;
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

  /** Bytes queued since the beginning: where the last frame ends. */
  get position(): number {
    return this.#position;
  }

  /** Bytes that the buffers hold at the moment, for tests of their growth. */
  get capacity(): number {
    const before = this.#before.reduce(
      (sum, item) => sum + ("parts" in item ? 0 : item.buffer.byteLength),
      0,
    );
    return before + this.#filling.length + (this.#spare?.length ?? 0);
  }

  /**
   * Queues one frame. It leaves as soon as what runs now is done, together with whatever else comes until then.
   *
   * @param body The body, JSON text, as a whole or in the parts that it was made in, which are the writer's from now on.
   * @returns False when the body is over the limit: then nothing was queued.
   */
  write(body: string | string[]): boolean {
    const units = typeof body === "string" ? body.length : body.reduce((sum, part) => sum + part.length, 0);
    // A UTF-16 unit never needs less than a byte.
    if (units > this.#maxFrameBytes) return false;
    if (this.#closed) return true;
    const queued = units > LARGE_UNITS
      ? this.#queueLarge(typeof body === "string" ? [body] : body)
      : this.#queueSmall(typeof body === "string" ? body : body.join(""));
    if (!queued) return false;
    if (!this.#scheduled && !this.#writing) {
      this.#scheduled = true;
      queueMicrotask(this.#flush);
    }
    return true;
  }

  /** Has what is queued leave now, and not only when what runs now is done. */
  flush(): void {
    this.#flush();
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

  /**
   * The other end has shown that it has read so far, by what it says: then no more lies in the pipe than was queued since,
   * and while that is little, it is written at once.
   *
   * @param position A {@linkcode FrameWriter.position} of before. One that is not written yet is a guess and ignored.
   */
  readUpTo(position: number): void {
    const written = this.#position - this.#queuedBytes;
    if (position > this.#knownRead && position <= written) this.#knownRead = position;
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
    this.#queued(LENGTH_BYTES + written);
    return true;
  }

  #queueLarge(parts: string[]): boolean {
    // Encoded twice, first only to be counted: that takes milliseconds, and as much memory again is not held.
    const scratch = new Uint8Array(PIECE_BYTES);
    let bytes = 0;
    for (const part of parts) {
      for (const length of encodedPieces(part, scratch)) bytes += length;
    }
    if (bytes > this.#maxFrameBytes) return false;
    this.#reserve(this.#filled + LENGTH_BYTES, this.#filled);
    this.#writeLength(bytes);
    this.#before.push(this.#filling.subarray(0, this.#filled), { parts });
    this.#filling = new Uint8Array(INITIAL_BYTES);
    this.#filled = 0;
    this.#queued(LENGTH_BYTES + bytes);
    return true;
  }

  #queued(bytes: number): void {
    this.#queuedBytes += bytes;
    this.#position += bytes;
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
   * Writes what is filled at once, if it fits in the pipe together with all that may still lie there. (A large body never
   * does, so there is nothing before what is filled.)
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

  async #writeLarge({ parts }: LargeBody): Promise<void> {
    const buffer = new Uint8Array(PIECE_BYTES);
    let filled = 0;
    for (const [index, part] of parts.entries()) {
      // To shift it out would move all that follow, which takes minutes for a million parts.
      parts[index] = "";
      const most = part.length * BYTES_PER_UNIT;
      if (most > buffer.length - filled) {
        await this.#writeAll(buffer.subarray(0, filled));
        if (this.#closed) return;
        filled = 0;
      }
      // Small parts leave together: a write is a change of thread.
      if (most <= buffer.length) filled += encoder.encodeInto(part, buffer.subarray(filled)).written;
      else {
        for (const length of encodedPieces(part, buffer)) {
          await this.#writeAll(buffer.subarray(0, length));
          if (this.#closed) return;
        }
      }
    }
    await this.#writeAll(buffer.subarray(0, filled));
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      // stdout is line-buffered: a byte 0x0A in a length prefix makes for a short count.
      const count = await this.#sink.write(bytes.subarray(at));
      if (count === 0) throw new Error(NOTHING_TAKEN);
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

/**
 * Encodes a text piece by piece into a buffer, no character cut; yields how many bytes of it are filled. No half of a
 * surrogate pair begins or ends a text: JSON text has none without the other.
 */
function* encodedPieces(text: string, buffer: Uint8Array): Generator<number> {
  for (let at = 0; at < text.length;) {
    // A slice keeps the engine from looking at the whole rest each time.
    const end = at + buffer.length;
    const last = text.charCodeAt(end - 1);
    const cutsPair = end < text.length && last >= 0xd800 && last < 0xdc00;
    const { read, written } = encoder.encodeInto(text.slice(at, cutsPair ? end - 1 : end), buffer);
    yield written;
    at += read;
  }
}

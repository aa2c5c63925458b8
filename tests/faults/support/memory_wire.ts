/** A pipe in memory that splits and joins bytes at random, and often accepts only some of them. */

import type { ByteSource } from "../../../host_stdio/frame_decoder.ts";
import type { ByteSink } from "../../../host_stdio/frame_writer.ts";
import { FrameCutter } from "../../../tools/support/frames.ts";
import type { SeededRandom } from "../../../tools/support/random.ts";

/** The player's end of a pipe; a connection uses it as source and sink. */
export class MemoryWire implements ByteSource, ByteSink {
  readonly #random: SeededRandom;
  readonly #onBody: (body: string) => void;
  readonly #cutter = new FrameCutter();
  #pieces: Uint8Array[] = [];
  #inputEnded = false;
  #arrived: (() => void) | undefined;
  #failure: Error | undefined;
  #held: PromiseWithResolvers<void> | undefined;

  /** @param onBody Receives each body that the bridge writes. */
  constructor(random: SeededRandom, onBody: (body: string) => void) {
    this.#random = random;
    this.#onBody = onBody;
  }

  /** Sends bytes to the bridge. */
  send(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.#wake();
  }

  /** Whether the bridge has read everything. */
  get isDrained(): boolean {
    return this.#pieces.length === 0;
  }

  endInput(): void {
    this.#inputEnded = true;
    this.#wake();
  }

  /** Closes the output of the bridge. */
  closeOutput(): void {
    this.#failure = new Deno.errors.BrokenPipe("Broken pipe (os error 32)");
    this.release();
  }

  /** Stops reading until {@linkcode MemoryWire.release}. */
  hold(): void {
    this.#held ??= Promise.withResolvers<void>();
  }

  /** Resumes reading. */
  release(): void {
    this.#held?.resolve();
    this.#held = undefined;
  }

  async read(buffer: Uint8Array): Promise<number | null> {
    while (this.#pieces.length === 0) {
      if (this.#inputEnded) return null;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#arrived = resolve;
      await promise;
    }
    const most = this.#random.happens(0.8) ? buffer.length : 1 + this.#random.below(40);
    let filled = 0;
    while (filled < Math.min(most, buffer.length)) {
      const piece = this.#pieces[0];
      if (!piece) break;
      const part = piece.subarray(0, Math.min(most, buffer.length) - filled);
      buffer.set(part, filled);
      filled += part.length;
      if (part.length === piece.length) this.#pieces.shift();
      else this.#pieces[0] = piece.subarray(part.length);
    }
    return filled;
  }

  async write(bytes: Uint8Array): Promise<number> {
    await this.#held?.promise;
    if (this.#failure) throw this.#failure;
    const count = this.#random.happens(0.8) ? bytes.length : 1 + this.#random.below(bytes.length);
    for (const body of this.#cutter.texts(bytes.subarray(0, count))) this.#onBody(body);
    return count;
  }

  #wake(): void {
    this.#arrived?.();
    this.#arrived = undefined;
  }
}

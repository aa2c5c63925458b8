/**
 * A pipe in memory on which bytes arrive split and joined at random, and which takes only a part of what it is given.
 *
 * @module
 */

import type { ByteSource } from "../../host_stdio/frame_decoder.ts";
import type { ByteSink } from "../../host_stdio/frame_writer.ts";
import { FrameCutter } from "../../tools/support/frames.ts";
import type { SeededRandom } from "../../tools/support/random.ts";

/** The player's side of a pipe in memory; its two halves are what a connection is made with. */
export class MemoryWire implements ByteSource, ByteSink {
  readonly #chance: SeededRandom;
  readonly #onBody: (body: string) => void;
  readonly #cutter = new FrameCutter();
  #pieces: Uint8Array[] = [];
  #inputEnded = false;
  #arrived: (() => void) | undefined;
  #failure: Error | undefined;
  #held: Promise<void> | undefined;
  #release: (() => void) | undefined;

  /**
   * @param chance What chooses where bytes are split.
   * @param onBody Takes each body that the bridge writes.
   */
  constructor(chance: SeededRandom, onBody: (body: string) => void) {
    this.#chance = chance;
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

  /** Tells the bridge that nothing more comes. */
  endInput(): void {
    this.#inputEnded = true;
    this.#wake();
  }

  /** Closes the bridge's output, as a player that has gone. */
  closeOutput(): void {
    this.#failure = new Deno.errors.BrokenPipe("Broken pipe (os error 32)");
    this.release();
  }

  /** Takes nothing more until {@linkcode MemoryWire.release}: a player that does not read. */
  hold(): void {
    if (this.#held) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    this.#release = resolve;
  }

  /** Reads on. */
  release(): void {
    this.#held = undefined;
    this.#release?.();
  }

  async read(buffer: Uint8Array): Promise<number | null> {
    while (this.#pieces.length === 0) {
      if (this.#inputEnded) return null;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#arrived = resolve;
      await promise;
    }
    const most = this.#chance.happens(0.8) ? buffer.length : 1 + this.#chance.below(40);
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
    if (this.#held) await this.#held;
    if (this.#failure) throw this.#failure;
    const count = this.#chance.happens(0.8) ? bytes.length : 1 + this.#chance.below(bytes.length);
    for (const body of this.#cutter.texts(bytes.subarray(0, count))) this.#onBody(body);
    return count;
  }

  #wake(): void {
    this.#arrived?.();
    this.#arrived = undefined;
  }
}

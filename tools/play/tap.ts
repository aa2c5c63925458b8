/**
 * Listens to the pipes of a bridge process.
 *
 * @module
 */

import type { ChildProcess } from "../../client/child_process.ts";
import { type CaptureBuffer, PIECE_BYTES, type Speaker } from "../fixtures/capture.ts";

/** Who listens. */
export interface Listener {
  /**
   * Hears a piece before it is passed on.
   *
   * @param from Whose it is.
   * @param piece The bytes, good until it returns.
   */
  hear(from: Speaker, piece: Uint8Array): void;
  /** The player has ended the bridge's input. */
  inputEnded(): void;
}

/**
 * Puts a listener between a bridge and whoever uses it.
 *
 * @param child The bridge's process.
 * @param listener Who listens.
 * @returns The process as it is to be used.
 */
export function tapped(child: ChildProcess, listener: Listener): ChildProcess {
  const writer = child.stdin.getWriter();
  // Told by the write that fails; a writer's promise that nobody looks at would end this process.
  writer.closed.catch(() => {});
  const stdin = new WritableStream<Uint8Array>({
    write(piece) {
      listener.hear("player", piece);
      return writer.write(piece);
    },
    close() {
      listener.inputEnded();
      return writer.close();
    },
    abort: (reason) => writer.abort(reason),
  });
  const stdout = child.stdout.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        listener.hear("bridge", piece);
        controller.enqueue(piece);
      },
    }),
  );
  return { ...child, stdin, stdout };
}

/**
 * Keeps bytes on a tape, however many they are.
 *
 * @param tape The tape.
 * @param bytes The bytes.
 */
export function keepOn(tape: CaptureBuffer, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    tape.space().set(piece);
    tape.keep(piece.length);
  }
}

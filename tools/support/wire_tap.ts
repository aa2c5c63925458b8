/** Listens to the pipes of a bridge process. */

import type { ChildProcess } from "../../client/child_process.ts";

/** One end of the pipes. */
export type Side = "player" | "bridge";

/** Hears what crosses the pipes. */
export interface WireListener {
  /** Hears bytes before they are passed on. They are valid until it returns. */
  hear(from: Side, bytes: Uint8Array): void;
  /** The player has closed the bridge's stdin. */
  inputEnded?(): void;
}

/** Puts a listener between a bridge and its player: the player uses the process that is returned. */
export function tapped(child: ChildProcess, listener: WireListener): ChildProcess {
  const writer = child.stdin.getWriter();
  // The write that fails reports it; an unhandled rejection would end this process.
  writer.closed.catch(() => {});
  const stdin = new WritableStream<Uint8Array>({
    write(bytes) {
      listener.hear("player", bytes);
      return writer.write(bytes);
    },
    close() {
      listener.inputEnded?.();
      return writer.close();
    },
    abort: (reason) => writer.abort(reason),
  });
  const stdout = child.stdout.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        listener.hear("bridge", bytes);
        controller.enqueue(bytes);
      },
    }),
  );
  const { pid, stderr, status } = child;
  return { pid, stdin, stdout, stderr, status, kill: (signal) => child.kill(signal) };
}

/** A bridge process with a listener on its pipes. */

import { type ChildProcess, startChild } from "../../clients/typescript/child_process.ts";
import { bridgeArguments, SpawnedBridge, type SpawnOptions } from "../../clients/typescript/spawn_bridge.ts";

/** One end of the pipes. */
export type Speaker = "player" | "bridge";

/** Receives the bytes on the pipes. */
export interface WireListener {
  /** Called with bytes before they are passed on. They are valid until it returns. */
  hear(from: Speaker, bytes: Uint8Array): void;
  /** The player has closed the bridge's stdin. */
  inputEnded?(): void;
}

/** Settings of a tapped bridge. */
export interface TapOptions
  extends Pick<SpawnOptions, "directory" | "actions" | "observer" | "settings" | "onDiagnostic"> {
  /** Flags of the bridge. */
  readonly flags?: readonly string[];
}

/** Starts the bridge of the tree under its sandbox. */
export function tappedBridge(
  { directory, flags = [], ...options }: TapOptions,
  listener: WireListener,
): SpawnedBridge {
  const child = startChild({ program: Deno.execPath(), args: bridgeArguments(flags), directory });
  return new SpawnedBridge({ ...child, ...tapped(child, listener) }, options);
}

/** Returns the pipes of a process with a listener on them. */
export function tapped(
  child: Pick<ChildProcess, "stdin" | "stdout">,
  listener: WireListener,
): Pick<ChildProcess, "stdin" | "stdout"> {
  const writer = child.stdin.getWriter();
  // A failed write reports the error itself. Here an unhandled rejection would end this process.
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
  return { stdin, stdout };
}

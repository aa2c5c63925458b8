/**
 * A bridge process of which every byte, either way, is shown to somebody.
 *
 * @module
 */

import type { ChildProcess } from "../client/child_process.ts";
import { startChild } from "../client/child_process.ts";
import { bridgeArguments, SpawnedBridge, type SpawnOptions } from "../client/spawn_bridge.ts";
import type { Speaker } from "./wire_log.ts";

/**
 * Starts a bridge process under its sandbox.
 *
 * @param options As for `spawnBridge`.
 * @param hear Is shown the bytes before they are passed on.
 * @returns The bridge.
 */
export function tappedBridge(
  options: Pick<SpawnOptions, "directory" | "actions" | "onDiagnostic">,
  hear: (from: Speaker, bytes: Uint8Array) => void,
): SpawnedBridge {
  const { directory } = options;
  const child = startChild({ program: Deno.execPath(), args: bridgeArguments(), directory });
  return new SpawnedBridge(tapped(child, hear), options);
}

function tapped(child: ChildProcess, hear: (from: Speaker, bytes: Uint8Array) => void): ChildProcess {
  const tap = (from: Speaker) =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        hear(from, bytes);
        controller.enqueue(bytes);
      },
    });
  const input = tap("player");
  const gone = new AbortController();
  input.readable.pipeTo(child.stdin, { signal: gone.signal }).catch(() => {
    // The bridge has gone: whoever writes is told by the writable end, which is errored then.
  });
  void child.status.then(() => gone.abort());
  const { pid, stderr, status } = child;
  return {
    pid,
    stderr,
    status,
    stdin: input.writable,
    stdout: child.stdout.pipeThrough(tap("bridge")),
    kill: (signal) => child.kill(signal),
  };
}

/**
 * A player process that replays a recorded exchange up to some byte and then kills itself with SIGKILL, so that nothing
 * is closed, flushed or said. Run with one argument, {@linkcode Doom} as JSON. Prints the bridge's process id.
 *
 * @module
 */

import { bridgeArguments } from "../../client/spawn_bridge.ts";
import { FrameDecoder } from "../../host_stdio/frame_decoder.ts";
import { bodiesIn } from "./recorded_exchange.ts";

/** What a doomed player does. */
export interface Doom {
  /** The bridge's working directory. */
  readonly directory: string;
  /** What it sends; bytes in Base64. */
  readonly steps: readonly { readonly after: number; readonly bytes: string }[];
  /** The step at which it dies. */
  readonly step: number;
  /** How many bytes of that step it still sends. */
  readonly bytes: number;
}

if (import.meta.main) await play(JSON.parse(Deno.args[0] ?? "{}"));

async function play({ directory, steps, step: last, bytes: lastBytes }: Doom): Promise<void> {
  const bridge = new Deno.Command(Deno.execPath(), {
    args: bridgeArguments(),
    cwd: directory,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  Deno.stdout.writeSync(new TextEncoder().encode(`${bridge.pid}\n`));
  const reader = bridge.stdout.getReader();
  const writer = bridge.stdin.getWriter();
  const decoder = new FrameDecoder(2 ** 26);
  let bodies = 0;
  for (const [index, { after, bytes: text }] of steps.entries()) {
    while (bodies < after) {
      const { value, done } = await reader.read();
      if (done) throw new Error("the bridge has gone first");
      bodies += bodiesIn(decoder, value);
    }
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    await writer.write(index === last ? bytes.subarray(0, lastBytes) : bytes);
    if (index === last) break;
  }
  Deno.kill(Deno.pid, "SIGKILL");
}

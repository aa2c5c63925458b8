/** A player that kills itself in the middle of an exchange: a process of its own. */

import { FrameCutter } from "../../../tools/support/frames.ts";
import { startBridge } from "../../../tools/support/process.ts";

/** What the player process does. */
export interface Order {
  readonly directory: string;
  readonly steps: readonly { readonly afterBodies: number; readonly bytes: readonly number[] }[];
}

/** Prints the bridge's process id, sends the steps, and kills its own process so that nothing is closed or flushed. */
async function play({ directory, steps }: Order): Promise<void> {
  const bridge = startBridge(directory);
  Deno.stdout.writeSync(new TextEncoder().encode(`${bridge.pid}`));
  const reader = bridge.stdout.getReader();
  const writer = bridge.stdin.getWriter();
  const cutter = new FrameCutter();
  let bodies = 0;
  for (const { afterBodies, bytes } of steps) {
    while (bodies < afterBodies) {
      const { value, done } = await reader.read();
      if (done) throw new Error("the bridge has exited first");
      bodies += [...cutter.texts(value)].length;
    }
    await writer.write(Uint8Array.from(bytes));
  }
  Deno.kill(Deno.pid, "SIGKILL");
}

if (import.meta.main) await play(JSON.parse(Deno.args[0] ?? ""));

/**
 * An exchange recorded from a real bridge: what a player has sent, byte by byte, and what it had read before.
 *
 * @module
 */

import { BridgeClient } from "../../client/bridge_client.ts";
import { bridgeArguments } from "../../client/spawn_bridge.ts";
import { sinkOf, sourceOf } from "../../client/streams.ts";
import { FrameDecoder } from "../../host_stdio/frame_decoder.ts";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { ManualClock } from "../../tools/fixtures/manual_clock.ts";

/** One step of the player. */
export interface RecordedStep {
  /** How many bodies of the bridge the player had read before. */
  readonly after: number;
  /** The bytes that it sent then. */
  readonly bytes: Uint8Array;
}

/** A line that a log operation of the exchange has written. */
export interface RecordedLine {
  readonly file: string;
  readonly line: string;
  /** How many bodies the player had read when it knew that the line is written. */
  readonly answeredAfter: number;
}

/** A recorded exchange. */
export interface RecordedExchange {
  readonly steps: readonly RecordedStep[];
  /** In the order in which they were written. */
  readonly lines: readonly RecordedLine[];
}

const MAX_BODY = 2 ** 26;
const stream = "https://radio.example/a.mp3";

/** The calls of the panel, each once the one before is answered; a text is a line to log. */
const script: readonly (string | readonly [method: string, params: object])[] = [
  "first line",
  ["clipboard.write", { text: "x" }],
  ["menu.show", { items: [{ id: "a", label: "A" }] }],
  "second line",
  ["jitQueue.playNow", { trackId: "t1", url: stream }],
  ["jitQueue.enqueueNext", { trackId: "t2", url: stream }],
  "a line with é and 😀",
  ["queue.add", { playlist: 0, tracks: [0, 1] }],
  ["queue.moveToTop", { index: 1 }],
  ["menu.close", {}],
  ["log.read", {}],
  ["selection.get", {}],
  "last line",
  ["jitQueue.stop", {}],
];

/**
 * Records an exchange.
 *
 * @param directory The bridge's working directory.
 * @returns The exchange.
 */
export async function recordExchange(directory: string): Promise<RecordedExchange> {
  const process = new Deno.Command(Deno.execPath(), {
    args: bridgeArguments(),
    cwd: directory,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const player = new ReferencePlayer({ clock: new ManualClock() });
  const steps: RecordedStep[] = [];
  const lines: RecordedLine[] = [];
  const source = sourceOf(process.stdout);
  const sink = sinkOf(process.stdin);
  const counter = new FrameDecoder(MAX_BODY);
  let bodies = 0;
  const client = new BridgeClient({
    source: {
      async read(buffer) {
        const count = await source.read(buffer);
        if (count === null) return null;
        bodies += bodiesIn(counter, buffer.subarray(0, count));
        return count;
      },
    },
    sink: {
      write(bytes) {
        steps.push({ after: bodies, bytes: bytes.slice() });
        return sink.write(bytes);
      },
      end: () => sink.end(),
    },
    actions: player.actions,
  });
  player.onSignal((signal) => client.signal(signal));
  for (const step of script) {
    if (typeof step === "string") {
      const file = "webview_ui.log";
      await client.invoke("log.write", { message: step, file, timestamp: false }, { panel: "p1" });
      lines.push({ file, line: `[INFO] ${step}`, answeredAfter: bodies });
    } else {
      await client.invoke(...step, { panel: "p1" });
    }
  }
  await client.close();
  await process.status;
  player.close();
  return { steps, lines };
}

/**
 * Counts the bodies that end in some bytes.
 *
 * @param decoder What has taken the bytes before.
 * @param bytes The bytes.
 * @returns How many bodies are whole now.
 */
export function bodiesIn(decoder: FrameDecoder, bytes: Uint8Array): number {
  let bodies = 0;
  for (let at = 0; at < bytes.length;) {
    const space = decoder.space();
    const part = bytes.subarray(at, at + space.length);
    space.set(part);
    decoder.filled(part.length);
    at += part.length;
    while (decoder.next()) bodies++;
  }
  return bodies;
}

/**
 * A stage of which the bridge answers what it likes.
 *
 * @module
 */

import { BridgeClient } from "../../../client/bridge_client.ts";
import { memoryPipe } from "../../../client/streams.ts";
import { FrameDecoder } from "../../../host_stdio/frame_decoder.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { Stage } from "../../../tools/demo/stage.ts";
import { Transcript } from "../../../tools/demo/transcript.ts";
import { FakeClock } from "../../support/fake_clock.ts";
import { frameOf } from "../../../tools/support/frames.ts";

/** What a bridge that cannot be trusted answers to a call: messages in which `id` is that of the call. */
export type Answers = (method: string) => readonly Record<string, unknown>[];

/** For tests in which something does not come, in milliseconds. */
export const IMPATIENT = 300;

/** Plays on a stage of which the bridge answers what it likes, and tells what has failed. */
export async function onStage(
  answers: Answers,
  play: (stage: Stage, lines: string[], transcript: Transcript) => Promise<void>,
  patience?: number,
): Promise<string[]> {
  const toBridge = memoryPipe();
  const toPlayer = memoryPipe();
  const lines: string[] = [];
  const clock = new FakeClock();
  const transcript = new Transcript((line) => lines.push(line), 100);
  const stage = new Stage({
    player: new ReferencePlayer({ clock }),
    clock,
    profile: "/nonexistent",
    transcript,
    ...(patience !== undefined && { patience }),
  });
  const client = new BridgeClient({
    source: toPlayer.source,
    sink: toBridge.sink,
    actions: stage.player.actions,
    observer: stage.observer,
  });
  stage.client = client;
  const served = (async () => {
    const decoder = new FrameDecoder(1 << 20);
    for (let count; (count = await toBridge.source.read(decoder.space())) !== null;) {
      decoder.filled(count);
      for (let frame = decoder.next(); frame; frame = decoder.next()) {
        if (frame.kind !== "body") continue;
        const { id, method } = JSON.parse(frame.text);
        if (method === undefined) continue;
        const messages = method === "test.ping"
          ? [{ result: { pong: true, timestamp: 1 } }]
          : answers(method);
        for (const message of messages) {
          await toPlayer.sink.write(
            frameOf({ jsonrpc: "2.0", ...("method" in message ? {} : { id }), ...message }),
          );
        }
      }
    }
    await toPlayer.sink.end();
  })();
  await play(stage, lines, transcript);
  await client.close();
  await served;
  stage.player.close();
  return stage.failures;
}

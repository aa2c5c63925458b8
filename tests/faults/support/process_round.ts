/** One round of fuzzing against a bridge process. */

import { SeededRandom } from "../../../tools/support/random.ts";
import { waitFor } from "../../support/deadline.ts";
import { BridgeChild } from "./bridge_child.ts";
import { Conversation } from "./conversation.ts";
import type { FuzzCounts, Round } from "./fuzz_round.ts";
import { hostile, unreliable } from "./random_player.ts";
import { ContractViolation } from "./response_tracker.ts";

const MAX_FRAME_BYTES = 64 * 1024;
/** Short, because some actions are never answered. */
const ACTION_TIMEOUT_MS = 100;
const DEFECT = /a defect of the bridge|Uncaught|panicked|fatal error/i;

/**
 * Runs a round.
 *
 * @throws {ContractViolation} When the bridge violates the protocol or exits.
 */
export async function processRound({ seed, frames }: Round, directory: string): Promise<FuzzCounts> {
  const random = new SeededRandom(seed);
  let failure: unknown;
  const child: BridgeChild = new BridgeChild({
    directory,
    flags: [`--max-frame-bytes=${MAX_FRAME_BYTES}`, `--action-timeout-ms=${ACTION_TIMEOUT_MS}`],
    onBody: (body) => {
      try {
        conversation.received(body);
      } catch (error) {
        // Thrown here, it would end the reading of the output.
        failure ??= error;
      }
    },
  });
  const conversation = new Conversation({
    random,
    replies: random.happens(0.6) ? unreliable : hostile,
    maxFrameBytes: MAX_FRAME_BYTES,
    send: (bytes) => void child.send(bytes),
  });
  const { tracker } = conversation;
  let exit: Deno.CommandStatus | undefined;
  void child.process.status.then((status) => exit = status);

  const settled = (what: string, isSettled: () => boolean): Promise<boolean> =>
    waitFor(() => `${what}; pending responses: ${tracker.describePending()}`, () => {
      if (failure !== undefined) throw failure;
      if (exit !== undefined) {
        throw new ContractViolation(`${what}: it has exited with ${exit.code}: ${child.stderr}`);
      }
      return isSettled();
    });

  try {
    conversation.registerPlugin();
    for (const frame of frames) {
      const own = new SeededRandom(frame);
      conversation.sendNext(own);
      if (own.happens(0.02)) conversation.sendLateReplies();
      // Wait for the bridge, so that unsent frames do not fill the memory of this process.
      if (child.unsent > 256 * 1024) await settled("it does not read", () => child.unsent < 64 * 1024);
      if (own.happens(0.02)) await settled("responses are pending", () => tracker.pending < 50);
    }
    conversation.sendLateReplies();
    await settled("responses are pending", () => child.unsent === 0 && tracker.pending === 0);
    void conversation.ask("test.ping");
    await settled("it does not answer test.ping", () => tracker.pending === 0);
    await child.end();
    if (failure !== undefined) throw failure;
    if (DEFECT.test(child.stderr)) throw new ContractViolation(`a defect on stderr: ${child.stderr}`);
  } finally {
    await child.dispose();
  }
  const { responses, actions, events, refusals } = tracker;
  return { rounds: 1, frames: conversation.frames, responses, actions, events, refusals };
}

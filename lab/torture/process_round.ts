/**
 * One round of fuzzing against a real bridge process.
 *
 * @module
 */

import { BridgeChild } from "./bridge_child.ts";
import { SeededRandom } from "../../tools/support/random.ts";
import { Conversation } from "./conversation.ts";
import { pluginRegistration } from "./corpus.ts";
import type { FuzzCounts } from "./fuzz_round.ts";
import { BrokenPromise } from "./ledger.ts";
import { hostileManners, moodyManners } from "./whimsical_player.ts";

const MAX_FRAME_BYTES = 64 * 1024;
/** Short, so that actions that are never answered do not make a round long. */
const ACTION_TIMEOUT_MS = 100;
/** How long a bridge may stay silent before it counts as hanging, in milliseconds. */
const PATIENCE_MS = 20_000;
/** What it may have said on stderr only if it has a defect. */
const DEFECT = /a defect of the bridge|Uncaught|panicked|fatal error/i;

/**
 * Plays a round.
 *
 * @param seed What the round comes from.
 * @param frames How many frames are sent, answers of the player not counted.
 * @param directory The bridge's working directory.
 * @returns What was done.
 * @throws {BrokenPromise} When the bridge does what it must not, or not what it must.
 */
export async function processRound(seed: number, frames: number, directory: string): Promise<FuzzCounts> {
  const chance = new SeededRandom(seed);
  let failure: unknown;
  const child: BridgeChild = new BridgeChild({
    directory,
    flags: [`--max-frame-bytes=${MAX_FRAME_BYTES}`, `--action-timeout-ms=${ACTION_TIMEOUT_MS}`],
    onBody: (body) => {
      try {
        conversation.received(body);
      } catch (error) {
        // Thrown on, it would end the reading.
        failure ??= error;
      }
    },
  });
  const conversation = new Conversation({
    chance,
    manners: chance.happens(0.6) ? moodyManners : hostileManners,
    maxFrameBytes: MAX_FRAME_BYTES,
    // What is not taken waits in memory, in order.
    send: (bytes) => void child.send(bytes),
  });
  const { ledger } = conversation;
  let exit: Deno.CommandStatus | undefined;
  void child.process.status.then((status) => exit = status);

  const settled = async (what: string, isSettled: () => boolean): Promise<void> => {
    let before = child.bodies;
    for (let silent = 0; !isSettled();) {
      if (failure !== undefined) throw failure;
      if (exit !== undefined) {
        throw new BrokenPromise(`${what}: it has ended with ${exit.code}: ${child.stderr}`);
      }
      if (silent > PATIENCE_MS) {
        throw new BrokenPromise(`${what}; unanswered: ${ledger.outstandingCalls.slice(0, 10).join(", ")}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
      silent = child.bodies === before ? silent + 5 : 0;
      before = child.bodies;
    }
  };

  try {
    conversation.send({
      jsonrpc: "2.0",
      id: "plugin",
      method: "bridge.registerPlugin",
      params: pluginRegistration,
    });
    for (let sent = 0; sent < frames; sent++) {
      conversation.step();
      if (chance.happens(0.02)) conversation.sendLate();
      // Never much ahead of the bridge: the account is of what it does, not of our own memory.
      if (child.unsent > 256 * 1024) await settled("it does not read", () => child.unsent < 64 * 1024);
      if (chance.happens(0.02)) await settled("it does not answer", () => ledger.outstanding < 50);
    }
    conversation.sendLate();
    await settled("it does not answer all", () => child.unsent === 0 && ledger.outstanding === 0);
    void conversation.ask("test.ping");
    await settled("it does not serve on", () => ledger.outstanding === 0);
    await child.endInput();
    const { code } = await child.ended();
    if (failure !== undefined) throw failure;
    if (code !== 0) throw new BrokenPromise(`it has ended with ${code}: ${child.stderr}`);
    if (DEFECT.test(child.stderr)) throw new BrokenPromise(`it has said on stderr: ${child.stderr}`);
  } finally {
    await child.dispose();
  }
  const { answers, actions, events, refusals } = ledger;
  return { rounds: 1, frames: conversation.frames, answers, actions, events, refusals };
}

/** One round of fuzzing in process: a new bridge, a random conversation, and a check of the state at its end. */

import type { ConnectionEnd } from "../../../host_stdio/connection.ts";
import type { Diagnostics } from "../../../host_stdio/diagnostics.ts";
import { rpcErrors } from "../../../host_stdio/errors.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { connectInProcess } from "../../../tools/support/bridge_in_process.ts";
import { ManualClock } from "../../../tools/support/manual_clock.ts";
import { SeededRandom } from "../../../tools/support/random.ts";
import { Conversation } from "./conversation.ts";
import { MemoryWire } from "./memory_wire.ts";
import { hostile, unreliable } from "./random_player.ts";
import { ContractViolation, type RequestedAction } from "./response_tracker.ts";

/** A random round. Without one of its frames, the others stay as they are, so that fast-check can shrink it. */
export interface Round {
  /** The seed of the player's replies, and of the settings. */
  readonly seed: number;
  /** The seeds of the frames sent, replies of the player not counted. */
  readonly frames: readonly number[];
}

/** The counts of one or more rounds. */
export interface FuzzCounts {
  rounds: number;
  /** Frames sent to the bridge. */
  frames: number;
  responses: number;
  /** Native actions that it has requested. */
  actions: number;
  events: number;
  /** Calls refused with -32004. */
  refusals: number;
}

type Ending = "end" | "shutdown" | "insideFrame" | "outputClosed" | "stopped";

const MAX_FRAME_BYTES = 16 * 1024;
const ACTION_TIMEOUT_MS = 30_000;
/** Number of checks after which a bridge counts as hanging. It allows for a slow disk. */
const MAX_CHECKS = 20_000;

/**
 * Runs a round. The same one has the same course, except for the order in which the disk answers.
 *
 * @throws {ContractViolation} When the bridge violates the protocol, or hangs.
 */
export async function fuzzRound({ seed, frames }: Round, logDirectory: string): Promise<FuzzCounts> {
  // The wire has a random source of its own, so that timing does not change the conversation.
  const random = new SeededRandom(seed);
  const wireRandom = new SeededRandom(random.below(2 ** 31));
  const clock = new ManualClock();
  const reference = random.happens(0.5) ? new ReferencePlayer({ clock }) : undefined;
  let failure: unknown;
  let inputIsCut = false;

  const wire = new MemoryWire(wireRandom, (body) => {
    try {
      conversation.received(body);
    } catch (error) {
      // The bridge would take an error of its sink for a broken pipe.
      failure ??= error;
    }
  });
  const conversation = new Conversation({
    random,
    replies: random.happens(0.7) ? unreliable : hostile,
    rightResult: reference && ((action) => resultOf(reference, action)),
    maxFrameBytes: MAX_FRAME_BYTES,
    // After an incomplete frame, all bytes would belong to that frame.
    send: (bytes) => inputIsCut || wire.send(bytes),
  });
  reference?.onSignal(({ name, params }) => conversation.send({ jsonrpc: "2.0", method: name, params }));
  const diagnostics: Diagnostics = {
    report(_level, message, properties) {
      if (!message.includes("a defect of the bridge")) return;
      const { error } = properties ?? {};
      failure ??= new ContractViolation(`${message} ${error instanceof Error ? error.stack : String(error)}`);
    },
  };
  const connection = connectInProcess({
    source: wire,
    sink: wire,
    limits: {
      maxFrameBytes: MAX_FRAME_BYTES,
      maxQueueBytes: random.pick([4096, 64 * 1024, 1024 * 1024]),
      actionTimeoutMs: ACTION_TIMEOUT_MS,
      startTimeoutMs: ACTION_TIMEOUT_MS,
    },
    clock,
    diagnostics,
    logDirectory,
  });
  const running = connection.run();
  let ended: ConnectionEnd | undefined;
  void running.then((end) => ended = end);

  const check = (): void => {
    if (failure !== undefined) throw failure;
  };
  const settled = async (what: string, isSettled: () => boolean): Promise<void> => {
    for (let look = 0; !isSettled(); look++) {
      check();
      if (look === MAX_CHECKS) {
        const pending = conversation.tracker.describePending();
        throw new ContractViolation(`the bridge hangs: ${what}; pending responses: ${pending}`);
      }
      clock.advance(ACTION_TIMEOUT_MS / 4);
      // Real timers and the disk need time now and then.
      if (look % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 0));
      else await nextTurn();
    }
    check();
  };

  try {
    if (random.happens(0.8)) conversation.registerPlugin();
    for (const frame of frames) {
      const own = new SeededRandom(frame);
      conversation.sendNext(own);
      if (reference && own.happens(0.02)) actAsUser(reference, own);
      if (own.happens(0.01)) wire.hold();
      if (own.happens(0.05)) wire.release();
      if (own.happens(0.02)) clock.advance(own.pick([1, 50, 1000, 40_000]));
      if (own.happens(0.05)) conversation.sendLateReplies();
      if (own.happens(0.1)) await nextTurn();
      check();
    }

    const ending = random.pickWeighted<Ending>({
      end: 6,
      shutdown: 2,
      insideFrame: 1,
      outputClosed: 1,
      stopped: 1,
    });
    if (ending === "outputClosed") {
      wire.closeOutput();
      // The bridge notices a closed output when it writes.
      conversation.send({ jsonrpc: "2.0", id: "last", method: "test.ping" });
      wire.endInput();
      await settled("it does not end after its output is closed", () => ended !== undefined);
    } else {
      wire.release();
      conversation.sendLateReplies();
      await settled("responses are pending", () => wire.isDrained && conversation.tracker.pending === 0);
      let outcome: Readonly<Record<string, unknown>> | undefined;
      const ping = async (): Promise<void> => void (outcome = await conversation.ask("test.ping"));
      void ping();
      await settled("it does not answer test.ping", () => {
        if (outcome === undefined) return false;
        if (isPong(outcome["result"])) return true;
        // Calls without an id may still be pending, so it may be overloaded.
        if (!isOverloaded(outcome["error"])) {
          throw new ContractViolation(`test.ping was answered ${JSON.stringify(outcome)}`);
        }
        outcome = undefined;
        void ping();
        return false;
      });
      if (ending === "shutdown") {
        for (let count = 0; count < 5; count++) conversation.sendNext(random);
        conversation.send({ jsonrpc: "2.0", id: "shutdown", method: "bridge.shutdown" });
        for (let count = 0; count < 5; count++) conversation.sendNext(random);
        await settled("it does not shut down", () => wire.isDrained && conversation.tracker.pending === 0);
      }
      if (ending === "insideFrame") {
        wire.send(new Uint8Array([9, 0, 0, 0, 0x7b]));
        inputIsCut = true;
      }
      if (ending === "stopped") connection.stop();
      else wire.endInput();
      await settled("it does not end", () => ended !== undefined);
      const expected = ending === "insideFrame" ? "endInsideFrame" : ending === "stopped" ? "stopped" : "end";
      if (ended !== expected) {
        throw new ContractViolation(`it has ended with ${ended} instead of ${expected}`);
      }
    }
  } finally {
    wire.release();
    wire.closeOutput();
    wire.endInput();
    reference?.close();
  }
  await running;
  // The connection may have scheduled one more turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 0));
  check();
  if (clock.pendingTimers > 0) {
    throw new ContractViolation(`the bridge has left ${clock.pendingTimers} timers`);
  }
  const { responses, actions, events, refusals } = conversation.tracker;
  return { rounds: 1, frames: conversation.frames, responses, actions, events, refusals };
}

export function addCounts(sum: FuzzCounts, more: FuzzCounts): void {
  for (const name of Object.keys(sum) as (keyof FuzzCounts)[]) sum[name] += more[name];
}

export function noCounts(): FuzzCounts {
  return { rounds: 0, frames: 0, responses: 0, actions: 0, events: 0, refusals: 0 };
}

/** Lets everything that is ready run. A timer of 0 ms takes more than one millisecond. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

function isPong(result: unknown): boolean {
  return typeof result === "object" && result !== null && "pong" in result && result.pong === true;
}

function isOverloaded(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error &&
    error.code === rpcErrors.overloaded.code;
}

/** The reference player's result; undefined when it fails or is asynchronous. */
function resultOf(player: ReferencePlayer, { name, params, panel }: RequestedAction): unknown {
  const action = player.actions[name as keyof typeof player.actions] as (
    params: unknown,
    panel: string | undefined,
  ) => unknown;
  try {
    const answer = action(params, panel);
    if (answer instanceof Promise) {
      answer.catch(() => {
        // The result is not used.
      });
      return undefined;
    }
    return answer ?? {};
  } catch {
    // The reply is made up instead.
    return undefined;
  }
}

function actAsUser({ user }: ReferencePlayer, random: SeededRandom): void {
  const actions = [
    () => user.play(random.below(3), random.below(5)),
    () => user.stop(),
    () => user.next(),
    () => user.pause(),
    () => user.createPlaylist("new", 0),
    () => user.removePlaylist(random.below(4)),
    () => user.activatePlaylist(random.below(3)),
    () => user.selectItems([0, 1]),
    () => user.selectItems("all"),
    () => user.queue(0, 0, 1),
  ];
  try {
    random.pick(actions)();
  } catch {
    // The track or playlist does not exist, or is locked.
  }
}

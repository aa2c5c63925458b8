/**
 * One round of fuzzing in process: a new bridge, a conversation at random, and at its end everything settled.
 *
 * @module
 */

import { Bridge } from "../../handlers/core/application.ts";
import { namespaces } from "../../handlers/mod.ts";
import { Connection, type ConnectionEnd } from "../../host_stdio/connection.ts";
import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { ManualClock } from "../../tools/fixtures/manual_clock.ts";
import { SeededRandom } from "../../tools/support/random.ts";
import { Conversation } from "./conversation.ts";
import { type AskedAction, BrokenPromise } from "./ledger.ts";
import { MemoryWire } from "./memory_wire.ts";
import { pluginRegistration } from "./corpus.ts";
import { turn } from "./turn.ts";
import { hostileManners, moodyManners } from "./whimsical_player.ts";

/** What was done in a round, or in several. */
export interface FuzzCounts {
  rounds: number;
  /** Frames sent to the bridge. */
  frames: number;
  /** Answers that it has given. */
  answers: number;
  /** Native actions that it has asked for. */
  actions: number;
  /** Events that it has sent. */
  events: number;
  /** Calls refused with -32004. */
  refusals: number;
}

/** How a round ends. */
type Ending = "end" | "shutdown" | "insideFrame" | "outputClosed" | "stopped";

const MAX_FRAME_BYTES = 16 * 1024;
const ACTION_TIMEOUT_MS = 30_000;
/** How often a settling bridge is looked at, at most: some of the waiting is for the disk. */
const PATIENCE = 20_000;

/**
 * Plays a round.
 *
 * @param seed What the round comes from: the same one gives the same round, but for the order in which the disk answers.
 * @param frames How many frames are sent, answers of the player not counted.
 * @param logDirectory Where log files go.
 * @returns What was done.
 * @throws {BrokenPromise} When the bridge does what it must not, or not what it must.
 */
export async function fuzzRound(seed: number, frames: number, logDirectory: string): Promise<FuzzCounts> {
  // Each has its own source, so that the order in which things happen does not change what happens.
  const chance = new SeededRandom(seed);
  const wireChance = new SeededRandom(chance.below(2 ** 31));
  const clock = new ManualClock();
  const reference = chance.happens(0.5) ? new ReferencePlayer({ clock }) : undefined;
  let failure: unknown;
  let inputIsCut = false;

  const wire = new MemoryWire(wireChance, (body) => {
    try {
      conversation.received(body);
    } catch (error) {
      // Thrown on, it would be taken for a broken pipe.
      failure ??= error;
    }
  });
  const conversation = new Conversation({
    chance,
    manners: chance.happens(0.7) ? moodyManners : hostileManners,
    ...(reference && { rightAnswer: (action) => answerOf(reference, action) }),
    maxFrameBytes: MAX_FRAME_BYTES,
    // Behind a frame that is cut off, everything would belong to that frame.
    send: (bytes) => inputIsCut || wire.send(bytes),
  });
  reference?.onSignal(({ name, params }) => conversation.send({ jsonrpc: "2.0", method: name, params }));
  const diagnostics: Diagnostics = {
    report(_level, message, properties) {
      if (!message.includes("a defect of the bridge")) return;
      const { error } = properties ?? {};
      failure ??= new BrokenPromise(`${message} ${error instanceof Error ? error.stack : String(error)}`);
    },
  };
  const connection = new Connection({
    source: wire,
    sink: wire,
    limits: {
      maxFrameBytes: MAX_FRAME_BYTES,
      maxQueueBytes: chance.pick([4096, 64 * 1024, 1024 * 1024]),
      actionTimeoutMs: ACTION_TIMEOUT_MS,
    },
    clock,
    diagnostics,
    application: (link) =>
      new Bridge(link, { logDirectory, version: "0.0.0", clock, diagnostics, namespaces }),
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
      if (look === PATIENCE) {
        const calls = conversation.ledger.outstandingCalls.slice(0, 10).join(", ");
        throw new BrokenPromise(`the bridge hangs: ${what}; unanswered: ${calls || "nothing"}`);
      }
      clock.advance(ACTION_TIMEOUT_MS / 4);
      // Timers of the machine and the disk get their turn now and then.
      if (look % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 1));
      else await turn();
    }
    check();
  };

  try {
    if (chance.happens(0.8)) {
      conversation.send({
        jsonrpc: "2.0",
        id: "plugin",
        method: "bridge.registerPlugin",
        params: pluginRegistration,
      });
    }
    for (let sent = 0; sent < frames; sent++) {
      conversation.step();
      if (reference && chance.happens(0.02)) act(reference, chance);
      if (chance.happens(0.01)) wire.hold();
      if (chance.happens(0.05)) wire.release();
      if (chance.happens(0.02)) clock.advance(chance.pick([1, 50, 1000, 40_000]));
      if (chance.happens(0.05)) conversation.sendLate();
      if (chance.happens(0.1)) await turn();
      check();
    }

    const ending = chance.pickWeighted<Ending>({
      end: 6,
      shutdown: 2,
      insideFrame: 1,
      outputClosed: 1,
      stopped: 1,
    });
    if (ending === "outputClosed") {
      wire.closeOutput();
      // A closed output shows when something is written.
      conversation.send({ jsonrpc: "2.0", id: "last", method: "test.ping" });
      wire.endInput();
      await settled("its output is closed", () => ended !== undefined);
    } else {
      wire.release();
      conversation.sendLate();
      await settled("it does not answer all", () => wire.isDrained && conversation.ledger.outstanding === 0);
      let outcome: Readonly<Record<string, unknown>> | undefined;
      const ping = async (): Promise<void> => void (outcome = await conversation.ask("test.ping"));
      void ping();
      await settled("it does not serve on", () => {
        if (outcome === undefined) return false;
        if (isPong(outcome["result"])) return true;
        // Calls without an id may still be under way, so that it has to refuse.
        if (!isOverloaded(outcome["error"])) {
          throw new BrokenPromise(`test.ping was answered ${JSON.stringify(outcome)}`);
        }
        outcome = undefined;
        void ping();
        return false;
      });
      if (ending === "shutdown") {
        for (let count = 0; count < 5; count++) conversation.step();
        conversation.send({ jsonrpc: "2.0", id: "shutdown", method: "bridge.shutdown" });
        for (let count = 0; count < 5; count++) conversation.step();
        await settled("it does not shut down", () => wire.isDrained && conversation.ledger.outstanding === 0);
      }
      if (ending === "insideFrame") {
        wire.send(new Uint8Array([9, 0, 0, 0, 0x7b]));
        inputIsCut = true;
      }
      if (ending === "stopped") connection.stop();
      else wire.endInput();
      await settled("it does not end", () => ended !== undefined);
      const expected = ending === "insideFrame" ? "endInsideFrame" : ending === "stopped" ? "stopped" : "end";
      if (ended !== expected) throw new BrokenPromise(`it has ended as ${ended} instead of ${expected}`);
    }
  } finally {
    // Whatever has happened, nothing is left waiting.
    wire.release();
    wire.closeOutput();
    wire.endInput();
    reference?.close();
  }
  await running;
  // A turn that the connection was taking when it ended is still to come.
  await new Promise((resolve) => setTimeout(resolve, 1));
  check();
  if (clock.pendingTimers > 0) throw new BrokenPromise(`the bridge has left ${clock.pendingTimers} timers`);
  const { answers, actions, events, refusals } = conversation.ledger;
  return { rounds: 1, frames: conversation.frames, answers, actions, events, refusals };
}

/**
 * Adds up.
 *
 * @param sum What was counted before; it is changed.
 * @param more What comes to it.
 */
export function addCounts(sum: FuzzCounts, more: FuzzCounts): void {
  for (const name of Object.keys(sum) as (keyof FuzzCounts)[]) sum[name] += more[name];
}

/** No counts yet. */
export function noCounts(): FuzzCounts {
  return { rounds: 0, frames: 0, answers: 0, actions: 0, events: 0, refusals: 0 };
}

function isPong(result: unknown): boolean {
  return typeof result === "object" && result !== null && "pong" in result && result.pong === true;
}

function isOverloaded(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error &&
    error.code === rpcErrors.overloaded.code;
}

/** The reference player's answer when it has one at once; undefined when it fails or takes its time. */
function answerOf(player: ReferencePlayer, { name, params, panel }: AskedAction): unknown {
  const action = player.actions[name as keyof typeof player.actions] as (
    params: unknown,
    panel: string | undefined,
  ) => unknown;
  try {
    const answer = action(params, panel);
    if (answer instanceof Promise) {
      answer.catch(() => {
        // A failure that comes later is one that nobody waits for here.
      });
      return undefined;
    }
    return answer ?? {};
  } catch {
    // What the player refuses is answered with something made up.
    return undefined;
  }
}

/** The user does something. */
function act({ user }: ReferencePlayer, chance: SeededRandom): void {
  const deeds = [
    () => user.play(chance.below(3), chance.below(5)),
    () => user.stop(),
    () => user.next(),
    () => user.pause(),
    () => user.createPlaylist("new", 0),
    () => user.removePlaylist(chance.below(4)),
    () => user.activatePlaylist(chance.below(3)),
    () => user.selectItems([0, 1]),
    () => user.selectItems("all"),
    () => user.queue(0, 0, 1),
  ];
  try {
    chance.pick(deeds)();
  } catch {
    // What is not there, or is locked, cannot be done.
  }
}

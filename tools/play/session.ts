/**
 * A bridge process, the player behind it, and what has happened between them.
 *
 * @module
 */

import type { EventMessage } from "../../client/bridge_client.ts";
import type { Speaker } from "../fixtures/capture.ts";
import type { Player } from "../../players/model/player.ts";
import { typedPath } from "../typed_path.ts";
import { RunningBridge, type WrittenRecording } from "./running_bridge.ts";

/** How long a bridge whose input has been closed may take to end, in milliseconds. */
const END_MS = 5000;
/** From how long on it is told that it takes its time, in milliseconds. */
const PATIENCE_MS = 2000;
/** How many events are kept. */
const KEPT_EVENTS = 1000;

/** Who watches a session. */
export interface SessionView {
  /** The bridge has sent an event. */
  event(message: EventMessage): void;
  /** Bytes have crossed a pipe. */
  piece(from: Speaker, bytes: Uint8Array): void;
  /** The bridge has written a line to stderr. */
  diagnostic(line: string): void;
  /** The bridge has ended, and nobody here has ended it. */
  lost(exitCode: number): void;
  /** Something takes its time: what. */
  busy(what: string): void;
  /** A recording was written. */
  recorded(file: string, recording: WrittenRecording): void;
  /** A recording could not be written. */
  notRecorded(file: string, error: unknown): void;
}

/** A session; one bridge at a time. */
export class Session {
  /** The player. */
  readonly player: Player;
  readonly #directory: string;
  readonly #flags: readonly string[];
  readonly #view: SessionView;
  #running: RunningBridge;
  /** Whether the bridge is being ended, so that its end is no surprise. */
  #ending = false;
  #recordTo: string | undefined;
  #events: EventMessage[] = [];
  #unheard: EventMessage[] = [];
  readonly #waiting = new Set<() => void>();

  /**
   * Starts a bridge.
   *
   * @param player The player, which ends with the session.
   * @param directory The working directory of the bridge, where its log files are.
   * @param flags Flags of the bridge.
   * @param view Who watches.
   */
  constructor(player: Player, directory: string, flags: readonly string[], view: SessionView) {
    this.#directory = directory;
    this.#flags = flags;
    this.#view = view;
    this.player = player;
    this.#running = this.#start();
    player.onSignal((signal) => this.bridge.signal(signal));
  }

  /** The player's end of the bridge. */
  get bridge(): RunningBridge["bridge"] {
    return this.#running.bridge;
  }

  /** The file to which this bridge's exchange is going to be written; undefined for none. */
  get recordTo(): string | undefined {
    return this.#recordTo;
  }

  /** The last events, oldest first. */
  get events(): readonly EventMessage[] {
    return this.#events;
  }

  /**
   * Lets all that crosses the pipes of this bridge, from its start on, be written when it ends.
   *
   * @param file The fixture's file.
   */
  record(file: string): void {
    this.#recordTo = file;
  }

  /** Forgets the events that {@linkcode Session.nextEvent} could still give. */
  forgetEvents(): void {
    this.#unheard = [];
  }

  /**
   * Waits for an event: the first that has not been waited for.
   *
   * @param name Its name.
   * @param signal Ends the waiting.
   * @returns The event.
   * @throws The reason of the signal, when that is aborted first.
   */
  async nextEvent(name: string, signal: AbortSignal): Promise<EventMessage> {
    while (true) {
      const at = this.#unheard.findIndex(({ event }) => event === name);
      const found = this.#unheard[at];
      if (found) {
        this.#unheard.splice(0, at + 1);
        return found;
      }
      signal.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.add(resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
      await promise;
      this.#waiting.delete(resolve);
    }
  }

  /**
   * Ends the bridge, writes the recording if there is to be one, and starts a fresh bridge. The player stays as it is.
   *
   * @throws {Error} When it does not start: the working directory has been removed, for one.
   */
  async restart(): Promise<void> {
    await this.#endBridge();
    this.#running = this.#start();
  }

  /** Ends everything: the bridge in good order, by force when it takes too long; then the player. */
  async end(): Promise<void> {
    try {
      await this.#endBridge();
    } finally {
      await this.player.close();
    }
  }

  #start(): RunningBridge {
    this.#ending = false;
    const running = new RunningBridge({
      directory: this.#directory,
      flags: this.#flags,
      actions: this.player.actions,
      onDiagnostic: (line) => this.#view.diagnostic(line),
      onPiece: (from, bytes) => this.#view.piece(from, bytes),
    });
    const { bridge } = running;
    bridge.onEvent((message) => this.#hear(message));
    void bridge.ended.then(async () => {
      if (this.#ending) return;
      // What it has said comes before what is said about it.
      await bridge.diagnostics;
      this.#view.lost((await bridge.status).code);
    });
    return running;
  }

  #hear(message: EventMessage): void {
    this.#events.push(message);
    this.#unheard.push(message);
    if (this.#events.length > KEPT_EVENTS) this.#events.shift();
    if (this.#unheard.length > KEPT_EVENTS) this.#unheard.shift();
    this.#view.event(message);
    for (const wake of this.#waiting) wake();
  }

  async #endBridge(): Promise<void> {
    this.#ending = true;
    const file = this.#recordTo;
    this.#recordTo = undefined;
    const seconds = (END_MS - PATIENCE_MS) / 1000;
    const slow = setTimeout(
      () => this.#view.busy(`the bridge finishes what it has begun; in ${seconds} s it is ended by force`),
      PATIENCE_MS,
    );
    await this.bridge.close({ signal: AbortSignal.timeout(END_MS) });
    clearTimeout(slow);
    if (file === undefined) return;
    this.#view.busy(`${file} is written and replayed`);
    try {
      this.#view.recorded(file, await this.#running.write(typedPath(file)));
    } catch (error) {
      this.#view.notRecorded(file, error);
    }
  }
}

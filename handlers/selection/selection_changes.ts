/**
 * The event `selection:changed` (specification, "Events"; contract-decisions.md, "selection").
 *
 * @module
 */

import type { ConnectionContext, ConnectionListener } from "../core/namespace.ts";
import { NativeActionError } from "../../host_stdio/player.ts";
import type { Track } from "../../host_stdio/shapes.ts";
import type { SignalMessage } from "../../host_stdio/signals.ts";
import { formatTrackHandle } from "../../limits/paths.ts";
import type { EventPayload } from "../core/events.ts";
import { DEFAULT_SELECTION_LIMIT } from "./limits.ts";
import { selectionPage } from "./player_selection.ts";

/** Milliseconds that lie at least between two `selection:changed` events. */
export const SELECTION_CHANGED_INTERVAL = 50;

/** What a throttle needs of a clock. */
export interface ThrottleClock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Calls back once after so many milliseconds, unless the function that it returns is called before. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** Calls back at most once in each interval, the first time at once, and never loses the last of several triggers. */
export class Throttle {
  readonly #clock: ThrottleClock;
  readonly #interval: number;
  readonly #callback: () => void;
  #last = -Infinity;
  #cancelTimer: (() => void) | undefined;
  #closed = false;

  /**
   * @param clock The time.
   * @param interval Milliseconds between two calls.
   * @param callback What is called. It may trigger again.
   */
  constructor(clock: ThrottleClock, interval: number, callback: () => void) {
    this.#clock = clock;
    this.#interval = interval;
    this.#callback = callback;
  }

  /** Calls back at once when the interval has passed since the last call, otherwise once at its end. */
  trigger(): void {
    if (this.#closed || this.#cancelTimer) return;
    const remaining = this.#last + this.#interval - this.#clock.now();
    if (remaining <= 0) return this.#call();
    // A clock that was set back must not stretch the interval.
    const wait = Math.min(remaining, this.#interval);
    this.#cancelTimer = this.#clock.after(wait, () => {
      this.#cancelTimer = undefined;
      this.#call();
    });
  }

  /** Calls the timer off; from now on nothing is called. */
  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #call(): void {
    this.#last = this.#clock.now();
    this.#callback();
  }
}

type SelectionState = EventPayload<"selection:changed">;

/**
 * Tells every panel when the selection has changed.
 *
 * One look at the player at a time, so that an older state never overtakes a newer one. Looking and telling are
 * throttled each on its own: a player that is slow once and quick the next time would bring two events together
 * otherwise.
 */
export class SelectionChanges implements ConnectionListener {
  readonly #connection: ConnectionContext;
  readonly #looks: Throttle;
  readonly #events: Throttle;
  #looking = false;
  /** Whether the selection has changed since the look under way began. */
  #changedMeanwhile = false;
  #state: SelectionState | undefined;
  #closed = false;

  /** @param connection What it may reach. */
  constructor(connection: ConnectionContext) {
    this.#connection = connection;
    // Not the time of day, which the user may set back or forth.
    const clock: ThrottleClock = {
      now: () => connection.clock.monotonic(),
      after: (milliseconds, callback) => connection.clock.after(milliseconds, callback),
    };
    this.#looks = new Throttle(clock, SELECTION_CHANGED_INTERVAL, () => void this.#look());
    this.#events = new Throttle(clock, SELECTION_CHANGED_INTERVAL, () => this.#tell());
  }

  onSignal({ name }: SignalMessage): void {
    if (name !== "signal.selectionChanged") return;
    if (this.#looking) this.#changedMeanwhile = true;
    else this.#looks.trigger();
  }

  /** Drops what has not been told yet: nobody is left to hear it. */
  close(): void {
    this.#closed = true;
    this.#looks.close();
    this.#events.close();
  }

  async #look(): Promise<void> {
    this.#looking = true;
    try {
      this.#state = await this.#fetch();
      this.#events.trigger();
    } catch (error) {
      this.#report("selection:changed was dropped: {error}", error);
    }
    this.#looking = false;
    if (!this.#changedMeanwhile) return;
    this.#changedMeanwhile = false;
    this.#looks.trigger();
  }

  #tell(): void {
    if (this.#state) this.#connection.emit("selection:changed", this.#state, "all");
  }

  async #fetch(): Promise<SelectionState> {
    const { player } = this.#connection;
    const { total, type, handles } = await selectionPage(player, 0, DEFAULT_SELECTION_LIMIT);
    const [handle] = handles;
    const [track, nowPlaying] = await Promise.all([
      total === 1 && handle ? this.#trackOf(player.request("player.media.info", { handle })) : undefined,
      this.#trackOf(player.request("player.playback.nowPlaying", {})),
    ]);
    return {
      count: total,
      type,
      handles: handles.map(formatTrackHandle),
      truncated: handles.length < total,
      ...(track && { track }),
      ...(nowPlaying && { nowPlaying }),
    };
  }

  /** Metadata are extras: a player that cannot give them does not keep the selection itself from the panels. */
  async #trackOf(answer: Promise<{ track: Track | null }>): Promise<Track | undefined> {
    try {
      return (await answer).track ?? undefined;
    } catch (error) {
      this.#report("selection:changed goes without a track's metadata: {error}", error);
      return undefined;
    }
  }

  #report(message: string, error: unknown): void {
    // At the end every action fails, and that is no news.
    if (this.#closed) return;
    const level = error instanceof NativeActionError ? "warning" : "error";
    this.#connection.diagnostics.report(level, message, { error });
  }
}

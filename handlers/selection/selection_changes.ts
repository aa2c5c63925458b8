/**
 * The event `selection:changed` and its throttle (specification, "Events" and "Limits"; decisions.md,
 * "selection").
 */

import * as v from "valibot";
import { type Track, track } from "../../host_stdio/api/shapes.ts";
import type { Clock } from "../../host_stdio/clock.ts";
import { NativeActionError } from "../../host_stdio/player.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import { formatTrackHandle } from "../../limits/paths.ts";
import { SerialQueue } from "../core/change_queue.ts";
import { described } from "../core/documented_schema.ts";
import { defineEvent, type PayloadOf } from "../core/event.ts";
import type { ConnectionContext, Listeners, SignalListeners } from "../core/namespace.ts";
import { selectionPage } from "./player_selection.ts";

/** The largest number of tracks when `limit` is left out. */
export const DEFAULT_SELECTION_LIMIT = 100;

/** The event of a changed selection. */
export const selectionEvents = {
  changed: defineEvent({
    name: "selection:changed",
    description: "The selection has changed; sent at most once every 50 ms.",
    payload: () =>
      v.strictObject({
        count: described(
          v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
          "The total number of selected tracks.",
        ),
        type: described(v.string(), "As in `selection.get`."),
        handles: described(v.array(v.string()), `The first ${DEFAULT_SELECTION_LIMIT} of them at most.`),
        truncated: described(v.boolean(), "Whether there are more than these."),
        track: described(v.optional(schemaOf(track)), "When exactly one track is selected."),
        nowPlaying: described(v.optional(schemaOf(track)), "When a track is playing."),
      }),
  }),
} as const;

/** Minimum time between two `selection:changed` events, in milliseconds. */
export const SELECTION_CHANGED_INTERVAL = 50;

/**
 * Calls back at most once in each interval: at the first trigger, and once at the end of an interval with further
 * triggers.
 */
class Throttle {
  readonly #clock: Clock;
  readonly #interval: number;
  readonly #callback: () => void;
  #last = -Infinity;
  #cancelTimer: (() => void) | undefined;
  #closed = false;

  /** @param interval Milliseconds between two calls. */
  constructor(clock: Clock, interval: number, callback: () => void) {
    this.#clock = clock;
    this.#interval = interval;
    this.#callback = callback;
  }

  /** Calls back now if the interval has passed since the last call, otherwise once at its end. */
  trigger(): void {
    if (this.#closed || this.#cancelTimer) return;
    // The user can change the time of day, so use the monotonic clock.
    const wait = this.#last + this.#interval - this.#clock.monotonic();
    if (wait <= 0) return this.#call();
    this.#cancelTimer = this.#clock.after(wait, () => {
      this.#cancelTimer = undefined;
      this.#call();
    });
  }

  /** Cancels the timer and ignores further triggers. */
  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #call(): void {
    this.#last = this.#clock.monotonic();
    this.#callback();
  }
}

type SelectionState = PayloadOf<typeof selectionEvents.changed>;

/**
 * Sends `selection:changed` to every panel.
 *
 * Only one request to the player runs at a time, so that an older state never overtakes a newer one. Requests and
 * events have separate throttles: if the player were slow once and fast the next time, one throttle would let two
 * events come too close together.
 */
export class SelectionChanges implements Listeners {
  readonly #connection: ConnectionContext;
  readonly #requests: Throttle;
  readonly #events: Throttle;
  readonly #tasks = new SerialQueue();
  /** Whether the selection has changed since the current request began. */
  #changedMeanwhile = false;
  #state: SelectionState | undefined;
  #closed = false;

  constructor(connection: ConnectionContext) {
    this.#connection = connection;
    const { clock } = connection;
    this.#requests = new Throttle(clock, SELECTION_CHANGED_INTERVAL, () => void this.#request());
    this.#events = new Throttle(clock, SELECTION_CHANGED_INTERVAL, () => this.#emit());
  }

  readonly on: SignalListeners = {
    "signal.selectionChanged": () => {
      if (this.#tasks.isIdle) this.#requests.trigger();
      else this.#changedMeanwhile = true;
    },
  };

  /** Drops the pending event: the panels are gone. */
  close(): void {
    this.#closed = true;
    this.#requests.close();
    this.#events.close();
  }

  async #request(): Promise<void> {
    try {
      this.#state = await this.#tasks.run(() => this.#fetch());
      this.#events.trigger();
    } catch (error) {
      this.#report("selection:changed was dropped: {error}", error);
    }
    if (!this.#changedMeanwhile) return;
    this.#changedMeanwhile = false;
    this.#requests.trigger();
  }

  #emit(): void {
    if (this.#state) this.#connection.emit(selectionEvents.changed, this.#state, "all");
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

  /** Returns a track's metadata, which is optional: if the player fails to answer it, the event is still sent. */
  async #trackOf(answer: Promise<{ track: Track | null }>): Promise<Track | undefined> {
    try {
      return (await answer).track ?? undefined;
    } catch (error) {
      this.#report("selection:changed goes without a track's metadata: {error}", error);
      return undefined;
    }
  }

  #report(message: string, error: unknown): void {
    // Every native action fails after close().
    if (this.#closed) return;
    const level = error instanceof NativeActionError ? "warning" : "error";
    this.#connection.diagnostics.report(level, message, { error });
  }
}

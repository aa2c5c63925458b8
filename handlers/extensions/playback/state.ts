/**
 * The state of the extension `playback` on one connection, and its events, made from the player's signals (extensions.md,
 * "Events").
 *
 * Signals are handled one after the other: `playback:trackChanged` needs the metadata of the track, and the events of
 * later signals must not overtake it. Each signal keeps the time of its arrival, from which positions are computed. While
 * they wait, a signal that tells only the newest state takes the place of an older one. Between two signals, the position is
 * computed from the clock.
 */

import { ACTION_NOT_SUPPORTED } from "../../../host_stdio/api/native_actions.ts";
import { type Handle, type Track, unknownTrack } from "../../../host_stdio/api/shapes.ts";
import type { SignalName, SignalParams } from "../../../host_stdio/api/signals.ts";
import type { Clock } from "../../../host_stdio/clock.ts";
import { NativeActionError } from "../../../host_stdio/player.ts";
import { ChangeQueue } from "../../core/change_queue.ts";
import type { ConnectionContext, Listeners, SignalListeners } from "../../core/namespace.ts";
import { queueViews } from "../../queue/changes.ts";
import { toPageTrack } from "../shared/page_track.ts";
import { playlistChanges } from "../shared/playlist_changes.ts";
import { SignalTasks } from "../shared/signal_tasks.ts";
import { nameOfOrder, playbackEvents, type PlaybackStateName, volumeOf } from "./events.ts";

/** The state and the position of playback. All times are in milliseconds of a monotonic clock. */
export class Playhead {
  /** In seconds; 0 when unknown. */
  length = 0;
  #isStopped = true;
  /** The position in seconds at the time `#since`. */
  #base = 0;
  /** When the playhead began to move from `#base`; undefined while it rests. */
  #since: number | undefined;

  get state(): PlaybackStateName {
    if (this.#isStopped) return "stopped";
    return this.#since === undefined ? "paused" : "playing";
  }

  /** Sets the state that the player reports. */
  set(state: PlaybackStateName, position: number, length: number, time: number): void {
    this.length = length;
    this.#isStopped = state === "stopped";
    this.#base = position;
    this.#since = state === "playing" ? time : undefined;
  }

  /** Pauses or resumes. */
  pause(paused: boolean, time: number): void {
    this.set(paused ? "paused" : "playing", this.at(time), this.length, time);
  }

  correct(position: number, time: number): void {
    this.set(this.state, position, this.length, time);
  }

  /** Returns the position in seconds, in whole milliseconds unless it rests. */
  at(time: number): number {
    if (this.#since === undefined) return this.#base;
    const position = Math.round(this.#base * 1000 + time - this.#since) / 1000;
    return this.length > 0 ? Math.min(position, this.length) : position;
  }
}

/** How often `playback:timeHighRes` is sent, in milliseconds. */
const HIGH_RES_MS = 100;

/** Calls a function regularly. Between `stop` and `start` there is no timer. */
export class HighResTimer {
  readonly #clock: Clock;
  readonly #beat: () => void;
  #cancel = () => {};

  constructor(clock: Clock, beat: () => void) {
    this.#clock = clock;
    this.#beat = beat;
  }

  /** Calls the function at once, and then regularly. */
  start(): void {
    this.stop();
    this.#beat();
    this.#next(this.#clock.monotonic() + HIGH_RES_MS);
  }

  stop(): void {
    this.#cancel();
  }

  /**
   * A late timer does not shift the later ones, unless it is a whole interval late, as after the machine was suspended.
   */
  #next(due: number): void {
    const now = this.#clock.monotonic();
    const at = due > now ? due : now + HIGH_RES_MS;
    this.#cancel = this.#clock.after(at - now, () => {
      this.#beat();
      this.#next(at + HIGH_RES_MS);
    });
  }
}

/**
 * The minimum distance of `playback:time` from the last sent position, in seconds. A little less than the documented
 * half second, because 2.3 − 1.8 is less than 0.5 in binary.
 */
const MIN_TIME_STEP = 0.5 - 1e-9;

const stopReasons = {
  user: "user",
  endOfFile: "eof",
  startingAnother: "starting_another",
  shutdown: "shutting_down",
} as const;

/** Sends the events of playback to all panels. */
export class PlaybackEvents implements Listeners {
  readonly #connection: ConnectionContext;
  readonly #tasks = new SignalTasks();
  readonly #playhead = new Playhead();
  readonly #timer: HighResTimer;
  /** The last position that `playback:time` sent; undefined after a start or seek. */
  #sentTime: number | undefined;
  /** How many tracks have started or stopped, counted when the signal arrives. */
  #changes = 0;
  /** Since when the player is paused, as its signals have told on arrival, and how long it was before. */
  #pausedAt: number | undefined;
  #rested = 0;
  #closed = false;

  constructor(connection: ConnectionContext) {
    this.#connection = connection;
    this.#timer = new HighResTimer(connection.clock, () => this.#sendHighRes());
  }

  onInitialized(): void {
    this.#then(async () => {
      const { player } = this.#connection;
      const changes = this.#changes;
      const { state, position, length } = await player.request("player.playback.state", {});
      // A start or stop that was signalled meanwhile is newer than this answer.
      if (this.#closed || changes !== this.#changes) return;
      this.#playhead.set(state, position, length, this.#time);
      this.#runTimer();
    }, "the state of playback is unknown until the next signal");
  }

  readonly on: SignalListeners = {
    "signal.trackStarted": (params) => {
      const change = ++this.#changes;
      this.#rest(params.paused === true);
      this.#follow("signal.trackStarted", (time) => this.#started(params, time, change));
    },
    "signal.playbackTime": (params) =>
      this.#followNewest("signal.playbackTime", (time) => this.#timeReported(params, time)),
    "signal.playbackPaused": ({ paused }) => {
      this.#rest(paused);
      this.#followNewest("signal.playbackPaused", (time) => {
        this.#playhead.pause(paused, time);
        this.#connection.emit(playbackEvents.paused, { paused }, "all");
        this.#sendState(time);
        this.#runTimer();
      });
    },
    "signal.playbackStopped": (params) => {
      this.#changes++;
      this.#follow("signal.playbackStopped", (time) => this.#stopped(params, time));
    },
    "signal.playbackSeeked": ({ position }) =>
      this.#followNewest("signal.playbackSeeked", (time) => {
        this.#playhead.correct(position, time);
        this.#sentTime = undefined;
        this.#connection.emit(playbackEvents.seeked, { position }, "all");
        if (this.#playhead.state === "paused") this.#sendHighRes();
        this.#runTimer();
      }),
    "signal.volumeChanged": (params) =>
      this.#followNewest(
        "signal.volumeChanged",
        () => this.#connection.emit(playbackEvents.volumeChanged, volumeOf(params), "all"),
      ),
    "signal.orderChanged": (params) =>
      this.#followNewest("signal.orderChanged", () => this.#orderChanged(params)),
    "signal.stopAfterCurrentChanged": (params) =>
      this.#followNewest(
        "signal.stopAfterCurrentChanged",
        () => this.#connection.emit(playbackEvents.stopAfterCurrentChanged, params, "all"),
      ),
    // One may tell only the title, another one only the artist.
    "signal.streamInfo": (params) =>
      this.#followNewest(
        "signal.streamInfo",
        () => this.#streamInfo(params),
        Object.keys(streamInfo(params)).join(),
      ),
    "signal.queueChanged": (params) =>
      this.#followNewest("signal.queueChanged", () => this.#queueChanged(params), params.origin),
  };

  close(): void {
    this.#closed = true;
    this.#timer.stop();
  }

  /** A time without the pauses, of which only the newest that waits is handled: positions are right all the same. */
  get #time(): number {
    return (this.#pausedAt ?? this.#connection.clock.monotonic()) - this.#rested;
  }

  #rest(paused: boolean): void {
    const now = this.#connection.clock.monotonic();
    this.#rested += paused ? 0 : now - (this.#pausedAt ?? now);
    this.#pausedAt = paused ? this.#pausedAt ?? now : undefined;
  }

  /** Runs a task after all earlier ones, unless the extension is switched off by then. */
  #then(task: () => Promise<void> | void, problem: string, key?: string): void {
    this.#tasks.add(async () => {
      try {
        if (!this.#closed) await task();
      } catch (error) {
        this.#report(problem, error);
      }
    }, key);
  }

  #report(problem: string, error: unknown): void {
    // A request that fails because the player has gone is not the player's fault.
    if (this.#closed) return;
    const { diagnostics } = this.#connection;
    if (error instanceof NativeActionError) {
      // A player may lack actions of an extension that it has switched on.
      const level = error.playerCode === ACTION_NOT_SUPPORTED ? "debug" : "warning";
      diagnostics.report(level, `playback: ${problem}: {error}`, { error: error.message });
    } else diagnostics.report("error", "a defect of the bridge: {error}", { error });
  }

  /** Handles a signal after all earlier ones, with the time of its arrival. */
  #follow(name: SignalName, handle: (time: number) => Promise<void> | void, key?: string): void {
    const time = this.#time;
    this.#then(() => handle(time), `${name} causes no event`, key);
  }

  /** The same for a signal that tells the newest state of something: a waiting older one is dropped. */
  #followNewest(name: SignalName, handle: (time: number) => Promise<void> | void, of = ""): void {
    this.#follow(name, handle, `${name} ${of}`);
  }

  #stopped(params: SignalParams<"signal.playbackStopped">, time: number): void {
    const reason = stopReasons[params.reason];
    this.#playhead.set("stopped", 0, 0, time);
    this.#timer.stop();
    this.#connection.emit(playbackEvents.stopped, { reason }, "all");
    if (reason === "user" || reason === "eof") this.#sendState(time);
  }

  #streamInfo(params: SignalParams<"signal.streamInfo">): void {
    const info = streamInfo(params);
    if (Object.keys(info).length === 0) return;
    this.#connection.emit(playbackEvents.dynamicInfoTrack, info, "all");
  }

  /** @param change The number of this change among all starts and stops. */
  async #started(
    { handle, paused }: SignalParams<"signal.trackStarted">,
    time: number,
    change: number,
  ): Promise<void> {
    this.#timer.stop();
    this.#playhead.set(paused === true ? "paused" : "playing", 0, 0, time);
    this.#sentTime = undefined;
    const track = await this.#describe(handle, () => change === this.#changes);
    if (this.#closed) return;
    this.#playhead.length = track.duration;
    this.#connection.emit(playbackEvents.trackChanged, toPageTrack(track), "all");
    this.#sendState(time);
    this.#runTimer();
  }

  /**
   * Returns the metadata of a track that has started; the path alone when the player cannot tell more.
   *
   * @param isLatest Whether no other track has started or stopped since.
   */
  async #describe(handle: Handle, isLatest: () => boolean): Promise<Track> {
    const { player } = this.#connection;
    try {
      // A player may open the file again for player.media.info, but knows the playing track.
      const { track } = await player.request("player.playback.nowPlaying", {});
      if (track && isLatest()) return track;
      const info = await player.request("player.media.info", { handle });
      return info.track ?? unknownTrack(handle);
    } catch (error) {
      this.#report("the player cannot describe the track that has started", error);
      return unknownTrack(handle);
    }
  }

  #timeReported({ position, length }: SignalParams<"signal.playbackTime">, time: number): void {
    this.#playhead.correct(position, time);
    if (length > 0) this.#playhead.length = length;
    const isNear = this.#sentTime !== undefined && Math.abs(position - this.#sentTime) < MIN_TIME_STEP;
    if (isNear) return;
    this.#sentTime = position;
    this.#connection.emit(playbackEvents.time, { position }, "all");
  }

  #orderChanged({ order }: SignalParams<"signal.orderChanged">): void {
    const { diagnostics, emit } = this.#connection;
    if (nameOfOrder(order) !== undefined) {
      return emit(playbackEvents.orderChanged, { order, orderIndex: order }, "all");
    }
    diagnostics.report("warning", "signal.orderChanged was ignored: {order} is no playback order", { order });
  }

  async #queueChanged({ origin }: SignalParams<"signal.queueChanged">): Promise<void> {
    const { player, emit, part } = this.#connection;
    const answer = await player.request("player.queue.count", {});
    if (this.#closed) return;
    const count = await part(queueViews).tellAll(player, answer.count);
    if (!this.#closed) emit(playbackEvents.queueChanged, { origin, count }, "all");
  }

  #sendState(time: number): void {
    const { state, length } = this.#playhead;
    const payload = { state, position: this.#playhead.at(time), duration: length };
    this.#connection.emit(playbackEvents.stateChanged, payload, "all");
  }

  /** Sends the position at once and every 100 ms while a track plays. */
  #runTimer(): void {
    if (this.#playhead.state === "playing") this.#timer.start();
    else this.#timer.stop();
  }

  /** Sends the position, unless the output queue is over its limit: the next event has a newer one. */
  #sendHighRes(): void {
    const { clock, emit, isOutputFull } = this.#connection;
    if (isOutputFull()) return;
    const position = this.#playhead.at(this.#time);
    emit(playbackEvents.timeHighRes, { position, hostTime: clock.now() }, "all");
  }
}

/** Returns what a stream has reported. */
function streamInfo(
  { title, artist }: SignalParams<"signal.streamInfo">,
): { title?: string; artist?: string } {
  return { ...typeof title === "string" && { title }, ...typeof artist === "string" && { artist } };
}

/** The events of playback, and the queues in which operations change the player. */
export class PlaybackState extends PlaybackEvents {
  /** Changes of playback, volume and settings: most read the state of the player first. */
  readonly changes: ChangeQueue;
  readonly playlistChanges: ChangeQueue;

  constructor(connection: ConnectionContext) {
    super(connection);
    this.changes = new ChangeQueue(connection.player);
    this.playlistChanges = connection.part(playlistChanges);
  }
}

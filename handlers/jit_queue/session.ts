/**
 * The session: its state, the player's signals, and the next step. `goOn` alone decides the next step
 * (docs/jit_queue.md).
 *
 * @module
 */

import type { SignalParams } from "../../host_stdio/api/signals.ts";
import type { Clock } from "../../host_stdio/clock.ts";
import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import type { SerialQueue } from "../core/change_queue.ts";
import type { PayloadOf } from "../core/event.ts";
import type { SignalListeners } from "../core/namespace.ts";
import { jitQueueEvents } from "./events.ts";
import { Progress } from "./progress.ts";
import { jitErrors, panelText, type SessionPlayer, type UserSettings } from "./session_player.ts";
import type { ShadowItems } from "./shadow_items.ts";
import type { ShadowPlaylist } from "./shadow_playlist.ts";
import { StartWatch } from "./start_watch.ts";
import type { SessionTarget } from "./target.ts";
import { type Track, trackError } from "./track.ts";
import { type StateName, transitions, type Trigger } from "./transitions.ts";

/** The next track is requested this many seconds before the end. */
const PREFETCH_SECONDS = 30;

/** This many failures in a row, without a track that starts, exhaust the list. */
const MAX_FAILURES = 10;

type NeedReason = PayloadOf<typeof jitQueueEvents.needNext>["reason"];

/** What a session uses. */
export interface SessionParts {
  readonly player: SessionPlayer;
  /** Changes of the player run one after another; each waits for the answer to the one before. */
  readonly actions: SerialQueue;
  readonly shadow: ShadowPlaylist;
  readonly settings: UserSettings;
  readonly target: SessionTarget;
  readonly diagnostics: Diagnostics;
}

/** The sessions of one connection, one after another. */
export class Session {
  readonly progress = new Progress();
  /** Whether an `enqueueNext` runs. */
  isAdding = false;
  readonly #player: SessionPlayer;
  readonly #actions: SerialQueue;
  readonly #shadow: ShadowPlaylist;
  readonly #items: ShadowItems;
  readonly #settings: UserSettings;
  readonly #target: SessionTarget;
  readonly #diagnostics: Diagnostics;
  readonly #watch: StartWatch;
  #state: StateName = "Idle";
  #ended = new AbortController();
  /** The reasons for which the next track was requested since the current one began. */
  readonly #asked = new Set<NeedReason>();
  /** The number of failures in a row. */
  #failures = 0;
  /** Since the current track was left and until another one starts: what followed it, and how often it was moved on. */
  #left: { readonly followers: readonly Track[]; moves: number } | null = null;

  constructor(
    { player, actions, shadow, settings, target, diagnostics }: SessionParts,
    clock: Clock,
    startTimeoutMs: number,
  ) {
    this.#watch = new StartWatch(clock, startTimeoutMs, () => this.#startIsLate());
    this.#player = player;
    this.#actions = actions;
    this.#shadow = shadow;
    this.#items = shadow.items;
    this.#settings = settings;
    this.#target = target;
    this.#diagnostics = diagnostics;
  }

  get state(): StateName {
    return this.#state;
  }

  get isRunning(): boolean {
    return this.#state === "Active" || this.#state === "WaitingNext";
  }

  /** Aborted when the session ends. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** The signals that it listens to. */
  readonly on: SignalListeners = {
    "signal.trackStarted": (params) => this.#trackStarted(params),
    "signal.trackFailed": (params) => this.#trackFailed(params),
    "signal.playbackTime": (params) => this.#playbackTime(params),
    "signal.playbackStopped": ({ reason }) => this.#playbackStopped(reason),
    "signal.playbackPaused": ({ paused }) => this.#watch.pause(paused),
    "signal.playlistsChanged": ({ order }) => {
      if (this.#shadow.follow(order)) this.#endFromOutside("shadowRemoved");
    },
  };

  #trackStarted(place: SignalParams<"signal.trackStarted">): void {
    this.progress.sounds();
    if (this.#state === "Idle") return this.#comeBack(place);
    const item = this.#shadow.locate(place);
    switch (this.progress.step) {
      case "calledOff":
        return;
      case "awaited":
      case "asked":
        // Ignore a track that was chosen before the current one.
        if (typeof item === "number" && this.#items.isAhead(item)) this.#begun(item);
        return;
      default:
        if (typeof item === "number") this.#begun(item);
        // The player was opening it when the session dropped it: nobody chose it, and the session continues.
        else if (item === "dropped" && place.playlist === null) return;
        else if (item === undefined || this.progress.step !== "opening") this.#otherStarted(place.cause);
    }
  }

  /** A track that is not the session's has started. */
  #otherStarted(cause: SignalParams<"signal.trackStarted">["cause"]): void {
    const { step, isAfterInterruption } = this.progress;
    this.#left = null;
    this.#watch.end();
    if (cause === "queue") return this.progress.interrupted();
    const isNobodysChoice = cause === "advance" ||
      cause === undefined && (step === "interrupted" || isAfterInterruption);
    if (!isNobodysChoice || !this.isRunning) return this.#endFromOutside("otherTrack");
    this.#endInterruption(false);
  }

  /** The session continues with its next track, or asks for one. */
  #endInterruption(mayGoOnItself: boolean): void {
    const { current } = this.#items;
    const isUnplayed = current !== null && !current.started && !current.failed;
    this.progress.interruptionEnded(mayGoOnItself);
    if (!isUnplayed || !this.isRunning) return void this.goOn();
    this.awaitCurrent();
    void this.playCurrent();
  }

  /** A track of the session has started. */
  #begun(item: number): void {
    const before = this.#items.current;
    const missed = this.progress.wasLeft ? [] : this.#items.passedBy(item);
    const track = this.#items.advance(item);
    if (!track) return;
    const isAgain = track === before && track.started && this.isRunning;
    track.started = true;
    this.#failures = 0;
    this.#left = null;
    this.#watch.end();
    this.progress.started();
    // The player has restarted the current track by itself.
    if (isAgain) return;
    for (const each of missed) if (!each.started) this.#target.tellFailure(each, jitErrors.unplayable);
    this.#asked.clear();
    this.move("ourTrack");
    this.#target.emit(jitQueueEvents.trackChanged, { trackId: track.trackId, title: track.title });
    void this.goOn();
    void this.#shadow.trim();
  }

  /** The user had stopped playback or played something else, and now plays a track of the session again. */
  #comeBack(place: SignalParams<"signal.trackStarted">): void {
    // This track was chosen before the session stopped playback.
    if (this.progress.isStopping) return;
    const item = this.#shadow.locate(place);
    if (typeof item !== "number") return;
    this.#begun(item);
    void this.#rememberAgain();
  }

  async #rememberAgain(): Promise<void> {
    try {
      this.#settings.remember(await this.#shadow.find(() => false), this.#shadow.id);
      await this.#settings.enter();
    } catch (error) {
      this.#report("the user's settings cannot be remembered", error);
    }
  }

  #trackFailed({ error, ...place }: SignalParams<"signal.trackFailed">): void {
    if (this.#state === "Idle") return;
    const item = this.#shadow.locate(place);
    const track = typeof item === "number" ? this.#items.trackAt(item) : undefined;
    if (!track) {
      // A track of the user's queue that does not open.
      if (this.progress.step === "playing" && this.progress.wasLeft) this.progress.interrupted();
      return;
    }
    this.progress.signalledFailure(track === this.#items.current);
    this.fail(track, error || jitErrors.unplayable);
  }

  #playbackTime({ position, length }: SignalParams<"signal.playbackTime">): void {
    const { step } = this.progress;
    const counts = step === "playing" || step === "opening";
    // Do not ask while a panel is adding a track: it would add a second one, which would replace the first.
    if (!this.isRunning || !counts || this.#somethingFollows || this.isAdding) return;
    if (length > 0 && length - position <= PREFETCH_SECONDS) this.#needNext("prefetch");
  }

  #playbackStopped(reason: SignalParams<"signal.playbackStopped">["reason"]): void {
    const ends = this.progress.stopped(reason);
    if (reason === "startingAnother" && this.progress.wasLeft && !this.#left) this.#moveOn();
    if (reason === "startingAnother") this.watchFollower();
    if (!ends) return;
    this.#watch.end();
    if (reason === "endOfFile") this.#endOfFile();
    else this.#endFromOutside("stopped");
  }

  #endOfFile(): void {
    const { current } = this.#items;
    const { step } = this.progress;
    if (step === "interrupted") return this.#endInterruption(true);
    const isUnplayed = step === "asked" || step === "opening";
    if (isUnplayed && !this.progress.wasLeft && current) return this.fail(current, jitErrors.unplayable);
    if (!isUnplayed && step !== "playing") return;
    if (isUnplayed) this.progress.skippedUnplayed();
    else this.progress.ended();
    void this.goOn();
  }

  // The next step.

  /** Whether a track follows the current one or is being appended. */
  get #somethingFollows(): boolean {
    return this.#items.next !== null || this.#items.isArriving;
  }

  /** Whether the next track failed and the panel was asked for another one: the list has not ended. */
  get #waitsForFailed(): boolean {
    return this.progress.nextFailed && this.#state === "WaitingNext";
  }

  /** Plays the next track, or requests one when the current track has ended or has no follower. */
  async goOn(): Promise<void> {
    if (!this.isRunning) return;
    if (this.progress.step === "playing") {
      if (!this.#somethingFollows && this.#asked.size === 0) this.#needNext("trackChange");
    } else if (this.progress.isSilent) {
      if (this.#items.next !== null) await this.#playNext();
      else if (this.#items.isArriving) return;
      else if (this.progress.isAfterInterruption) this.#askAfterInterruption();
      else if (this.progress.step === "failed" || this.#waitsForFailed) this.#needNext("error");
      else this.#exhaust("listEnded");
    }
  }

  #askAfterInterruption(): void {
    if (this.#state === "WaitingNext") return;
    this.#asked.delete("trackChange");
    this.#needNext("trackChange");
  }

  async #playNext(): Promise<void> {
    if (this.progress.mayGoOnItself) {
      const hasGoneOn = await this.progress.goesOnItself((signal) => this.#playsAnother(signal));
      if (hasGoneOn !== false) return;
    }
    if (this.#dropLeft()) return;
    if (this.advance()) await this.playCurrent();
    else await this.goOn();
  }

  /** The panel skips. Returns the function that takes it back. */
  skip(): () => void {
    this.progress.leave();
    const left = this.#moveOn();
    return () => {
      if (left && --left.moves === 0 && this.#left === left) this.#left = null;
    };
  }

  /** The player moves on to the track that follows. */
  #moveOn() {
    if (this.#left) this.#left.moves++;
    else if (this.progress.step === "playing" || this.progress.step === "opening") {
      const { next, behindNext } = this.#items;
      this.#left = { followers: next ? [next, ...behindNext] : [], moves: 1 };
    }
    return this.#left;
  }

  /**
   * After the player has ended without starting what followed: the tracks that were skipped while they opened are
   * dropped, and the last one has failed. They are not played again.
   *
   * @returns Whether there was such a track. What follows then is decided.
   */
  #dropLeft(): boolean {
    if (!this.#left) return false;
    const { followers, moves } = this.#left;
    this.#left = null;
    const opened = followers.slice(0, moves).filter((track) =>
      !track.started && !track.failed && this.#items.itemOf(track) >= 0
    );
    if (opened.length === 0) return false;
    const last = followers[moves - 1];
    for (const track of opened) if (track !== last) this.#items.dropTrack(track);
    if (last && opened.includes(last)) this.fail(last, jitErrors.unplayable);
    else {
      this.askAgain();
      void this.#shadow.trim();
    }
    return true;
  }

  /** The track that the player is opening; undefined when it opens none that is known. */
  get #opening(): Track | undefined {
    const { current } = this.#items;
    if (!this.isRunning) return undefined;
    if (this.#left) {
      return this.#left.followers.slice(this.#left.moves - 1)
        .find((track) => !track.started && !track.failed && this.#items.itemOf(track) >= 0);
    }
    return this.progress.step === "opening" ? current ?? undefined : undefined;
  }

  /** The player begins to open a track. */
  watchFollower(): void {
    if (this.#opening) this.#watch.begin();
  }

  /** The track that the player opens has not started in time. */
  #startIsLate(): void {
    const track = this.#opening;
    if (!track) return;
    if (track !== this.#items.current) {
      this.#items.advance(this.#items.itemOf(track));
      this.awaitCurrent();
    }
    this.fail(track, this.#watch.text);
  }

  /** Makes the next track the current one; false without a next track. */
  advance(): boolean {
    if (!this.#items.advanceToNext()) return false;
    this.awaitCurrent();
    return true;
  }

  /** Plays the current track when all earlier changes are done. */
  async playCurrent(): Promise<void> {
    const { current } = this.#items;
    const { signal } = this.progress;
    await unlessAborted(this.prepare(), signal).catch(() => {
      // A call supersedes the track, and does not wait: play sees that too.
    });
    if (current !== null) await this.play(current, signal);
  }

  /** Whether the player plays another track than the current one. */
  async #playsAnother(signal: AbortSignal): Promise<boolean> {
    try {
      const playing = await this.#actions.run(() =>
        unlessAborted(this.#player.request("player.playback.nowPlaying", {}), signal)
      );
      if (playing.track === null) return false;
      const item = this.#shadow.locate({ ...playing, handle: playing.track });
      return typeof item !== "number" || this.#items.trackAt(item) !== this.#items.current;
    } catch (error) {
      if (!signal.aborted) this.#report("the player cannot tell what it plays", error);
      return false;
    }
  }

  /** Asks the player to play the current track. */
  async play(track: Track, signal: AbortSignal): Promise<void> {
    try {
      await this.#shadow.play(track, signal, () => this.progress.asked());
      if (signal.aborted) return;
      this.progress.opening();
      this.#watch.begin();
    } catch (error) {
      if (!signal.aborted) this.fail(track, panelText(error, this.#diagnostics));
    }
  }

  /** Handles the failure of a track: tells the page, then plays the next track or requests one. */
  fail(track: Track, error: string): void {
    if (this.#state === "Idle" || track.failed) return;
    this.#target.tellFailure(track, error);
    const isCurrent = track === this.#items.current;
    if (isCurrent) {
      this.#watch.end();
      this.progress.failed();
    } else this.#items.dropTrack(track);
    if (++this.#failures >= MAX_FAILURES) {
      this.#failures = 0;
      this.#exhaust("tooManyFailures");
    } else if (isCurrent && this.isRunning) void this.goOn();
    else this.askAgain();
    void this.#shadow.trim();
  }

  /** Requests the next track again after a failed addition. */
  askAgain(): void {
    if (this.#somethingFollows) {
      // The track to replace follows again.
      if (this.isRunning) this.move("nextAccepted");
      return void this.goOn();
    }
    // A track requests the next one when it starts.
    if (this.progress.step !== "playing" && !this.progress.isSilent) return;
    this.#asked.delete("error");
    this.#needNext("error");
  }

  #needNext(reason: NeedReason): void {
    if (this.#asked.has(reason) || !this.move(reason === "error" ? "nothingFollows" : "nextNeeded")) return;
    this.#asked.add(reason);
    this.#target.emit(jitQueueEvents.needNext, {
      currentTrackId: this.#items.current?.trackId ?? "",
      reason,
    });
  }

  #exhaust(trigger: "listEnded" | "tooManyFailures"): void {
    this.progress.exhausted();
    if (this.#state !== "Exhausted" && this.move(trigger)) this.tellExhausted();
  }

  /** Sets the session's playback order, locks the shadow playlist and removes unwanted items. */
  async prepare() {
    await this.#settings.enter();
    await this.#shadow.lock();
    return await this.#shadow.trim();
  }

  /** Begins to wait for the current track. */
  awaitCurrent(trigger?: Trigger): void {
    this.progress.awaitCurrent();
    this.#left = null;
    this.#watch.end();
    this.#asked.clear();
    if (trigger) this.move(trigger);
  }

  /** Resumes the superseded track, because the superseding calls had no effect. */
  resume(): void {
    this.progress.resume();
    void this.goOn();
  }

  #endFromOutside(trigger: "otherTrack" | "stopped" | "shadowRemoved"): void {
    const { current } = this.#items;
    if (trigger === "shadowRemoved") this.#items.current = null;
    if (this.#state === "Idle") return;
    this.end(trigger);
    this.#items.current = null;
    if (trigger === "shadowRemoved" && current) {
      this.#target.emit(jitQueueEvents.error, trackError(current, jitErrors.shadowRemoved));
    }
    this.#target.emit(jitQueueEvents.trackChanged, { trackId: "", title: "" });
    void this.restore();
  }

  /** Ends the session without telling panels or the player. */
  end(trigger: Trigger): void {
    this.move(trigger);
    this.progress.end();
    this.#left = null;
    this.#watch.end();
    this.#ended.abort();
    this.#asked.clear();
    this.#failures = 0;
    this.#items.forgetDropped();
  }

  /** Restores the user's playback order and active playlist. */
  restore(): Promise<void> {
    return this.#settings.restore(() => this.#shadow.id);
  }

  /** Changes the state by the transition table; false when the trigger has no effect. */
  move(trigger: Trigger): boolean {
    const to = transitions[this.#state][trigger];
    if (to === undefined) return false;
    if (this.#state === "Idle" && to !== "Idle") this.#ended = new AbortController();
    this.#state = to;
    return true;
  }

  tellExhausted(): void {
    this.#target.emit(jitQueueEvents.listExhausted, { lastTrackId: this.#items.current?.trackId ?? "" });
  }

  close(): void {
    this.#watch.end();
    this.progress.close();
    this.#ended.abort();
  }

  #report(problem: string, error: unknown): void {
    this.#diagnostics.report("warning", `jitQueue: ${problem}: {error}`, {
      error: panelText(error, this.#diagnostics),
    });
  }
}

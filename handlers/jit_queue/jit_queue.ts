/**
 * The JIT session of one connection. Each operation is one function, written in the order of its steps. The player's
 * signals arrive in `onSignal`. `#goOn` alone decides the next step (docs/jit_queue.md).
 *
 * @module
 */

import type { Audience, Context } from "../core/context.ts";
import type { ConnectionContext, ConnectionListener } from "../core/namespace.ts";
import { notAnswered } from "../../host_stdio/player.ts";
import type { SignalMessage, SignalParams } from "../../host_stdio/signals.ts";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import type { EventPayload } from "../core/events.ts";
import { Failure, succeeded } from "../core/operation.ts";
import { SerialQueue } from "../core/change_queue.ts";
import { type JitCall, JitCalls } from "./jit_calls.ts";
import type { Batch } from "./mod.ts";
import { failureText, isFailure, jitErrors, type SessionPlayer, UserSettings } from "./session_player.ts";
import { ShadowPlaylist } from "./shadow_playlist.ts";
import { preloadedTrack, resolvable, type Track, trackError } from "./track.ts";
import { type StateName, transitions, type Trigger } from "./transitions.ts";

/** The next track is requested this many seconds before the end. */
const PREFETCH_SECONDS = 30;

/** This many failures in a row, without a track that starts, exhaust the list. */
const MAX_FAILURES = 10;

type NeedReason = EventPayload<"jitQueue:needNext">["reason"];

/**
 * The progress of the current track:
 *
 * - `none`: there is no current track, or no session.
 * - `awaited`: it is accepted, and the player was not asked to play it yet.
 * - `asked`: the player was asked to play it and has not answered.
 * - `opening`: the player has answered and the track has not started.
 * - `playing`, `ended`, `failed`.
 * - `calledOff`: a waiting call supersedes it.
 */
type Progress = "none" | "awaited" | "asked" | "opening" | "playing" | "ended" | "failed" | "calledOff";

/** The JIT queue of one connection. */
export class JitQueue implements ConnectionListener {
  readonly #connection: ConnectionContext;
  readonly #player: SessionPlayer;
  readonly #calls: JitCalls;
  /** Changes of the player run one after another; each waits for the answer to the one before. */
  readonly #actions = new SerialQueue();
  readonly #shadow: ShadowPlaylist;
  readonly #settings: UserSettings;
  #state: StateName = "Idle";
  /**
   * The panel that gets the session's events. Undefined when it has closed: all panels get them until another one takes
   * over.
   */
  #target: Audience | undefined;
  #progress: Progress = "none";
  /** Ends the wait for the current track: it has started, failed or was superseded, or the session has ended. */
  #wait = new AbortController();
  /** Aborted when the session ends. */
  #session = new AbortController();
  /** The running enqueueNext; refused when the session ends. */
  #adding: JitCall | undefined;
  /** The reasons for which the next track was requested since the current one began. */
  readonly #asked = new Set<NeedReason>();
  /** The number of failures in a row. */
  #failures = 0;
  /** Whether the player is playing anything, the session's or not, according to its signals. */
  #sounds = false;
  /** Whether the player will still signal that it left a track because the session plays another one. */
  #ownLeave = false;
  /** Whether the panel or the user has left the last track that started. */
  #left = false;
  /** Whether the player has signalled that a track behind the current one failed. */
  #nextFailed = false;
  /** Whether the player may have continued by itself since the current track ended or failed. */
  #mayGoOnItself = false;
  /** Whether the session has stopped playback and the player has not signalled it yet. */
  #ownStop = false;
  /** Whether the player has not answered that request yet. */
  #stopping = false;
  #closed = false;

  constructor(connection: ConnectionContext) {
    this.#connection = connection;
    const { player, diagnostics } = connection;
    this.#player = {
      request: (name, params) => this.#closed ? Promise.reject(notAnswered()) : player.request(name, params),
      tell: (name, params) => player.tell(name, params),
    };
    this.#calls = new JitCalls(connection, {
      overtaken: () => this.#callOff(),
      noneOvertakes: () => this.#resumeCalledOff(),
    });
    this.#shadow = new ShadowPlaylist(this.#player, this.#actions, diagnostics);
    this.#settings = new UserSettings(this.#player, this.#actions, diagnostics);
  }

  /** The result of `jitQueue.getState`. */
  get state() {
    const { current, next, bufferSize, index } = this.#shadow;
    return {
      state: this.#state,
      isActive: this.#state !== "Idle",
      currentTrackId: current?.trackId ?? "",
      nextTrackId: current === null ? "" : next?.trackId ?? "",
      bufferSize,
      shadowPlaylist: index,
    };
  }

  playNow(track: Track, context: Context) {
    type Result = { success: true; trackId: string; shadowPlaylist: number };
    return this.#calls.take<Result>(context, jitErrors.superseded, async (call) => {
      const active = await this.#findShadow(call);
      if (call.isSettled) return;
      if (call.overtakenBy === jitErrors.superseded) throw new Failure(jitErrors.superseded);
      this.#settings.remember(active, this.#shadow.id);
      const tellPreviousTarget = this.#takeOver(call, jitErrors.superseded);
      this.#shadow.dropAll();
      this.#shadow.current = track;
      const { signal } = this.#await("playNow");
      call.answer(succeeded({ trackId: track.trackId, shadowPlaylist: this.#shadow.index }));
      tellPreviousTarget();
      if (call.overtakenBy !== undefined) return this.#callOff();
      await call.answered;
      try {
        await this.#prepare();
        track.handle = await this.#resolve(track, signal);
        await this.#shadow.append(() => [track], signal);
        if (signal.aborted && !track.started) return await this.#takeBack(call, track, null);
        await this.#play(track, signal);
      } catch (error) {
        if (!signal.aborted) this.#fail(track, this.#textOf(error));
      }
    });
  }

  enqueueNext(track: Track, context: Context) {
    type Result = { success: true; trackId: string; bufferSize: number };
    return this.#calls.take<Result>(context, undefined, async (call) => {
      this.#requireOwner(call);
      this.#adding = call;
      const session = this.#session.signal;
      try {
        track.handle = await this.#resolve(track, call.signal);
        const active = await this.#findShadow(call);
        this.#settings.remember(active, this.#shadow.id);
        await this.#shadow.replaceNext(track, session);
      } catch (error) {
        if (session.aborted || error === call.signal.reason) throw error;
        call.refuse(this.#textOf(error));
        return this.#fail(track, this.#textOf(error));
      }
      if (session.aborted) return await this.#takeBack(call, track, jitErrors.noSession);
      this.#adding = undefined;
      this.#adopt(call);
      // The track may have started already and requested the next one.
      if (this.#shadow.next !== null) this.#move("nextAccepted");
      const { error, reinstated } = await this.#prepare();
      if (reinstated && this.#shadow.current !== track) return await this.#takeBack(call, track, error);
      // The player may already have continued with another track: check that first.
      const playsNow = this.#isRunning && this.#isSilent && !this.#mayGoOnItself && this.#advance();
      call.answer(succeeded({ trackId: track.trackId, bufferSize: this.#shadow.bufferSize }));
      if (call.overtakenBy !== undefined) return this.#callOff();
      await call.answered;
      await (playsNow ? this.#playCurrent() : this.#goOn());
    });
  }

  preloadBatch({ entries, startIndex, replace, invalidCount }: Batch, context: Context) {
    type Result = { success: true; tracksAdded: number; invalidCount?: number };
    const overtakes = replace ? jitErrors.supersededByBatch : undefined;
    return this.#calls.take<Result>(context, overtakes, async (call) => {
      if (!replace) this.#requireOwner(call);
      let active: string | null = null;
      let tracks: readonly Track[] = [];
      try {
        active = await this.#findShadow(call);
        if (call.isSettled) return;
        if (replace) this.#shadow.replaceAll();
        await this.#shadow.lock();
        const { error, reinstated } = await this.#shadow.trim();
        if (replace && reinstated) throw new Failure(error ?? "");
        tracks = entries.map(preloadedTrack);
        await this.#shadow.append(() => tracks, NEVER);
      } catch (error) {
        call.refuse(this.#textOf(error));
        void this.#shadow.trim();
        return this.#askAgain();
      }
      const count = tracks.length;
      const plays = replace || this.#isSilent;
      this.#settings.remember(active, this.#shadow.id);
      const tellPreviousTarget = replace
        ? this.#takeOver(call, jitErrors.supersededByBatch)
        : this.#adopt(call);
      if (plays) this.#shadow.startAt(tracks, startIndex);
      if (plays) this.#await(replace ? "batchPlays" : "nextAccepted");
      else if (this.#shadow.next !== null) this.#move("nextAccepted");
      if (call.owner) {
        this.#calls.emit("jitQueue:preloadComplete", { count, startIndex, replace }, call.owner);
      }
      call.answer(succeeded({ tracksAdded: count, ...(invalidCount > 0 ? { invalidCount } : {}) }));
      tellPreviousTarget?.();
      if (!plays) return;
      if (call.overtakenBy !== undefined) return this.#callOff();
      await call.answered;
      await this.#playCurrent();
    });
  }

  skip(context: Context) {
    return this.#calls.take<{ success: true; currentTrackId: string }>(context, undefined, async (call) => {
      if (this.#state === "Idle") throw new Failure(jitErrors.noSession);
      // The track to skip was already dropped.
      if (this.#progress === "calledOff") throw new Failure(call.overtakenBy ?? jitErrors.noSession);
      const currentTrackId = this.#shadow.current?.trackId ?? "";
      await this.#actions.run(() => {
        this.#left = true;
        return this.#player.request("player.playback.next", {});
      });
      call.answer(succeeded({ currentTrackId }));
    });
  }

  stop(clearBuffer: boolean, context: Context) {
    return this.#calls.take<{ success: true }>(context, jitErrors.noSession, async (call) => {
      const tellTarget = this.#endByCall(call, "stop", clearBuffer);
      this.#ownStop = this.#stopping = true;
      const stopped = failureOf(this.#actions.run(() => this.#player.request("player.playback.stop", {})));
      // Queued at once, so that an unfinished removal continues with the cleared buffer only after it.
      const restored = this.#restore();
      const error = await stopped;
      this.#ownStop &&= error === null;
      this.#stopping = false;
      await restored;
      // If the player cannot stop, do not look for an unknown playlist.
      const empties = clearBuffer && (error === null || this.#shadow.id !== null);
      const refusal = empties ? await this.#empty() : null;
      this.#answerEnd(call, error ?? refusal, tellTarget);
    });
  }

  clear(context: Context) {
    return this.#calls.take<{ success: true }>(context, jitErrors.noSession, async (call) => {
      const tellTarget = this.#endByCall(call, "clear", true);
      await this.#restore();
      this.#answerEnd(call, await this.#empty(), tellTarget);
    });
  }

  notifyEmpty(context: Context) {
    return this.#calls.take<{ success: true }>(context, undefined, (call) => {
      // Without a session this begins an empty one.
      if (this.#state === "Idle") this.#target = call.owner;
      else this.#adopt(call);
      this.#move("notifyEmpty");
      call.answer(succeeded());
      this.#tellExhausted();
    });
  }

  onSignal({ name, params }: SignalMessage): void {
    switch (name) {
      case "signal.trackStarted":
        return this.#trackStarted(params);
      case "signal.trackFailed":
        return this.#trackFailed(params);
      case "signal.playbackTime":
        return this.#playbackTime(params);
      case "signal.playbackStopped":
        return this.#playbackStopped(params.reason);
      case "signal.playlistsChanged":
        if (this.#shadow.follow(params.order)) this.#endFromOutside("shadowRemoved");
        return;
    }
  }

  onPanelClosed(panel: string): void {
    this.#calls.closePanel(panel);
    if (typeof this.#target === "object" && this.#target.panel === panel) this.#target = undefined;
  }

  /** Restores the user's playback order. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#calls.close();
    this.#wait.abort();
    this.#session.abort();
    this.#settings.tell();
  }

  // Signals of the player.

  #trackStarted(place: SignalParams<"signal.trackStarted">): void {
    this.#ownStop = false;
    this.#sounds = true;
    if (this.#state === "Idle") return this.#comeBack(place);
    const item = this.#shadow.locate(place);
    switch (this.#progress) {
      case "calledOff":
        return;
      case "awaited":
      case "asked":
        // Another track was chosen before.
        if (typeof item === "number" && this.#shadow.isAhead(item)) this.#begun(item);
        return;
      default:
        if (typeof item === "number") this.#begun(item);
        // The player was opening it when the session dropped it: nobody chose it, and the session continues.
        else if (item === "dropped" && place.playlist === null) return;
        else if (item === undefined || this.#progress !== "opening") this.#endFromOutside("otherTrack");
    }
  }

  #begun(item: number): void {
    const before = this.#shadow.current;
    const missed = this.#left ? [] : this.#shadow.passedBy(item);
    this.#left =
      this.#ownLeave =
      this.#nextFailed =
      this.#mayGoOnItself =
        false;
    this.#failures = 0;
    const track = this.#shadow.advance(item);
    if (!track) return;
    const isAgain = track === before && track.started && this.#isRunning;
    track.started = true;
    this.#progress = "playing";
    this.#wait.abort();
    // The player has restarted the current track by itself.
    if (isAgain) return;
    for (const each of missed) if (!each.started) this.#tellFailure(each, jitErrors.unplayable);
    this.#asked.clear();
    this.#move("ourTrack");
    this.#emit("jitQueue:trackChanged", { trackId: track.trackId, title: track.title });
    void this.#goOn();
    void this.#shadow.trim();
  }

  /** The user had stopped playback or played something else, and now plays a track of the session again. */
  #comeBack(place: SignalParams<"signal.trackStarted">): void {
    // This track was chosen before the session stopped playback.
    if (this.#stopping) return;
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
    const track = typeof item === "number" ? this.#shadow.trackAt(item) : undefined;
    if (!track) return;
    if (track === this.#shadow.current) this.#mayGoOnItself = true;
    else this.#nextFailed = true;
    this.#fail(track, error || jitErrors.unplayable);
  }

  #playbackTime({ position, length }: SignalParams<"signal.playbackTime">): void {
    const counts = this.#progress === "playing" || this.#progress === "opening";
    if (!this.#isRunning || !counts || this.#somethingFollows) return;
    if (length > 0 && length - position <= PREFETCH_SECONDS) this.#needNext("prefetch");
  }

  #playbackStopped(reason: SignalParams<"signal.playbackStopped">["reason"]): void {
    // The requested track starts after this signal, unless nothing was playing.
    const isBefore = this.#progress === "asked" && this.#sounds;
    this.#sounds = false;
    switch (reason) {
      case "user":
        if (this.#ownStop) this.#ownStop = false;
        else if (!isBefore) this.#endFromOutside("stopped");
        return;
      case "shutdown":
        return this.#endFromOutside("stopped");
      case "startingAnother":
        if (!this.#ownLeave) this.#left = true;
        this.#ownLeave = false;
        return;
      case "endOfFile":
        if (!isBefore) this.#endOfFile();
    }
  }

  #endOfFile(): void {
    const { current } = this.#shadow;
    const isUnplayed = this.#progress === "asked" || this.#progress === "opening";
    if (isUnplayed && !this.#left && current) return this.#fail(current, jitErrors.unplayable);
    if (!isUnplayed && this.#progress !== "playing") return;
    // The next track failed and the panel was asked for another one: the list has not ended.
    this.#progress = this.#nextFailed && this.#state === "WaitingNext" ? "failed" : "ended";
    this.#mayGoOnItself = true;
    this.#wait.abort();
    void this.#goOn();
  }

  // The next step.

  /** Whether a track follows the current one or is being appended. */
  get #somethingFollows(): boolean {
    return this.#shadow.next !== null || this.#shadow.isArriving;
  }

  get #isRunning(): boolean {
    return this.#state === "Active" || this.#state === "WaitingNext";
  }

  /** Whether no track of the session plays or is about to. */
  get #isSilent(): boolean {
    return this.#progress === "none" || this.#progress === "ended" || this.#progress === "failed";
  }

  /** Plays the next track, or requests one when the current track has ended or has no follower. */
  async #goOn(): Promise<void> {
    if (!this.#isRunning) return;
    if (this.#progress === "playing") {
      if (!this.#somethingFollows && this.#asked.size === 0) this.#needNext("trackChange");
    } else if (this.#isSilent) {
      if (this.#shadow.next !== null) await this.#playNext();
      else if (this.#shadow.isArriving) return;
      else if (this.#progress === "failed") this.#needNext("error");
      else this.#exhaust("listEnded");
    }
  }

  async #playNext(): Promise<void> {
    if (this.#mayGoOnItself) {
      const before = this.#progress;
      this.#progress = "awaited";
      const { signal } = this.#wait = new AbortController();
      const hasGoneOn = await this.#playsAnother(signal);
      if (signal.aborted) return;
      this.#mayGoOnItself = false;
      this.#progress = before;
      if (hasGoneOn) return;
    }
    if (this.#advance()) await this.#playCurrent();
    else await this.#goOn();
  }

  /** Makes the next track the current one; false without a next track. */
  #advance(): boolean {
    if (!this.#shadow.advanceToNext()) return false;
    this.#await();
    return true;
  }

  /** Plays the current track when all earlier changes are done. */
  async #playCurrent(): Promise<void> {
    const { current } = this.#shadow;
    const { signal } = this.#wait;
    await this.#prepare();
    if (current !== null) await this.#play(current, signal);
  }

  /** Whether the player plays another track than the current one. */
  async #playsAnother(signal: AbortSignal): Promise<boolean> {
    try {
      const playing = await this.#actions.run(() =>
        unlessAborted(this.#player.request("player.playback.nowPlaying", {}), signal)
      );
      if (playing.track === null) return false;
      const item = this.#shadow.locate({ ...playing, handle: playing.track });
      return typeof item !== "number" || this.#shadow.trackAt(item) !== this.#shadow.current;
    } catch (error) {
      if (!signal.aborted) this.#report("the player cannot tell what it plays", error);
      return false;
    }
  }

  async #play(track: Track, signal: AbortSignal): Promise<void> {
    try {
      await this.#shadow.play(track, signal, () => {
        this.#progress = "asked";
        this.#ownLeave = this.#sounds;
        this.#left = false;
      });
      if (!signal.aborted) this.#progress = "opening";
    } catch (error) {
      if (!signal.aborted) this.#fail(track, this.#textOf(error));
    }
  }

  /** Handles the failure of a track: tells the page, then plays the next track or requests one. */
  #fail(track: Track, error: string): void {
    if (this.#state === "Idle" || track.failed) return;
    this.#tellFailure(track, error);
    const isCurrent = track === this.#shadow.current;
    if (isCurrent) {
      this.#progress = "failed";
      this.#wait.abort();
    } else this.#shadow.dropTrack(track);
    if (++this.#failures >= MAX_FAILURES) {
      this.#failures = 0;
      this.#exhaust("tooManyFailures");
    } else if (isCurrent) void this.#goOn();
    else this.#askAgain();
    void this.#shadow.trim();
  }

  /** Requests the next track again after a failed addition. */
  #askAgain(): void {
    if (this.#somethingFollows) {
      // The track to replace follows again.
      if (this.#isRunning) this.#move("nextAccepted");
      return void this.#goOn();
    }
    // A track requests the next one when it starts.
    if (this.#progress !== "playing" && !this.#isSilent) return;
    this.#asked.delete("error");
    this.#needNext("error");
  }

  #needNext(reason: NeedReason): void {
    if (this.#asked.has(reason) || !this.#move(reason === "error" ? "nothingFollows" : "nextNeeded")) return;
    this.#asked.add(reason);
    this.#emit("jitQueue:needNext", { currentTrackId: this.#shadow.current?.trackId ?? "", reason });
  }

  #exhaust(trigger: "listEnded" | "tooManyFailures"): void {
    this.#mayGoOnItself = false;
    if (this.#state !== "Exhausted" && this.#move(trigger)) this.#tellExhausted();
  }

  // The beginning and end of calls.

  /** Finds or creates the shadow playlist and returns the active playlist, unless both are known. */
  async #findShadow(call: JitCall): Promise<string | null> {
    if (this.#shadow.id !== null && this.#settings.remembered) return null;
    return await this.#shadow.find(() => !call.isSettled);
  }

  /** Sets the session's playback order, locks the shadow playlist and removes unwanted items. */
  async #prepare() {
    await this.#settings.enter();
    await this.#shadow.lock();
    return await this.#shadow.trim();
  }

  async #resolve(track: Track, signal: AbortSignal) {
    signal.throwIfAborted();
    const params = { paths: [resolvable(track)] };
    const { resolved } = await unlessAborted(this.#player.request("player.media.resolve", params), signal);
    const handle = resolved[0]?.[0];
    if (!handle) throw new Failure(jitErrors.unresolved);
    return handle;
  }

  /** Begins to wait for the current track. */
  #await(trigger?: Trigger): AbortController {
    this.#wait.abort();
    this.#wait = new AbortController();
    this.#progress = "awaited";
    this.#nextFailed = this.#mayGoOnItself = false;
    this.#asked.clear();
    if (trigger) this.#move(trigger);
    return this.#wait;
  }

  /** Ends the wait for the current track, because a waiting call supersedes it. */
  #callOff(): void {
    if (this.#progress !== "awaited" && this.#progress !== "asked") return;
    this.#progress = "calledOff";
    this.#wait.abort();
  }

  /** Resumes the superseded track, because the superseding calls had no effect. */
  #resumeCalledOff(): void {
    if (this.#progress === "calledOff") this.#progress = "failed";
    void this.#goOn();
  }

  #requireOwner({ owner }: JitCall): void {
    if (this.#state === "Idle") throw new Failure(jitErrors.noSession);
    if (typeof owner === "object" && typeof this.#target === "object" && owner.panel !== this.#target.panel) {
      throw new Failure(jitErrors.otherPanel);
    }
  }

  /** A session whose panel has closed goes to the next panel that adds to it. */
  #adopt({ owner }: JitCall): undefined {
    if (this.#target === undefined && typeof owner === "object") this.#target = owner;
  }

  /** Makes the caller the target. Returns the function that tells the previous target about its lost track. */
  #takeOver({ owner }: JitCall, error: string): () => void {
    const { current } = this.#shadow;
    const loser = this.#target ?? "all";
    const isLost = this.#state !== "Idle" && current !== null && !current.failed &&
      (!current.started || (this.#progress === "playing" && !isSame(loser, owner)));
    this.#target = owner;
    return () => {
      if (isLost) this.#calls.emit("jitQueue:error", trackError(current, error), loser);
    };
  }

  async #takeBack(call: JitCall, track: Track, error: string | null): Promise<void> {
    this.#shadow.takeBack(track);
    await this.#shadow.trim();
    call.refuse(error ?? jitErrors.noSession);
  }

  /** Ends the session for a call. Returns the function that tells the target when the call is from another panel. */
  #endByCall({ owner }: JitCall, trigger: "stop" | "clear", clears: boolean): () => void {
    const isTold = this.#state !== "Idle" && !isSame(this.#target, owner);
    this.#end(trigger);
    if (clears) {
      this.#shadow.current = null;
      this.#shadow.dropAll();
    }
    return () => {
      // The user may have resumed the session meanwhile.
      if (isTold && this.#state === "Idle") this.#emit("jitQueue:trackChanged", { trackId: "", title: "" });
    };
  }

  /** Empties the shadow playlist, even if only the player knows it. Returns the error text of a failure. */
  async #empty(): Promise<string | null> {
    if (this.#shadow.id === null) {
      const error = await failureOf(this.#shadow.find(() => false));
      if (error !== null) return error;
    }
    if (this.#state === "Idle") this.#shadow.dropAll();
    return (await this.#shadow.trim()).error;
  }

  #answerEnd(call: JitCall<{ success: true }>, error: string | null, tellTarget: () => void): void {
    if (error === null) call.answer(succeeded());
    else call.refuse(error);
    tellTarget();
  }

  #endFromOutside(trigger: "otherTrack" | "stopped" | "shadowRemoved"): void {
    const { current } = this.#shadow;
    if (trigger === "shadowRemoved") this.#shadow.current = null;
    if (this.#state === "Idle") return;
    this.#end(trigger);
    this.#shadow.current = null;
    if (trigger === "shadowRemoved" && current) {
      this.#emit("jitQueue:error", trackError(current, jitErrors.shadowRemoved));
    }
    this.#emit("jitQueue:trackChanged", { trackId: "", title: "" });
    void this.#restore();
  }

  #end(trigger: Trigger): void {
    this.#move(trigger);
    this.#progress = "none";
    this.#wait.abort();
    this.#session.abort();
    this.#adding?.abandon(new Failure(jitErrors.noSession));
    this.#asked.clear();
    this.#failures = 0;
    this.#left = this.#ownLeave = this.#mayGoOnItself = false;
    this.#shadow.forgetDropped();
  }

  #restore(): Promise<void> {
    return this.#settings.restore(() => this.#shadow.id);
  }

  /** Changes the state by the transition table; false when the trigger has no effect. */
  #move(trigger: Trigger): boolean {
    const to = transitions[this.#state][trigger];
    if (to === undefined) return false;
    if (this.#state === "Idle" && to !== "Idle") this.#session = new AbortController();
    this.#state = to;
    return true;
  }

  #emit: (
    ...event:
      | ["jitQueue:trackChanged", EventPayload<"jitQueue:trackChanged">]
      | ["jitQueue:needNext", EventPayload<"jitQueue:needNext">]
      | ["jitQueue:listExhausted", EventPayload<"jitQueue:listExhausted">]
      | ["jitQueue:error", EventPayload<"jitQueue:error">]
  ) => void = (event, data) => this.#calls.emit(event, data, this.#target ?? "all");

  #tellExhausted(): void {
    this.#emit("jitQueue:listExhausted", { lastTrackId: this.#shadow.current?.trackId ?? "" });
  }

  #tellFailure(track: Track, error: string): void {
    track.failed = true;
    this.#emit("jitQueue:error", trackError(track, error));
  }

  /** Returns the error text for a panel and reports defects. */
  #textOf(error: unknown): string {
    if (!isFailure(error)) {
      this.#connection.diagnostics.report("error", "a defect of the bridge: {error}", { error });
    }
    return failureText(error);
  }

  #report(problem: string, error: unknown): void {
    this.#connection.diagnostics.report("warning", `jitQueue: ${problem}: {error}`, {
      error: this.#textOf(error),
    });
  }
}

/** Never aborted. */
const NEVER = new AbortController().signal;

function isSame(one: Audience | undefined, other: Audience | undefined): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return one.panel === other.panel;
}

/** Returns the error text of a failure; null on success. */
async function failureOf(promise: Promise<unknown>): Promise<string | null> {
  try {
    await promise;
    return null;
  } catch (error) {
    return failureText(error);
  }
}

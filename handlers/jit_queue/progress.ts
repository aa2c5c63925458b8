/**
 * How far the player is with the current track, from its answers and signals.
 *
 * @module
 */

import type { SignalParams } from "../../host_stdio/api/signals.ts";

/**
 * The progress of the current track:
 *
 * - `none`: there is no current track, or no session.
 * - `awaited`: it is accepted, and the player was not asked to play it yet.
 * - `asked`: the player was asked to play it and has not answered.
 * - `opening`: the player has answered and the track has not started.
 * - `playing`, `ended`, `failed`.
 * - `interrupted`: a track of the user's queue plays, or has failed, before the next one.
 * - `calledOff`: a waiting call supersedes it.
 */
type Step =
  | "none"
  | "awaited"
  | "asked"
  | "opening"
  | "playing"
  | "ended"
  | "failed"
  | "interrupted"
  | "calledOff";

/** The progress of the current track of one connection. */
export class Progress {
  #step: Step = "none";
  /** Ends the wait for the current track: it has started, failed or was superseded, or the session has ended. */
  #wait = new AbortController();
  /** Whether the player is playing anything, the session's or not, according to its signals. */
  #sounds = false;
  /** Whether the player will still signal that it left a track because the session plays another one. */
  #ownLeave = false;
  /** Whether the panel or the user has left the last track that started. */
  #left = false;
  /** Whether the last track that ended was an interruption: the list has not ended. */
  #afterInterruption = false;
  /** Whether the player has signalled that a track after the current one failed. */
  #nextFailed = false;
  /** Whether the player may have continued by itself since the current track ended or failed. */
  #mayGoOnItself = false;
  /** Whether the session has stopped playback and the player has not signalled it yet. */
  #ownStop = false;
  /** Whether the player has not answered the request to stop yet. */
  #stopping = false;

  get step(): Step {
    return this.#step;
  }

  /** Aborted when the wait for the current track ends. */
  get signal(): AbortSignal {
    return this.#wait.signal;
  }

  get wasLeft(): boolean {
    return this.#left;
  }

  get isAfterInterruption(): boolean {
    return this.#afterInterruption;
  }

  get nextFailed(): boolean {
    return this.#nextFailed;
  }

  get mayGoOnItself(): boolean {
    return this.#mayGoOnItself;
  }

  get isStopping(): boolean {
    return this.#stopping;
  }

  /** Whether no track of the session plays or is about to. */
  get isSilent(): boolean {
    return this.#step === "none" || this.#step === "ended" || this.#step === "failed";
  }

  /** The current track was left before it has started, which is no end of the list. */
  skippedUnplayed(): void {
    this.#mayGoOnItself = true;
    this.#endWait("failed");
  }

  /** Begins to wait for another current track. */
  awaitCurrent(): void {
    this.#endWait("awaited");
    this.#wait = new AbortController();
    this.#nextFailed = this.#mayGoOnItself = this.#afterInterruption = false;
  }

  /** A track of the user's queue interrupts the session. */
  interrupted(): void {
    this.#endWait("interrupted");
  }

  /** The interruption is over. The player may continue by itself, unless it plays a track that nobody has chosen. */
  interruptionEnded(mayGoOnItself: boolean): void {
    this.#afterInterruption = true;
    this.#mayGoOnItself = mayGoOnItself;
    this.#endWait("ended");
  }

  /** The player is asked to play the current track. */
  asked(): void {
    this.#step = "asked";
    this.#ownLeave = this.#sounds;
    this.#left = false;
  }

  /** The player has answered the request to play. */
  opening(): void {
    this.#step = "opening";
  }

  /** Any track has started. */
  sounds(): void {
    this.#ownStop = false;
    this.#sounds = true;
  }

  /** A track of the session has started, which is the current one now. */
  started(): void {
    this.#left =
      this.#ownLeave =
      this.#nextFailed =
      this.#mayGoOnItself =
      this.#afterInterruption =
        false;
    this.#endWait("playing");
  }

  /** The player signals that the current track, or one after it, failed. It may continue by itself. */
  signalledFailure(isCurrent: boolean): void {
    if (isCurrent) this.#mayGoOnItself = true;
    else this.#nextFailed = true;
  }

  /** The current track has failed. */
  failed(): void {
    this.#endWait("failed");
  }

  /** The player has reached the end of the current track. It may continue by itself. */
  ended(): void {
    this.#mayGoOnItself = true;
    this.#endWait("ended");
  }

  /** Ends the wait for the current track, because a waiting call supersedes it. */
  callOff(): void {
    if (this.#step === "awaited" || this.#step === "asked") this.#endWait("calledOff");
  }

  /** The superseding calls had no effect. */
  resume(): void {
    if (this.#step === "calledOff") this.#step = "failed";
  }

  /**
   * Checks whether the player has continued by itself after the current track.
   *
   * @returns The result of the check; undefined when a track has started or was accepted meanwhile, or a later check began.
   */
  async goesOnItself(check: (signal: AbortSignal) => Promise<boolean>): Promise<boolean | undefined> {
    this.#wait.abort();
    const { signal } = this.#wait = new AbortController();
    const result = await check(signal);
    if (signal.aborted) return undefined;
    this.#mayGoOnItself = false;
    return result;
  }

  /** Nothing follows the current track, so that the player cannot continue by itself. */
  exhausted(): void {
    this.#mayGoOnItself = false;
  }

  /** The panel leaves the current track. */
  leave(): void {
    this.#left = true;
  }

  /** The session asks the player to stop. */
  stop(): void {
    this.#ownStop = this.#stopping = true;
  }

  /** The player has answered the request to stop. */
  stopAnswered(isDone: boolean): void {
    this.#ownStop &&= isDone;
    this.#stopping = false;
  }

  /**
   * The player signals that playback has stopped.
   *
   * @returns Whether that ends the current track or the session. A stop that the session has caused does not, and
   *   neither does one before the track that the player was asked to play.
   */
  stopped(reason: SignalParams<"signal.playbackStopped">["reason"]): boolean {
    // The requested track starts after this signal, unless nothing was playing.
    const isBefore = this.#step === "asked" && this.#sounds;
    this.#sounds = false;
    switch (reason) {
      case "shutdown":
        return true;
      case "user": {
        const isOwn = this.#ownStop;
        this.#ownStop = false;
        return !isOwn && !isBefore;
      }
      case "startingAnother":
        if (!this.#ownLeave) this.#left = true;
        this.#ownLeave = false;
        return false;
      case "endOfFile":
        return !isBefore;
    }
  }

  /** The session has ended. */
  end(): void {
    this.#endWait("none");
    this.#afterInterruption = false;
    // The user may choose any track now.
    this.#left = true;
  }

  /** The connection has closed. */
  close(): void {
    this.#wait.abort();
  }

  #endWait(step: Step): void {
    this.#step = step;
    this.#wait.abort();
  }
}

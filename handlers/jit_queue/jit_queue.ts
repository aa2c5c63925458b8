/**
 * The operations of the JIT queue. Each is one function, written in the order of its steps.
 *
 * @module
 */

import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import { notAnswered } from "../../host_stdio/player.ts";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import { SerialQueue } from "../core/change_queue.ts";
import type { Context } from "../core/context.ts";
import type { ConnectionContext, Listeners, SignalListeners } from "../core/namespace.ts";
import { Failure, succeeded } from "../core/operation.ts";
import type { Batch } from "./batch.ts";
import { jitQueueEvents } from "./events.ts";
import { type JitCall, JitCalls } from "./jit_calls.ts";
import type { Progress } from "./progress.ts";
import { Session } from "./session.ts";
import { failureText, jitErrors, panelText, type SessionPlayer, UserSettings } from "./session_player.ts";
import type { ShadowItems } from "./shadow_items.ts";
import { ShadowPlaylist } from "./shadow_playlist.ts";
import { isSame, SessionTarget } from "./target.ts";
import { preloadedTrack, resolvable, type Track, trackError } from "./track.ts";

/** The JIT queue of one connection. */
export class JitQueue implements Listeners {
  readonly #diagnostics: Diagnostics;
  readonly #player: SessionPlayer;
  readonly #calls: JitCalls;
  readonly #actions = new SerialQueue();
  readonly #shadow: ShadowPlaylist;
  readonly #items: ShadowItems;
  readonly #settings: UserSettings;
  readonly #target: SessionTarget;
  readonly #session: Session;
  readonly #progress: Progress;
  #closed = false;

  constructor(connection: ConnectionContext) {
    const { player: connected, diagnostics, clock, startTimeoutMs } = connection;
    const player: SessionPlayer = {
      request: (name, params) =>
        this.#closed ? Promise.reject(notAnswered()) : connected.request(name, params),
      tell: (name, params) => connected.tell(name, params),
    };
    this.#diagnostics = diagnostics;
    const actions = this.#actions;
    this.#player = player;
    this.#calls = new JitCalls(connection, {
      overtaken: () => this.#progress.callOff(),
      noneOvertakes: () => this.#session.resume(),
    });
    const target = this.#target = new SessionTarget(this.#calls.emit);
    const shadow = this.#shadow = new ShadowPlaylist(player, actions, diagnostics);
    const settings = this.#settings = new UserSettings(player, actions, diagnostics);
    const parts = { player, actions, shadow, settings, target, diagnostics };
    this.#session = new Session(parts, clock, startTimeoutMs);
    this.#items = shadow.items;
    this.#progress = this.#session.progress;
  }

  /** The result of `jitQueue.getState`. */
  get state() {
    const { current, next, bufferSize } = this.#items;
    const { state } = this.#session;
    return {
      state,
      isActive: state !== "Idle",
      currentTrackId: current?.trackId ?? "",
      nextTrackId: current === null ? "" : next?.trackId ?? "",
      bufferSize,
      shadowPlaylist: this.#shadow.index,
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
      this.#items.dropAll();
      this.#items.current = track;
      this.#session.awaitCurrent("playNow");
      const { signal } = this.#progress;
      call.answer(succeeded({ trackId: track.trackId, shadowPlaylist: this.#shadow.index }));
      tellPreviousTarget();
      if (call.overtakenBy !== undefined) return this.#progress.callOff();
      await call.answered;
      try {
        await unlessAborted(this.#session.prepare(), signal);
        track.handle = await this.#resolve(track, signal);
        await this.#shadow.append(() => [track], signal);
        if (signal.aborted && !track.started) return await this.#takeBack(call, track, null);
        await this.#session.play(track, signal);
      } catch (error) {
        if (!signal.aborted) this.#session.fail(track, this.#textOf(error));
      }
    });
  }

  enqueueNext(track: Track, context: Context) {
    type Result = { success: true; trackId: string; bufferSize: number };
    return this.#calls.take<Result>(context, undefined, async (call) => {
      this.#requireOwner(call);
      const session = this.#session.ended;
      const abandon = () => call.abandon(new Failure(jitErrors.noSession));
      session.addEventListener("abort", abandon);
      this.#session.isAdding = true;
      try {
        track.handle = await this.#resolve(track, call.signal);
        const active = await this.#findShadow(call);
        this.#settings.remember(active, this.#shadow.id);
        await this.#shadow.replaceNext(track, session);
      } catch (error) {
        if (session.aborted || error === call.signal.reason) throw error;
        const text = this.#textOf(error);
        call.refuse(text);
        return this.#session.fail(track, text);
      } finally {
        this.#session.isAdding = false;
        session.removeEventListener("abort", abandon);
      }
      if (session.aborted) return await this.#takeBack(call, track, jitErrors.noSession);
      this.#target.adopt(call.owner);
      // The track may have started already and requested the next one.
      if (this.#items.next !== null) this.#session.move("nextAccepted");
      const { error, reinstated } = await this.#session.prepare();
      if (reinstated && this.#items.current !== track) return await this.#takeBack(call, track, error);
      // The player may already have continued with another track: check that first.
      const { isSilent, mayGoOnItself } = this.#progress;
      const playsNow = this.#session.isRunning && isSilent && !mayGoOnItself && this.#session.advance();
      call.answer(succeeded({ trackId: track.trackId, bufferSize: this.#items.bufferSize }));
      if (call.overtakenBy !== undefined) return this.#progress.callOff();
      await call.answered;
      await (playsNow ? this.#session.playCurrent() : this.#session.goOn());
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
        if (replace) this.#items.replaceAll();
        await this.#shadow.lock();
        const { error, reinstated } = await this.#shadow.trim();
        if (replace && reinstated) throw new Failure(error ?? "");
        tracks = entries.map(preloadedTrack);
        await this.#shadow.append(() => tracks, NEVER);
      } catch (error) {
        call.refuse(this.#textOf(error));
        void this.#shadow.trim();
        return this.#session.askAgain();
      }
      const count = tracks.length;
      // After a track that has ended, the player may be continuing by itself with the one that follows.
      const nothingElseFollows = this.#items.next === tracks[0];
      const plays = replace || (this.#progress.isSilent && nothingElseFollows);
      this.#settings.remember(active, this.#shadow.id);
      const tellPreviousTarget = replace
        ? this.#takeOver(call, jitErrors.supersededByBatch)
        : this.#target.adopt(call.owner);
      if (plays) this.#items.startAt(tracks, startIndex);
      if (plays) this.#session.awaitCurrent(replace ? "batchPlays" : "nextAccepted");
      else if (this.#items.next !== null) this.#session.move("nextAccepted");
      if (call.owner) {
        this.#calls.emit(jitQueueEvents.preloadComplete, { count, startIndex, replace }, call.owner);
      }
      call.answer(succeeded({ tracksAdded: count, ...(invalidCount > 0 ? { invalidCount } : {}) }));
      tellPreviousTarget?.();
      if (!plays) return;
      if (call.overtakenBy !== undefined) return this.#progress.callOff();
      await call.answered;
      await this.#session.playCurrent();
    });
  }

  skip(context: Context) {
    return this.#calls.takeBeside<{ success: true; currentTrackId: string }>(context, async (call) => {
      if (this.#session.state === "Idle") throw new Failure(jitErrors.noSession);
      // The track to skip was already dropped.
      if (this.#progress.step === "calledOff") throw new Failure(call.overtakenBy ?? jitErrors.noSession);
      const currentTrackId = this.#items.current?.trackId ?? "";
      const next = async () => {
        const takeBack = this.#session.skip();
        try {
          await this.#player.request("player.playback.next", {});
          this.#session.watchFollower();
        } catch (error) {
          takeBack();
          throw error;
        }
      };
      // A track that the player was not asked for yet is left after that. Nothing else holds up what the user hears.
      await (this.#progress.step === "awaited" ? this.#actions.run(next) : next());
      call.answer(succeeded({ currentTrackId }));
    });
  }

  stop(clearBuffer: boolean, context: Context) {
    return this.#calls.take<{ success: true }>(context, jitErrors.noSession, async (call) => {
      const tellTarget = this.#endByCall(call, "stop", clearBuffer);
      this.#progress.stop();
      // What the user hears waits for no other change.
      const stopped = failureOf(this.#player.request("player.playback.stop", {}));
      // Queued at once, so that an unfinished removal continues with the cleared buffer only after it.
      const restored = this.#session.restore();
      const error = await stopped;
      this.#progress.stopAnswered(error === null);
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
      await this.#session.restore();
      this.#answerEnd(call, await this.#empty(), tellTarget);
    });
  }

  notifyEmpty(context: Context) {
    return this.#calls.take<{ success: true }>(context, undefined, (call) => {
      // Without a session this begins an empty one.
      if (this.#session.state === "Idle") this.#target.owner = call.owner;
      else this.#target.adopt(call.owner);
      this.#session.move("notifyEmpty");
      call.answer(succeeded());
      this.#session.tellExhausted();
    });
  }

  /** The signals that the session listens to. */
  get on(): SignalListeners {
    return this.#session.on;
  }

  onPanelClosed(panel: string): void {
    this.#calls.closePanel(panel);
    this.#target.closePanel(panel);
  }

  /** Restores the user's playback order. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#calls.close();
    this.#session.close();
    this.#settings.tell();
  }

  // The beginning and end of calls.

  /** Finds or creates the shadow playlist and returns the active playlist, unless both are known. */
  async #findShadow(call: JitCall): Promise<string | null> {
    if (this.#shadow.id !== null && this.#settings.remembered) return null;
    return await this.#shadow.find(() => !call.isSettled);
  }

  async #resolve(track: Track, signal: AbortSignal) {
    signal.throwIfAborted();
    const params = { paths: [resolvable(track)] };
    const { resolved } = await unlessAborted(this.#player.request("player.media.resolve", params), signal);
    const handle = resolved[0]?.[0];
    if (!handle) throw new Failure(jitErrors.unresolved);
    return handle;
  }

  #requireOwner({ owner }: JitCall): void {
    if (this.#session.state === "Idle") throw new Failure(jitErrors.noSession);
    if (this.#target.isOther(owner)) throw new Failure(jitErrors.otherPanel);
  }

  /** Makes the caller the target. Returns the function that tells the previous target about its lost track. */
  #takeOver({ owner }: JitCall, error: string): () => void {
    const { current } = this.#items;
    const loser = this.#target.audience;
    const isLost = this.#session.state !== "Idle" && current !== null && !current.failed &&
      (!current.started || (this.#progress.step === "playing" && !isSame(loser, owner)));
    this.#target.owner = owner;
    return () => {
      if (isLost) this.#calls.emit(jitQueueEvents.error, trackError(current, error), loser);
    };
  }

  async #takeBack(call: JitCall, track: Track, error: string | null): Promise<void> {
    this.#items.takeBack(track);
    await this.#shadow.trim();
    call.refuse(error ?? jitErrors.noSession);
  }

  /** Ends the session for a call. Returns the function that tells the target when the call is from another panel. */
  #endByCall({ owner }: JitCall, trigger: "stop" | "clear", clears: boolean): () => void {
    const { state } = this.#session;
    const isTold = state !== "Idle" && !isSame(this.#target.owner, owner);
    this.#session.end(trigger);
    if (clears) {
      this.#items.current = null;
      this.#items.dropAll();
    }
    return () => {
      // The user may have resumed the session meanwhile.
      if (isTold && this.#session.state === "Idle") {
        this.#target.emit(jitQueueEvents.trackChanged, { trackId: "", title: "" });
      }
    };
  }

  /** Empties the shadow playlist, even if its id is not known yet. Returns the error text of a failure. */
  async #empty(): Promise<string | null> {
    if (this.#shadow.id === null) {
      const error = await failureOf(this.#shadow.find(() => false));
      if (error !== null) return error;
    }
    if (this.#session.state === "Idle") this.#items.dropAll();
    return (await this.#shadow.trim()).error;
  }

  #answerEnd(call: JitCall<{ success: true }>, error: string | null, tellTarget: () => void): void {
    if (error === null) call.answer(succeeded());
    else call.refuse(error);
    tellTarget();
  }

  #textOf(error: unknown): string {
    return panelText(error, this.#diagnostics);
  }
}

/** Never aborted. */
const NEVER = new AbortController().signal;

/** Returns the error text of a failure; null on success. */
async function failureOf(promise: Promise<unknown>): Promise<string | null> {
  try {
    await promise;
    return null;
  } catch (error) {
    return failureText(error);
  }
}

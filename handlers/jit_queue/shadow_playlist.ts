/**
 * The shadow playlist in the player: found or created, locked, filled, trimmed and played.
 *
 * @module
 */

import { type ActionAnswer, PLAYLIST_NOT_FOUND } from "../../host_stdio/api/native_actions.ts";
import type { SignalParams } from "../../host_stdio/api/signals.ts";
import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import { badAnswer, NativeActionError } from "../../host_stdio/player.ts";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import type { SerialQueue } from "../core/change_queue.ts";
import { Failure } from "../core/operation.ts";
import { createdPlaylist } from "../core/playlists.ts";
import { MAX_SHADOW_ITEMS } from "./limits.ts";
import { failureText, jitErrors, type SessionPlayer } from "./session_player.ts";
import { type Run, ShadowItems } from "./shadow_items.ts";
import type { Track } from "./track.ts";

/** The name by which the playlist is found. */
export const SHADOW_NAME = "__webview_buffer__";

/** The name of its lock. */
const LOCK_NAME = "JIT Queue Buffer";

/** The result of a removal. */
export interface Trimmed {
  /** The player's error text for a failed removal; null when all succeeded. */
  readonly error: string | null;
  /** Whether replaced tracks are kept because their removal failed. */
  readonly reinstated: boolean;
}

/** The position of a track in a signal. */
type Place = Pick<SignalParams<"signal.trackStarted">, "handle" | "playlist" | "item">;

/** The shadow playlist of one connection. */
export class ShadowPlaylist {
  /** Its items, as the bridge believes them to be. */
  readonly items = new ShadowItems();
  readonly #player: SessionPlayer;
  readonly #actions: SerialQueue;
  readonly #diagnostics: Diagnostics;
  #id: string | null = null;
  #locked = false;
  /** The ids of all playlists in the user's order, as last signalled. */
  #order: readonly string[] = [];
  #trimming: Promise<Trimmed> | null = null;

  constructor(player: SessionPlayer, actions: SerialQueue, diagnostics: Diagnostics) {
    this.#player = player;
    this.#actions = actions;
    this.#diagnostics = diagnostics;
  }

  /** Its id; null when it is unknown. */
  get id(): string | null {
    return this.#id;
  }

  /** Its index among the playlists; -1 when it is unknown. */
  get index(): number {
    return this.#id === null ? -1 : this.#order.indexOf(this.#id);
  }

  /**
   * Looks for the playlist by its name.
   *
   * @param create Whether to create a missing playlist. Called only when it is missing.
   * @returns The id of the active playlist; null if unknown.
   */
  find(create: () => boolean): Promise<string | null> {
    return this.#actions.run(() => this.#find(create));
  }

  async #find(create: () => boolean): Promise<string | null> {
    let list: ActionAnswer<"player.playlist.list">;
    try {
      list = await this.#player.request("player.playlist.list", {});
      this.#order = list.playlists.map(({ id }) => id);
      const found = list.playlists.find(({ name }) => name === SHADOW_NAME);
      if (found && found.count > MAX_SHADOW_ITEMS) {
        throw badAnswer("player.playlist.list", "a count beyond any playlist");
      }
      this.#adopt(found?.id ?? null, found?.count ?? 0);
    } catch (error) {
      if (this.#id === null) throw error;
      this.#report("the active playlist is unknown", error);
      return null;
    }
    if (this.#id === null && create()) {
      const playlist = await createdPlaylist(this.#player, SHADOW_NAME, list);
      // A new playlist is at the end until a signal says otherwise.
      if (!this.#order.includes(playlist)) this.#order = [...this.#order, playlist];
      this.#adopt(playlist, 0);
    }
    return list.active;
  }

  /** Locks the playlist, once. */
  async lock(): Promise<void> {
    if (this.#locked) return;
    await this.#actions.run(async () => {
      if (this.#locked || this.#id === null) return;
      this.#locked = true;
      try {
        const params = { playlist: this.#id, name: LOCK_NAME, locked: true };
        await this.#player.request("player.playlist.lock", params);
      } catch (error) {
        this.#report("the shadow playlist cannot be locked", error);
      }
    });
  }

  /**
   * Appends tracks. If the player no longer knows the playlist, looks for it again, once.
   *
   * @param tracks Makes the tracks when the append begins.
   * @param signal If aborted, the playlist is not looked for again.
   */
  append(tracks: () => readonly Track[], signal: AbortSignal): Promise<void> {
    return this.#actions.run(() => this.#append(tracks(), signal));
  }

  /**
   * Appends a track that replaces the one after the current track. Tracks can only be appended, so those after the
   * replaced one are appended again before the old items are marked for removal: at every moment some track follows.
   */
  replaceNext(track: Track, signal: AbortSignal): Promise<void> {
    return this.#actions.run(async () => {
      await this.#append([track, ...this.items.behindNext], signal);
      // Otherwise the session has ended.
      if (!signal.aborted) this.items.replaceNextBy(track);
    });
  }

  async #append(tracks: readonly Track[], signal: AbortSignal): Promise<void> {
    try {
      if (this.#id !== null && await this.#appendTo(this.#id, tracks)) return;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      this.#adopt(null, 0);
    }
    signal.throwIfAborted();
    await this.#find(() => true);
    if (this.#id === null || !await this.#appendTo(this.#id, tracks)) {
      throw new Failure(jitErrors.shadowRemoved);
    }
  }

  /** Appends tracks; false when the playlist was removed meanwhile. */
  async #appendTo(playlist: string, tracks: readonly Track[]): Promise<boolean> {
    this.items.arrive(tracks);
    let answer: ActionAnswer<"player.playlist.append">;
    try {
      const handles = tracks.map(({ handle }) => handle);
      answer = await this.#player.request("player.playlist.append", { playlist, handles });
      if (answer.start > MAX_SHADOW_ITEMS) {
        throw badAnswer("player.playlist.append", "a start beyond any playlist");
      }
    } catch (error) {
      if (this.#id === playlist) this.items.withdraw(tracks.length);
      throw error;
    }
    if (this.#id !== playlist) return false;
    this.items.appended(tracks.length, answer);
    if (answer.count === tracks.length) return true;
    throw badAnswer("player.playlist.append", `a count that is not ${tracks.length}`);
  }

  /** Removes all items marked for removal, from the end, so that the items before keep their positions. */
  trim(): Promise<Trimmed> {
    if (!this.items.lastUnwanted()) {
      return this.#trimming ?? Promise.resolve({ error: null, reinstated: false });
    }
    return this.#trimming ??= this.#removeUnwanted();
  }

  async #removeUnwanted(): Promise<Trimmed> {
    let error: string | null = null;
    let reinstated = false;
    while (this.items.lastUnwanted()) {
      // One action per run, so that stopping playback does not wait for all removals.
      await this.#actions.run(async () => {
        const run = this.items.lastUnwanted();
        if (!run) return;
        const refusal = await this.#remove(run);
        if (refusal === null) return;
        error ??= refusal;
        reinstated = this.items.keepUnremoved(run) || reinstated;
      });
    }
    this.#trimming = null;
    return { error, reinstated };
  }

  /** Removes a run. Returns the player's error text, null when the run is removed. */
  async #remove(run: Run): Promise<string | null> {
    const playlist = this.#id;
    if (playlist === null) return null;
    this.items.removing = run;
    try {
      const { count } = await this.#player.request("player.playlist.remove", { playlist, ...run });
      if (this.#id !== playlist) return null;
      this.items.removed(run, count);
      return null;
    } catch (error) {
      if (this.#id !== playlist) return null;
      if (isNotFound(error)) this.#adopt(null, 0);
      else this.#report("tracks cannot be removed from the shadow playlist", error);
      return isNotFound(error) ? null : failureText(error);
    } finally {
      this.items.removing = null;
    }
  }

  /**
   * Asks the player to play a track.
   *
   * @param signal Ends the wait. The player's answer is ignored then.
   */
  play(track: Track, signal: AbortSignal, onAsked: () => void): Promise<void> {
    return this.#actions.run(async () => {
      const item = this.items.itemOf(track);
      if (this.#id === null || item < 0) throw new Failure(jitErrors.notInShadow);
      const answer = this.#player.request("player.playback.play", { playlist: this.#id, item });
      onAsked();
      try {
        await unlessAborted(answer, signal);
      } catch (error) {
        if (isNotFound(error)) this.#adopt(null, 0);
        throw error;
      }
    }, signal);
  }

  /** Updates the order of the playlists. Returns whether the shadow playlist was removed. */
  follow(order: readonly string[]): boolean {
    this.#order = order;
    if (this.#id === null || order.includes(this.#id)) return false;
    this.#adopt(null, 0);
    return true;
  }

  /** Finds the item that a signal means. See {@linkcode ShadowItems.locate}. */
  locate({ handle, playlist, item }: Place): number | "dropped" | undefined {
    if (playlist !== null && playlist !== this.#id) return undefined;
    return this.items.locate(handle, playlist === null ? null : item);
  }

  /** Sets the playlist; null for none. */
  #adopt(id: string | null, count: number): void {
    if (id === this.#id) return this.items.resize(count);
    this.#id = id;
    this.#locked = false;
    this.items.reset(count);
  }

  #report(problem: string, error: unknown): void {
    this.#diagnostics.report("warning", `jitQueue: ${problem}: {error}`, { error: failureText(error) });
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof NativeActionError && error.playerCode === PLAYLIST_NOT_FOUND;
}

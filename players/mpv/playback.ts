/**
 * Playback by mpv: what plays, what plays next, and the signals about it.
 *
 * @module
 */

import * as v from "valibot";
import type { Track } from "../../host_stdio/shapes.ts";
import type { SignalParams } from "../../host_stdio/signals.ts";
import type { PlayerActions } from "../model/actions.ts";
import { type ChosenTrack, idsOf, type Place, placeAfter } from "../model/places.ts";
import { type NextTrack, Sequencer } from "../model/playback_order.ts";
import type { PlaylistChange, PlaylistObserver, Playlists } from "../model/playlists.ts";
import type { Queue } from "../model/queue.ts";
import type { SignalSender } from "../model/signal_sender.ts";
import { isSameTrack, type MpvPlaylist } from "./mpv_playlist.ts";
import { MpvError, type MpvEvent, MpvGone } from "./ipc/mpv_client.ts";
import type { MpvLink } from "./ipc/mpv_link.ts";
import { openTrack, type TrackStore } from "./tracks.ts";

/** What playback needs of the rest of the host. */
export interface PlaybackParts {
  readonly link: MpvLink;
  readonly mpvPlaylist: MpvPlaylist;
  readonly playlists: Playlists;
  readonly queue: Queue;
  readonly tracks: TrackStore;
  readonly signals: SignalSender;
  /** Says a sentence to people. */
  say(sentence: string): void;
}

type StopReason = SignalParams<"signal.playbackStopped">["reason"];

/** How long mpv may take to begin with a track that it was told to play, or to stop, in milliseconds. */
const OBEDIENCE_MS = 5000;

/** How often what is to follow is put in its place, when the user is in the way. */
const ARRANGE_TRIES = 5;

const started = v.object({ playlist_entry_id: v.number() });
const ended = v.object({
  reason: v.string(),
  playlist_entry_id: v.number(),
  file_error: v.optional(v.string()),
});
const changed = v.object({ name: v.string(), data: v.optional(v.unknown()) });

/** Playback as mpv tells of it. */
export class MpvPlayback implements PlaylistObserver {
  /** The track that mpv has chosen; it sounds once it is open. */
  #chosen: NextTrack | null = null;
  #sounds = false;
  /** Whether its stream has ended before all of it had come. */
  #brokenOff = false;
  /** Why the track before has ended, until it is known what comes after it. */
  #lastEnd: string | undefined;
  /** The track that could not be opened or broke off, until it is known whether mpv goes on with another one of its playlist file. */
  #failed: { readonly choice: NextTrack; readonly error: string } | undefined;
  /** The last playlist file that mpv has opened, and why nothing in it plays, should that be so. */
  #emptied: { readonly choice: NextTrack; readonly error: string } | undefined;
  /** The entry that mpv was told to play, until it has begun. */
  #expected: number | undefined;
  /** The entry that mpv has begun with as it was told, until that event is heard. */
  #beginning: number | undefined;
  /** What a stop that is under way is to be told as. */
  #stopping: StopReason | undefined;
  #second = 0;
  #position = 0;
  #length = 0;
  #paused = false;
  #waiting: { done(): boolean; resolve(): void }[] = [];
  #arranging = false;
  #arrangement: Promise<void> | undefined;
  #idle = true;
  readonly #parts: PlaybackParts;
  readonly #sequencer: Sequencer;
  readonly #observers: (() => void)[] = [];

  /** @param parts The rest of the host. */
  constructor(parts: PlaybackParts) {
    this.#parts = parts;
    this.#sequencer = new Sequencer(parts.queue, {
      random: Math.random,
      albumOf: (handle) => {
        const { albumArtist, album } = parts.tracks.describe(handle);
        return `${albumArtist}\n${album}`;
      },
    });
    parts.playlists.observe(this);
  }

  /** The track that sounds. */
  get playing(): ChosenTrack | null {
    return this.#sounds ? this.#chosen : null;
  }

  /** The playback order's number. */
  get order(): number {
    return this.#sequencer.order;
  }

  /** Seconds from the beginning of the playing track. */
  get position(): number {
    return this.#position;
  }

  /** Seconds that the playing track takes; 0 when unknown. */
  get length(): number {
    return this.#length;
  }

  /** Whether mpv is paused. */
  get paused(): boolean {
    return this.#paused;
  }

  /**
   * Adds somebody who is told when another track, or none, plays.
   *
   * @param observer Who is told.
   */
  observe(observer: () => void): void {
    this.#observers.push(observer);
  }

  /** Keeps places right, and what is to follow. */
  playlistChanged(change: PlaylistChange): void {
    if (this.#chosen?.place) {
      this.#chosen = { ...this.#chosen, place: placeAfter(this.#chosen.place, change) };
    }
    this.#sequencer.playlistChanged(change);
    this.#parts.mpvPlaylist.follow((place) => placeAfter(place, change));
    this.arrange();
  }

  /** Has what is to follow put behind the playing track, soon: many changes in a row are one. */
  arrange(): void {
    if (this.#arranging || !this.#parts.link.connected) return;
    this.#arranging = true;
    const arrangement = this.#arrange().finally(() => {
      if (this.#arrangement === arrangement) this.#arrangement = undefined;
    });
    this.#arrangement = arrangement;
  }

  /** Settles when what is to follow has been put in its place. */
  async settled(): Promise<void> {
    while (this.#arrangement) await this.#arrangement;
  }

  /** mpv can be talked to: asks it for what has to be known all the time. */
  async connected(): Promise<void> {
    const { link } = this.#parts;
    for (const [id, name] of ["playlist", "time-pos", "duration", "idle-active", "pause"].entries()) {
      await link.command("observe_property", id + 1, name);
    }
    await link.command("request_log_messages", "error");
    // It may be playing already.
    const playing = await link.property("playlist-playing-pos");
    const id = typeof playing === "number" && playing >= 0
      ? await link.property(`playlist/${playing}/id`)
      : undefined;
    if (typeof id !== "number") return;
    await this.#began(id);
    if (typeof await link.property("time-pos") === "number") await this.#opened();
  }

  /** mpv has gone. */
  disconnected(): void {
    const wasPlaying = this.#chosen !== null || this.#lastEnd !== undefined;
    this.#silence();
    this.#lastEnd = undefined;
    this.#failed = undefined;
    this.#expected = undefined;
    this.#beginning = undefined;
    this.#idle = true;
    if (wasPlaying) this.#tellStopped("shutdown");
    this.#wake(true);
  }

  /**
   * Notes that mpv begins with what it was told to play.
   *
   * @param event An event, as soon as it has arrived.
   */
  arrived({ event, playlist_entry_id: id }: MpvEvent): void {
    if (event === "start-file" && id === this.#expected) this.#beginning = this.#expected;
  }

  /**
   * Hears what mpv tells.
   *
   * @param event The event.
   */
  async event(event: MpvEvent): Promise<void> {
    switch (event.event) {
      case "start-file":
        return await this.#began(v.parse(started, event).playlist_entry_id);
      case "file-loaded":
        return await this.#opened();
      case "end-file":
        return await this.#trackEnded(v.parse(ended, event));
      case "log-message":
        // For mpv, a stream that breaks off is a track that has ended.
        if (String(event["text"]).includes("Stream ends prematurely")) this.#brokenOff = true;
        return;
      // The event tells what the property does not: a track that has failed before anybody saw that mpv was busy. The
      // property is there for an mpv that has no such event, which its manual announces.
      case "idle":
        return await this.#ranDry();
      case "property-change": {
        const { name, data } = v.parse(changed, event);
        if (name === "playlist") await this.#playlistChanged();
        if (name === "idle-active" && data === true) await this.#ranDry();
        if (name === "duration") this.#length = nonNegative(data);
        if (name === "pause") this.#paused = data === true;
        if (name === "time-pos" && typeof data === "number") this.#moved(nonNegative(data));
      }
    }
  }

  /** Carries out `player.playback.nowPlaying`: what mpv knows by now, which grows while a stream plays. */
  readonly nowPlaying: PlayerActions["player.playback.nowPlaying"] = async () => {
    const { link, tracks } = this.#parts;
    if (!link.connected) await link.command("get_property", "idle-active");
    const chosen = this.playing;
    if (!chosen) return { track: null, playlist: null, item: null };
    const track: Track = await openTrack(chosen.handle, (name) => link.property(name));
    // Meanwhile another one may have begun.
    if (this.playing?.handle === chosen.handle) tracks.learn(track);
    return { track: tracks.describe(chosen.handle), ...idsOf(chosen.place) };
  };

  /** Carries out `player.playback.play`; answers when mpv was told to play the item. */
  readonly play: PlayerActions["player.playback.play"] = async ({ playlist, item }) => {
    await this.playPlace({ playlist: this.#parts.playlists.find(playlist), item });
    return {};
  };

  /** Carries out `player.playback.stop`; answers when mpv has stopped. When nothing plays, nothing is signalled. */
  readonly stop: PlayerActions["player.playback.stop"] = async () => {
    await this.halt("user");
    return {};
  };

  /** Carries out `player.playback.next`; when nothing plays, nothing happens. */
  readonly next: PlayerActions["player.playback.next"] = async () => {
    if (!this.#parts.link.connected) await this.#parts.link.command("playlist-next");
    if (!this.#chosen) return {};
    const following = this.#sequencer.next("next");
    if (following) await this.#start(following);
    else await this.halt("endOfFile");
    return {};
  };

  /** Carries out `player.playback.setOrder`. The order is the host's own: mpv knows no such thing. */
  readonly setOrder: PlayerActions["player.playback.setOrder"] = ({ order }) => {
    const previous = this.order;
    this.#sequencer.useOrder(order);
    this.arrange();
    return { previous };
  };

  /**
   * Plays an item.
   *
   * @param place The item.
   * @throws {ActionError} When there is none there, or no mpv.
   */
  async playPlace(place: Place): Promise<void> {
    this.#parts.playlists.requireItems(place.playlist, place.item);
    this.#sequencer.failures = 0;
    await this.#start({ handle: place.playlist.tracks.at(place.item), place });
  }

  /**
   * Stops.
   *
   * @param reason What it is told as.
   */
  async halt(reason: StopReason): Promise<void> {
    const { link } = this.#parts;
    this.#stopping = reason;
    try {
      await this.#parts.mpvPlaylist.stop();
      // What mpv was told to play before does not begin any more.
      this.#expected = undefined;
      this.#wake();
      const idle = await link.property("idle-active");
      // What has led to that, mpv may tell behind its answer, but not behind the next one.
      if (idle === true) await link.property("idle-active");
      await link.heard();
      // When nothing has played, mpv has nothing to tell.
      if (idle === true && this.#chosen === null && this.#lastEnd === undefined) await this.#ranDry();
      await this.#until(() => this.#idle);
    } finally {
      this.#stopping = undefined;
    }
  }

  async #arrange(): Promise<void> {
    // The change that this is told of is not complete yet.
    await Promise.resolve();
    for (let left = ARRANGE_TRIES; left > 0; left--) {
      try {
        return await this.#parts.mpvPlaylist.arrange(() => {
          // What changes from here on is another reason to look.
          this.#arranging = false;
          // What is told to play may stand there and look as if nothing played; it is looked again when it has begun.
          if (this.#expected !== undefined) return "later";
          return this.#idle ? undefined : this.#sequencer.next("ended");
        }, () => !this.#sounds);
      } catch (error) {
        // The user has changed mpv's playlist in the very moment.
        if (error instanceof MpvError && left > 1) continue;
        if (this.#parts.link.connected) this.#parts.say(`What follows could not be prepared: ${error}`);
      } finally {
        this.#arranging = false;
      }
    }
  }

  async #playlistChanged(): Promise<void> {
    await this.#parts.mpvPlaylist.sync();
    if (this.#expected === undefined || this.#isToBegin()) return;
    // The user has taken away what mpv was told to play, before it could begin.
    this.#expected = undefined;
    this.#wake();
    this.arrange();
  }

  async #start(choice: NextTrack): Promise<void> {
    let id: number | undefined;
    await this.#parts.mpvPlaylist.play(choice, (entry) => {
      id = entry;
      this.#expected = entry;
    });
    void this.#followUp(id);
  }

  /** Finds out what mpv does when it does not begin with what it was told to play. */
  async #followUp(id: number | undefined): Promise<void> {
    await this.#until(() => this.#expected !== id);
    if (!this.#parts.link.connected || this.#expected !== id) return;
    // The user was faster and has told mpv something else: that is what counts.
    this.#expected = undefined;
    const { link, say } = this.#parts;
    try {
      if (await link.property("idle-active") === true) await this.#ranDry();
      else if (!this.#sounds && typeof await link.property("time-pos") === "number") await this.#opened();
      this.arrange();
    } catch (error) {
      if (!(error instanceof MpvGone)) say(`What plays could not be found out: ${error}`);
    }
  }

  async #began(id: number): Promise<void> {
    const { mpvPlaylist, link, signals } = this.#parts;
    this.#idle = false;
    if (this.#beginning === id) this.#beginning = undefined;
    await mpvPlaylist.sync();
    // Of two that were told to play, the first may begin still; unless the user has told mpv something else meanwhile.
    const superseded = this.#expected !== id && this.#isToBegin();
    const path = mpvPlaylist.choiceOf(id) ? undefined : await link.property("path");
    const choice = mpvPlaylist.choiceOf(id) ??
      { handle: { path: typeof path === "string" ? path : "", subsong: 0 }, place: null };
    const endedBy = this.#lastEnd;
    this.#lastEnd = undefined;
    signals.together(() => {
      if (this.#failed && isSameTrack(this.#failed.choice, choice)) this.#failed = undefined;
      this.#tellFailed();
      this.#chosen = choice;
      this.#sounds = false;
      this.#brokenOff = false;
      if (choice.place) this.#sequencer.continueAfter(choice.place);
      if (choice.queued) this.#leaveQueue(choice.queued);
      if (endedBy === "stop" || (endedBy !== undefined && this.#expected === id)) {
        signals.send({ name: "signal.playbackStopped", params: { reason: "startingAnother" } });
      }
      this.#tell();
    });
    if (!superseded) this.#expected = undefined;
    this.#wake();
    this.arrange();
  }

  #leaveQueue(entry: NextTrack["queued"]): void {
    const { queue } = this.#parts;
    const { entries } = queue;
    // An entry whose origin has moved is another object with the same track.
    const same = entries.findIndex((one) => one === entry);
    const index = same >= 0 ? same : entries.findIndex(({ handle }) => handle === entry?.handle);
    if (index >= 0) queue.remove({ indices: [index] }, undefined);
  }

  async #opened(): Promise<void> {
    const { link, tracks, signals } = this.#parts;
    const chosen = this.#chosen;
    if (!chosen) return;
    const track = await openTrack(chosen.handle, (name) => link.property(name));
    tracks.learn(track);
    this.#sequencer.failures = 0;
    this.#second = 0;
    this.#position = 0;
    this.#length = track.duration;
    // While mpv goes on to what it was told meanwhile, this one is over already.
    if (this.#chosen?.handle !== chosen.handle || this.#expected !== undefined) return;
    this.#sounds = true;
    const { handle, place } = this.#chosen;
    const params = { handle, ...idsOf(place) };
    signals.together(() => {
      signals.send({ name: "signal.trackStarted", params });
      this.#tell();
    });
    this.arrange();
  }

  async #trackEnded(end: v.InferOutput<typeof ended>): Promise<void> {
    const { mpvPlaylist, say } = this.#parts;
    if (end.reason === "redirect") {
      const problems = await mpvPlaylist.judgeExpanded();
      for (const { error, path } of problems) say(`${error}: ${JSON.stringify(path)}`);
      const error = problems.at(-1)?.error ?? "The playlist is empty";
      this.#emptied = this.#chosen ? { choice: this.#chosen, error } : undefined;
    }
    const refusal = mpvPlaylist.takeRefusal(end.playlist_entry_id);
    const reason = refusal === undefined ? end.reason : "error";
    if (reason === "error") {
      this.#sequencer.failures++;
      this.#fail(refusal ?? `Unable to open item for playback: ${end.file_error ?? "unknown error"}`);
    } else if (end.reason === "eof" && this.#brokenOff) this.#fail("Playback broke off");
    this.#silence();
    this.#lastEnd = reason;
    this.#tell();
  }

  /** Nothing stands behind the track that has ended. */
  async #ranDry(): Promise<void> {
    let reason = this.#lastEnd;
    await this.#parts.mpvPlaylist.sync();
    if (this.#isToBegin()) return;
    this.#expected = undefined;
    this.#lastEnd = undefined;
    if (reason === "redirect") {
      reason = "error";
      this.#sequencer.failures++;
      this.#failed = this.#emptied;
    }
    this.#tellFailed();
    if (this.#stopping === undefined && (reason === "eof" || reason === "error")) {
      // Something may have come since it was last looked for.
      const following = this.#sequencer.next(reason === "eof" ? "ended" : "failed");
      if (following && await this.#goesOn(following)) return;
    }
    this.#idle = true;
    this.#sequencer.failures = 0;
    if (reason !== undefined) {
      this.#tellStopped(
        reason === "quit" ? "shutdown" : this.#stopping ?? (reason === "stop" ? "user" : "endOfFile"),
      );
    }
    this.#wake();
    this.arrange();
  }

  /** Whether mpv could be told to go on with a track. */
  async #goesOn(following: NextTrack): Promise<boolean> {
    try {
      await this.#parts.mpvPlaylist.play(following, (entry) => this.#expected = entry);
      return true;
    } catch (error) {
      if (error instanceof MpvGone) throw error;
      this.#parts.say(`Unable to go on with ${JSON.stringify(following.handle.path)}: ${error}`);
      this.#expected = undefined;
      return false;
    }
  }

  /** Whether what mpv was told to play is still to begin. As of the last look at mpv's playlist. */
  #isToBegin(): boolean {
    return this.#expected !== undefined &&
      (this.#parts.mpvPlaylist.current === this.#expected || this.#beginning === this.#expected);
  }

  #moved(position: number): void {
    if (!this.#sounds || this.#expected !== undefined) return;
    this.#position = position;
    const second = Math.floor(position);
    if (second === this.#second) return;
    this.#second = second;
    const { signals } = this.#parts;
    signals.send({ name: "signal.playbackTime", params: { position, length: this.#length } });
  }

  #silence(): void {
    this.#chosen = null;
    this.#sounds = false;
    this.#position = 0;
    this.#length = 0;
  }

  #fail(error: string): void {
    this.#parts.say(`${error}: ${JSON.stringify(this.#chosen?.handle.path ?? "")}`);
    if (this.#chosen) this.#failed = { choice: this.#chosen, error };
  }

  #tellFailed(): void {
    if (!this.#failed) return;
    const { choice: { handle, place }, error } = this.#failed;
    this.#failed = undefined;
    this.#parts.signals.send({ name: "signal.trackFailed", params: { handle, ...idsOf(place), error } });
  }

  #tellStopped(reason: StopReason): void {
    this.#parts.signals.together(() => {
      this.#parts.signals.send({ name: "signal.playbackStopped", params: { reason } });
      this.#tell();
    });
  }

  #tell(): void {
    for (const observer of this.#observers) observer();
  }

  /** Waits until mpv has done what it was told; not for ever, because the user may have told it something else. */
  async #until(done: () => boolean): Promise<void> {
    if (done()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ done, resolve });
    const late = setTimeout(resolve, OBEDIENCE_MS);
    await promise;
    clearTimeout(late);
    this.#waiting = this.#waiting.filter((one) => one.resolve !== resolve);
  }

  #wake(all = false): void {
    for (const { done, resolve } of this.#waiting) if (all || done()) resolve();
  }
}

function nonNegative(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}

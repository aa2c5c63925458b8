/**
 * Playback: what plays, what plays next, and the signals about it.
 *
 * @module
 */

import type { Clock } from "../../host_stdio/clock.ts";
import type { SignalParams } from "../../host_stdio/signals.ts";
import type { PlayerActions } from "../model/actions.ts";
import type { Console } from "./app.ts";
import { type ChosenTrack, idsOf, type Place, placeAfter } from "../model/places.ts";
import type { Library } from "./library/library.ts";
import type { Media } from "./media.ts";
import { type Advance, Sequencer } from "../model/playback_order.ts";
import { Playhead } from "./clock.ts";
import type { PlaylistChange, PlaylistObserver, Playlists } from "../model/playlists.ts";
import type { Queue } from "../model/queue.ts";
import { repeatableRandom } from "./random.ts";
import type { SignalSender } from "../model/signal_sender.ts";

/** What playback needs of the rest of the player. */
export interface PlaybackParts {
  readonly playlists: Playlists;
  readonly queue: Queue;
  readonly library: Library;
  readonly media: Media;
  readonly console: Console;
  readonly signals: SignalSender;
  readonly clock: Clock;
}

/** How playback behaves. */
export interface PlaybackSettings {
  /** Seconds of music in a second of the clock. */
  readonly speed: number;
  /** Milliseconds of the clock from the choice of a track to its first sound; 0: it sounds at once. */
  readonly openingMilliseconds: number;
  /** What chance is made from. */
  readonly seed: number;
}

/** The machine that plays. */
export class Playback implements PlaylistObserver {
  /** Whether playback stops at the end of the playing track. It is forgotten when playback stops. */
  stopAfterCurrent = false;
  #chosen: ChosenTrack | null = null;
  /** Whether the chosen track sounds; while it opens, it does not. */
  #sounds = false;
  /** The position in seconds at which the playing track breaks off. */
  #breaksAfter = Infinity;
  #cancelOpening = () => {};
  readonly #parts: PlaybackParts;
  readonly #settings: PlaybackSettings;
  readonly #playhead: Playhead;
  readonly #sequencer: Sequencer;
  readonly #random: () => number;
  readonly #observers: (() => void)[] = [];

  /**
   * @param parts The rest of the player.
   * @param settings How it behaves.
   */
  constructor(parts: PlaybackParts, settings: PlaybackSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#playhead = new Playhead(parts.clock, settings.speed, {
      second: (position) => {
        if (position >= this.#breaksAfter) return parts.signals.together(() => this.#brokeOff());
        const { length } = this.#playhead;
        parts.signals.send({ name: "signal.playbackTime", params: { position, length } });
      },
      end: () => parts.signals.together(() => this.#trackEnded("ended")),
    });
    this.#random = repeatableRandom(settings.seed);
    this.#sequencer = new Sequencer(parts.queue, {
      random: this.#random,
      albumOf: (handle) => {
        const { albumArtist, album } = parts.library.describe(handle);
        return `${albumArtist}\n${album}`;
      },
    });
    parts.playlists.observe(this);
  }

  /** The track that sounds. */
  get playing(): ChosenTrack | null {
    return this.#sounds ? this.#chosen : null;
  }

  /** Whether nothing plays and nothing is about to. */
  get stopped(): boolean {
    return this.#chosen === null;
  }

  /** Whether the playing track rests. */
  get paused(): boolean {
    return this.#sounds && this.#playhead.resting;
  }

  /** Seconds from the beginning of the playing track. */
  get position(): number {
    return this.#playhead.position;
  }

  /** The playing track's length in seconds; 0 when unknown. */
  get length(): number {
    return this.#playhead.length;
  }

  /** The playback order's number. */
  get order(): number {
    return this.#sequencer.order;
  }

  /**
   * Adds somebody who is told when another track, or none, plays.
   *
   * @param observer Who is told.
   */
  observe(observer: () => void): void {
    this.#observers.push(observer);
  }

  /** Keeps the playing track's place right. */
  playlistChanged(change: PlaylistChange): void {
    if (this.#chosen?.place) {
      this.#chosen = { handle: this.#chosen.handle, place: placeAfter(this.#chosen.place, change) };
    }
    this.#sequencer.playlistChanged(change);
  }

  /** Carries out `player.playback.nowPlaying`. */
  readonly nowPlaying: PlayerActions["player.playback.nowPlaying"] = () => {
    const { playing } = this;
    const place = playing?.place ?? null;
    return {
      track: playing && this.#parts.library.describe(playing.handle),
      ...idsOf(place),
    };
  };

  /** Carries out `player.playback.play`: the answer does not wait until the track is open. */
  readonly play: PlayerActions["player.playback.play"] = ({ playlist: id, item }) => {
    const { playlists, media } = this.#parts;
    const playlist = playlists.find(id);
    playlists.requireItems(playlist, item);
    media.requirePlayable(playlist.tracks.at(item));
    this.playPlace({ playlist, item });
    return {};
  };

  /** Carries out `player.playback.stop`; when nothing plays, nothing is signalled. */
  readonly stop: PlayerActions["player.playback.stop"] = () => {
    this.halt("user");
    return {};
  };

  /** Carries out `player.playback.next`; when nothing plays, nothing happens. */
  readonly next: PlayerActions["player.playback.next"] = () => {
    this.playNext();
    return {};
  };

  /** Carries out `player.playback.setOrder`. */
  readonly setOrder: PlayerActions["player.playback.setOrder"] = ({ order }) => {
    const previous = this.order;
    this.useOrder(order);
    return { previous };
  };

  /**
   * Sets the playback order.
   *
   * @param order The order's number.
   * @throws {ActionError} When there is none of that number.
   */
  useOrder(order: number): void {
    this.#sequencer.useOrder(order);
  }

  /**
   * Plays an item.
   *
   * @param place The item.
   * @throws {ActionError} When there is none there.
   */
  playPlace(place: Place): void {
    const { playlists, signals } = this.#parts;
    playlists.requireItems(place.playlist, place.item);
    const chosen = { handle: place.playlist.tracks.at(place.item), place };
    signals.together(() => {
      this.#leave();
      this.#open(chosen);
    });
  }

  /** Goes to the next track; when nothing plays, nothing happens. */
  playNext(): void {
    if (this.#chosen) this.#parts.signals.together(() => this.#goOn("next"));
  }

  /** Begins with the first selected item of the active playlist, or its first item; a resting track goes on. */
  playSelected(): void {
    if (this.paused) this.#playhead.resume();
    const playlist = this.#parts.playlists.active;
    if (this.#chosen || !playlist || playlist.tracks.length === 0) return;
    this.playPlace({ playlist, item: playlist.selected.length > 0 ? playlist.selected.at(0) : 0 });
  }

  /** Plays the item before the playing one, or that one again when it is the first. */
  playPrevious(): void {
    const { cursor } = this.#sequencer;
    if (!this.#chosen || !cursor || cursor.playlist.tracks.length === 0) return;
    this.playPlace({ playlist: cursor.playlist, item: Math.max(0, cursor.item - 1) });
  }

  /** Plays any item of the active playlist. */
  playRandom(): void {
    const playlist = this.#parts.playlists.active;
    if (!playlist || playlist.tracks.length === 0) return;
    this.playPlace({ playlist, item: Math.floor(this.#random() * playlist.tracks.length) });
  }

  /** Lets the playing track rest, or go on. */
  togglePause(): void {
    if (!this.#sounds) return;
    if (this.#playhead.resting) this.#playhead.resume();
    else this.#playhead.pause();
  }

  /**
   * Goes to another place in the playing track, unless it is a stream without end.
   *
   * @param position Seconds from the beginning.
   */
  seek(position: number): void {
    if (this.#sounds && this.#playhead.length > 0) this.#playhead.seek(position);
  }

  /**
   * Stops.
   *
   * @param reason Why.
   */
  halt(reason: SignalParams<"signal.playbackStopped">["reason"]): void {
    if (!this.#chosen) return;
    this.#parts.signals.together(() => {
      this.#silence();
      this.#sequencer.failures = 0;
      this.stopAfterCurrent = false;
      this.#parts.signals.send({ name: "signal.playbackStopped", params: { reason } });
      this.#tell();
    });
  }

  #trackEnded(why: Advance): void {
    if (this.stopAfterCurrent) this.halt("endOfFile");
    else this.#goOn(why);
  }

  #brokeOff(): void {
    if (this.#chosen) this.#fail(this.#chosen, "Playback broke off");
    this.#trackEnded("failed");
  }

  #goOn(why: Advance): void {
    const chosen = this.#following(why);
    if (!chosen) {
      this.halt("endOfFile");
      return;
    }
    // From one track to the following one there is no stop in between.
    if (why === "next") this.#leave();
    else this.#silence();
    this.#open(chosen);
  }

  /** Takes the next track out of the queue, if it is there. */
  #following(why: Advance): ChosenTrack | null {
    const next = this.#sequencer.next(why);
    if (next?.queued) this.#parts.queue.takeFirst();
    return next && { handle: next.handle, place: next.place };
  }

  /** A loop, not a recursion: ten thousand tracks in a row may fail. */
  #open(first: ChosenTrack): void {
    let chosen: ChosenTrack | null = first;
    while (chosen) {
      this.#chosen = chosen;
      if (chosen.place) this.#sequencer.continueAfter(chosen.place);
      const wait = Math.max(
        this.#settings.openingMilliseconds,
        this.#parts.media.delayOf(chosen.handle.path),
      );
      if (wait > 0) {
        if (wait < Infinity) this.#cancelOpening = this.#parts.clock.after(wait, () => this.#opened());
        this.#tell();
        return;
      }
      if (this.#sound(chosen)) return;
      chosen = this.#following("failed");
    }
    this.halt("endOfFile");
  }

  #opened(): void {
    this.#parts.signals.together(() => {
      if (this.#chosen && !this.#sound(this.#chosen)) this.#goOn("failed");
    });
  }

  /** Whether it could be played. */
  #sound(chosen: ChosenTrack): boolean {
    const { library, signals } = this.#parts;
    const opened = library.open(chosen.handle);
    if (!opened) {
      this.#sequencer.failures++;
      this.#fail(chosen, "Unable to open item for playback");
      return false;
    }
    const { handle, breaksAfter } = opened;
    const { place } = chosen;
    this.#sequencer.failures = 0;
    this.#chosen = { handle, place };
    this.#sounds = true;
    this.#breaksAfter = breaksAfter;
    this.#playhead.start(library.describe(handle).duration);
    signals.send({ name: "signal.trackStarted", params: { handle, ...idsOf(place) } });
    this.#tell();
    return true;
  }

  #fail({ handle, place }: ChosenTrack, error: string): void {
    this.#parts.console.complain(`${error}: "${handle.path}"`);
    this.#parts.signals.send({ name: "signal.trackFailed", params: { handle, ...idsOf(place), error } });
  }

  /** Leaves a track for another one that was asked for. */
  #leave(): void {
    if (!this.#chosen) return;
    this.#silence();
    this.#sequencer.failures = 0;
    this.#parts.signals.send({ name: "signal.playbackStopped", params: { reason: "startingAnother" } });
  }

  #silence(): void {
    this.#cancelOpening();
    this.#playhead.stop();
    this.#chosen = null;
    this.#sounds = false;
  }

  #tell(): void {
    for (const observer of this.#observers) observer();
  }
}

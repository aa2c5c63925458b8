import type { SignalParams } from "../../host_stdio/api/signals.ts";
import type { Clock } from "../../host_stdio/clock.ts";
import { ActionError, type ActionHandler, type PlayerActions } from "../model/actions.ts";
import { type ChosenTrack, idsOf, type Place, placeAfter, type StartCause } from "../model/places.ts";
import { type Advance, Sequencer } from "../model/playback_order.ts";
import type { PlaylistChange, PlaylistObserver, Playlists } from "../model/playlists.ts";
import type { Queue } from "../model/queue.ts";
import type { SignalSender } from "../model/signal_sender.ts";
import type { Volume } from "../model/volume.ts";
import type { Console } from "./app.ts";
import { Playhead } from "./clock.ts";
import type { Library } from "./library/library.ts";
import type { Media } from "./media.ts";
import { repeatableRandom } from "./random.ts";

export interface PlaybackParts {
  readonly playlists: Playlists;
  readonly queue: Queue;
  readonly volume: Volume;
  readonly library: Library;
  readonly media: Media;
  readonly console: Console;
  readonly signals: SignalSender;
  readonly clock: Clock;
}

export interface PlaybackSettings {
  /** Seconds of music per second of the clock. */
  readonly speed: number;
  /** Milliseconds of the clock that a track takes to open. */
  readonly openingMilliseconds: number;
  /** The seed of random choices. */
  readonly seed: number;
}

/** Playback: the playing track, the next one, and their signals. */
export class Playback implements PlaylistObserver {
  #stopAfterCurrent = false;
  #chosen: ChosenTrack | null = null;
  /** Whether the chosen track is open and audible. */
  #audible = false;
  /** The position in seconds at which the stream breaks off. */
  #breaksAfter = Infinity;
  /** Why the chosen track is opened. */
  #cause: StartCause = "user";
  #cancelOpening = () => {};
  readonly #parts: PlaybackParts;
  readonly #settings: PlaybackSettings;
  readonly #playhead: Playhead;
  readonly #sequencer: Sequencer;
  readonly #random: () => number;
  readonly #observers: (() => void)[] = [];

  constructor(parts: PlaybackParts, settings: PlaybackSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#playhead = new Playhead(parts.clock, settings.speed, {
      second: (position) => {
        if (position >= this.#breaksAfter) return parts.signals.together(() => this.#brokeOff());
        const { length } = this.#playhead;
        parts.signals.send({ name: "signal.playbackTime", params: { position, length } });
        const song = this.playing && parts.library.songAt(this.playing.handle, position);
        if (song) parts.signals.send({ name: "signal.streamInfo", params: song });
      },
      end: () => parts.signals.together(() => this.#trackEnded("ended")),
    });
    this.#random = repeatableRandom(settings.seed);
    this.#sequencer = new Sequencer(parts.queue, parts.signals, {
      random: this.#random,
      albumOf: (handle) => {
        const { albumArtist, album } = parts.library.describe(handle);
        return `${albumArtist}\n${album}`;
      },
    });
    parts.playlists.observe(this);
  }

  /** The audible track. */
  get playing(): ChosenTrack | null {
    return this.#audible ? this.#chosen : null;
  }

  /** Whether no track is playing or being opened. */
  get stopped(): boolean {
    return this.#chosen === null;
  }

  get paused(): boolean {
    return this.#audible && this.#playhead.resting;
  }

  /** Seconds from the beginning of the playing track. */
  get position(): number {
    return this.#playhead.position;
  }

  /** The length of the playing track in seconds; 0 when unknown. */
  get length(): number {
    return this.#playhead.length;
  }

  /** The number of the playback order. */
  get order(): number {
    return this.#sequencer.order;
  }

  /** Whether playback stops at the end of the playing track. Reset when playback stops. */
  get stopAfterCurrent(): boolean {
    return this.#stopAfterCurrent;
  }

  stopAfter(enabled: boolean): void {
    if (enabled === this.#stopAfterCurrent) return;
    this.#stopAfterCurrent = enabled;
    this.#parts.signals.send({ name: "signal.stopAfterCurrentChanged", params: { enabled } });
  }

  /** Adds an observer, called whenever the playing track changes or playback stops. */
  observe(observer: () => void): void {
    this.#observers.push(observer);
  }

  /** Updates the place of the playing track. */
  playlistChanged(change: PlaylistChange): void {
    if (this.#chosen?.place) {
      this.#chosen = { handle: this.#chosen.handle, place: placeAfter(this.#chosen.place, change) };
    }
    this.#sequencer.playlistChanged(change);
  }

  readonly nowPlaying: PlayerActions["player.playback.nowPlaying"] = () => {
    const { playing } = this;
    const place = playing?.place ?? null;
    return {
      track: playing && this.#parts.library.describe(playing.handle),
      ...idsOf(place),
    };
  };

  /** Does not wait until the track is open. */
  readonly play: PlayerActions["player.playback.play"] = ({ playlist: id, item }) => {
    const { playlists, media } = this.#parts;
    const playlist = playlists.find(id);
    playlists.requireItems(playlist, item);
    media.requirePlayable(playlist.tracks.at(item));
    this.playPlace({ playlist, item }, "action");
    return {};
  };

  /** Signals nothing when nothing plays. */
  readonly stop: PlayerActions["player.playback.stop"] = () => {
    this.halt("user");
    return {};
  };

  /** Does nothing when nothing plays. */
  readonly next: PlayerActions["player.playback.next"] = () => {
    this.playNext();
    return {};
  };

  readonly setOrder: PlayerActions["player.playback.setOrder"] = ({ order }) => {
    const previous = this.order;
    this.useOrder(order);
    return { previous };
  };

  /** A track that is being opened counts as playing. */
  readonly state: ActionHandler<"player.playback.state"> = () => {
    const { level, muted } = this.#parts.volume;
    const { position, length, order, stopAfterCurrent } = this;
    const state = this.stopped ? "stopped" : this.paused ? "paused" : "playing";
    return { state, position, length, canSeek: this.#canSeek, level, muted, order, stopAfterCurrent };
  };

  readonly start: ActionHandler<"player.playback.start"> = () => {
    this.playSelected();
    return {};
  };

  /** Does nothing unless a track is audible. */
  readonly pause: ActionHandler<"player.playback.pause"> = ({ paused }) => {
    if (paused !== this.paused) this.togglePause();
    return {};
  };

  readonly previous: ActionHandler<"player.playback.previous"> = () => {
    this.playPrevious();
    return {};
  };

  readonly setPosition: ActionHandler<"player.playback.seek"> = ({ position }) => {
    if (!this.#canSeek) throw new ActionError("No seekable track is playing");
    this.seek(position);
    return {};
  };

  readonly setStopAfterCurrent: ActionHandler<"player.playback.setStopAfterCurrent"> = ({ enabled }) => {
    this.stopAfter(enabled);
    return {};
  };

  /**
   * Sets the playback order by its number.
   *
   * @throws {ActionError} When there is no order of that number.
   */
  useOrder(order: number): void {
    this.#sequencer.useOrder(order);
  }

  /** @param cause By default the listener has chosen it. */
  playPlace(place: Place, cause: StartCause = "user"): void {
    const { playlists, signals } = this.#parts;
    playlists.requireItems(place.playlist, place.item);
    const chosen = { handle: place.playlist.tracks.at(place.item), place };
    signals.together(() => {
      this.#stopForAnother();
      this.#sequencer.failures = 0;
      this.#cause = cause;
      this.#open(chosen);
    });
  }

  /** Plays the next track; does nothing when nothing plays. */
  playNext(): void {
    if (this.#chosen) this.#parts.signals.together(() => this.#goOn("next"));
  }

  /** Resumes a paused track. Otherwise plays the first selected or first item of the active playlist. */
  playSelected(): void {
    if (this.paused) this.togglePause();
    const playlist = this.#parts.playlists.active;
    if (this.#chosen || !playlist || playlist.tracks.length === 0) return;
    this.playPlace({ playlist, item: playlist.selected.length > 0 ? playlist.selected.at(0) : 0 });
  }

  /** Plays the item before the playing one; the first item starts again. */
  playPrevious(): void {
    const previous = this.#sequencer.previous();
    if (this.#chosen && previous) this.playPlace(previous, "advance");
  }

  /** Plays a random item of the active playlist. */
  playRandom(): void {
    const playlist = this.#parts.playlists.active;
    if (!playlist || playlist.tracks.length === 0) return;
    this.playPlace({ playlist, item: Math.floor(this.#random() * playlist.tracks.length) });
  }

  togglePause(): void {
    if (!this.#audible) return;
    if (this.#playhead.resting) this.#playhead.resume();
    else this.#playhead.pause();
    this.#parts.signals.send({ name: "signal.playbackPaused", params: { paused: this.paused } });
  }

  /** Seeks to a position, in seconds from the beginning. A stream without a length cannot seek. */
  seek(position: number): void {
    if (!this.#canSeek) return;
    this.#playhead.seek(position);
    this.#parts.signals.send({ name: "signal.playbackSeeked", params: { position: this.position } });
  }

  get #canSeek(): boolean {
    return this.#audible && this.length > 0;
  }

  /** Stops playback and signals the reason. */
  halt(reason: SignalParams<"signal.playbackStopped">["reason"]): void {
    if (!this.#chosen) return;
    this.#parts.signals.together(() => {
      this.#reset();
      this.#sequencer.failures = 0;
      this.stopAfter(false);
      this.#parts.signals.send({ name: "signal.playbackStopped", params: { reason } });
      this.#notify();
    });
  }

  #trackEnded(why: Advance): void {
    if (this.stopAfterCurrent) this.halt("user");
    else this.#goOn(why);
  }

  #brokeOff(): void {
    if (this.#chosen) this.#fail(this.#chosen, "Playback ended early");
    this.#trackEnded("failed");
  }

  #goOn(why: Advance): void {
    const chosen = this.#following(why);
    if (!chosen) {
      this.halt("endOfFile");
      return;
    }
    if (why === "next") this.#sequencer.failures = 0;
    this.#stopForAnother();
    this.#open(chosen);
  }

  /** Returns the next track, and removes it from the queue. */
  #following(why: Advance): ChosenTrack | null {
    const next = this.#sequencer.next(why);
    this.#cause = next?.queued === undefined ? "advance" : "queue";
    if (next?.queued !== undefined) this.#parts.queue.take(next.queued);
    return next && { handle: next.handle, place: next.place };
  }

  /** Plays a track or, if it fails, the next one that opens. Not recursive: ten thousand tracks in a row may fail. */
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
        this.#notify();
        return;
      }
      if (this.#openTrack(chosen)) return;
      chosen = this.#following("failed");
    }
    this.halt("endOfFile");
  }

  #opened(): void {
    this.#parts.signals.together(() => {
      if (this.#chosen && !this.#openTrack(this.#chosen)) this.#goOn("failed");
    });
  }

  /** Returns whether the track could be opened. */
  #openTrack(chosen: ChosenTrack): boolean {
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
    this.#audible = true;
    this.#breaksAfter = breaksAfter;
    this.#playhead.start(library.describe(handle).duration);
    signals.send({ name: "signal.trackStarted", params: { handle, ...idsOf(place), cause: this.#cause } });
    this.#notify();
    return true;
  }

  #fail({ handle, place }: ChosenTrack, error: string): void {
    this.#parts.console.complain(`${error}: "${handle.path}"`);
    this.#parts.signals.send({ name: "signal.trackFailed", params: { handle, ...idsOf(place), error } });
  }

  /** Stops the playing track because another one starts. */
  #stopForAnother(): void {
    if (!this.#chosen) return;
    this.#reset();
    this.#parts.signals.send({ name: "signal.playbackStopped", params: { reason: "startingAnother" } });
  }

  #reset(): void {
    this.#cancelOpening();
    this.#playhead.stop();
    this.#chosen = null;
    this.#audible = false;
  }

  #notify(): void {
    for (const observer of this.#observers) observer();
  }
}

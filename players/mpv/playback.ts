import * as v from "valibot";
import type { Track } from "../../host_stdio/api/shapes.ts";
import type { SignalParams } from "../../host_stdio/api/signals.ts";
import { ActionError, type ActionHandler, type PlayerActions } from "../model/actions.ts";
import { type ChosenTrack, idsOf, type Place, placeAfter, type StartCause } from "../model/places.ts";
import { type NextTrack, Sequencer } from "../model/playback_order.ts";
import type { PlaylistChange, PlaylistObserver, Playlists } from "../model/playlists.ts";
import type { Queue } from "../model/queue.ts";
import type { SignalSender } from "../model/signal_sender.ts";
import { MpvError, type MpvEvent, MpvGone } from "./ipc/mpv_client.ts";
import type { MpvLink } from "./ipc/mpv_link.ts";
import { isSameTrack, type MpvPlaylist } from "./mpv_playlist.ts";
import type { MpvVolume } from "./mpv_volume.ts";
import { openTrack, songOf } from "./tags.ts";
import type { TrackStore } from "./tracks.ts";

export interface PlaybackParts {
  readonly link: MpvLink;
  readonly volume: MpvVolume;
  readonly mpvPlaylist: MpvPlaylist;
  readonly playlists: Playlists;
  readonly queue: Queue;
  readonly tracks: TrackStore;
  readonly signals: SignalSender;
  /** Prints a message for the user. */
  say(sentence: string): void;
}

type StopReason = SignalParams<"signal.playbackStopped">["reason"];

/** What an mpv that has ended was playing. */
interface LostPlayback {
  /** The track; null between two tracks. */
  readonly choice: ChosenTrack | null;
  /** Where a paused track stood, in seconds; undefined when it was not paused. */
  readonly pausedAt: number | undefined;
}

/** How long mpv may take to start or stop a track, in milliseconds. */
const COMMAND_MS = 5000;

/** How often to try to prepare the next track while the user changes mpv's playlist. */
const ARRANGE_TRIES = 5;

/** The properties that mpv reports, besides its playlist. */
const observed = [
  "time-pos",
  "duration",
  "idle-active",
  "pause",
  "volume",
  "mute",
  "metadata",
  "eof-reached",
] as const;

const started = v.object({ playlist_entry_id: v.number() });
const ended = v.object({
  reason: v.string(),
  playlist_entry_id: v.number(),
  file_error: v.optional(v.string()),
});
const changed = v.object({ name: v.string(), data: v.optional(v.unknown()) });

/** Playback in mpv: the playing track, the next one, and their signals. */
export class MpvPlayback implements PlaylistObserver {
  /** The track that mpv has started. It is audible once mpv plays it. */
  #chosen: NextTrack | null = null;
  #audible = false;
  /** Whether the stream ended prematurely. */
  #brokenOff = false;
  /** Whether mpv has begun the chosen track, although it may have failed to open a device for its sound. */
  #begun = false;
  /** Why the last track ended, until the next one starts or mpv becomes idle. */
  #lastEnd: string | undefined;
  /**
   * The track that failed. Its failure is signalled unless mpv continues with another entry of its playlist
   * file.
   */
  #failed: { readonly choice: NextTrack; readonly error: string } | undefined;
  /** The last playlist file, and why nothing in it plays. */
  #emptied: { readonly choice: NextTrack; readonly error: string } | undefined;
  /** The entry that mpv was told to play and has not started. */
  #expected: number | undefined;
  #expectedCause: StartCause = "user";
  /** Why the chosen track has started. */
  #cause: StartCause = "user";
  /** The last started entry that had been withdrawn. */
  #withdrawn: number | undefined;
  /** The entry of the chosen track, also after its end. */
  #lastEntry: number | undefined;
  /** The playback of the last mpv, until another mpv runs. */
  #lost: LostPlayback | undefined;
  /** The entry of a paused track that another mpv loads again, which is no new start, and the position in it. */
  #reloading: { readonly id: number; readonly position: number } | undefined;
  #lastSkip: Promise<unknown> = Promise.resolve();
  /** The expected entry, from the arrival of its start event until the event is handled. */
  #starting: number | undefined;
  /** The reason to signal for the stop in progress. */
  #stopping: StopReason | undefined;
  #second = 0;
  #position = 0;
  #length = 0;
  #paused = false;
  /** Whether mpv was told to seek, or has begun to. */
  #seek: "none" | "asked" | "begun" = "none";
  #stopAfterCurrent = false;
  /** The song that the stream last announced. */
  #song = "";
  #waiting: { done(): boolean; resolve(): void }[] = [];
  #arranging = false;
  #arrangement: Promise<void> | undefined;
  #idle = true;
  readonly #parts: PlaybackParts;
  readonly #sequencer: Sequencer;
  readonly #observers: (() => void)[] = [];

  constructor(parts: PlaybackParts) {
    this.#parts = parts;
    this.#sequencer = new Sequencer(parts.queue, parts.signals, {
      random: Math.random,
      albumOf: (handle) => {
        const { albumArtist, album } = parts.tracks.describe(handle);
        return `${albumArtist}\n${album}`;
      },
    });
    parts.playlists.observe(this);
  }

  /** The audible track. */
  get playing(): ChosenTrack | null {
    return this.#audible ? this.#chosen : null;
  }

  /** The number of the playback order. */
  get order(): number {
    return this.#sequencer.order;
  }

  /** Seconds from the beginning of the playing track. */
  get position(): number {
    return this.#position;
  }

  /** The length of the playing track in seconds; 0 when unknown. */
  get length(): number {
    return this.#length;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Adds an observer, called whenever the playing track changes or playback stops. */
  observe(observer: () => void): void {
    this.#observers.push(observer);
  }

  /** Updates places, and the next track. */
  playlistChanged(change: PlaylistChange): void {
    if (this.#chosen?.place) {
      this.#chosen = { ...this.#chosen, place: placeAfter(this.#chosen.place, change) };
    }
    this.#sequencer.playlistChanged(change);
    this.#parts.mpvPlaylist.follow((place) => placeAfter(place, change));
    this.arrange();
  }

  /** Schedules placing the next track after the playing one. Several changes in a row schedule it once. */
  arrange(): void {
    if (this.#arranging || !this.#parts.link.connected) return;
    this.#arranging = true;
    const arrangement = this.#arrange().finally(() => {
      if (this.#arrangement === arrangement) this.#arrangement = undefined;
    });
    this.#arrangement = arrangement;
  }

  /** Settles when the next track is in place. */
  async settled(): Promise<void> {
    while (this.#arrangement) await this.#arrangement;
  }

  /**
   * Observes mpv's properties, and reads what mpv plays or restores what the last mpv played. Called for each new mpv.
   *
   * @param restore Whether this mpv replaces another one.
   */
  async connected(restore: boolean): Promise<void> {
    const { link, volume, signals } = this.#parts;
    await this.#parts.mpvPlaylist.observe();
    if (restore) await volume.restore();
    for (const name of observed) await link.observe(name);
    await link.command("request_log_messages", "error");
    const lost = this.#lost;
    this.#lost = undefined;
    if (lost) {
      const { choice, pausedAt } = lost;
      if (choice && pausedAt !== undefined) return await this.#reload(choice, pausedAt);
      if (choice) this.#failed = { choice, error: "mpv ended unexpectedly" };
      return signals.together(() => {
        this.#signalFailed();
        this.#signalStopped("endOfFile");
      });
    }
    // An attached mpv may already be playing.
    const playing = await link.property("playlist-playing-pos");
    const id = typeof playing === "number" && playing >= 0
      ? await link.property(`playlist/${playing}/id`)
      : undefined;
    if (typeof id !== "number") return;
    await this.#trackStarted(id);
    if (typeof await link.property("time-pos") === "number") await this.#trackPlays();
  }

  /**
   * Called when mpv has ended.
   *
   * @param restarts Whether another mpv is started instead, which goes on.
   */
  disconnected(restarts: boolean): void {
    const wasPlaying = this.#chosen !== null || this.#lastEnd !== undefined;
    if (wasPlaying) {
      const pausedAt = this.#audible && this.#paused ? this.#position : undefined;
      this.#lost = { choice: this.#chosen, pausedAt };
    }
    this.#reset();
    this.#lastEnd = undefined;
    this.#failed = undefined;
    this.#expected = undefined;
    this.#starting = undefined;
    this.#lastEntry = undefined;
    this.#withdrawn = undefined;
    this.#reloading = undefined;
    this.#idle = true;
    this.#stopAfterChanged(false);
    this.#notify();
    if (!restarts) this.ended();
    this.#wake(true);
  }

  /** Called when no other mpv follows the last one. */
  ended(): void {
    if (!this.#lost) return;
    this.#lost = undefined;
    this.#signalStopped("shutdown");
  }

  /** Loads a paused track again, for which no signal is sent. */
  async #reload({ handle, place }: ChosenTrack, position: number): Promise<void> {
    const { link, mpvPlaylist } = this.#parts;
    await link.set("pause", true);
    await mpvPlaylist.play({ handle, place }, (id) => {
      this.#expected = id;
      this.#reloading = { id, position };
    }, { resume: false });
  }

  /** Notes the start of the expected entry. Called as soon as an event arrives. */
  arrived({ event, playlist_entry_id: id }: MpvEvent): void {
    if (event === "start-file" && id === this.#expected) this.#starting = this.#expected;
  }

  /** Updates pause, volume and mute after mpv's report. */
  reported(name: string, value: unknown): void {
    if (name === "pause") this.#pauseChanged(value === true);
    if (name === "volume" || name === "mute") this.#parts.volume.changed(name, value);
  }

  /** Updates playback after an event of mpv. */
  async event(event: MpvEvent): Promise<void> {
    switch (event.event) {
      case "start-file":
        return await this.#trackStarted(v.parse(started, event).playlist_entry_id);
      case "end-file":
        return await this.#trackEnded(v.parse(ended, event));
      case "log-message":
        // mpv reports a stream that broke off in the same way as one that has ended.
        if (String(event["text"]).includes("Stream ends prematurely")) this.#brokenOff = true;
        return;
      case "seek":
        this.#seek = "begun";
        return;
      case "playback-restart":
        if (!this.#audible) await this.#trackBegan();
        return await this.#restarted();
      // The event also reports a track that failed at once, which changes no property. mpv's manual
      // announces the removal of the event; the property stays.
      case "idle":
        return await this.#becameIdle();
      case "property-change": {
        const { name, data } = v.parse(changed, event);
        this.reported(name, data);
        if (name === "playlist") await this.#playlistChanged();
        // A late report must not end what has started since.
        if (name === "idle-active" && data === true && await this.#parts.link.property(name) === true) {
          await this.#becameIdle();
        }
        if (name === "duration") this.#length = nonNegative(data);
        if (name === "metadata") this.#songChanged(data);
        // mpv waits at the end of the file.
        if (name === "eof-reached" && data === true && this.#stopAfterCurrent) void this.#endHere();
        if (name === "time-pos" && typeof data === "number") this.#moved(nonNegative(data));
      }
    }
  }

  /** Reads the metadata again: a stream may send more while it plays. */
  readonly nowPlaying: PlayerActions["player.playback.nowPlaying"] = async () => {
    const { link, tracks } = this.#parts;
    if (!link.connected) await link.command("get_property", "idle-active");
    const chosen = this.playing;
    if (!chosen) return { track: null, playlist: null, item: null };
    const track: Track = await openTrack(chosen.handle, (name) => link.property(name));
    // Another track may have started meanwhile.
    if (this.playing?.handle === chosen.handle) tracks.learn(track);
    return { track: tracks.describe(chosen.handle), ...idsOf(chosen.place) };
  };

  /** Answers when mpv has begun to open the item, so that all signals about the track before have been sent. */
  readonly play: PlayerActions["player.playback.play"] = async ({ playlist, item }) => {
    await this.playPlace({ playlist: this.#parts.playlists.find(playlist), item }, "action");
    return {};
  };

  /** Answers when mpv has stopped. Signals nothing when nothing plays. */
  readonly stop: PlayerActions["player.playback.stop"] = async () => {
    await this.halt("user");
    return {};
  };

  /** Does nothing when nothing plays. A paused mpv stays paused. Skips in a row skip a track each. */
  readonly next: PlayerActions["player.playback.next"] = async () => {
    const skip = this.#lastSkip.then(() => this.#skip());
    this.#lastSkip = skip.catch(() => {
      // The caller of the skip gets the error.
    });
    await skip;
    return {};
  };

  async #skip(): Promise<void> {
    if (!this.#parts.link.connected) await this.#parts.link.command("playlist-next");
    await this.#until(() => this.#expected === undefined);
    if (!this.#chosen) return;
    const following = this.#sequencer.next("next");
    if (following) await this.#start(following, "advance", { resume: false });
    else await this.halt("endOfFile");
  }

  /** mpv has no playback orders: this class applies them. */
  readonly setOrder: PlayerActions["player.playback.setOrder"] = ({ order }) => {
    const previous = this.order;
    this.#sequencer.useOrder(order);
    this.arrange();
    return { previous };
  };

  /** A track that is being opened counts as playing. */
  readonly state: ActionHandler<"player.playback.state"> = async () => {
    const { link, volume: { level, muted } } = this.#parts;
    const position = await link.property("time-pos");
    const canSeek = this.#audible && await link.property("seekable") === true;
    const { length, order, stopAfterCurrent } = this;
    const state = this.#chosen === null ? "stopped" : this.#paused ? "paused" : "playing";
    return {
      state,
      position: this.#audible ? nonNegative(position) : 0,
      length,
      canSeek,
      level,
      muted,
      order,
      stopAfterCurrent,
    };
  };

  readonly resume: ActionHandler<"player.playback.start"> = async () => {
    const { active } = this.#parts.playlists;
    if (this.#chosen || active && active.tracks.length > 0) await this.playSelected();
    return {};
  };

  /** Does nothing unless a track is audible. */
  readonly pause: ActionHandler<"player.playback.pause"> = async ({ paused }) => {
    const { link } = this.#parts;
    if (!this.#audible) return {};
    await link.set("pause", paused);
    return {};
  };

  /** Plays the item before the playing one; the first item starts again. */
  readonly previous: ActionHandler<"player.playback.previous"> = async () => {
    const previous = this.#sequencer.previous();
    if (this.#chosen && previous) await this.playPlace(previous, "advance");
    return {};
  };

  /** Answers when mpv plays from the position. */
  readonly seek: ActionHandler<"player.playback.seek"> = async ({ position }) => {
    const { link } = this.#parts;
    if (!this.#audible || await link.property("seekable") !== true) {
      throw new ActionError("No seekable track is playing");
    }
    this.#seek = "asked";
    try {
      await link.command("seek", position, "absolute+exact");
      // mpv tells the new position later, but may be killed before.
      this.#position = position;
      await this.#until(() => this.#seek === "none");
    } finally {
      this.#seek = "none";
    }
    return {};
  };

  readonly setStopAfterCurrent: ActionHandler<"player.playback.setStopAfterCurrent"> = async (
    { enabled },
  ) => {
    await this.stopAfter(enabled);
    return {};
  };

  /** Whether playback stops at the end of the playing track. Reset when playback stops. */
  get stopAfterCurrent(): boolean {
    return this.#stopAfterCurrent;
  }

  /** When enabled, mpv waits at the end of the file, where playback is then stopped. */
  async stopAfter(enabled: boolean): Promise<void> {
    if (enabled === this.#stopAfterCurrent) return;
    await this.#parts.link.command("set_property", "options/keep-open", enabled ? "always" : "no");
    this.#stopAfterChanged(enabled);
  }

  /** Resumes, or plays the first selected or first item of the active playlist. */
  async playSelected(): Promise<void> {
    if (this.#chosen) return void await this.#parts.link.command("set_property", "pause", false);
    const { active } = this.#parts.playlists;
    if (!active) throw new ActionError("There is no active playlist");
    await this.playPlace({ playlist: active, item: active.selected.length > 0 ? active.selected.at(0) : 0 });
  }

  /**
   * Plays an item.
   *
   * @param cause By default the listener has chosen it.
   * @throws {ActionError} When there is no such item.
   * @throws {MpvGone} When mpv ends before it starts the track.
   */
  async playPlace(place: Place, cause: StartCause = "user"): Promise<void> {
    this.#parts.playlists.requireItems(place.playlist, place.item);
    this.#sequencer.failures = 0;
    await this.#start({ handle: place.playlist.tracks.at(place.item), place }, cause);
  }

  /** Stops playback and signals the reason. */
  async halt(reason: StopReason): Promise<void> {
    const { link } = this.#parts;
    this.#stopping = reason;
    try {
      await this.#parts.mpvPlaylist.stop();
      // The expected entry will not start.
      this.#expected = undefined;
      this.#wake();
      const idle = await link.property("idle-active");
      // mpv may report earlier events after this answer, but not after the next one.
      if (idle === true) await link.property("idle-active");
      await link.eventsHandled();
      // mpv reports nothing when nothing has played.
      if (idle === true && this.#chosen === null && this.#lastEnd === undefined) await this.#becameIdle();
      await this.#until(() => this.#idle);
    } finally {
      this.#stopping = undefined;
    }
  }

  async #arrange(): Promise<void> {
    // Let the caller complete its change.
    await Promise.resolve();
    for (let left = ARRANGE_TRIES; left > 0; left--) {
      try {
        return await this.#parts.mpvPlaylist.arrange(() => {
          // A change from here on schedules another run.
          this.#arranging = false;
          // The entry may look as if nothing played. Its start schedules another run.
          if (this.#expected !== undefined) return "later";
          if (this.#idle) return undefined;
          // mpv has already continued with another entry. The event of its start schedules another run.
          if (this.#parts.mpvPlaylist.current !== this.#lastEntry) return "later";
          return this.#sequencer.next("ended");
        }, () => !this.#audible);
      } catch (error) {
        // The user changed mpv's playlist in the meantime.
        if (error instanceof MpvError && left > 1) continue;
        if (this.#parts.link.connected) this.#parts.say(`Cannot prepare the next track: ${error}`);
      } finally {
        this.#arranging = false;
      }
    }
  }

  async #playlistChanged(): Promise<void> {
    await this.#parts.mpvPlaylist.sync();
    if (this.#expected === undefined || this.#isStarting()) return;
    // The user has removed the expected entry.
    this.#expected = undefined;
    this.#wake();
    this.arrange();
  }

  /** Settles when mpv has begun to open the track, or has got another command. */
  async #start(choice: NextTrack, cause: StartCause, options?: { readonly resume: boolean }): Promise<void> {
    let id: number | undefined;
    await this.#parts.mpvPlaylist.play(choice, (entry) => {
      id = entry;
      this.#expect(entry, cause);
      // mpv resumes to play the track, which is not signalled.
      if (options?.resume !== false) this.#paused = false;
    }, options);
    await this.#until(() => this.#expected !== id);
    if (!this.#parts.link.connected) throw new MpvGone();
    if (this.#expected === id) await this.#followUp();
  }

  #expect(id: number, cause: StartCause): void {
    this.#expected = id;
    this.#expectedCause = cause;
  }

  /** Finds out what mpv does instead of starting the expected entry. */
  async #followUp(): Promise<void> {
    // The user has given mpv another command, which takes precedence.
    this.#expected = undefined;
    const { link, say } = this.#parts;
    try {
      if (await link.property("idle-active") === true) await this.#becameIdle();
      else if (!this.#audible && typeof await link.property("time-pos") === "number") {
        await this.#trackPlays();
      }
      this.arrange();
    } catch (error) {
      if (!(error instanceof MpvGone)) say(`Cannot determine what is playing: ${error}`);
    }
  }

  async #trackStarted(id: number): Promise<void> {
    const { mpvPlaylist, link, signals } = this.#parts;
    this.#idle = false;
    if (this.#starting === id) this.#starting = undefined;
    await mpvPlaylist.sync();
    if (mpvPlaylist.isWithdrawn(id)) {
      // What follows the last track is decided when this entry has ended.
      this.#withdrawn = id;
      return;
    }
    // The first of two expected entries may still start, unless the user has given mpv another command.
    const superseded = this.#expected !== id && this.#isStarting();
    const path = mpvPlaylist.trackOf(id) ? undefined : await link.property("path");
    const choice = mpvPlaylist.trackOf(id) ??
      { handle: { path: typeof path === "string" ? path : "", subsong: 0 }, place: null };
    const endedBy = this.#lastEnd;
    this.#lastEnd = undefined;
    // The entries of a playlist file are one track.
    const isSame = endedBy === "redirect" ||
      (this.#expected !== id && this.#failed !== undefined && isSameTrack(this.#failed.choice, choice));
    const isReload = this.#reloading?.id === id;
    if (!isSame) this.#cause = this.#causeOf(id, choice, endedBy);
    this.#lastEntry = id;
    signals.together(() => {
      if (isSame) this.#failed = undefined;
      this.#signalFailed();
      this.#chosen = choice;
      this.#audible = false;
      this.#begun = false;
      this.#brokenOff = false;
      if (choice.place) this.#sequencer.continueAfter(choice.place);
      if (choice.queued !== undefined) this.#parts.queue.take(choice.queued);
      if (endedBy !== undefined && !isSame && !isReload) {
        signals.send({ name: "signal.playbackStopped", params: { reason: "startingAnother" } });
      }
      this.#notify();
    });
    if (!superseded) this.#expected = undefined;
    this.#wake();
    this.arrange();
  }

  /** Returns why a track starts. In mpv, an entry beside the last one counts as next or previous. */
  #causeOf(id: number, choice: NextTrack, endedBy: string | undefined): StartCause {
    if (choice.queued !== undefined) return "queue";
    if (this.#expected === id) return this.#expectedCause;
    if (endedBy === undefined) return "user";
    if (endedBy !== "stop") return "advance";
    return this.#parts.mpvPlaylist.areNeighbours(this.#lastEntry, id) ? "advance" : "user";
  }

  /** A track that mpv begins without a device for sound and without a video has failed: mpv ends it next. */
  async #trackBegan(): Promise<void> {
    const { link } = this.#parts;
    this.#begun = true;
    const [output, isCover] = await Promise.all([
      link.property("current-ao"),
      link.property("current-tracks/video/albumart"),
    ]);
    if (output !== undefined || isCover === false) await this.#trackPlays();
  }

  async #trackPlays(): Promise<void> {
    const { link, tracks, signals } = this.#parts;
    const chosen = this.#chosen;
    if (!chosen) return;
    const track = await openTrack(chosen.handle, (name) => link.property(name));
    tracks.learn(track);
    this.#sequencer.failures = 0;
    this.#second = 0;
    this.#position = 0;
    this.#length = track.duration;
    // A track that mpv leaves for the expected one is never audible.
    if (this.#chosen?.handle !== chosen.handle || this.#expected !== undefined) return;
    this.#audible = true;
    const reloading = this.#reloading;
    this.#reloading = undefined;
    if (reloading && reloading.id === this.#lastEntry) {
      this.#position = reloading.position;
      await link.command("seek", reloading.position, "absolute+exact").catch(() => {
        // This file cannot be sought in: it stands at its beginning.
        this.#position = 0;
      });
      this.#notify();
      return this.arrange();
    }
    const { handle, place } = this.#chosen;
    // mpv stays paused when its user skips.
    const params = { handle, ...idsOf(place), cause: this.#cause, ...this.#paused && { paused: true } };
    signals.together(() => {
      signals.send({ name: "signal.trackStarted", params });
      this.#notify();
    });
    this.#songChanged(await link.property("metadata"));
    this.arrange();
  }

  async #trackEnded(end: v.InferOutput<typeof ended>): Promise<void> {
    const { mpvPlaylist, say } = this.#parts;
    if (this.#withdrawn === end.playlist_entry_id) return;
    // mpv ended the track before it was asked for its device.
    if (this.#begun && !this.#audible && end.reason !== "error") await this.#trackPlays();
    if (end.reason === "redirect") {
      const problems = await mpvPlaylist.takeProblems();
      for (const { error, path } of problems) say(`${error}: ${JSON.stringify(path)}`);
      const error = problems.at(-1)?.error ?? "The playlist is empty";
      this.#emptied = this.#chosen ? { choice: this.#chosen, error } : undefined;
    }
    const rejection = mpvPlaylist.takeRejection(end.playlist_entry_id);
    const reason = rejection === undefined ? end.reason : "error";
    if (reason === "error") {
      this.#sequencer.failures++;
      this.#fail(rejection ?? `Unable to open item for playback: ${end.file_error ?? "unknown error"}`);
    } else if (end.reason === "eof" && this.#brokenOff) this.#fail("Playback ended early");
    this.#reset();
    this.#lastEnd = reason;
    this.#notify();
  }

  /** Called when mpv has reached the end of its playlist. */
  async #becameIdle(): Promise<void> {
    await this.#parts.mpvPlaylist.sync();
    if (this.#isStarting()) return;
    this.#expected = undefined;
    if (this.#lastEnd === "redirect") {
      this.#lastEnd = "error";
      this.#sequencer.failures++;
      this.#failed = this.#emptied;
    }
    const reason = this.#lastEnd;
    if (this.#stopping === undefined && (reason === "eof" || reason === "error")) {
      // A next track may have been added at the last moment.
      const following = this.#sequencer.next(reason === "eof" ? "ended" : "failed");
      // Its start tells how this one has ended. Before that, the bridge would play the next track as well.
      if (following && await this.#continueWith(following)) return;
    }
    this.#lastEnd = undefined;
    this.#signalFailed();
    this.#idle = true;
    this.#sequencer.failures = 0;
    this.#resetStopAfter();
    if (reason !== undefined) {
      this.#signalStopped(
        reason === "quit" ? "shutdown" : this.#stopping ?? (reason === "stop" ? "user" : "endOfFile"),
      );
    }
    this.#wake();
    this.arrange();
  }

  /** Returns whether mpv accepted the next track. */
  async #continueWith(following: NextTrack): Promise<boolean> {
    try {
      await this.#parts.mpvPlaylist.play(following, (entry) => this.#expect(entry, "advance"), {
        resume: false,
      });
      return true;
    } catch (error) {
      if (error instanceof MpvGone) throw error;
      this.#parts.say(`Unable to continue with ${JSON.stringify(following.handle.path)}: ${error}`);
      this.#expected = undefined;
      return false;
    }
  }

  /** Whether the expected entry can still start, according to the last read of mpv's playlist. */
  #isStarting(): boolean {
    return this.#expected !== undefined &&
      (this.#parts.mpvPlaylist.current === this.#expected || this.#starting === this.#expected);
  }

  #moved(position: number): void {
    if (!this.#audible || this.#expected !== undefined) return;
    this.#position = position;
    const second = Math.floor(position);
    if (second === this.#second) return;
    this.#second = second;
    const { signals } = this.#parts;
    signals.send({ name: "signal.playbackTime", params: { position, length: this.#length } });
  }

  #pauseChanged(paused: boolean): void {
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (this.#chosen === null || this.#expected !== undefined) return;
    this.#parts.signals.send({ name: "signal.playbackPaused", params: { paused } });
  }

  /** Called when mpv has begun a track, or plays from another position. */
  async #restarted(): Promise<void> {
    const { link, signals } = this.#parts;
    // A track that has begun is not the end of a seek that mpv begins later.
    if (this.#seek !== "begun") return;
    if (this.#audible && this.#expected === undefined) {
      this.#position = nonNegative(await link.property("time-pos"));
      this.#second = Math.floor(this.#position);
      signals.send({ name: "signal.playbackSeeked", params: { position: this.#position } });
    }
    this.#seek = "none";
    this.#wake();
  }

  #songChanged(metadata: unknown): void {
    const { playing } = this;
    const song = playing && songOf(playing.handle, metadata);
    if (!song || JSON.stringify(song) === this.#song) return;
    this.#song = JSON.stringify(song);
    this.#parts.signals.send({ name: "signal.streamInfo", params: song });
  }

  #stopAfterChanged(enabled: boolean): void {
    if (enabled === this.#stopAfterCurrent) return;
    this.#stopAfterCurrent = enabled;
    this.#parts.signals.send({ name: "signal.stopAfterCurrentChanged", params: { enabled } });
  }

  #resetStopAfter(): void {
    if (!this.#stopAfterCurrent) return;
    this.#stopAfterChanged(false);
    this.#parts.link.command("set_property", "options/keep-open", "no").catch(() => {
      // mpv has ended. The next one starts with that value.
    });
  }

  /** Stops at the end of a file, as the user wanted, without waiting: events must still be handled meanwhile. */
  async #endHere(): Promise<void> {
    try {
      // mpv may have been told to play another track meanwhile.
      await this.#parts.mpvPlaylist.sync();
      if (await this.#parts.link.property("eof-reached") === true) await this.halt("user");
    } catch (error) {
      if (!(error instanceof MpvGone)) this.#parts.say(`Cannot stop after the track: ${error}`);
    }
  }

  #reset(): void {
    this.#seek = "none";
    this.#begun = false;
    this.#song = "";
    this.#chosen = null;
    this.#audible = false;
    this.#position = 0;
    this.#length = 0;
  }

  #fail(error: string): void {
    this.#parts.say(`${error}: ${JSON.stringify(this.#chosen?.handle.path ?? "")}`);
    if (this.#chosen) this.#failed = { choice: this.#chosen, error };
  }

  #signalFailed(): void {
    if (!this.#failed) return;
    const { choice: { handle, place }, error } = this.#failed;
    this.#failed = undefined;
    this.#parts.signals.send({ name: "signal.trackFailed", params: { handle, ...idsOf(place), error } });
  }

  #signalStopped(reason: StopReason): void {
    this.#parts.signals.together(() => {
      this.#parts.signals.send({ name: "signal.playbackStopped", params: { reason } });
      this.#notify();
    });
  }

  #notify(): void {
    for (const observer of this.#observers) observer();
  }

  /** Waits until `done` returns true, with a timeout: the user may have given mpv another command. */
  async #until(done: () => boolean): Promise<void> {
    if (done()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ done, resolve });
    const late = setTimeout(resolve, COMMAND_MS);
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

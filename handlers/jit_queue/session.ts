/** A session: its events, its data, and how it asks, answers and tells (docs/jit_queue.md). */

import * as v from "valibot";
import type { ActionAnswer, ActionName } from "../../host_stdio/api/native_actions.ts";
import { type Handle, index } from "../../host_stdio/api/shapes.ts";
import type { SignalMessage } from "../../host_stdio/api/signals.ts";
import { isStreamUrl } from "../../limits/paths.ts";
import { described } from "../core/documented_schema.ts";
import { type Audience, defineEvent, type PayloadOf } from "../core/event.ts";

/** How long upkeep may hold up music and answers, in milliseconds. */
export const UPKEEP_LIMIT = 1000;

/** The events of a session (specification, "Events"). */
export const jitQueueEvents = {
  needNext: defineEvent({
    name: "jitQueue:needNext",
    description: "The session needs the next logical track.",
    payload: () =>
      v.strictObject({
        currentTrackId: v.string(),
        reason: described(
          v.picklist(["trackChange", "prefetch", "error"]),
          "Whether the last buffered track has begun, is about to end, or has failed.",
        ),
      }),
  }),
  trackChanged: defineEvent({
    name: "jitQueue:trackChanged",
    description: "The session's current track has changed.",
    payload: () => v.strictObject({ trackId: v.string(), title: v.string() }),
  }),
  listExhausted: defineEvent({
    name: "jitQueue:listExhausted",
    description: "No further tracks are available.",
    payload: () => v.strictObject({ lastTrackId: described(v.string(), "Empty without a track.") }),
  }),
  preloadComplete: defineEvent({
    name: "jitQueue:preloadComplete",
    description: "A batch preload has completed.",
    payload: () =>
      v.strictObject({
        count: described(index, "How many tracks were added."),
        startIndex: index,
        replace: v.boolean(),
      }),
  }),
  error: defineEvent({
    name: "jitQueue:error",
    description:
      "An operation of the session has failed for a track; url for a stream, path for a local file.",
    payload: () =>
      v.union([
        v.strictObject({ trackId: v.string(), error: v.string(), url: v.string() }),
        v.strictObject({ trackId: v.string(), error: v.string(), path: v.string() }),
      ]),
  }),
} as const;

/**
 * The mark of an item. Kept: the current track, and those that follow it. Passed: what a batch has before the track with
 * which it began. Arriving: the player has not answered its append or insertion. Replaced: to be removed, but kept if it
 * starts before or if its removal fails. Dropped: to be removed, and no longer the session's. Over: the same, of a track
 * that has failed or was skipped. Left: not the session's, because the user added it or its removal failed.
 */
export type Mark = "kept" | "passed" | "arriving" | "replaced" | Gone | "left";

export type Gone = "dropped" | "over";

export type Item = Readonly<{ track: Track | null; mark: Mark }>;

/** The panel that owns a session or a call; "all" without one, "gone" when it has closed. */
export type Owner = Audience | "gone";

/** A track as a page gives it. Text and handle are its URL or path. The player judges it by the panel that brought it. */
export interface GivenTrack {
  readonly trackId: string;
  readonly title: string;
  readonly text: string;
  readonly handle: Handle;
  readonly panel: string | undefined;
}

/** How far the current track is. The last three are its end: it is not loaded again. */
export type Progress = "given" | "resolved" | "added" | "started" | "failed" | "skipped";

/** A track, of which there is one object. Its handle is as given until the track is resolved, which makes another one. */
export interface Track extends GivenTrack {
  /** The number of the call that brought it. */
  readonly call: number;
}

type Events = typeof jitQueueEvents;
export type Reason = PayloadOf<Events["needNext"]>["reason"];

/** The states, as in `jitQueue.getState`. */
export const stateNames = ["Idle", "Active", "WaitingNext", "Exhausted"] as const;

/** What the player plays of the session; `foreign` is a track of the user's queue that interrupts it. */
export type Sound = Readonly<
  /** opened: what it had opened, while it may have continued by itself. */
  | { at: "silent"; because: "never" | "ended" | "failed" | "skipped" | "interrupted"; opened: Opened | null }
  /** lateAt: when the last one is late; null until the player has answered next, and when it opens nothing. */
  | { at: "opening"; opened: Opened; lateAt: number | null }
  | { at: "playing" | "foreign" }
>;

/**
 * The tracks that the player was told to open, one after another, null for none: it opens the last one, the others were
 * skipped.
 */
export type Opened = readonly (Track | null)[];

/** What a page asks for. End: stop, or clear, which does not stop the player. */
export type Request = Readonly<
  | { kind: "playNow"; track: GivenTrack }
  | { kind: "enqueueNext"; track: GivenTrack }
  | {
    kind: "preloadBatch";
    tracks: readonly GivenTrack[];
    startIndex: number;
    replace: boolean;
    invalidCount: number;
  }
  | { kind: "end"; stops: boolean; clears: boolean }
  | { kind: "skip" }
  | { kind: "notifyEmpty" }
>;

/** A call that is not answered yet, and how far it is. */
export type Call = Request & CallProgress & { readonly id: number; readonly owner: Owner };

export interface CallProgress {
  /** An addition has begun, then its tracks are appended, and replace others. */
  readonly stage?: "begun" | "appended";
  /** The track of enqueueNext when it is resolved. */
  readonly loaded?: Track;
  /** The track that is skipped, when the skip is sent. */
  readonly currentTrackId?: string;
  /** Why the end has failed. */
  readonly error?: string;
  /** Whether another page has to be told of the end. */
  readonly tells?: boolean;
}

/** A native action, what it is for, and what its answer is compared with. */
export type Asked =
  | On<"player.playlist.list", { why: "find" | "giveBack" | "check"; doubted?: Doubted }>
  | On<"player.playlist.create" | "player.playlist.activate" | "player.playback.nowPlaying">
  /** replaces: the track that the first one replaces. */
  | On<
    "player.playlist.append" | "player.playlist.insert",
    { tracks: readonly Track[]; replaces: Track | undefined }
  >
  | On<"player.playlist.remove", { run: Run }>
  | On<"player.playlist.lock", { locked: boolean }>
  | On<"player.media.resolve" | "player.playback.play", { track: Track }>
  /** opens: the track that follows; undefined when nothing changes. */
  | On<"player.playback.next", { call: number | null; opens: Track | null | undefined }>
  | On<"player.playback.stop", { call: number | null }>
  | On<"player.playback.setOrder", { enters: boolean; order: number }>;

type On<Action extends ActionName, About = unknown> = { readonly action: Action } & Readonly<About>;

/** A change, or a request to play, that was refused or not answered. */
export type Doubted = Readonly<{ asked: Asked; refusal: Refusal }>;

/** What an action delays: `beside` nothing, `music` later music, `upkeep` later upkeep and, briefly, music. */
export type Lane = "beside" | "music" | "upkeep";

/** A native action that the player has not answered. */
export type Pending = Asked & Readonly<{ n: number; lane: Lane; since: number; playlist: string | null }>;

/** What the answer to a native action means. */
export type Meaning<Action extends Asked["action"] = Asked["action"]> = (
  s: Session,
  pending: Pending & { action: Action },
  answer: ActionAnswer<Action> | undefined,
  refusal: Refusal | undefined,
) => void;

export type Run = Readonly<{ start: number; count: number }>;

/** What a session changes for its own sake, and gives back: each is tried once per session and once at its end. */
export type Duty = "order" | "active" | "lock";

/** The sessions of one connection, one after another. */
export class Session {
  state: (typeof stateNames)[number] = "Idle";
  /** The reasons for which the next track was requested for the current one. */
  asked: readonly Reason[] = [];
  sound: Sound = { at: "silent", because: "never", opened: null };
  owner: Owner = "all";
  /** The track that plays or will play; null without one. */
  current: Track | null = null;
  progress: Progress = "given";
  failures = 0;
  /** Whether the last track that started was left: anybody may have chosen the next one. */
  left = true;
  /** Whether the player plays anything, the session's or not, by its signals; true until it has told. */
  sounds = true;
  /** Whether the player may still signal the end of a track before the one that it is asked to play. */
  leaves = false;
  /** Whether the player has still to signal a stop by the session. */
  ownStop = false;
  /** A track that was stopped before its start. */
  voided: Track | null = null;
  /** Since when the player is paused; null when it is not. */
  pausedAt: number | null = null;
  /** The id of the shadow playlist; null when it is unknown. */
  shadow: string | null = null;
  /** The ids of all playlists in the user's order. */
  playlists: readonly string[] = [];
  /** The items of the shadow playlist as the bridge believes them to be. */
  items: readonly Item[] = [];
  /** Tracks that were dropped and may still start. */
  dropped: readonly { readonly track: Track; readonly mark: Gone }[] = [];
  /** Whether the belief was checked after a refusal. */
  checked = false;
  inserts = true;
  /** The playlists that were listed for the calls that wait for it; null when not. */
  found: { readonly active: string | null; readonly playlists: readonly string[] } | null = null;
  /** Whether the player's settings are the session's. */
  entered = false;
  /** The user's playback order, to be given back, and the session's order that is in force; null for none. */
  order: { readonly users: number; readonly own: number } | null = null;
  /** The id of the playlist to activate again; null for none. */
  active: string | null = null;
  locked = false;
  tried: readonly Duty[] = [];
  calls: readonly Call[] = [];
  pending: readonly Pending[] = [];
  /** Counts native actions. */
  count = 0;
  /** The time of the last step, and what is to be done after it. */
  now = 0;
  effects: Effect[] = [];

  constructor(readonly startTimeoutMs: number) {}

  get isMusic(): boolean {
    return this.state === "Active" || this.state === "WaitingNext";
  }

  /** Whether the current track can still start for the first time. */
  get isNew(): boolean {
    const { current, progress } = this;
    return current !== null && (progress === "given" || progress === "resolved" || progress === "added");
  }

  /** Whether the current track has failed or was skipped. */
  get isOver(): boolean {
    return this.progress === "failed" || this.progress === "skipped";
  }

  /** Whether the current track waits to be played. */
  get isAwaited(): boolean {
    return this.state !== "Idle" && this.sound.at === "silent" && this.isNew;
  }

  /** Whether the player has not answered the request to play the current track. */
  get isAsked(): boolean {
    const isPlay = (each: Pending) => each.action === "player.playback.play" && each.track === this.current;
    return this.sound.at === "opening" && this.isNew && this.pending.some(isPlay);
  }

  /** Whether an unanswered action delays others of its lane. */
  isBusy(lane: "music" | "upkeep"): boolean {
    return this.pending.some((each) => each.lane === lane) || lane === "music" && this.isAsked;
  }

  /** The index of the shadow playlist; -1 without one. */
  get shadowIndex(): number {
    return this.shadow === null ? -1 : this.playlists.indexOf(this.shadow);
  }

  /** The number of the call whose tracks are being added. */
  get addingFor(): number | undefined {
    return this.pending.flatMap((each) => "tracks" in each ? each.tracks.slice(0, 1) : [])[0]?.call;
  }

  /** The tracks that the player is opening. */
  get opened(): Opened {
    return this.sound.at === "opening" ? this.sound.opened : [];
  }

  /** Whether upkeep has been unanswered for so long that it holds up nothing more. */
  get isUpkeepStuck(): boolean {
    return this.pending.some(({ lane, since }) => lane === "upkeep" && this.now >= since + UPKEEP_LIMIT);
  }

  /** When the session has to look at the time again; null for never. */
  get wakeAt(): number | null {
    const { sound, pausedAt, pending, now } = this;
    const times = pending.flatMap(({ lane, since }) =>
      lane === "upkeep" && since + UPKEEP_LIMIT > now ? [since + UPKEEP_LIMIT] : []
    );
    if (sound.at === "opening" && sound.lateAt !== null && pausedAt === null) times.push(sound.lateAt);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Asks the player. It judges the tracks in the parameters by the panel. */
  ask(lane: Lane, asked: Asked, params: object, panel?: string): void {
    const n = ++this.count;
    this.pending = [...this.pending, { ...asked, n, lane, since: this.now, playlist: this.shadow }];
    this.effects.push({ do: "action", n, action: asked.action, params, panel });
  }

  /** Ends a call with its result, or with the error text of its failure. */
  answer({ id }: Call, result: object | string): void {
    this.calls = this.calls.filter((each) => each.id !== id);
    const whole = typeof result === "string" ? result : { success: true, ...result };
    this.effects.push({ do: "answer", call: id, result: whole });
  }

  update(call: Call, change: CallProgress): void {
    this.calls = this.calls.map((each) => each.id === call.id ? { ...call, ...change } : each);
  }

  /** Sends an event to the owner of the session, or to another one. */
  emit<Name extends keyof Events>(event: Name, data: PayloadOf<Events[Name]>, to: Owner = this.owner): void {
    this.effects.push({ do: "emit", event, data, to: to === "gone" ? "all" : to });
  }

  tellError({ trackId, text }: Track, error: string): void {
    this.emit("error", { trackId, error, ...isStreamUrl(text) ? { url: text } : { path: text } });
  }

  report(problem: string, error: string): void {
    this.effects.push({ do: "report", problem, error });
  }
}

export type Outcome = Readonly<{ answer: unknown; refusal?: never } | { refusal: Refusal; answer?: never }>;

/** Why a native action has failed. Unanswered: the player may have carried it out. */
export type Refusal = Readonly<{ error: string; cause?: "unknownPlaylist" | "notSupported" | "unanswered" }>;

/** An input without its time. Closing: the bridge shuts down, and the settings are given back. */
export type Timeless = Readonly<
  | { in: "call"; call: Call }
  | { in: "cancelled"; call: number }
  | { in: "panelClosed"; panel: string }
  | { in: "signal"; signal: SignalMessage }
  | { in: "done"; n: number; result: Outcome }
  | { in: "time" | "closing" }
>;

export type Input = Timeless & { readonly now: number };

export type Effect = Readonly<
  | { do: "action"; n: number; action: ActionName; params: object; panel: string | undefined }
  /** The result of a call, or the error text of its failure. */
  | { do: "answer"; call: number; result: object | string }
  | { do: "emit"; event: keyof Events; data: object; to: Audience }
  | { do: "report"; problem: string; error: string }
>;

/** A session: its events, its data, and how it asks, answers and tells (docs/jit_queue.md). */

import * as v from "valibot";
import type { ActionAnswer, ActionName, ActionParams } from "../../host_stdio/api/native_actions.ts";
import { type Handle, index } from "../../host_stdio/api/shapes.ts";
import { isStreamUrl } from "../../limits/paths.ts";
import { described } from "../core/documented_schema.ts";
import { type Audience, defineEvent, type PayloadOf } from "../core/event.ts";

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
    payload: () => v.strictObject({ count: index, startIndex: index, replace: v.boolean() }),
  }),
  error: defineEvent({
    name: "jitQueue:error",
    description: "A track of the session has failed; url for a stream, path for a local file.",
    payload: () =>
      v.union([
        v.strictObject({ trackId: v.string(), error: v.string(), url: v.string() }),
        v.strictObject({ trackId: v.string(), error: v.string(), path: v.string() }),
      ]),
  }),
} as const;

/** How long upkeep may hold up music and answers, in milliseconds. */
export const UPKEEP_LIMIT = 1000;

export const jitErrors = {
  noSession: "No active JIT session",
  otherPanel: "Session belongs to another panel",
  unresolved: "Track could not be resolved",
  unplayable: "Track could not be played",
  shadowRemoved: "Shadow playlist no longer exists",
  superseded: "Superseded by a newer playNow",
  supersededByBatch: "Superseded by a newer preloadBatch",
} as const;

/**
 * A track, known by this very object: a page may give the same one twice. Text and handle are its URL or path as given;
 * the player's handle replaces that. The player judges it by the panel that brought it.
 */
export interface Track {
  readonly trackId: string;
  readonly title: string;
  readonly text: string;
  readonly handle: Handle;
  readonly panel: string | undefined;
  readonly isResolved: boolean;
}

/**
 * The mark of an item. Kept: it plays, or is ahead. Passed: before what plays; the user may return to it. Arriving: the
 * player has not answered. Dropped: to be removed. Left: the user added it, or its removal failed.
 */
export type Mark = "kept" | "passed" | "arriving" | "dropped" | "left";

export type Item = Readonly<{ track: Track | null; mark: Mark }>;

/** The panel that owns a session or a call; null without one, undefined when it has closed. */
export type Owner = string | null | undefined;
type Owned = { readonly owner: Owner };

type Events = typeof jitQueueEvents;
export type Reason = PayloadOf<Events["needNext"]>["reason"];

/** The states, as in `jitQueue.getState`. */
export const stateNames = ["Idle", "Active", "WaitingNext", "Exhausted"] as const;

/** What the player was told to open since the last start, null for nothing: it opens the last one, the others were skipped. */
export type Opened = readonly (Track | null)[];

/** What the player plays of the session. */
export type Sound = Readonly<
  /** opened: while the player may have continued by itself. */
  | { at: "silent"; because: "never" | "ended" | "skipped" | "interrupted"; opened: Opened | null }
  /** opened: without any, the current track plays. lateAt: when the last one is late; null until next is answered. */
  | { at: "heard"; opened: Opened; lateAt: number | null }
  /** A track of the user's queue interrupts the session. */
  | { at: "foreign"; opened: null }
>;

/** What a page asks for. End: stop, or clear, which does not stop the player. */
export type Request =
  & { readonly tracks?: readonly Track[] }
  & Readonly<
    | { kind: "playNow" | "enqueueNext" | "skip" | "notifyEmpty" }
    | { kind: "preloadBatch"; startIndex: number; replace: boolean; invalidCount: number }
    | { kind: "end"; stops: boolean; clears: boolean }
  >;

/** A call that is not answered yet, and how far it is. */
export type Call = Request & Owned & {
  readonly id: number;
  readonly tracks: readonly Track[];
  /** A batch has begun to empty the playlist. */
  readonly empties?: true;
  /** A later call has brought the next track, which enqueueNext does not replace. */
  readonly keepsNext?: true;
  /** The track that a skip, once it is sent, leaves. */
  readonly currentTrackId?: string;
  /** Why the end has failed. */
  readonly error?: string;
  /** Whether another page has to be told of the end. */
  readonly tells?: boolean;
};

/** A native action that the player has not answered, what it is for, and which shadow playlist was known then. */
export interface Pending<Action extends ActionName = ActionName> {
  readonly n: number;
  readonly action: Action;
  readonly params: ActionParams<Action>;
  readonly lane: Lane;
  readonly since: number;
  readonly shadow: string | null;
  readonly call?: number | undefined;
  /** The tracks that it resolves, adds, plays or leads to. */
  readonly tracks: readonly Track[];
  /** The items that it removes. */
  readonly run?: Run;
  readonly why?: "find" | "giveBack" | "check";
  /** A change, or a request to play, that was refused or not answered: the number of items tells more. */
  readonly doubted?: { readonly asked: Pending; readonly refusal: Refusal };
}

export type About = Partial<Pick<Pending, "lane" | "call" | "tracks" | "run" | "why" | "doubted">>;

/** What the answer to a native action means. */
export type Meaning<Action extends ActionName = ActionName> = (
  s: Session,
  pending: Pending<Action>,
  answer: ActionAnswer<Action> | undefined,
  refusal: Refusal | undefined,
) => void;

export type Run = Readonly<{ start: number; count: number }>;

/** The sessions of one connection, one after another. */
export class Session {
  state: (typeof stateNames)[number] = "Idle";
  /** Why the next track was requested since the last start, the latest reason last. */
  asked: readonly Reason[] = [];
  sound: Sound = silent("never");
  owner: Owner = null;
  /** The track that plays or will play; null without one. */
  current: Track | null = null;
  /** The track that has started last. */
  started: Track | null = null;
  failures = 0;
  /** Whether the player has still to signal the end of anything, and whether that is a stop by the session. */
  plays: "nothing" | "something" | "stopped" = "something";
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
  /** Tracks that are not to be played, but may still start; those that are over have failed or were skipped. */
  dropped: readonly { readonly track: Track; readonly isOver: boolean }[] = [];
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
  /** The settings that were changed or given back, or could not be: each is tried once per session and at its end. */
  tried: readonly string[] = [];
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

  /** Whether a track has failed or was skipped. */
  isOver(track: Track | null): boolean {
    return this.dropped.some((each) => each.track === track && each.isOver);
  }

  /** Whether a track can still start for the first time. */
  isNew(track: Track | null): track is Track {
    return track !== null && track !== this.started && !this.isOver(track);
  }

  /** The tracks that the player is opening, or had opened before it fell silent. */
  get opened(): Opened {
    return this.sound.opened ?? [];
  }

  /** Whether the current track plays, and the player opens no other one. */
  get isPlaying(): boolean {
    return this.sound.at === "heard" && this.opened.length === 0;
  }

  /** Whether the current track waits to be played. */
  get isAwaited(): boolean {
    return this.state !== "Idle" && this.sound.at === "silent" && this.isNew(this.current);
  }

  /** Whether the player has not answered the request to play the current track. */
  get isAsked(): boolean {
    const { sound, current, pending } = this;
    const isPlay = ({ lane, tracks }: Pending) => lane === "play" && tracks[0] === current;
    return sound.at === "heard" && this.isNew(current) && pending.some(isPlay);
  }

  /** Whether the player has left, for another one, what started or what it was asked to play. */
  get isLeft(): boolean {
    return this.opened.some((track, at) => at > 0 || track !== this.current);
  }

  /** The index of the shadow playlist; -1 without one. */
  get shadowIndex(): number {
    return this.shadow === null ? -1 : this.playlists.indexOf(this.shadow);
  }

  /** Until when unanswered upkeep holds up music and answers; null without any. */
  get upkeepUntil(): number | null {
    const first = this.pending.find(({ lane }) => lane === "upkeep");
    return first ? first.since + UPKEEP_LIMIT : null;
  }

  /** When the session has to look at the time again; Infinity for never. */
  get wakeAt(): number {
    const { sound, upkeepUntil, now } = this;
    const lateAt = sound.at === "heard" ? sound.lateAt : null;
    return Math.min(...[lateAt, upkeepUntil].filter((at) => at !== null).filter((at) => at > now));
  }

  /** Asks the player. It judges the tracks in the parameters by the panel that has brought them. */
  ask<Action extends ActionName>(action: Action, params: ActionParams<Action>, about: About = {}): true {
    const n = ++this.count;
    const { now: since, shadow } = this;
    const lane = lanes[action] ?? "music";
    this.pending = [...this.pending, { lane, tracks: [], ...about, n, action, params, since, shadow }];
    const panel = "paths" in params || "handles" in params ? about.tracks?.[0]?.panel : undefined;
    this.effects.push({ do: "action", n, action, params, panel });
    return true;
  }

  /** The call that has brought a track. */
  callOf(track: Track | null | undefined): Call | undefined {
    return track ? this.calls.find(({ tracks }) => tracks[0] === track) : undefined;
  }

  /** Ends a call with its result, or with the error text of its failure. */
  answer({ id }: Call, result: object | string): void {
    this.calls = this.calls.filter((each) => each.id !== id);
    const whole = typeof result === "string" ? result : { success: true, ...result };
    this.effects.push({ do: "answer", call: id, result: whole });
  }

  update(call: Call, change: Partial<Call>): void {
    this.calls = this.calls.map((each) => each.id === call.id ? { ...call, ...change } as Call : each);
  }

  /** Sends an event to the owner of the session, or of a call. */
  emit<Name extends keyof Events>(event: Name, data: PayloadOf<Events[Name]>, { owner }: Owned = this): void {
    const to = typeof owner === "string" ? { panel: owner } : "all";
    this.effects.push({ do: "emit", event, data, to });
  }

  tellError({ trackId, text }: Track, error: string, to?: Owned): void {
    this.emit("error", { trackId, error, ...isStreamUrl(text) ? { url: text } : { path: text } }, to);
  }
}

/** Why a native action has failed. */
export type Refusal = Readonly<{ message: string; code?: number; playerCode?: number | undefined }>;

/** What an action delays: nothing, later music, later upkeep and briefly music, or music while its track is to start. */
type Lane = "beside" | "music" | "upkeep" | "play";

const lanes: { readonly [Action in ActionName]?: Lane } = {
  "player.media.resolve": "beside",
  "player.playback.next": "beside",
  "player.playback.stop": "beside",
  "player.playback.play": "play",
  "player.playback.setOrder": "upkeep",
  "player.playlist.lock": "upkeep",
  "player.playlist.activate": "upkeep",
  "player.playlist.remove": "upkeep",
};

export function silent(because: (Sound & { at: "silent" })["because"], opened: Opened | null = null): Sound {
  return { at: "silent", because, opened };
}

/** The player opens tracks; without any, the current one plays. */
export function heard(opened: Opened): Sound {
  return { at: "heard", opened, lateAt: null };
}

export type Effect = Readonly<
  | { do: "action"; n: number; action: ActionName; params: object; panel: string | undefined }
  | { do: "answer"; call: number; result: object | string }
  | { do: "emit"; event: keyof Events; data: object; to: Audience }
  | { do: "report"; action: ActionName; error: string }
>;

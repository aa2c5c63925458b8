/**
 * A session as plain data: what is wanted, what sounds, the tracks, and what the player was asked (docs/jit_queue.md).
 *
 * @module
 */

import type { ActionName } from "../../host_stdio/api/native_actions.ts";
import type { Handle } from "../../host_stdio/api/shapes.ts";
import type { SignalMessage } from "../../host_stdio/api/signals.ts";
import type { Audience, PayloadOf } from "../core/event.ts";
import type { jitQueueEvents } from "./events.ts";

/** The error texts of the session. */
export const jitErrors = {
  noSession: "No active JIT session",
  otherPanel: "Session belongs to another panel",
  unresolved: "Track could not be resolved",
  unplayable: "Track could not be played",
  notInShadow: "Track is not in the shadow playlist any more",
  shadowRemoved: "Shadow playlist no longer exists",
  superseded: "Superseded by a newer playNow",
  supersededByBatch: "Superseded by a newer preloadBatch",
} as const;

/**
 * The mark of an item:
 *
 * - `kept`: a track of the session.
 * - `arriving`: a track whose append or insertion the player has not answered.
 * - `replaced`: marked for removal, but kept if it starts before or if its removal fails.
 * - `dropped`: marked for removal; no longer a track of the session.
 * - `left`: not a track of the session: the user added it, or its removal failed.
 */
export type Mark = "kept" | "arriving" | "replaced" | "dropped" | "left";

export interface Item {
  readonly track: Track | null;
  readonly mark: Mark;
}

/** How long upkeep may hold up music and answers, in milliseconds. */
export const UPKEEP_LIMIT = 1000;

/** The panel that owns a session or a call; "all" without one, "gone" when it has closed. */
export type Owner = Audience | "gone";

/** A track as a page gives it. */
export interface GivenTrack {
  /** The page's id. */
  readonly trackId: string;
  /** The title for display; "" when not given. */
  readonly title: string;
  /** The URL or path as given, without subsong suffix. */
  readonly text: string;
  /** The same as a handle. */
  readonly handle: Handle;
  /** The panel that brought it, by which the player judges it; undefined for none. */
  readonly panel: string | undefined;
}

/** How far a track is. The last three are its end: it is not loaded again. */
export type Progress = "given" | "resolved" | "added" | "started" | "failed" | "skipped";

/** A track. Copies of it in the shadow playlist have the same id. Its handle is at first as given, later as resolved. */
export interface Track extends GivenTrack {
  readonly id: number;
  /** The number of the call that brought it. */
  readonly call: number;
  readonly progress: Progress;
}

export type Reason = PayloadOf<typeof jitQueueEvents.needNext>["reason"];

/** What the panel wants. */
export interface Wanted {
  readonly is: "nothing" | "music" | "exhausted";
  /** The reasons for which the next track was requested for the current one. */
  readonly asked: readonly Reason[];
  /** Whether the request is unanswered; only of music. */
  readonly waits: boolean;
}

/** What the player plays of the session. Opened: the tracks that it was told to open, one after another, null for none. */
export type Sound =
  | {
    readonly at: "silent";
    readonly because: "never" | "ended" | "failed" | "skipped" | "interrupted";
    /** The tracks that were opened, while the player may have continued by itself; null when it has not. */
    readonly unsure: Opened | null;
  }
  /** It opens the last one; the others were skipped. The time when that is late is null until the player has answered next. */
  | { readonly at: "opening"; readonly opened: Opened; readonly lateAt: number | null }
  | { readonly at: "playing" }
  /** A track of the user's queue interrupts the session. */
  | { readonly at: "foreign" };

/** Nothing sounds. */
export function silent(
  because: Extract<Sound, { at: "silent" }>["because"],
  unsure: Opened | null = null,
): Sound {
  return { at: "silent", because, unsure };
}

export type Opened = readonly (number | null)[];

/** A call that is not answered yet, and how far it is. */
export type Call = { readonly id: number; readonly owner: Owner } & Request;

export type Request =
  | { readonly kind: "playNow"; readonly track: GivenTrack; readonly stage?: never }
  | {
    readonly kind: "enqueueNext";
    readonly track: GivenTrack;
    readonly stage?: Stage;
    readonly loaded?: Track;
  }
  | {
    readonly kind: "preloadBatch";
    readonly tracks: readonly GivenTrack[];
    readonly startIndex: number;
    readonly replace: boolean;
    readonly invalidCount: number;
    readonly stage?: Stage;
  }
  | { readonly kind: "skip"; readonly stage?: "sent"; readonly currentTrackId?: string }
  /** stop, or clear, which does not stop the player. */
  | {
    readonly kind: "end";
    readonly stops: boolean;
    readonly clears: boolean;
    readonly stage?: "stopping" | "finding" | "emptying";
    readonly error?: string;
    readonly tells?: boolean;
  }
  | { readonly kind: "notifyEmpty"; readonly stage?: never };

/** How far an addition is: it resolves or empties the playlist, then its tracks are ready, arrive, and replace others. */
export type Stage = "prepares" | "ready" | "appending" | "appended";

/** A native action, what it is for, and what its answer is compared with. */
export type Asked =
  /** lost: an unanswered addition. refused: a refused or unanswered removal, or without a run the refusal to play. */
  | {
    readonly action: "player.playlist.list";
    readonly why: "find" | "giveBack" | "check";
    readonly lost?: { readonly tracks: readonly Track[]; readonly index: number };
    readonly refused?: { readonly run: Run | null; readonly refusal: Refusal };
  }
  | {
    readonly action:
      | "player.playlist.create"
      | "player.playlist.activate"
      | "player.playback.nowPlaying";
  }
  | { readonly action: "player.media.resolve"; readonly track: number; readonly call: number | null }
  | {
    readonly action: "player.playlist.append" | "player.playlist.insert";
    readonly tracks: readonly Track[];
    readonly index: number;
    readonly call: number | null;
    /** The track that the first one replaces. */
    readonly replaces: number | null;
  }
  | { readonly action: "player.playback.play"; readonly track: number }
  /** opens: the track that follows; undefined when nothing changes. */
  | {
    readonly action: "player.playback.next";
    readonly call: number | null;
    readonly opens: number | null | undefined;
  }
  | { readonly action: "player.playback.stop"; readonly call: number | null }
  | {
    readonly action: "player.playback.setOrder";
    readonly why: "enter" | "giveBack" | "usersOwn";
    readonly order: number;
  }
  | { readonly action: "player.playlist.lock"; readonly locked: boolean }
  | { readonly action: "player.playlist.remove"; readonly run: Run; readonly done?: true };

/** What an action delays: `now` and `beside` nothing, `music` later music, `upkeep` later upkeep and, briefly, music. */
export type Lane = "now" | "beside" | "music" | "upkeep";

/** A native action that the player has not answered. */
export type Pending = Asked & {
  readonly n: number;
  readonly lane: Lane;
  readonly since: number;
  readonly playlist: string | null;
};

/** A run of items. */
export interface Run {
  readonly start: number;
  readonly count: number;
}

/** What a session changes for its own sake, and gives back: each is tried once per session and once at its end. */
export type Duty = "order" | "active" | "lock" | "unlock";

/** The sessions of one connection, one after another. */
export interface Session {
  readonly startTimeoutMs: number;
  wanted: Wanted;
  sound: Sound;
  owner: Owner;
  /** The track that plays or will play; null without one. */
  current: Track | null;
  /** The number of failures in a row. */
  failures: number;
  /** Whether the last track that started was left: anybody may have chosen the next one. */
  left: boolean;
  /** Whether the player plays anything, the session's or not, by its signals; true until it has told. */
  sounds: boolean;
  /** Whether the player may still signal the end of a track before the one that it is asked to play. */
  leaves: boolean;
  /** Whether the player has still to signal a stop by the session. */
  ownStop: boolean;
  /** A track that was stopped before its start. */
  voided: Track | null;
  /** Since when the player is paused; null when it is not. */
  pausedAt: number | null;
  /** The id of the shadow playlist; null when it is unknown. */
  shadow: string | null;
  /** The ids of all playlists in the user's order. */
  playlists: readonly string[];
  /** The items of the shadow playlist as the bridge believes them to be. */
  items: readonly Item[];
  /** The index of the current track or, if it is not in the playlist, of the first item that may follow it. */
  head: number;
  /** Tracks that were dropped and may still start. Over: they have failed or were skipped. */
  dropped: readonly { readonly handle: Handle; readonly over: boolean }[];
  /** Whether the belief was checked after a refusal. */
  checked: boolean;
  /** Whether the player can insert items. */
  inserts: boolean;
  /** The playlists that were listed for the calls that wait for it; null when not. */
  found: { readonly active: string | null; readonly playlists: readonly string[] } | null;
  /** Whether the player's settings are the session's. */
  entered: boolean;
  /** The user's playback order, to be given back, and the session's order that is in force; null for none. */
  order: { readonly users: number; readonly own: number } | null;
  /** The id of the playlist to activate again; null for none. */
  active: string | null;
  /** Whether the shadow playlist is locked. */
  locked: boolean;
  tried: readonly Duty[];
  calls: readonly Call[];
  pending: readonly Pending[];
  /** Counts tracks and native actions. */
  count: number;
  /** The time of the last step, and what is to be done after it. */
  now: number;
  effects: Effect[];
}

/** The result of a native action. */
export type Outcome =
  | { readonly answer: unknown; readonly refusal?: never }
  | { readonly refusal: Refusal; readonly answer?: never };

/** Why a native action has failed. Unanswered: the player may have carried it out. */
export interface Refusal {
  readonly error: string;
  readonly cause?: "unknownPlaylist" | "notSupported" | "unanswered";
}

export type Input =
  & { readonly now: number }
  & (
    | { readonly in: "call"; readonly call: Call }
    | { readonly in: "cancelled"; readonly call: number }
    | { readonly in: "panelClosed"; readonly panel: string }
    | { readonly in: "signal"; readonly signal: SignalMessage }
    | { readonly in: "done"; readonly n: number; readonly result: Outcome }
    | { readonly in: "time" }
    /** The bridge shuts down: the settings are given back. */
    | { readonly in: "closing" }
  );

export type Effect =
  | {
    readonly do: "action";
    readonly n: number;
    readonly lane: Lane;
    readonly action: ActionName;
    readonly params: object;
    readonly panel: string | undefined;
  }
  /** The result of a call, or the error text of its failure. */
  | { readonly do: "answer"; readonly call: number; readonly result: object | string }
  | {
    readonly do: "emit";
    readonly event: keyof typeof jitQueueEvents;
    readonly data: object;
    readonly to: Audience;
  }
  | { readonly do: "report"; readonly problem: string; readonly error: string };

/** A connection's first session. */
export function newSession(startTimeoutMs: number): Session {
  return {
    startTimeoutMs,
    wanted: { is: "nothing", asked: [], waits: false },
    sound: silent("never"),
    owner: "all",
    current: null,
    failures: 0,
    left: true,
    sounds: true,
    leaves: false,
    ownStop: false,
    voided: null,
    pausedAt: null,
    shadow: null,
    playlists: [],
    items: [],
    head: 0,
    dropped: [],
    checked: false,
    inserts: true,
    found: null,
    entered: false,
    order: null,
    active: null,
    locked: false,
    tried: [],
    calls: [],
    pending: [],
    count: 0,
    now: 0,
    effects: [],
  };
}

/** The states, as in `jitQueue.getState`. */
export const stateNames = ["Idle", "Active", "WaitingNext", "Exhausted"] as const;

export type StateName = (typeof stateNames)[number];

/** The state that a page sees. */
export function publicState({ wanted }: Session): StateName {
  if (wanted.is === "nothing") return "Idle";
  if (wanted.is === "exhausted") return "Exhausted";
  return wanted.waits ? "WaitingNext" : "Active";
}

/** The index of the shadow playlist; -1 without one. */
export function shadowIndex({ shadow, playlists }: Session): number {
  return shadow === null ? -1 : playlists.indexOf(shadow);
}

/** Whether a track can still start for the first time. */
export function isNew({ progress }: Track): boolean {
  return progress === "given" || progress === "resolved" || progress === "added";
}

/** Whether a call ends earlier ones and waits until its own track or batch takes their place. */
export function takesOver(call: Call): boolean {
  return call.kind === "playNow" || call.kind === "preloadBatch" && call.replace;
}

/** Whether a call adds tracks that have not been accepted. */
export function isAddition(call: Call): call is Call & { kind: "enqueueNext" | "preloadBatch" } {
  return (call.kind === "enqueueNext" || call.kind === "preloadBatch") && call.stage !== "appended";
}

/** Whether the current track waits to be played. */
export function isAwaited({ wanted, sound, current }: Session): boolean {
  return wanted.is !== "nothing" && sound.at === "silent" && current !== null && isNew(current);
}

/** Whether the player has not answered the request to play the current track. */
export function isAsked({ sound, current, pending }: Session): boolean {
  return sound.at === "opening" && current !== null && isNew(current) &&
    pending.some((each) => each.action === "player.playback.play" && each.track === current.id);
}

/** The track that the player opens; null when it opens none that is known. */
export function openingTrack({ sound }: Session): number | null {
  return sound.at === "opening" ? sound.opened.at(-1) ?? null : null;
}

/** Whether upkeep has been unanswered for so long that it holds up nothing more. */
export function isUpkeepStuck({ pending, now }: Session): boolean {
  return pending.some(({ lane, since }) => lane === "upkeep" && now >= since + UPKEEP_LIMIT);
}

/** When the session has to look at the time again; null for never. */
export function wakeAt({ sound, pausedAt, pending, now }: Session): number | null {
  const times = pending.flatMap(({ lane, since }) =>
    lane === "upkeep" && since + UPKEEP_LIMIT > now ? [since + UPKEEP_LIMIT] : []
  );
  if (sound.at === "opening" && sound.lateAt !== null && pausedAt === null) times.push(sound.lateAt);
  return times.length === 0 ? null : Math.min(...times);
}

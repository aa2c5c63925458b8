/**
 * Everything that is known about a JIT session, as one immutable value, and what can be read from it.
 *
 * @module
 */

import type { EventPayload } from "../events.ts";
import type { Recipient, Request, RequestOf } from "./requests.ts";
import type { Slots } from "./slots.ts";
import type { Track } from "./track.ts";
import type { StateName } from "./transitions.ts";

/** The name of the shadow playlist. */
export const SHADOW_NAME = "__webview_buffer__";

/** The name under which it is locked. */
export const LOCK_NAME = "JIT Queue Buffer";

/** The playback order while a session lasts: the default one, track after track. */
export const SESSION_ORDER = 0;

/** How many seconds before the end of the last track the next one is asked for. */
export const PREFETCH_SECONDS = 30;

/** Why the next track is asked for. */
export type NeedReason = EventPayload<"jitQueue:needNext">["reason"];

/** The shadow playlist. */
export interface Shadow {
  /** Its index among the playlists; −1 when there is none or it was not looked for yet. */
  readonly index: number;
  /** Whether locking it was tried. */
  readonly locked: boolean;
  /** Its items. */
  readonly slots: Slots;
  /** Where the current track stands or, when it is not in the shadow playlist, the first slot that may follow it. */
  readonly head: number;
}

/** What the session has changed in the player and owes back. */
export interface PlaybackContext {
  /** The user's playback order; null when it is not known or already restored. */
  readonly order: number | null;
  /** The index of the playlist that was active; null when there was none, it is gone, or it is already restored. */
  readonly active: number | null;
  /** Whether setting the session's order was tried. */
  readonly entered: boolean;
  /** Whether restoring the order has failed: it is tried again at the end of the pipe only. */
  readonly orderFailed: boolean;
  /** Whether restoring the active playlist has failed: likewise. */
  readonly activeFailed: boolean;
}

/** What the player has been asked to do and has not answered yet. One at a time, but for `player.media.resolve`. */
export type Task =
  | { readonly purpose: "find" | "create" | "lock" | "enter" | "restoreOrder" | "restoreActive" | "stop" }
  | { readonly purpose: "listen" | "repair" }
  | { readonly purpose: "trim"; readonly start: number; readonly count: number }
  | AppendTask
  | { readonly purpose: "play" }
  | { readonly purpose: "next"; readonly request: RequestOf<"skip">; readonly currentTrackId: string }
  | VerifyTask;

/** Tracks are being appended to the shadow playlist. */
export interface AppendTask {
  readonly purpose: "append";
  readonly tracks: readonly Track[];
  /** Where the first of them is to stand. */
  readonly start: number;
  /** The call for which. */
  readonly call: number;
}

/** The index of the shadow playlist changed while something was done to it: did it reach the right playlist? */
export interface VerifyTask {
  readonly purpose: "verify";
  /** What was done. */
  readonly task: AppendTask | (Task & { readonly purpose: "trim" });
  /** What the player answered: the first new item, and how many new or remaining ones. */
  readonly answered: { readonly start: number; readonly count: number };
  /** The playlist that had the old index; undefined when it is gone. */
  readonly sentTo: number | undefined;
}

/** A task that is under way. */
export interface Flight {
  /** The number under which the player was asked. */
  readonly ask: number;
  readonly task: Task;
  /** The index that was sent, when the task is about a playlist by its index. */
  readonly playlist: number | undefined;
  /** Whether the playlist that the task is about has got another index since. */
  readonly moved: boolean;
}

/** The operation that is being carried out. `ask` is the number of the pending `player.media.resolve`. */
export type Work =
  | {
    readonly kind: "playNow";
    readonly request: RequestOf<"playNow">;
    readonly phase: "shadow" | "resolve" | "resolving" | "append" | "play";
    readonly ask: number;
  }
  | {
    readonly kind: "enqueueNext";
    readonly request: RequestOf<"enqueueNext">;
    readonly phase: "resolve" | "resolving" | "append" | "settle";
    readonly ask: number;
    /** The track, resolved once the phase is past resolving. */
    readonly track: Track;
    /** Why it has failed after all, in phase `settle`. */
    readonly error: string | null;
  }
  | {
    readonly kind: "preloadBatch";
    readonly request: RequestOf<"preloadBatch">;
    readonly phase: "shadow" | "empty" | "append";
    /** Why emptying the shadow playlist has failed. */
    readonly error: string | null;
  }
  | {
    readonly kind: "ending";
    readonly request: RequestOf<"stop"> | RequestOf<"clear">;
    /** What has failed on the way. */
    readonly error: string | null;
  };

/** Something that reached a playlist it was not meant for and can be taken back. */
export type Repair =
  | { readonly kind: "unlock"; readonly playlist: number }
  | { readonly kind: "remove"; readonly playlist: number; readonly start: number; readonly count: number };

/** A session. */
export interface Session {
  readonly state: StateName;
  /** Whom the session's events go to. */
  readonly target: Recipient;
  /** The current track; null when none, or forgotten. */
  readonly current: Track | null;
  /** Whether the current track has started. */
  readonly started: boolean;
  /** Whether nothing of the session is playing because its current track has failed or was dropped. */
  readonly failed: boolean;
  /** Whether the current track is to be played as soon as everything before is done. */
  readonly cued: boolean;
  /** For which reasons the current track's next one was asked for. */
  readonly asked: readonly NeedReason[];
  /** Whether playback has ended although something was to follow. */
  readonly ended: boolean;
  /** Whether the bridge itself has stopped playback and the player has not signalled it yet. */
  readonly ownStop: boolean;
  /** Whether anything is playing in the player, the session's or not, as far as it has signalled. */
  readonly sounding: boolean;
  /** The tracks that were dropped last: one of them that starts late is none of ours, whatever stands in its place. */
  readonly dropped: readonly Track[];
  readonly shadow: Shadow;
  /** The active playlist's index when it was last seen. */
  readonly activeSeen: number | null;
  readonly context: PlaybackContext | null;
  readonly repairs: readonly Repair[];
  readonly flight: Flight | null;
  readonly work: Work | null;
  /** Calls that wait for their turn. */
  readonly waiting: readonly Request[];
  /** The number of the last thing asked of the player. */
  readonly lastAsk: number;
}

/** The session of a bridge that was just started. */
export const newSession: Session = {
  state: "Idle",
  target: "nobody",
  current: null,
  started: false,
  failed: false,
  cued: false,
  asked: [],
  ended: false,
  ownStop: false,
  sounding: false,
  dropped: [],
  shadow: { index: -1, locked: false, slots: [], head: 0 },
  activeSeen: null,
  context: null,
  repairs: [],
  flight: null,
  work: null,
  waiting: [],
  lastAsk: 0,
};

/** What `jitQueue.getState` answers. */
export interface SessionView {
  state: StateName;
  isActive: boolean;
  currentTrackId: string;
  nextTrackId: string;
  bufferSize: number;
  shadowPlaylist: number;
}

/**
 * What `jitQueue.getState` answers.
 *
 * @param session The session.
 * @returns The answer; ids are "" and the playlist −1 when there is none.
 */
export function viewOf(session: Session): SessionView {
  const { state, current, shadow } = session;
  return {
    state,
    isActive: state !== "Idle",
    currentTrackId: current?.trackId ?? "",
    // With the current track forgotten, nothing is next to it.
    nextTrackId: current === null ? "" : shadow.slots[followerIndex(session)]?.track?.trackId ?? "",
    bufferSize: bufferSize(session),
    shadowPlaylist: shadow.index,
  };
}

/**
 * Whether a session is running.
 *
 * @param session The session.
 * @returns Whether `jitQueue.enqueueNext` is welcome.
 */
export function isRunning({ state }: Session): boolean {
  return state === "Active" || state === "WaitingNext";
}

/**
 * How many tracks stand in the shadow playlist from the current one on, without those that are about to go.
 *
 * @param session The session.
 * @returns The number.
 */
export function bufferSize({ shadow: { slots, head } }: Session): number {
  let count = 0;
  for (let index = head; index < slots.length; index++) {
    const status = slots[index]?.status;
    if (status === "live" || status === "left") count++;
  }
  return count;
}

/**
 * The session's track behind the current one.
 *
 * @param session The session.
 * @returns The index of its slot; −1 when there is none.
 */
export function followerIndex({ shadow: { slots, head }, current }: Session): number {
  const from = current !== null && slots[head]?.track === current ? head + 1 : head;
  for (let index = from; index < slots.length; index++) {
    if (slots[index]?.status === "live") return index;
  }
  return -1;
}

/**
 * Whether anything of the session comes behind the current track. What is just being appended counts: the player may
 * have it already.
 *
 * @param session The session.
 * @returns Whether it does.
 */
export function somethingFollows(session: Session): boolean {
  if (followerIndex(session) >= 0) return true;
  const { flight, current } = session;
  if (flight?.task.purpose !== "append" || !isOwner(session, flight.task)) return false;
  const { tracks } = flight.task;
  return current === null || tracks.indexOf(current) < tracks.length - 1;
}

/**
 * Whether the operation for which tracks are being appended is still at work.
 *
 * @param session The session.
 * @param task The task.
 * @returns Whether it is.
 */
export function isOwner({ work }: Session, task: AppendTask): boolean {
  return work?.request.call === task.call;
}

/**
 * Whether the bridge has decided which track plays and the player has not answered that it plays it: until then, no other
 * track that starts counts.
 *
 * @param session The session.
 * @returns Whether the current track is awaited.
 */
export function isAwaiting({ work, cued, flight }: Session): boolean {
  return cued || flight?.task.purpose === "play" || (work?.kind === "playNow" && work.phase !== "shadow");
}

/**
 * Whether leaving Idle has to remember the user's playback order and active playlist first.
 *
 * @param session The session.
 * @returns Whether nothing is remembered, or only what could not be restored.
 */
export function needsContext({ context }: Session): boolean {
  return context === null || context.orderFailed || context.activeFailed;
}

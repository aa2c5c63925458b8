/**
 * What follows from what happens in the player.
 *
 * @module
 */

import type { SignalMessage, SignalParams } from "../../host_stdio/signals.ts";
import { MAX_SHADOW_ITEMS } from "../../limits/shadow_playlist_size.ts";
import { canonicalHandle } from "./canonical_handle.ts";
import { begun, begunEarly, end, exhaust } from "./course.ts";
import {
  followerIndex,
  isAwaiting,
  isOwner,
  isRunning,
  PREFETCH_SECONDS,
  type Session,
  somethingFollows,
} from "./session.ts";
import { playlistsMoved } from "./shadow_playlist.ts";
import { shifted } from "./slots.ts";
import type { Track } from "./track.ts";
import type { Turn } from "./turn.ts";

/**
 * Something has happened in the player.
 *
 * @param turn The step.
 * @param signal What.
 */
export function signalled(turn: Turn, signal: SignalMessage): void {
  switch (signal.name) {
    case "signal.trackStarted":
      return trackStarted(turn, signal.params);
    case "signal.playbackTime":
      return playbackTime(turn, signal.params);
    case "signal.playbackStopped":
      return playbackStopped(turn, signal.params.reason);
    case "signal.playlistInserted":
    case "signal.playlistRemoved":
    case "signal.playlistsReordered":
      return playlistsMoved(turn, signal);
    default:
      return;
  }
}

/** Where a track of the session is: in a slot, or among those that are just being appended. */
type Found = { readonly slot: number } | { readonly early: Track };

/** A track that has started, as it is looked for. */
interface Started {
  /** Its canonical handle. */
  readonly key: string;
  /** Its item in the shadow playlist; undefined when it does not play from there. */
  readonly item: number | undefined;
}

function trackStarted(turn: Turn, { handle, playlist, item }: SignalParams<"signal.trackStarted">): void {
  const { session } = turn;
  // What has been stopped was signalled before, or not at all.
  session.ownStop = false;
  session.sounding = true;
  if (session.state === "Idle") return;
  const isInShadow = playlist !== null && playlist === session.shadow.index;
  const started = { key: canonicalHandle(handle), item: isInShadow ? item ?? undefined : undefined };
  if (isAwaiting(session)) {
    const found = awaitedTrack(session, started);
    if (found) foundStarted(turn, found, started);
    return;
  }
  const found = ownTrack(session, started);
  if (found) foundStarted(turn, found, started);
  else end(turn, "otherTrack");
}

function foundStarted(turn: Turn, found: Found, started: Started): void {
  if ("early" in found) begunEarly(turn, found.early);
  else begun(turn, anchored(turn, found.slot, started));
}

/** Corrects what is believed about the shadow playlist by where a track was seen. */
function anchored(turn: Turn, slot: number, { key, item }: Started): number {
  const { flight, shadow } = turn.session;
  if (item === undefined) return slot;
  const purpose = flight?.task.purpose;
  // While items go, an item's index may be the one before or the one after.
  if (purpose === "trim" || purpose === "verify") return slot;
  if (slot === item || item >= MAX_SHADOW_ITEMS) return slot;
  // A second copy that could not be removed is where it is believed to be.
  const believed = shadow.slots[item]?.track;
  if (believed && canonicalHandle(believed.handle) === key) return slot;
  const head = item > slot ? shadow.head + item - slot : Math.min(shadow.head, item);
  turn.setShadow({ slots: shifted(shadow.slots, slot, item), head });
  return item;
}

/** While the bridge waits for a track of its own, only that one counts. */
function awaitedTrack(session: Session, { key, item }: Started): Found | undefined {
  const { current, flight, shadow } = session;
  if (current === null) return undefined;
  if (flight?.task.purpose === "append" && isOwner(session, flight.task)) {
    return canonicalHandle(current.handle) === key ? { early: current } : undefined;
  }
  // Before it has been appended there is no telling.
  if (shadow.slots[shadow.head]?.track !== current) return undefined;
  const isIt = canonicalHandle(current.handle) === key || (item === shadow.head && !wasDropped(session, key));
  return isIt ? { slot: shadow.head } : undefined;
}

/**
 * Finds a track that has started among the session's: by its canonical handle, else by its place, unless it is one that
 * was just dropped.
 */
function ownTrack(session: Session, { key, item }: Started): Found | undefined {
  const { shadow, flight } = session;
  // What the user has put there is replaced by a batch as well, and has no track.
  const ours = (index: number): Track | null => {
    const slot = shadow.slots[index];
    return slot?.status === "live" || slot?.status === "replaced" ? slot.track : null;
  };
  const hasKey = (index: number): boolean => {
    const track = ours(index);
    return track !== null && canonicalHandle(track.handle) === key;
  };
  if (item !== undefined && hasKey(item)) return { slot: item };
  // The same track may stand there twice; without a place, the one that is due counts.
  const next = followerIndex(session);
  if (session.started && next >= 0 && hasKey(next)) return { slot: next };
  const { length } = shadow.slots;
  for (let index = shadow.head; index < length; index++) if (hasKey(index)) return { slot: index };
  if (flight?.task.purpose === "append" && isOwner(session, flight.task)) {
    const early = flight.task.tracks.find(({ handle }) => canonicalHandle(handle) === key);
    if (early) return { early };
  }
  for (let index = 0; index < shadow.head; index++) if (hasKey(index)) return { slot: index };
  return item !== undefined && ours(item) !== null && !wasDropped(session, key) ? { slot: item } : undefined;
}

function wasDropped({ dropped }: Session, key: string): boolean {
  return dropped.some(({ handle }) => canonicalHandle(handle) === key);
}

function playbackTime(turn: Turn, { position, length }: SignalParams<"signal.playbackTime">): void {
  const { session } = turn;
  if (!isRunning(session) || session.failed || isAwaiting(session) || somethingFollows(session)) return;
  if (length > 0 && length - position <= PREFETCH_SECONDS) turn.needNext("prefetch");
}

function playbackStopped(
  turn: Turn,
  reason: SignalParams<"signal.playbackStopped">["reason"],
): void {
  const { session } = turn;
  const isAwaited = isAwaiting(session) && !session.started;
  const isBeingPlayed = isAwaited && session.flight?.task.purpose === "play";
  // What the player was told to play comes after this. But when nothing was playing any more, this is about it already.
  const isBeforePlay = isBeingPlayed && session.sounding;
  session.sounding = false;
  switch (reason) {
    case "user":
      if (session.ownStop) session.ownStop = false;
      else if (session.state !== "Idle" && !isBeforePlay) end(turn, "stopped");
      return;
    case "shutdown":
      if (session.state !== "Idle") end(turn, "stopped");
      return;
    case "endOfFile":
      if (!isRunning(session) || session.failed) return;
      // What has ended is the track before the awaited one; unless that is being played: then it cannot be opened.
      if (isBeforePlay || (isAwaited && !isBeingPlayed)) return;
      if (somethingFollows(session)) session.ended = true;
      else exhaust(turn);
      return;
    case "startingAnother":
      return;
  }
}

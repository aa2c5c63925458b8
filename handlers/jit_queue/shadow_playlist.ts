/**
 * The care of the shadow playlist: found or created, locked, emptied of what is to go, and followed while the user moves
 * playlists about (contract-decisions.md, "jitQueue").
 *
 * A note on indices. The player names playlists by index, and an index that is on its way may be overtaken by a signal.
 * The order on the pipe tells what has happened: an answer already contains every signal that came before it; a signal
 * that comes between question and answer came before the player carried the question out, so the question has met
 * another playlist. What was appended there is taken back; what can be done again is done again.
 *
 * @module
 */

import type { ActionAnswer } from "../../host_stdio/native_actions.ts";
import type { SignalMessage } from "../../host_stdio/signals.ts";
import { MAX_SHADOW_ITEMS } from "../../limits/shadow_playlist_size.ts";
import { shiftedPlaylist } from "../playlist_shift.ts";
import { end } from "./course.ts";
import { jitErrors } from "./requests.ts";
import {
  type Flight,
  LOCK_NAME,
  needsContext,
  type Repair,
  SHADOW_NAME,
  type Task,
  type VerifyTask,
} from "./session.ts";
import { doomedRun, fitted, without } from "./slots.ts";
import type { Turn } from "./turn.ts";

/** What `player.playlist.list` answers. */
export type PlaylistList = ActionAnswer<"player.playlist.list">;

/**
 * Looks for the shadow playlist, unless it is known and nothing else has to be known either.
 *
 * @param turn The step; nothing is under way.
 * @returns Whether the player was asked.
 */
export function lookForShadow(turn: Turn): boolean {
  if (turn.session.shadow.index >= 0 && !needsContext(turn.session)) return false;
  turn.begin({ purpose: "find" }, { name: "player.playlist.list", params: {} });
  return true;
}

/**
 * Creates the shadow playlist.
 *
 * @param turn The step; nothing is under way.
 */
export function createShadow(turn: Turn): void {
  turn.begin({ purpose: "create" }, { name: "player.playlist.create", params: { name: SHADOW_NAME } });
}

/**
 * Finds the shadow playlist by its name.
 *
 * @param list The player's playlists.
 * @returns The first of that name; undefined when there is none.
 */
export function shadowIn({ playlists }: PlaylistList): PlaylistList["playlists"][number] | undefined {
  return playlists.find(({ name }) => name === SHADOW_NAME);
}

/**
 * The player has listed its playlists.
 *
 * @param turn The step.
 * @param list What it answered.
 */
export function playlistsListed(turn: Turn, list: PlaylistList): void {
  turn.session.activeSeen = list.active;
  const found = shadowIn(list);
  if (found) adoptShadow(turn, found.index, found.count);
  else forgetShadow(turn);
}

/**
 * The shadow playlist is known.
 *
 * @param turn The step.
 * @param index Its index.
 * @param count How many items it has.
 */
export function adoptShadow(turn: Turn, index: number, count: number): void {
  const { shadow } = turn.session;
  const slots = fitted(shadow.slots, count);
  turn.setShadow({
    index,
    // Another index than the one believed means that it was not followed: it may be another playlist.
    locked: shadow.locked && shadow.index === index,
    slots,
    head: shadow.index < 0 ? slots.length : Math.min(shadow.head, slots.length),
  });
}

function forgetShadow(turn: Turn): void {
  turn.setShadow({ index: -1, locked: false, slots: [], head: 0 });
}

/**
 * Asks for the next thing that the shadow playlist needs, whatever else is going on.
 *
 * @param turn The step; nothing is under way.
 * @returns Whether something was asked.
 */
export function tendShadow(turn: Turn): boolean {
  const { shadow, repairs } = turn.session;
  const [repair] = repairs;
  if (repair) {
    turn.session.repairs = repairs.slice(1);
    takeBack(turn, repair);
    return true;
  }
  if (shadow.index < 0) return false;
  if (!shadow.locked) {
    turn.setShadow({ locked: true });
    const params = { playlist: shadow.index, name: LOCK_NAME, locked: true };
    turn.begin({ purpose: "lock" }, { name: "player.playlist.lock", params });
    return true;
  }
  return trim(turn);
}

/** Removes what is to go, one run at a time. */
function trim(turn: Turn): boolean {
  const { index, slots } = turn.session.shadow;
  const run = doomedRun(slots);
  if (!run) return false;
  turn.begin({ purpose: "trim", ...run }, {
    name: "player.playlist.remove",
    params: { playlist: index, ...run },
  });
  return true;
}

/**
 * The player has removed items.
 *
 * @param turn The step.
 * @param task Which ones.
 * @param left How many are left.
 */
export function trimmed(turn: Turn, task: Task & { purpose: "trim" }, left: number): void {
  const { index, slots, head } = turn.session.shadow;
  // The playlist itself has gone since.
  if (index < 0) return;
  const { start, count } = task;
  const others = without(slots, task);
  const remaining = left > MAX_SHADOW_ITEMS ? others : fitted(others, left);
  const shiftedHead = head <= start ? head : Math.max(start, head - count);
  turn.setShadow({ slots: remaining, head: Math.min(shiftedHead, remaining.length) });
}

/** Undoes what has reached another playlist. */
function takeBack(turn: Turn, repair: Repair): void {
  const { playlist } = repair;
  turn.begin(
    { purpose: "repair" },
    repair.kind === "unlock"
      ? { name: "player.playlist.lock", params: { playlist, name: LOCK_NAME, locked: false } }
      : {
        name: "player.playlist.remove",
        params: { playlist, start: repair.start, count: repair.count },
      },
  );
}

/**
 * Follows the playlists through a signal.
 *
 * @param turn The step.
 * @param signal What the user did to them.
 */
export function playlistsMoved(turn: Turn, signal: SignalMessage): void {
  const { session } = turn;
  const { context, flight, shadow } = session;
  const follow = (index: number | null) => index === null ? null : shiftedPlaylist(index, signal) ?? null;
  session.activeSeen = follow(session.activeSeen);
  if (context !== null) session.context = { ...context, active: follow(context.active) };
  session.repairs = session.repairs.flatMap((repair) => {
    const playlist = shiftedPlaylist(repair.playlist, signal);
    return playlist === undefined ? [] : { ...repair, playlist };
  });
  if (flight !== null) session.flight = flightAfter(flight, signal);
  const index = shadow.index < 0 ? shadow.index : shiftedPlaylist(shadow.index, signal);
  if (index === undefined) shadowRemoved(turn);
  else turn.setShadow({ index });
}

function flightAfter(flight: Flight, signal: SignalMessage): Flight {
  const { task, playlist } = flight;
  if (task.purpose === "verify") {
    const sentTo = task.sentTo === undefined ? undefined : shiftedPlaylist(task.sentTo, signal);
    return { ...flight, task: { ...task, sentTo } };
  }
  if (playlist === undefined || shiftedPlaylist(playlist, signal) === playlist) return flight;
  return { ...flight, moved: true };
}

/** The user has removed the shadow playlist. */
function shadowRemoved(turn: Turn): void {
  const { session } = turn;
  const { state, current } = session;
  forgetShadow(turn);
  if (state !== "Idle" && current !== null) turn.emitError(current, jitErrors.shadowRemoved);
  end(turn, "shadowRemoved");
}

/**
 * Items were appended or removed while the shadow playlist got another index: looks where that has happened.
 *
 * @param turn The step; nothing is under way.
 * @param flight What was done.
 * @param answered What the player answered.
 */
export function verify(
  turn: Turn,
  { task, playlist }: Flight & { readonly task: VerifyTask["task"] },
  answered: VerifyTask["answered"],
): void {
  turn.begin({ purpose: "verify", task, answered, sentTo: playlist }, {
    name: "player.playlist.list",
    params: {},
  });
}

/**
 * Judges where something was done, by the number of items that the shadow playlist has now.
 *
 * @param turn The step.
 * @param task What was done, and what the player answered.
 * @param list The player's playlists.
 * @returns Whether it was done to the shadow playlist.
 */
export function hasReachedShadow(turn: Turn, task: VerifyTask, list: PlaylistList): boolean {
  const { session } = turn;
  const { task: done, answered, sentTo } = task;
  const found = shadowIn(list);
  if (found) turn.setShadow({ index: found.index });
  else if (session.shadow.index >= 0) shadowRemoved(turn);
  const { length } = session.shadow.slots;
  if (done.purpose === "trim") {
    if (found && found.count <= length - done.count) return true;
    turn.report("error", "jitQueue: the player removed items of another playlist, whose index had changed");
    return false;
  }
  // What was appended stands at the end of its playlist.
  const end = answered.start + answered.count;
  const other = list.playlists.find(({ index }) => index === sentTo);
  const isHere = found?.count === end;
  const isThere = other?.count === end;
  const isExpected = answered.start === done.start;
  if (isHere && (isExpected || !isThere)) return true;
  if (!isThere && found && found.count >= length + done.tracks.length) return true;
  turn.report("warning", "jitQueue: the player appended tracks to another playlist, whose index had changed");
  // Only what certainly is the session's is removed from a playlist that is not. Without a shadow playlist, the tracks
  // may also have gone with it, unless they stand where it had no end.
  if (isThere && (found || !isExpected)) {
    session.repairs = [
      ...session.repairs,
      { kind: "remove", playlist: other.index, start: answered.start, count: answered.count },
    ];
  }
  return false;
}

/**
 * Whether it is uncertain that something has met the shadow playlist.
 *
 * @param flight What is under way.
 * @returns Whether it is an append or a removal whose playlist has got another index since.
 */
export function isDoubtful(flight: Flight): flight is Flight & { readonly task: VerifyTask["task"] } {
  return flight.moved && (flight.task.purpose === "append" || flight.task.purpose === "trim");
}

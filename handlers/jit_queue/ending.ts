/**
 * How a session ends, and what becomes of the additions that are not complete.
 *
 * @module
 */

import { takeBack } from "./items.ts";
import { answer, emit, tellError } from "./lifecycle.ts";
import { type Call, isNew, jitErrors, type Session, takesOver, type Track } from "./session.ts";

/** The session ends other than by a call. */
export function endFromOutside(s: Session, error?: string): void {
  const { current, wanted } = s;
  if (error !== undefined) s.current = null;
  if (wanted.is === "nothing") return;
  end(s, jitErrors.noSession);
  s.current = null;
  if (error !== undefined && current) tellError(s, current, error);
  emit(s, "trackChanged", { trackId: "", title: "" });
}

/**
 * Ends the session without an event. The player's settings are given back.
 *
 * @param error The text for additions that are not complete.
 */
export function end(s: Session, error: string): void {
  if (s.current && isNew(s.current)) takeArriving(s, [s.current]);
  for (const call of s.calls) if (isAddition(call) && !takesOver(call)) refuseAddition(s, call, error);
  s.wanted = { is: "nothing" };
  s.sound = { at: "silent", because: "never", unsure: null };
  s.failures = 0;
  s.left = true;
  s.leaves = false;
  s.dropped = [];
  leaveSettings(s);
}

function leaveSettings(s: Session): void {
  if (s.entered) s.tried = [];
  s.entered = false;
}

/** Whether a call adds tracks that have not been accepted. */
export function isAddition(call: Call): boolean {
  return (call.kind === "enqueueNext" || call.kind === "preloadBatch") && call.stage !== "appended";
}

/** Refuses an addition. What is being appended for it is removed when it has arrived. */
export function refuseAddition(s: Session, call: Call, error: string): void {
  for (const pending of s.pending) {
    if ("tracks" in pending && pending.call === call.id) takeArriving(s, pending.tracks);
    // What is removed for a batch holds up no other music.
    if (call.kind === "preloadBatch" && pending.action === "player.playlist.remove") {
      s.pending = s.pending.map((each) => each.n === pending.n ? { ...each, lane: "upkeep" } : each);
    }
  }
  answer(s, call, error);
}

function takeArriving(s: Session, tracks: readonly Track[]): void {
  const [first] = tracks;
  if (s.items.some(({ track, mark }) => mark === "arriving" && track?.id === first?.id)) takeBack(s, tracks);
}

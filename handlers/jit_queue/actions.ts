/**
 * Which native action is next, from what is wanted and what is known of the player. What is heard comes first.
 *
 * @module
 */

import { isFound, isNextNewer, refuse, resolve } from "./calls.ts";
import { arrive, isRemoval, itemOf, keptTracks, nextItem, SHADOW_NAME } from "./items.ts";
import { ask, beginTime, fail, updateCall } from "./lifecycle.ts";
import {
  type Call,
  isAwaited,
  isBusy,
  isUpkeepStuck,
  jitErrors,
  type Session,
  takesOver,
  type Track,
} from "./session.ts";
import { askRemoval, askSetting, remove } from "./upkeep.ts";

/** Asks the player for the next thing. True when it was asked. */
export function askNext(s: Session): boolean {
  if (askSetting(s)) return true;
  const isHeldUp = isBusy(s, "upkeep") && !isUpkeepStuck(s);
  if (!isHeldUp && resolveCurrent(s)) return true;
  if (!isHeldUp && !isBusy(s, "music") && askMusic(s)) return true;
  return askRemoval(s);
}

/** Resolves the current track, beside everything else. */
function resolveCurrent(s: Session): boolean {
  const { current } = s;
  if (!current || current.progress !== "given" || !isAwaited(s)) return false;
  if (s.pending.some((each) => each.action === "player.media.resolve" && each.track === current.id)) {
    return false;
  }
  resolve(s, current, null);
  return true;
}

function askMusic(s: Session): boolean {
  const { sound } = s;
  if (find(s)) return true;
  const loads = isAwaited(s) && !s.calls.some(takesOver);
  if (loads && s.current && loadCurrent(s, s.current)) return true;
  if (sound.at === "silent" && sound.unsure && nextItem(s) >= 0 && s.wanted.is === "music") {
    ask(s, "music", { action: "player.playback.nowPlaying" }, {});
    return true;
  }
  // The current track comes before those that follow it.
  if (loads && s.current?.progress !== "added") return false;
  return s.calls.some((call) => add(s, call));
}

/** Looks for the shadow playlist, and creates a missing one. */
function find(s: Session): boolean {
  const isAdding = (call: Call) =>
    call.kind === "playNow" || call.kind === "preloadBatch" && (call.stage !== undefined || call.replace) ||
    call.kind === "enqueueNext" && call.stage !== undefined && call.stage !== "prepares";
  const creates = s.calls.some(isAdding) || isAwaited(s) && s.current?.progress === "resolved";
  const finds = creates || isReturning(s) ||
    s.calls.some((call) => "stage" in call && call.stage === "finding");
  if (!finds) s.found = null;
  else if (s.found === null && (s.shadow === null || !s.entered)) {
    ask(s, "music", { action: "player.playlist.list", why: "find" }, {});
    return true;
  } else if (s.found !== null && s.shadow === null && creates) {
    ask(s, "music", { action: "player.playlist.create" }, { name: SHADOW_NAME });
    return true;
  }
  return false;
}

/** Whether the user has returned to a session whose settings were given back. */
export function isReturning({ wanted, sound, entered }: Session): boolean {
  return wanted.is === "music" && sound.at !== "silent" && !entered;
}

function loadCurrent(s: Session, current: Track): boolean {
  if (s.shadow === null) return false;
  if (current.progress === "resolved") append(s, [current], null, null);
  else if (current.progress !== "added") return false;
  else if (!isInDoubt(s)) play(s, current);
  return true;
}

/** Whether an unanswered removal makes the positions of items doubtful. Then the player is asked for their number first. */
function isInDoubt(s: Session): boolean {
  if (s.checked || !s.pending.some(isRemoval)) return false;
  s.checked = true;
  ask(s, "music", { action: "player.playlist.list", why: "check" }, {});
  return true;
}

function append(s: Session, tracks: readonly Track[], call: number | null, replaces: number | null): void {
  const index = s.items.length;
  arrive(s, tracks, index);
  const handles = tracks.map(({ handle }) => handle);
  const params = { playlist: s.shadow, handles };
  // Those after the first one were added before, and are added again.
  ask(
    s,
    "music",
    { action: "player.playlist.append", tracks, index, call, replaces },
    params,
    tracks[0]?.panel,
  );
}

function play(s: Session, track: Track): void {
  const item = itemOf(s, track.id);
  if (item < 0) return fail(s, track, jitErrors.notInShadow);
  s.sound = { at: "opening", opened: [track.id], lateAt: null };
  beginTime(s);
  s.leaves ||= s.sounds;
  s.left = false;
  s.voided = null;
  ask(s, "music", { action: "player.playback.play", track: track.id }, { playlist: s.shadow, item });
}

/** Adds the tracks of a call that is ready, or empties the playlist for them. */
function add(s: Session, call: Call): boolean {
  if (call.kind === "preloadBatch" && call.stage === "prepares") return remove(s, "music");
  if (!("stage" in call) || call.stage !== "ready" || !isFound(s)) return false;
  // A call of another panel may have been accepted meanwhile.
  if (!takesOver(call) && refuse(s, call)) return true;
  if (call.kind === "preloadBatch") {
    const tracks = call.tracks.map(({ trackId, title, text, handle, panel }): Track => ({
      id: ++s.count,
      call: call.id,
      trackId,
      title,
      text,
      handle,
      panel,
      progress: "resolved",
    }));
    append(s, tracks, call.id, null);
  } else if (call.kind === "enqueueNext" && call.loaded) {
    const next = nextItem(s);
    const keepsNext = isNextNewer(s, call.loaded);
    const followers = next < 0 ? [] : keptTracks(s, keepsNext ? next : next + 1);
    const replaces = keepsNext ? null : s.items[next]?.track?.id ?? null;
    const inserts = followers.length > 0 && s.inserts;
    if (inserts && isInDoubt(s)) return true;
    if (inserts) insert(s, call.loaded, next, call.id, replaces);
    else append(s, [call.loaded, ...followers], call.id, replaces);
  }
  updateCall(s, { ...call, stage: "appending" } as Call);
  return true;
}

function insert(s: Session, track: Track, index: number, call: number, replaces: number | null): void {
  arrive(s, [track], index);
  const params = { playlist: s.shadow, index, handles: [track.handle] };
  ask(
    s,
    "music",
    { action: "player.playlist.insert", tracks: [track], index, call, replaces },
    params,
    track.panel,
  );
}

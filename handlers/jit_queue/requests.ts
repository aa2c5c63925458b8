/**
 * Which native action is next, from what is wanted and what is known of the player, and what the answers mean. What is
 * heard comes first, then upkeep.
 */

import type { ActionAnswer } from "../../host_stdio/api/native_actions.ts";
import { badAnswer } from "../../host_stdio/player.ts";
import * as calls from "./calls.ts";
import { isReady, jitErrors, opening, silent, takesOver } from "./common.ts";
import * as course from "./course.ts";
import * as items from "./items.ts";
import type {
  Asked,
  Call,
  Doubted,
  Lane,
  Meaning,
  Outcome,
  Pending,
  Refusal,
  Session,
  Track,
} from "./session.ts";

/** Looks for the shadow playlist, and creates a missing one. True when the player was asked. */
export function find(s: Session): boolean {
  const adds = s.calls.some((call) => takesOver(call) || isReady(call)) ||
    s.isAwaited && s.progress === "resolved";
  const finds = adds || isReturning(s) || s.calls.some((call) => calls.looks(s, call));
  if (!finds) s.found = null;
  else if (calls.isFound(s)) return false;
  else if (s.found === null) s.ask("music", { action: "player.playlist.list", why: "find" }, {});
  else if (adds) s.ask("music", { action: "player.playlist.create" }, { name: items.SHADOW_NAME });
  else return false;
  return finds;
}

/** Whether the user has returned to a session whose settings were given back. */
function isReturning(s: Session): boolean {
  return s.isMusic && s.sound.at !== "silent" && !s.entered;
}

export function loadCurrent(s: Session, current: Track): boolean {
  if (s.shadow === null) return false;
  if (s.progress === "resolved") addTracks(s, [current]);
  else if (s.progress !== "added") return false;
  else if (!isInDoubt(s)) play(s, current);
  return true;
}

/** Whether an unanswered removal makes the positions of items doubtful. Then the player is asked for their number first. */
function isInDoubt(s: Session): boolean {
  if (s.checked || !s.pending.some(items.isRemoval)) return false;
  s.checked = true;
  check(s, "music");
  return true;
}

/** Adds tracks, at an index or at the end. Those of an earlier call than the first one's are added again. */
function addTracks(s: Session, tracks: readonly Track[], index?: number, replaces?: Track): void {
  const action = index === undefined ? "player.playlist.append" : "player.playlist.insert";
  items.arrive(s, tracks, index ?? s.items.length);
  const handles = tracks.map(({ handle }) => handle);
  const params = { playlist: s.shadow, ...index !== undefined && { index }, handles };
  s.ask("music", { action, tracks, replaces }, params, tracks[0]?.panel);
}

function play(s: Session, track: Track): void {
  const item = items.itemOf(s, track);
  if (item < 0) return course.fail(s, track, jitErrors.notInShadow);
  s.sound = opening([track]);
  course.beginTime(s);
  s.leaves ||= s.sounds;
  s.left = false;
  s.voided = null;
  s.ask("beside", { action: "player.playback.play", track }, { playlist: s.shadow, item });
}

/** Adds the tracks of a call that is ready, or empties the playlist for them. */
export function add(s: Session, call: Call): boolean {
  if (!isReady(call)) return false;
  if (takesOver(call) && items.lastUnwanted(s)) return remove(s, "music");
  if (!calls.isFound(s)) return false;
  if (call.kind === "preloadBatch") {
    addTracks(s, call.tracks.map((given) => ({ ...given, call: call.id })));
  } else if (call.loaded) {
    const next = items.nextItem(s);
    // What a later call has brought stays the next one.
    const keepsNext = (items.nextTrack(s)?.call ?? 0) > call.id;
    const followers = next < 0 ? [] : items.keptTracks(s, keepsNext ? next : next + 1);
    const replaces = keepsNext ? undefined : s.items[next]?.track ?? undefined;
    const inserts = followers.length > 0 && s.inserts;
    if (inserts && isInDoubt(s)) return true;
    addTracks(s, [call.loaded, ...inserts ? [] : followers], inserts ? next : undefined, replaces);
  }
  return true;
}

/** Removes the last run of unwanted items, so that the items before keep their positions. */
export function remove(s: Session, lane: Lane): boolean {
  const run = s.shadow === null || s.pending.some(items.isRemoval) ? null : items.lastUnwanted(s);
  if (!run) return false;
  s.ask(lane, { action: "player.playlist.remove", run }, { playlist: s.shadow, ...run });
  return true;
}

// What the answers mean.

export function done(s: Session, n: number, { answer, refusal }: Outcome): void {
  const pending = s.pending.find((each) => each.n === n);
  if (!pending) return;
  s.pending = s.pending.filter((each) => each !== pending);
  (meanings[pending.action] as Meaning)(s, pending as never, answer as never, refusal);
}

const added: Meaning<"player.playlist.append" | "player.playlist.insert"> = (s, pending, value, refusal) => {
  const { action, tracks } = pending;
  const isInsertion = action === "player.playlist.insert";
  // The playlist was removed meanwhile.
  if (pending.playlist !== s.shadow) {
    return changeFailed(s, pending, refusal?.error ?? jitErrors.shadowRemoved);
  }
  if (refusal) {
    if (refusal.cause === "unanswered") items.takeBack(s);
    else items.withdraw(s, tracks);
    if (isInsertion && refusal.cause === "notSupported") s.inserts = false;
    else refused(s, pending, refusal, isInsertion);
    return;
  }
  const { start, count } = value as ActionAnswer<"player.playlist.append">;
  const fault = items.added(s, tracks, count, isInsertion ? undefined : start);
  if (fault !== undefined) return changeFailed(s, pending, badAnswer(action, fault).message);
  s.checked = false;
  const call = callOf(s, tracks);
  if (call?.kind === "preloadBatch") return calls.batchAdded(s, call, tracks);
  if (call?.kind !== "enqueueNext") return;
  items.replaceNext(s, tracks, pending.replaces);
  calls.enqueued(s, call);
};

function callOf(s: Session, [first]: readonly Track[]): Call | undefined {
  return s.calls.find(({ id }) => id === first?.call);
}

const meanings: { readonly [Action in Asked["action"]]: Meaning<Action> } = {
  "player.playlist.list": (s, pending, list, refusal) => {
    if (pending.why === "giveBack") return course.giveBackActive(s, pending, list, refusal);
    if (list) s.playlists = list.playlists.map(({ id }) => id);
    const shadow = list?.playlists.find(({ name }) => name === items.SHADOW_NAME);
    if (pending.why === "check") {
      return checked(s, pending.doubted ?? {}, shadow?.id === s.shadow ? shadow?.count : undefined);
    }
    const isAbsurd = shadow && shadow.count > items.MAX_SHADOW_ITEMS;
    if (list && !isAbsurd) {
      s.found = { active: list.active, playlists: s.playlists };
      const isToEmpty = s.state === "Idle" && s.calls.some((call) => calls.looks(s, call));
      items.adopt(s, shadow?.id ?? null, shadow?.count ?? 0);
      if (isToEmpty) items.dropAll(s);
    } else {
      const error = refusal?.error ?? badAnswer(pending.action, "a count beyond any playlist").message;
      if (s.shadow === null) return calls.notFound(s, error);
      s.report("the active playlist is unknown", error);
      s.found = { active: null, playlists: s.playlists };
    }
    if (isReturning(s) && s.shadow !== null) course.enter(s);
  },

  "player.playlist.create": (s, { action }, value, refusal) => {
    if (!value) return calls.notFound(s, refusal?.error ?? "");
    const { playlist } = value;
    if (s.found?.playlists.includes(playlist)) {
      return calls.notFound(s, badAnswer(action, "the id of another playlist").message);
    }
    // A new playlist is at the end until a signal says otherwise.
    if (!s.playlists.includes(playlist)) s.playlists = [...s.playlists, playlist];
    items.adopt(s, playlist, 0);
  },

  "player.media.resolve": (s, { track }, value, refusal) => {
    const handle = value?.resolved[0]?.[0];
    const error = refusal?.error ?? jitErrors.unresolved;
    const call = callOf(s, [track]);
    if (call) {
      if (handle) s.update(call, { loaded: { ...track, handle } });
      else calls.additionFailed(s, call, error);
    } else if (s.current === track && s.isAwaited) {
      if (!handle) return course.fail(s, track, error);
      s.current = { ...track, handle };
      s.progress = "resolved";
    }
  },

  "player.playlist.append": added,
  "player.playlist.insert": added,

  "player.playback.play": (s, pending, _, refusal) => {
    const { current, sound, opened } = s;
    if (current !== pending.track || sound.at !== "opening" || !s.isNew) return;
    if (!refusal) {
      s.checked = false;
      return course.beginTime(s);
    }
    s.sound = silent("never");
    refused(s, pending, refusal, opened.length === 1);
  },

  "player.playback.nowPlaying": (s, _pending, value, refusal) => {
    if (refusal) s.report("the player cannot tell what it plays", refusal.error);
    const { sound } = s;
    if (sound.at !== "silent" || !sound.opened) return;
    const item = value?.track ? items.locate(s, { ...value, handle: value.track }) : undefined;
    const track = typeof item === "number" ? s.items[item]?.track ?? null : null;
    if (!value?.track || track !== null && track === s.current) return course.judge(s, null);
    // Its start will be signalled.
    s.sound = opening([...sound.opened.filter((each) => each !== null && each !== track), track]);
    course.beginTime(s);
  },

  "player.playback.next": (s, { call: id, opens }, _, refusal) => {
    const call = s.calls.find((each) => each.id === id);
    if (call) s.answer(call, refusal?.error ?? { currentTrackId: call.currentTrackId });
    const { sound, opened } = s;
    // The session may have gone on meanwhile.
    if (sound.at !== "opening" || opens !== undefined && opened.at(-1) !== opens) return;
    if (refusal && opens !== undefined) {
      const others = opened.slice(0, -1);
      // Meanwhile the current track has ended, and the player opens the next one by itself.
      const isLeft = others.length === 0 && !s.sounds;
      if (others.length < 2 && !isLeft) s.left = false;
      if (others.length > 0) s.sound = { ...sound, opened: others };
      else if (!isLeft) s.sound = { at: "playing" };
    }
    course.beginTime(s);
  },

  "player.playback.stop": (s, { call: id }, _, refusal) => {
    if (refusal) s.ownStop = false;
    const call = s.calls.find((each) => each.id === id);
    if (call && refusal) s.update(call, { error: refusal.error });
  },

  "player.playback.setOrder": course.orderSet,
  "player.playlist.lock": course.lockSet,
  "player.playlist.activate": course.activated,

  "player.playlist.remove": (s, pending, value, refusal) => {
    const { run, playlist } = pending;
    if (playlist !== s.shadow) return;
    if (value) {
      s.checked = false;
      items.removed(s, run, value.count);
    } else if (refusal) refused(s, pending, refusal);
  },
};

/**
 * A change was refused or not answered. It is made once more, from what is there then, if that may help. What was added
 * without an answer has failed, and is removed if it is there.
 */
function refused(s: Session, asked: Pending, refusal: Refusal, mayHelp = true): void {
  const { cause, error } = refusal;
  const isUnknown = cause === "unknownPlaylist" && asked.playlist === s.shadow;
  if (isUnknown) calls.forgetShadow(s);
  const isLost = "tracks" in asked && cause === "unanswered";
  s.checked = !s.checked && !isLost && (isUnknown ? "tracks" in asked : mayHelp);
  if (!s.checked) changeFailed(s, asked, error);
  if (isLost || s.checked && !isUnknown) check(s, "run" in asked ? asked.lane : "music", { asked, refusal });
}

function changeFailed(s: Session, asked: Asked, error: string): void {
  if ("run" in asked) {
    s.report("tracks cannot be removed from the shadow playlist", error);
    items.keepUnremoved(s, asked.run);
    return calls.removalFailed(s, error);
  }
  const call = "tracks" in asked ? callOf(s, asked.tracks) : undefined;
  const track = "tracks" in asked ? asked.tracks[0] : "track" in asked ? asked.track : undefined;
  if (call) calls.additionFailed(s, call, error);
  else if (track && track === s.current && s.isAwaited) course.fail(s, track, error);
}

/** Asks for the number of items, to be certain of the positions, or because of a change whose outcome it tells. */
function check(s: Session, lane: Lane, doubted?: Doubted): void {
  s.ask(lane, { action: "player.playlist.list", why: "check", ...doubted && { doubted } }, {});
}

/** @param count The number of items; undefined when the shadow playlist was not found. */
function checked(s: Session, { asked, refusal }: Partial<Doubted>, count?: number): void {
  const lost = refusal?.cause === "unanswered" ? asked : undefined;
  const missing = count === undefined || count > items.MAX_SHADOW_ITEMS ? 0 : s.items.length - count;
  if (count === undefined || missing === 0) {
    if (!asked || !refusal || lost && "tracks" in lost) return;
    s.checked = false;
    changeFailed(s, asked, refusal.error);
  } else if (lost && "tracks" in lost && missing === lost.tracks.length) items.withdraw(s, lost.tracks);
  else if (lost && "run" in lost && missing === lost.run.count) items.removed(s, lost.run, count);
  else items.resize(s, count);
}

/** What the player is asked next, what is heard before upkeep, and what its answers mean. */

import { ACTION_NOT_SUPPORTED, PLAYLIST_NOT_FOUND } from "../../host_stdio/api/native_actions.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { badAnswer } from "../../host_stdio/player.ts";
import * as calls from "./calls.ts";
import * as course from "./course.ts";
import * as items from "./items.ts";
import type { About, Call, Meaning, Pending, Refusal, Session, Track } from "./session.ts";
import { heard, jitErrors, silent } from "./session.ts";

const isUnanswered = ({ code }: Refusal) => code === rpcErrors.playerDidNotAnswer.code;
const isAddition = ({ lane, tracks }: Pending) => tracks.length > 0 && lane !== "play";

/** Asks the player for the next thing. True when it was asked. */
export function askNext(s: Session): boolean {
  if (s.state !== "Idle" && calls.isFound(s)) enter(s);
  const { upkeepUntil } = s;
  if (upkeepUntil === null && course.settle(s, true)) return true;
  const current = s.isAwaited && !s.calls.some(course.takesOver) ? s.current : null;
  const isHeldUp = upkeepUntil !== null && s.now < upkeepUntil;
  const isBusy = s.isAsked || s.pending.some(({ lane }) => lane === "music");
  if (!isHeldUp && (course.resolve(s, current) || !isBusy && askMusic(s, current))) return true;
  return upkeepUntil === null && !isBusy && !current && remove(s);
}

/** The session uses the player's settings from now on. */
function enter(s: Session): void {
  const active = s.found?.active ?? null;
  if (active !== null && active !== s.shadow) s.active = active;
  if (!s.entered) s.tried = [];
  s.entered = true;
  s.found = null;
}

/** Loads and plays the current track when it waits for that, and adds the tracks of the calls. True when it asked. */
function askMusic(s: Session, current: Track | null): boolean {
  if (find(s, current)) return true;
  const { shadow: playlist, sound } = s;
  if (playlist === null) return false;
  const item = current ? items.itemOf(s, current) : -1;
  if (current && item >= 0) {
    if (isInDoubt(s)) return true;
    s.sound = heard([current]);
    // It resumes a paused player.
    s.pausedAt = null;
    course.beginTime(s);
    s.voided = null;
    return s.ask("player.playback.play", { playlist, item }, { tracks: [current] });
  }
  if (current?.isResolved) return addTracks(s, [current]);
  const maySound = sound.at === "silent" && sound.opened && items.nextItem(s) >= 0;
  if (maySound) return s.ask("player.playback.nowPlaying", {});
  // The current track comes before those that follow it, and a call that takes over before later ones.
  const call = s.calls.find(course.takesOver) ?? s.calls.find(calls.isReady);
  if (current || !call || !calls.isReady(call)) return false;
  if (call.empties && items.lastUnwanted(s)) return remove(s);
  const next = call.kind === "enqueueNext" ? items.nextItem(s) : -1;
  const followers = next < 0 ? [] : items.keptTracks(s, call.keepsNext ? next : next + 1);
  if (followers.length === 0 || !s.inserts) return addTracks(s, [...call.tracks, ...followers]);
  return isInDoubt(s) || addTracks(s, call.tracks, next);
}

/** Looks for the shadow playlist, and creates a missing one. True when the player was asked. */
function find(s: Session, current: Track | null): boolean {
  const adds = current?.isResolved || s.calls.some((call) => course.takesOver(call) || calls.isReady(call));
  // The user may have returned to a session whose settings were given back.
  const isReturning = s.isMusic && s.sound.at !== "silent" && !s.entered;
  const finds = adds || isReturning || s.calls.some((call) => calls.isFinding(s, call));
  if (!finds) s.found = null;
  if (!finds || calls.isFound(s)) return false;
  if (s.found === null) return s.ask("player.playlist.list", {}, { why: "find" });
  return adds === true && s.ask("player.playlist.create", { name: items.SHADOW_NAME });
}

/** Whether an unanswered removal makes the positions of items doubtful. Then the player is asked for their number first. */
function isInDoubt(s: Session): boolean {
  if (s.checked || !items.removal(s)) return false;
  s.checked = true;
  return s.ask("player.playlist.list", {}, { why: "check" });
}

/** Adds tracks, at an index or at the end. Those of an earlier call than the first one's are added again. */
function addTracks(s: Session, tracks: readonly Track[], index?: number): true {
  items.splice(s, index ?? s.items.length, 0, tracks.map((track) => ({ track, mark: "arriving" })));
  const params = { playlist: s.shadow ?? "", handles: tracks.map(({ handle }) => handle) };
  return index === undefined
    ? s.ask("player.playlist.append", params, { tracks })
    : s.ask("player.playlist.insert", { ...params, index }, { tracks });
}

/** Removes the last run of unwanted items, so that the items before keep their positions. */
function remove(s: Session): boolean {
  const run = s.shadow === null || items.removal(s) ? null : items.lastUnwanted(s);
  return run !== null && s.ask("player.playlist.remove", { playlist: s.shadow ?? "", ...run }, { run });
}

export function done(s: Session, n: number, answer: unknown, refusal?: Refusal): void {
  const pending = s.pending.find((each) => each.n === n);
  if (!pending) return;
  s.pending = s.pending.filter((each) => each !== pending);
  const { action, lane, run, tracks } = pending;
  // A change or a request to play has succeeded: the next refusal is the first one again.
  if (answer && lane !== "beside" && (run || lane === "play" || s.callOf(tracks[0]))) s.checked = false;
  const isOnlyLogged = lane === "upkeep" && !run || action === "player.playback.nowPlaying";
  if (refusal && isOnlyLogged) s.effects.push({ do: "report", action, error: refusal.message });
  if (!isOnlyLogged && refusal?.playerCode === PLAYLIST_NOT_FOUND && pending.shadow === s.shadow) {
    items.adopt(s, null, 0);
    s.found = null;
  }
  (meanings[action] as Meaning)?.(s, pending, answer as never, refusal);
}

const added: Meaning<"player.playlist.append" | "player.playlist.insert"> = (s, pending, value, refusal) => {
  const { action, tracks } = pending;
  // The playlist was removed meanwhile.
  const isGone = pending.shadow !== s.shadow && refusal?.playerCode !== PLAYLIST_NOT_FOUND;
  if (isGone) return changeFailed(s, pending, jitErrors.shadowRemoved);
  if (refusal) return refused(s, pending, refusal);
  const fault = value && items.added(s, tracks, value);
  if (fault !== undefined) return changeFailed(s, pending, badAnswer(action, fault).message);
  const call = s.callOf(tracks[0]);
  const at = items.itemOf(s, tracks[0]);
  // The track that it was inserted before has started: it is inserted once more.
  if (at >= 0 && at < items.itemOf(s, s.current ?? undefined)) items.drop(s, (_, each) => each === at);
  else if (call?.kind === "preloadBatch") calls.batchAdded(s, call);
  else if (call?.kind === "enqueueNext") calls.enqueued(s, call, tracks);
};

const meanings: { readonly [Action in Pending["action"]]?: Meaning<Action> } = {
  "player.playlist.list": (s, { why, doubted, action }, list, refusal) => {
    if (why === "giveBack") {
      // The user's playlist is activated while the session's is the active one; when it is gone, the first other one is.
      const others = list?.playlists.map(({ id }) => id).filter((id) => id !== s.shadow) ?? [];
      const playlist = others.find((id) => id === s.active) ?? others[0];
      if (s.entered || !list) return;
      if (list.active === s.shadow && playlist !== undefined) s.ask("player.playlist.activate", { playlist });
      else s.active = null;
      return;
    }
    if (list) s.playlists = list.playlists.map(({ id }) => id);
    if (why === "check") return checked(s, doubted, list?.playlists.find(({ id }) => id === s.shadow)?.count);
    const shadow = list?.playlists.find(({ name }) => name === items.SHADOW_NAME);
    if (list) items.adopt(s, shadow?.id ?? null, shadow?.count ?? 0);
    else if (s.shadow === null) return notFound(s, refusal?.message ?? "");
    else s.effects.push({ do: "report", action, error: refusal?.message ?? "" });
    s.found = { active: list?.active ?? null, playlists: s.playlists };
    // One that no session has used is emptied too.
    if (s.state === "Idle" && s.calls.some((call) => call.kind === "end" && call.clears)) calls.clear(s);
  },

  "player.playlist.create": (s, { action }, value, refusal) => {
    if (!value) return notFound(s, refusal?.message ?? "");
    const { playlist } = value;
    const isOther = s.found?.playlists.includes(playlist);
    if (isOther) return notFound(s, badAnswer(action, "the id of another playlist").message);
    // A new playlist is at the end until a signal says otherwise.
    if (!s.playlists.includes(playlist)) s.playlists = [...s.playlists, playlist];
    items.adopt(s, playlist, 0);
  },

  "player.media.resolve": (s, { tracks: [track] }, value, refusal) => {
    const handle = value?.resolved[0]?.[0];
    if (!track) return;
    if (!handle) return failTrack(s, track, refusal?.message ?? jitErrors.unresolved);
    const resolved = { ...track, handle, isResolved: true };
    const call = s.callOf(track);
    if (call) s.update(call, { tracks: [resolved] });
    else if (s.isAwaited && s.current === track) s.current = resolved;
  },

  "player.playlist.append": added,
  "player.playlist.insert": added,

  "player.playback.play": (s, pending, _, refusal) => {
    if (s.current !== pending.tracks[0] || s.sound.at !== "heard" || !s.isNew(s.current)) return;
    if (refusal) return refused(s, pending, refusal);
    course.beginTime(s);
  },

  "player.playback.nowPlaying": (s, _pending, value) => {
    const { sound, opened } = s;
    if (sound.at !== "silent" || !sound.opened) return;
    const item = value?.track ? items.locate(s, { ...value, handle: value.track }) : undefined;
    const track = typeof item === "number" ? s.items[item]?.track ?? null : null;
    if (!value?.track || track && track === s.current) return course.judge(s, null);
    // Its start will be signalled.
    s.sound = heard([...opened.filter((each) => each !== null && each !== track), track]);
    course.beginTime(s);
  },

  "player.playback.next": (s, { call: id, tracks }, _, refusal) => {
    const call = s.calls.find((each) => each.id === id);
    if (call) s.answer(call, refusal?.message ?? { currentTrackId: call.currentTrackId });
    const isSkip = id !== undefined;
    // The session may have gone on meanwhile.
    if (s.sound.at !== "heard" || isSkip && s.opened.at(-1) !== (tracks[0] ?? null)) return;
    const before = s.opened.slice(0, -1);
    // Meanwhile the current track may have ended, and the player opens the next one by itself.
    if (refusal && isSkip && (before.length > 0 || s.plays !== "nothing")) s.sound = heard(before);
    course.beginTime(s);
  },

  "player.playback.stop": (s, { call: id }, _, refusal) => {
    if (!refusal) return;
    if (s.plays === "stopped") s.plays = "something";
    // If the player cannot stop, an unknown playlist is not looked for.
    for (const call of s.calls) if (call.id === id) calls.failCall(s, call, refusal.message);
  },

  "player.playback.setOrder": (s, { params: { order } }, value) => {
    if (!value) return;
    // After a failed restoration the previous order is the session's own; another one is the user's.
    const users = s.order?.own === value.previous ? s.order.users : value.previous;
    s.order = order === users ? null : { users, own: order };
    if (!s.entered) s.tried = s.tried.filter((duty) => duty !== "order");
  },

  "player.playlist.lock": (s, { params: { locked }, shadow }, value) => {
    if (!value || shadow !== s.shadow) return;
    s.locked = locked;
    s.tried = s.tried.filter((duty) => duty !== "lock");
  },

  "player.playlist.activate": (s, _pending, value) => {
    if (value) s.active = null;
  },

  "player.playlist.remove": (s, pending, value, refusal) => {
    if (pending.shadow !== s.shadow) return;
    if (refusal) return refused(s, pending, refusal);
    items.splice(s, pending.params.start, pending.params.count);
    // The user may have added or removed other items.
    if (value) items.resize(s, value.count);
  },
};

/** The playlist cannot be found or created: the calls that need it have failed. */
function notFound(s: Session, error: string): void {
  const needs = (call: Call) => calls.isFinding(s, call) || calls.isReady(call) || course.takesOver(call);
  for (const call of s.calls.filter(needs)) calls.failCall(s, call, error);
  if (s.isAwaited && s.current?.isResolved) course.fail(s, s.current, error);
}

/** A track cannot be resolved, added or played. */
function failTrack(s: Session, track: Track, error: string): void {
  const call = s.callOf(track);
  if (call) calls.failCall(s, call, error);
  else if (s.isAwaited && s.current === track) course.fail(s, track, error);
}

/**
 * A change, or a request to play, was refused. If that may help, it is made once more, from what is there: the number of
 * items is asked for. Those of an unanswered addition may be there, and are removed then.
 */
function refused(s: Session, asked: Pending, refusal: Refusal): void {
  const { action, tracks } = asked;
  const isPlay = asked.lane === "play";
  const isUnknown = refusal.playerCode === PLAYLIST_NOT_FOUND;
  const isLost = isAddition(asked) && isUnanswered(refusal);
  const mayHelp = isUnknown || !isLost && action !== "player.playlist.append" && !(isPlay && s.isLeft);
  if (isPlay) s.sound = silent("never");
  if (isLost) items.takeBack(s, tracks);
  else if (isAddition(asked)) items.withdraw(s, tracks);
  const lacks = action === "player.playlist.insert" && refusal.playerCode === ACTION_NOT_SUPPORTED;
  if (lacks) return void (s.inserts = false);
  s.checked = mayHelp && !s.checked;
  if (!s.checked) changeFailed(s, asked, refusal.message);
  if (isLost || s.checked && !isUnknown) {
    const lane = asked.run ? "upkeep" : "music";
    s.ask("player.playlist.list", {}, { why: "check", lane, doubted: { asked, refusal } });
  }
}

/** The number of items was asked for; undefined without the playlist. It may tell the outcome of a change. */
function checked(s: Session, doubted: About["doubted"], count?: number): void {
  const lost = doubted && isUnanswered(doubted.refusal) ? doubted.asked : undefined;
  if (count !== undefined && items.resize(s, count, lost) || !doubted) return;
  s.checked = false;
  changeFailed(s, doubted.asked, doubted.refusal.message);
}

function changeFailed(s: Session, asked: Pending, error: string): void {
  const { tracks, run } = asked;
  if (tracks[0]) failTrack(s, tracks[0], error);
  if (!run) return;
  s.effects.push({ do: "report", action: asked.action, error });
  const { start, count } = run;
  items.remark(s, "left", ({ mark }, at) => mark === "dropped" && at >= start && at < start + count);
  for (const call of s.calls) if (call.empties || call.kind === "end") calls.failCall(s, call, error);
}

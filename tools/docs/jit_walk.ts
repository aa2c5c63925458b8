/**
 * A walk over the sessions of `jitQueue`: from a small model of a player, every distinct session is reached that some
 * inputs lead to, and rules are checked in each.
 */

import * as calls from "../../handlers/jit_queue/calls.ts";
import { done } from "../../handlers/jit_queue/player.ts";
import {
  type Effect,
  type Pending,
  type Request,
  Session,
  UPKEEP_LIMIT,
} from "../../handlers/jit_queue/session.ts";
import { signals as meanings, step } from "../../handlers/jit_queue/step.ts";
import type { SignalMessage } from "../../host_stdio/api/signals.ts";

/** The player: the shadow playlist, and what plays. */
interface Model {
  readonly items: readonly string[] | null;
  readonly playing: { readonly path: string; readonly item: number | null; readonly started: boolean } | null;
  readonly order: number;
  readonly locked: boolean;
  readonly paused: boolean;
}

/** A session, its player, and what must stay true of them. */
export interface World {
  readonly session: Session;
  readonly model: Model;
  readonly now: number;
  /** Which pending actions the player has carried out and not answered. */
  readonly held: readonly { readonly n: number; readonly result: unknown }[];
  readonly calls: number;
  readonly tracks: number;
  /** Calls without an answer. */
  readonly open: readonly number[];
  /** The tracks that the page was told of: failed ones, and those that have started or were skipped. */
  readonly failed: readonly string[];
  readonly over: readonly string[];
}

type Signal = SignalMessage;

/** An input of the walk: its name and what it leads to; undefined when it cannot happen. */
export type Move = (world: World) => World | undefined;

export class Violation extends Error {}

const OWN = "/own";
const START_MS = 15_000;

const first: World = {
  session: new Session(START_MS),
  model: { items: null, playing: null, order: 4, locked: false, paused: false },
  now: 0,
  held: [],
  calls: 0,
  tracks: 0,
  open: [],
  failed: [],
  over: [],
};

/** Gives the session an input. The player carries out its actions; it answers at once unless they are held. */
export function give(world: World, input: (s: Session) => void, holds = false): World {
  const session = step(world.session, world.now, input);
  let next: World = { ...world, session };
  for (const effect of session.effects) next = carryOut(next, effect, holds);
  return next;
}

function heard({ name, params }: Signal): (s: Session) => void {
  return (s) => meanings[name]?.(s, params as never);
}

function carryOut(world: World, effect: Effect, holds: boolean): World {
  switch (effect.do) {
    case "answer":
      if (!world.open.includes(effect.call)) throw new Violation(`call ${effect.call} is answered twice`);
      return { ...world, open: world.open.filter((each) => each !== effect.call) };
    case "emit": {
      const { trackId } = effect.data as { trackId?: string };
      if (effect.event !== "error" || trackId === undefined || isSuperseded(effect.data)) return world;
      if (world.failed.includes(trackId)) throw new Violation(`the failure of ${trackId} is told twice`);
      return { ...world, failed: [...world.failed, trackId], over: [...world.over, trackId] };
    }
    case "report":
      return world;
    case "action": {
      const acted = act(world, effect);
      const held = { n: effect.n, result: acted.result };
      let next: World = { ...acted.world, held: [...acted.world.held, held] };
      for (const signal of acted.signals) next = give(next, heard(signal), holds);
      return holds ? next : answered(next, effect.n);
    }
  }
}

function isSuperseded(data: object): boolean {
  return "error" in data && String(data.error).startsWith("Superseded");
}

/** The player answers an action. */
function answered(world: World, n: number, error?: string): World {
  const held = world.held.find((each) => each.n === n);
  if (!held) return world;
  const next = { ...world, held: world.held.filter((each) => each !== held) };
  const [answer, refusal] = error === undefined ? [held.result] : [undefined, { message: error }];
  return give(next, (s) => done(s, n, answer, refusal));
}

function act(
  world: World,
  // deno-lint-ignore no-explicit-any
  { action, params }: any,
): { world: World; result: unknown; signals: readonly Signal[] } {
  const { model } = world;
  const done = (result: unknown, change: Partial<Model> = {}, signals: readonly Signal[] = []) => ({
    world: { ...world, model: { ...model, ...change } },
    result,
    signals,
  });
  const items = model.items ?? [];
  switch (action) {
    case "player.playlist.list": {
      const own = { id: "default", name: "Default", count: 1, locked: false };
      const shadow = { id: "shadow", name: "__webview_buffer__", count: items.length, locked: model.locked };
      return done({ active: "default", playlists: model.items ? [own, shadow] : [own] });
    }
    case "player.playlist.create":
      return done({ playlist: "shadow" }, { items: [] });
    case "player.media.resolve":
      return done({ resolved: params.paths.map((path: string) => [{ path, subsong: 0 }]) });
    case "player.playlist.append": {
      const paths = params.handles.map(({ path }: { path: string }) => path);
      return done({ start: items.length, count: paths.length }, { items: [...items, ...paths] });
    }
    case "player.playlist.insert": {
      const paths = params.handles.map(({ path }: { path: string }) => path);
      return done({ count: paths.length }, { items: items.toSpliced(params.index, 0, ...paths) });
    }
    case "player.playlist.remove": {
      const { start, count } = params;
      if (start + count > items.length) {
        throw new Violation(`${count} removed at ${start} of ${items.length}`);
      }
      const gone = items.slice(start, start + count);
      if (gone.includes(OWN)) throw new Violation("an item of the user is removed");
      const left = items.toSpliced(start, count);
      const { playing } = model;
      const at = playing?.item ?? null;
      const item = at === null || at < start ? at : at < start + count ? null : at - count;
      return done({ count: left.length }, { items: left, playing: playing && { ...playing, item } });
    }
    case "player.playback.play": {
      const path = items[params.item];
      if (path === undefined) throw new Violation(`item ${params.item} of ${items.length} is played`);
      if (world.over.includes(path)) throw new Violation(`${path} is played again`);
      return done({}, { playing: { path, item: params.item, started: false } }, leaving(model));
    }
    case "player.playback.next":
      return goOn(model, done);
    case "player.playback.stop":
      return done({}, { playing: null }, model.playing ? [stoppedBy("user")] : []);
    case "player.playback.nowPlaying":
      return done({ track: null, playlist: null, item: null });
    case "player.playback.setOrder":
      return done({ previous: model.order }, { order: params.order });
    case "player.playlist.lock":
      return done({}, { locked: params.locked });
    default:
      return done({});
  }
}

function leaving({ playing }: Model): Signal[] {
  return playing?.started ? [stoppedBy("startingAnother")] : [];
}

function stoppedBy(reason: "user" | "endOfFile" | "startingAnother"): Signal {
  return { name: "signal.playbackStopped", params: { reason } };
}

type Done<Result> = (result: unknown, change: Partial<Model>, signals: readonly Signal[]) => Result;

/** The player goes to the next item, or ends. */
function goOn<Result>(model: Model, done: Done<Result>): Result {
  const { playing, items } = model;
  if (!playing) return done({}, {}, []);
  const item = (playing.item ?? -1) + 1;
  const path = items?.[item];
  if (path === undefined) return done({}, { playing: null }, [stoppedBy("endOfFile")]);
  return done({}, { playing: { path, item, started: false } }, leaving(model));
}

// The moves.

function signalled(world: World, model: Model, signals: readonly Signal[], holds: boolean): World {
  let next: World = { ...world, model };
  for (const signal of signals) next = give(next, heard(signal), holds);
  return next;
}

function call(request: (track: string) => Request): (world: World, holds: boolean) => World {
  return (world, holds) => {
    const id = world.calls + 1;
    const track = `t${world.tracks + 1}`;
    const next = { ...world, calls: id, tracks: world.tracks + 1, open: [...world.open, id] };
    return give(next, (s) => calls.arrive(s, { tracks: [], ...request(track), id, owner: null }), holds);
  };
}

const given = (trackId: string, isResolved: boolean) => ({
  isResolved,
  trackId,
  title: "",
  text: trackId,
  handle: { path: trackId, subsong: 0 },
  panel: undefined,
});

function started(world: World, holds: boolean): World | undefined {
  const { playing } = world.model;
  if (!playing || playing.started) return undefined;
  const { path, item } = playing;
  // What has started may fail once more.
  const failed = world.failed.filter((each) => each !== path);
  const next = { ...world, failed, over: [...world.over, path] };
  const place = { handle: { path, subsong: 0 }, playlist: item === null ? null : "shadow", item };
  const model = { ...world.model, playing: { ...playing, started: true } };
  return signalled(next, model, [{ name: "signal.trackStarted", params: place }], holds);
}

function ends(world: World, holds: boolean): World | undefined {
  if (!world.model.playing?.started) return undefined;
  return goOn(
    world.model,
    (_, change, signals) => signalled(world, { ...world.model, ...change }, signals, holds),
  );
}

function openFails(signals: boolean): (world: World, holds: boolean) => World | undefined {
  return (world, holds) => {
    const { playing } = world.model;
    if (!playing || playing.started || playing.path === OWN) return undefined;
    const { path, item } = playing;
    const place = { handle: { path, subsong: 0 }, playlist: item === null ? null : "shadow", item };
    const failed: Signal[] = signals
      ? [{ name: "signal.trackFailed", params: { ...place, error: "404" } }]
      : [];
    return goOn(
      world.model,
      (_, change, after) => signalled(world, { ...world.model, ...change }, [...failed, ...after], holds),
    );
  };
}

function foreign(cause: "queue" | "advance" | "user"): (world: World, holds: boolean) => World | undefined {
  return (world, holds) => {
    if (!world.model.playing?.started && cause !== "user") return undefined;
    const place = { handle: { path: OWN, subsong: 0 }, playlist: "default", item: 0 };
    const model = { ...world.model, playing: { path: OWN, item: null, started: true } };
    const start: Signal = { name: "signal.trackStarted", params: { ...place, cause } };
    return signalled(world, model, [...leaving(world.model), start], holds);
  };
}

function userStops(world: World, holds: boolean): World | undefined {
  if (!world.model.playing) return undefined;
  return signalled(world, { ...world.model, playing: null }, [stoppedBy("user")], holds);
}

function pauses(world: World, holds: boolean): World {
  const paused = !world.model.paused;
  const signal: Signal = { name: "signal.playbackPaused", params: { paused } };
  return signalled(world, { ...world.model, paused }, [signal], holds);
}

function passes(milliseconds: number): (world: World, holds: boolean) => World {
  return (world, holds) => give({ ...world, now: world.now + milliseconds }, () => {}, holds);
}

/** The oldest action that is held, of those for which the player may still answer. */
function oldest({ held, session }: World, refusable = false): Pending | undefined {
  return session.pending.find((each) =>
    held.some(({ n }) => n === each.n) && (!refusable || refusals.includes(each.action))
  );
}

const refusals = [
  "player.playback.play",
  "player.playback.next",
  "player.media.resolve",
  "player.playlist.append",
];

type Kind = (world: World, holds: boolean) => World | undefined;

const kinds: Record<string, Kind> = {
  playNow: call((track) => ({ kind: "playNow", tracks: [given(track, false)] })),
  enqueueNext: call((track) => ({ kind: "enqueueNext", tracks: [given(track, false)] })),
  preloadBatch: call((track) => batch([track, `${track}b`], true)),
  "an appending preloadBatch": call((track) => batch([track, `${track}b`], false)),
  skip: call(() => ({ kind: "skip" })),
  stop: call(() => ({ kind: "end", stops: true, clears: true })),
  "stop {clearBuffer: false}": call(() => ({ kind: "end", stops: true, clears: false })),
  clear: call(() => ({ kind: "end", stops: false, clears: true })),
  notifyEmpty: call(() => ({ kind: "notifyEmpty" })),
  "a track starts": started,
  "a track ends": ends,
  "a track does not open": openFails(true),
  "playback ends before a track has opened": openFails(false),
  "a track of the queue starts": foreign("queue"),
  "another track starts by itself": foreign("advance"),
  "the user plays another track": foreign("user"),
  "the user stops": userStops,
  "pause, resume": pauses,
  "a second passes": passes(1000),
  "15 s pass": passes(START_MS),
};

function batch(tracks: readonly string[], replace: boolean): Request {
  return {
    kind: "preloadBatch",
    tracks: tracks.map((track) => given(track, true)),
    startIndex: 0,
    replace,
    invalidCount: 0,
  };
}

/** The inputs of the walk; each also with unanswered actions. */
export const moves: Readonly<Record<string, Move>> = {
  ...Object.fromEntries(
    Object.entries(kinds).flatMap(([name, kind]): [string, Move][] => {
      let [last, held]: [World?, World?] = [];
      return [
        [`${name}, unanswered`, (world) => {
          [last, held] = [world, kind(world, true)];
          return asksMore(world, held) ? held : undefined;
        }],
        // The same, unless the player is asked.
        [name, (world) => world === last && !asksMore(world, held) ? held : kind(world, false)],
      ];
    }),
  ),
  "an answer": (world) => {
    const pending = oldest(world);
    return pending && answered(world, pending.n);
  },
  "a refusal": (world) => {
    const pending = oldest(world, true);
    return pending && refused(world, pending);
  },
};

/** Follows moves by their names. */
function after(world: World, ...names: string[]): World {
  return names.reduce((before, name) => moves[name]?.(before) ?? before, world);
}

const alone = after(first, "playNow", "a track starts");
/** A track plays, and another one follows. */
export const followed: World = after(alone, "enqueueNext");
/** Where walks begin: in silence, with a track, and with a track and a next one. */
export const starts: readonly World[] = [first, alone, followed];

function asksMore(before: World, after: World | undefined): boolean {
  return after !== undefined && after.held.length > before.held.length;
}

/** The player refuses what it has not carried out. */
function refused(world: World, { n, action }: Pending): World | undefined {
  const { model } = world;
  if (action === "player.playlist.append") return undefined;
  if (action !== "player.playback.play") return answered(world, n, "no");
  if (model.playing?.started !== false) return undefined;
  return answered({ ...world, model: { ...model, playing: null } }, n, "no");
}

/** The inputs of the deeper walk. */
export const deepMoves: readonly string[] = [
  "skip",
  "skip, unanswered",
  "15 s pass",
  "a track of the queue starts",
  "another track starts by itself",
  "a track starts",
  "a track ends",
  "a track does not open",
  "enqueueNext",
  "an answer",
];

/** Everything is answered and opens. */
export function settled(world: World): World {
  let next = world;
  for (let count = 0; count < 100; count++) {
    const pending = oldest(next);
    const { playing } = next.model;
    if (pending) next = answered(next, pending.n);
    else if (playing && !playing.started) next = started(next, false) ?? next;
    else return next;
  }
  throw new Violation("it does not come to rest");
}

/** Checks what must be true of every session. */
export function check(world: World): void {
  const end = settled(passes(START_MS)(settled(world), false));
  if (end.open.length > 0) throw new Violation(`call ${end.open} is not answered`);
  const { session, model } = end;
  if (session.pending.length > 0) throw new Violation("an answer is lost");
  if (session.state === "Active" && !model.playing && !model.paused) {
    throw new Violation(`Active, and nothing plays`);
  }
  if (session.state === "Idle" && (model.locked || model.order !== 4)) {
    throw new Violation("the settings are not given back");
  }
  heardFirst(world);
}

/** What is heard waits for no upkeep: with every upkeep unanswered, an awaited track is played after a second. */
function heardFirst(world: World): void {
  const { current } = world.session;
  if (!world.session.isMusic || !current) return;
  let next = give({ ...world, now: world.now + 1000 }, () => {}, true);
  let isLast = false;
  for (let count = 0; count < 30; count++) {
    const { session } = next;
    const pending = session.pending.find((each) =>
      each.lane !== "upkeep" && next.held.some(({ n }) => n === each.n)
    );
    if (!pending && isLast) break;
    isLast = !pending;
    if (!pending) {
      next = give({ ...next, now: next.now + 1000 }, () => {}, true);
      continue;
    }
    const held = next.held.find(({ n }) => n === pending.n);
    next = give(
      { ...next, held: next.held.filter((each) => each !== held) },
      (s) => done(s, pending.n, held?.result),
      true,
    );
  }
  const { session } = next;
  // A replacing batch waits until the playlist is empty.
  if (session.calls.some(({ kind }) => kind === "preloadBatch")) return;
  const waits = session.sound.at === "silent" && session.state === "Active";
  if (waits) throw new Violation("music waits for upkeep");
}

/** How a hash takes a member: by its value, as a name, as a call, or not at all. */
type Treatment = "value" | "name" | "call" | "nothing";

/** What is not taken is said by another member, only counts, is a moment, or has a line of its own in the hash. */
const treatments: ReadonlyMap<string, Treatment> = new Map(
  Object.entries({
    name: "n trackId currentTrackId path items",
    call: "call",
    nothing: "title text handle handles paths panel since lateAt pausedAt failures count now effects " +
      "startTimeoutMs voided dropped tried calls pending",
  }).flatMap(([treatment, names]) => names.split(" ").map((name) => [name, treatment as Treatment])),
);

const duties = ["order", "active", "lock"];

/** A number for each value and each name of a member. */
const codes = new Map<unknown, number>();

function codeOf(value: unknown): number {
  let code = codes.get(value);
  if (code === undefined) codes.set(value, code = codes.size + 1);
  return code;
}

/** Hashes worlds to numbers of 53 bits. Texts would take twice the time, and a gigabyte for a million. */
class Hash {
  #high = 0;
  #low = 0;
  /** By the code of a value: its name in the present hash, after the number of that hash. */
  readonly #names: number[] = [];
  readonly #namedIn: number[] = [];
  #count = 0;
  #hashes = 0;
  #calls: Session["calls"] = [];

  /** A number that is equal for sessions that differ only in numbers, and in what no input of a walk tells apart. */
  of({ session, model, now, held, open }: World): number {
    this.#high = this.#low = 0x2545f491;
    this.#hashes++;
    this.#count = 0;
    this.#calls = session.calls;
    this.#members(session);
    const { sound } = session;
    if (sound.at === "heard" && sound.lateAt !== null) {
      const left = sound.lateAt - (session.pausedAt ?? now);
      this.#add(left <= 0 ? "none" : left < START_MS ? "some" : "all");
    }
    for (const { id: _, ...call } of session.calls) this.#members(call);
    for (const each of session.pending) {
      this.#members(each);
      this.#add(each.lane === "upkeep" && now >= each.since + UPKEEP_LIMIT);
    }
    for (const duty of duties) this.#add(session.tried.includes(duty));
    // What the player does not have cannot start.
    for (const path of [...model.items ?? [], model.playing?.path ?? OWN]) {
      const dropped = session.dropped.findLast(({ track }) => track.handle.path === path);
      this.#add(dropped?.isOver);
      this.#add(session.voided?.handle.path === path);
    }
    this.#members(model);
    for (const { n, result } of held) {
      this.#name(n);
      this.#value(result, "value");
    }
    for (const each of open) this.#call(each);
    return (this.#low & 0x1fffff) * 0x100000000 + (this.#high >>> 0);
  }

  #add(value: unknown): void {
    this.#mix(codeOf(value));
  }

  #mix(code: number): void {
    const high = Math.imul(this.#high ^ code, 0x9e3779b1);
    const low = Math.imul(this.#low + code, 0x5f356495);
    this.#high = high ^ high >>> 15;
    this.#low = low ^ low >>> 13;
  }

  #members(value: object): void {
    for (const name in value) {
      const treatment = treatments.get(name) ?? "value";
      if (treatment === "nothing") continue;
      this.#add(name);
      this.#value((value as Record<string, unknown>)[name], treatment);
    }
    this.#add("}");
  }

  #value(value: unknown, treatment: Treatment): void {
    if (typeof value !== "object" || value === null) {
      if (treatment === "value" || value === null || value === undefined) this.#add(value);
      else if (treatment === "name") this.#name(value);
      else this.#call(value as number);
    } else if (Array.isArray(value)) {
      for (const each of value) this.#value(each, treatment);
      this.#add("]");
    } else this.#members(value);
  }

  #name(value: unknown): void {
    const code = codeOf(value);
    if (this.#namedIn[code] !== this.#hashes) {
      this.#namedIn[code] = this.#hashes;
      this.#names[code] = ++this.#count;
    }
    this.#mix(-(this.#names[code] ?? 0));
  }

  /** Of the number of a call, only its place among the open calls matters. */
  #call(id: number): void {
    let place = 0;
    for (const each of this.#calls) if (each.id < id) place += 2;
    if (this.#calls.some((each) => each.id === id)) place++;
    this.#mix(-place);
  }
}

/** A world that is reached, and how: the input that leads to it, and from where. */
interface Reached {
  readonly world: World;
  readonly name: string;
  readonly from: Reached | undefined;
}

function wayTo({ name, from }: Reached): string {
  return from ? `${wayTo(from)}; ${name}` : name;
}

/** Walks from some worlds. Returns how many distinct sessions there are, and what leads from one public state to another. */
export function walk(
  starts: readonly World[],
  names: readonly string[],
  depth: number,
): { distinct: number; transitions: Map<string, Set<string>> } {
  const hash = new Hash();
  const seen = new Set<number>();
  const transitions = new Map<string, Set<string>>();
  const inputs = names.map((name) => ({ name, move: moves[name], cause: name.replace(", unanswered", "") }));
  let level: Reached[] = starts.map((world) => ({ world, name: "", from: undefined }));
  for (let at = 1; at <= depth; at++) {
    const next: Reached[] = [];
    for (const from of level) {
      for (const { name, move, cause } of inputs) {
        try {
          const world = move?.(from.world);
          if (!world) continue;
          const [before, after] = [from.world.session.state, world.session.state];
          if (before !== after) {
            const arrow = `${before} --> ${after}`;
            transitions.set(arrow, (transitions.get(arrow) ?? new Set()).add(cause));
          }
          const key = hash.of(world);
          if (seen.has(key)) continue;
          seen.add(key);
          check(world);
          if (at < depth) next.push({ world, name, from });
        } catch (error) {
          if (!(error instanceof Violation)) throw error;
          throw new Violation(`${error.message}: ${wayTo({ world: from.world, name, from })}`);
        }
      }
    }
    level = next;
  }
  return { distinct: seen.size, transitions };
}

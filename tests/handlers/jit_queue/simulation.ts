/**
 * A whole evening in miniature: a player that plays, a slow network, pages that feed the JIT queue and a user who
 * interferes, all on a clock that goes only when told and out of one seed.
 *
 * Messages travel in both directions in order, each some milliseconds; the player carries an action out when it arrives
 * and answers at once, except that resolving a url takes as long as the network wants.
 *
 * @module
 */

import { assert } from "@std/assert";
import type { Audience, ConnectionContext, Context } from "../../../handlers/context.ts";
import { runOperation } from "../../../handlers/dispatch.ts";
import { JitQueue } from "../../../handlers/jit_queue/mod.ts";
import { operationTable } from "../../../handlers/mod.ts";
import type { Services } from "../../../handlers/services.ts";
import { ACTION_FAILED } from "../../../host_stdio/native_actions.ts";
import { notAnswered, playerError } from "../../../host_stdio/native_answer.ts";
import { CancelledError } from "../../../host_stdio/player.ts";
import type { Handle } from "../../../host_stdio/shapes.ts";
import type { SignalMessage } from "../../../host_stdio/signals.ts";
import { FakeClock } from "../../support/fake_clock.ts";

/** How long an action may stay unanswered, as on the wire. */
const ACTION_TIMEOUT_MS = 30_000;

/** Numbers that look like chance and come out of a seed (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Whether something of this probability happens. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }
}

/** An item of a playlist: the same object as long as it is there. */
interface Item {
  readonly handle: Handle;
}

interface Playlist {
  readonly name: string;
  items: Item[];
}

/** How a simulated world behaves. */
export interface Conduct {
  /** How probable it is that a url resolves to nothing. */
  readonly unresolvable: number;
  /** How probable it is that a url takes up to a minute to resolve, longer than the bridge waits. */
  readonly slow: number;
  /** How probable it is that a native action fails. */
  readonly failing: number;
  /** How probable it is that a resolved track cannot be opened. */
  readonly unopenable: number;
}

/** Something that was sent. */
export interface Sent {
  readonly at: number;
  readonly event: string;
  readonly data: Record<string, unknown>;
  readonly audience: Audience;
}

/** A call that was made. */
export interface Called {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly panel: string;
  readonly controller: AbortController;
  /** How often it was answered. */
  answers: number;
  result: Record<string, unknown> | "cancelled" | undefined;
}

/** The world: a player with its playlists, a bridge with its JIT queue, and what lies between. */
export class World {
  readonly clock: FakeClock = new FakeClock(0);
  readonly chance: Chance;
  readonly sent: Sent[] = [];
  readonly calls: Called[] = [];
  readonly reported: string[] = [];
  /** Paths that could not be opened. */
  readonly unopened: Set<string> = new Set();
  /** Tracks of the shadow playlist that have started, in order. */
  readonly startedPaths: string[] = [];
  playlists: Playlist[];
  active: Playlist | null;
  order: number;
  /** Whether a removal has met a playlist of the user's, because its index was overtaken by a change of the list. */
  harmed = false;
  /** Whether the user has removed the shadow playlist. */
  shadowWasRemoved = false;
  /** When the user has last changed the list of playlists. */
  listChangedAt = -Infinity;
  playing: { handle: Handle; item: Item | null; playlist: Playlist | null } | null = null;
  /** What the pages do when they hear of something. */
  onEvent: (sent: Sent) => void = () => {};
  onAnswer: (called: Called) => void = () => {};
  readonly #conduct: Conduct;
  readonly #due: { at: number; count: number }[] = [];
  #cursor: { playlist: Playlist; index: number } | null = null;
  #ended = false;
  readonly #unanswered = new Set<{ name: string; params: unknown; fail(): void }>();
  #toPlayer = 0;
  #toBridge = 0;
  #track = 0;
  readonly queue: JitQueue;
  readonly #services: Services;
  readonly #connection: ConnectionContext;

  constructor(seed: number, conduct: Conduct) {
    this.chance = new Chance(seed);
    this.#conduct = conduct;
    const own = (name: string, count: number): Playlist => ({
      name,
      items: Array.from(
        { length: count },
        (_, index) => ({ handle: { path: `/${name}/${index}`, subsong: 0 } }),
      ),
    });
    this.playlists = [own("Default", 3), own("Jazz", 2), own("Rock", 4)];
    this.active = this.playlists[this.chance.whole(0, 2)] ?? null;
    this.order = this.chance.whole(0, 6);
    this.#connection = {
      player: {
        request: (name, params) => this.#request(name, params) as never,
        tell: (name, params) =>
          this.#travel("#toPlayer", () => {
            try {
              this.#act(name, params);
            } catch {
              // Nobody waits for the answer.
            }
          }),
      },
      clock: this.clock,
      emit: (event, data, audience) => {
        const sent = { at: this.clock.now(), event, data: data as Record<string, unknown>, audience };
        this.sent.push(sent);
        this.onEvent(sent);
      },
      diagnostics: { report: (_level, message) => void this.reported.push(message) },
      isOutputFull: () => false,
    };
    this.queue = new JitQueue(this.#connection);
    this.#services = { jitQueue: this.queue } as Services;
  }

  /** The shadow playlist. */
  get shadow(): Playlist | undefined {
    return this.playlists.find(({ name }) => name === "__webview_buffer__");
  }

  /** Something happens later. */
  after(milliseconds: number, callback: () => void): void {
    this.#due.push({ at: this.clock.now() + milliseconds, count: this.#due.length });
    this.clock.after(milliseconds, callback);
  }

  /** Lets time pass until nothing is due any more, or so much has passed. */
  async run(milliseconds: number): Promise<void> {
    const end = this.clock.now() + milliseconds;
    await drained();
    while (this.#due.length > 0) {
      let first = 0;
      for (let i = 1; i < this.#due.length; i++) {
        if ((this.#due[i]?.at ?? 0) < (this.#due[first]?.at ?? 0)) first = i;
      }
      const at = this.#due[first]?.at ?? 0;
      if (at > end) break;
      this.#due.splice(first, 1);
      this.clock.advance(at - this.clock.now());
      await drained();
    }
    this.clock.advance(Math.max(0, end - this.clock.now()));
    await drained();
  }

  /** A page calls an operation. */
  call(method: string, params: Record<string, unknown>, panel: string): Called {
    const controller = new AbortController();
    const called: Called = { method, params, panel, controller, answers: 0, result: undefined };
    this.calls.push(called);
    this.#travel("#toBridge", () => {
      if (this.#ended) return;
      const operation = operationTable.get(`jitQueue.${method}`);
      assert(operation);
      const context: Context = {
        panel,
        player: this.#connection.player,
        signal: controller.signal,
        clock: this.clock,
        emit: this.#connection.emit,
        services: this.#services,
      };
      const settle = (result: Called["result"]) => {
        called.answers++;
        called.result = result;
        this.onAnswer(called);
      };
      Promise.resolve(runOperation(operation, params, context)).then(
        (result) => settle(result as Record<string, unknown>),
        (error: unknown) => {
          if (!(error instanceof CancelledError)) throw error;
          settle("cancelled");
        },
      );
    });
    return called;
  }

  /** A page cancels a call. */
  cancel(called: Called): void {
    this.#travel("#toBridge", () => called.controller.abort());
  }

  /** A panel closes. */
  closePanel(panel: string): void {
    this.#travel("#toBridge", () => this.queue.onPanelClosed(panel));
  }

  /**
   * The pipe ends in the player's direction, as on the wire: what is unanswered fails at once, what is asked later too,
   * then the application is closed; what was sent to the player still reaches it.
   *
   * @returns Whether the player's order was just being asked for and will never be known.
   */
  async endPipe(): Promise<boolean> {
    this.#ended = true;
    const isOrderUnknown = [...this.#unanswered].some(({ name, params }) =>
      name === "player.playback.setOrder" && (params as { order: number }).order === 0
    );
    for (const { fail } of this.#unanswered) fail();
    await drained();
    this.queue.close();
    await drained();
    return isOrderUnknown;
  }

  /** The user stops playback. */
  userStop(): void {
    if (this.playing) this.#halt("user");
  }

  /** The user plays an item of a playlist. */
  userPlay(playlist: Playlist, index: number): void {
    if (playlist.items[index]) this.#play(playlist, index);
  }

  /** The user goes to the next track. */
  userNext(): void {
    if (this.playing) this.#goOn(true);
  }

  /** The user removes a playlist. */
  userRemovesPlaylist(index: number): void {
    const [gone] = this.playlists.splice(index, 1);
    if (!gone) return;
    if (gone.name === "__webview_buffer__") this.shadowWasRemoved = true;
    if (this.active === gone) this.active = null;
    if (this.#cursor?.playlist === gone) this.#cursor = null;
    if (this.playing?.playlist === gone) this.playing = { ...this.playing, playlist: null, item: null };
    this.#signal({ name: "signal.playlistRemoved", params: { playlist: index } });
  }

  /** The user inserts a playlist. */
  userInsertsPlaylist(index: number): void {
    this.playlists.splice(index, 0, { name: `New ${this.clock.now()}`, items: [] });
    this.#signal({ name: "signal.playlistInserted", params: { playlist: index } });
  }

  /** The user turns the order of the playlists round. */
  userReorders(): void {
    const order = this.playlists.map((_playlist, index) => this.playlists.length - 1 - index);
    this.playlists = [...this.playlists].reverse();
    this.#signal({ name: "signal.playlistsReordered", params: { order } });
  }

  #travel(way: "#toPlayer" | "#toBridge", arrive: () => void): void {
    const earliest = way === "#toPlayer" ? this.#toPlayer : this.#toBridge;
    // One after the other: what an answer makes possible is done before the next message is read.
    const at = Math.max(earliest + 1, this.clock.now() + this.chance.whole(0, 3));
    if (way === "#toPlayer") this.#toPlayer = at;
    else this.#toBridge = at;
    this.after(at - this.clock.now(), arrive);
  }

  #signal(signal: SignalMessage): void {
    if (signal.name.startsWith("signal.playlist")) this.listChangedAt = this.clock.now();
    this.#travel("#toBridge", () => {
      if (!this.#ended) this.queue.onSignal(signal);
    });
  }

  #request(name: string, params: unknown): Promise<unknown> {
    if (this.#ended) return Promise.reject(notAnswered());
    return new Promise((resolve, reject) => {
      const pending = { name, params, fail: () => reject(notAnswered()) };
      this.#unanswered.add(pending);
      const settle = (act: () => void) => {
        if (this.#unanswered.delete(pending) && !this.#ended) act();
      };
      this.after(ACTION_TIMEOUT_MS, () => settle(() => reject(notAnswered())));
      this.#travel("#toPlayer", () => {
        const reply = () => {
          let answer: unknown;
          try {
            answer = this.#act(name, params);
          } catch (error) {
            this.#travel("#toBridge", () => settle(() => reject(error)));
            return;
          }
          this.#travel("#toBridge", () => settle(() => resolve(answer)));
        };
        if (name === "player.media.resolve") this.after(this.#networkTime(), reply);
        else reply();
      });
    });
  }

  #networkTime(): number {
    return this.chance.happens(this.#conduct.slow)
      ? this.chance.whole(5_000, 60_000)
      : this.chance.whole(0, 2_000);
  }

  #fail(name: string, message = "no"): never {
    throw playerError(name as never, { code: ACTION_FAILED, message });
  }

  #act(name: string, params: unknown): unknown {
    const given = params as Record<string, number> & {
      handles: Handle[];
      paths: (string | Handle)[];
      name: string;
    };
    if (name !== "player.media.resolve" && this.chance.happens(this.#conduct.failing)) this.#fail(name);
    const at = (index: number | undefined): Playlist => this.playlists[index ?? -1] ?? this.#fail(name);
    const { playlist: index, start = 0, count = 0, item = 0, order = 0 } = given;
    switch (name) {
      case "player.playlist.list":
        return {
          active: this.active && this.playlists.indexOf(this.active),
          playlists: this.playlists.map(({ name, items }, index) => ({
            index,
            name,
            count: items.length,
            locked: false,
          })),
        };
      case "player.playlist.create":
        return { index: this.playlists.push({ name: given.name, items: [] }) - 1 };
      case "player.playlist.lock":
        at(index);
        return {};
      case "player.playlist.activate":
        this.active = at(index);
        return {};
      case "player.playlist.append": {
        const { items } = at(index);
        const first = items.length;
        for (const handle of given.handles) items.push({ handle });
        return { start: first, count: given.handles.length };
      }
      case "player.playlist.remove": {
        const playlist = at(index);
        if (start + count > playlist.items.length) this.#fail(name);
        const removed = playlist.items.splice(start, count);
        if (
          playlist.name !== "__webview_buffer__" && !removed.every(({ handle }) => handle.path.includes("//"))
        ) {
          assert(
            this.clock.now() - this.listChangedAt < 10,
            "a removal met the user's playlist without need",
          );
          this.harmed = true;
        }
        if (this.playing?.item && removed.includes(this.playing.item)) {
          this.playing = { ...this.playing, item: null };
        }
        const cursor = this.#cursor;
        if (cursor?.playlist === playlist && cursor.index >= start) {
          // Of a removed item, what has taken its place comes next.
          this.#cursor = { playlist, index: Math.max(start - 1, cursor.index - count) };
        }
        return { count: playlist.items.length };
      }
      case "player.playback.setOrder": {
        const previous = this.order;
        this.order = order;
        return { previous };
      }
      case "player.playback.play":
        if (!at(index).items[item]) this.#fail(name);
        this.#play(at(index), item);
        return {};
      case "player.playback.stop":
        if (this.playing) this.#halt("user");
        return {};
      case "player.playback.next":
        if (this.playing) this.#goOn(true);
        return {};
      case "player.playback.nowPlaying":
        return { track: this.playing && {}, playlist: null, item: null };
      case "player.media.resolve":
        return {
          resolved: given.paths.map((path) =>
            typeof path !== "string" || this.chance.happens(this.#conduct.unresolvable)
              ? []
              : [{ path: path.replace("http:", "https:"), subsong: 0 }]
          ),
        };
      default:
        return this.#fail(name);
    }
  }

  #play(playlist: Playlist, index: number): void {
    if (this.playing) {
      this.#signal({ name: "signal.playbackStopped", params: { reason: "startingAnother" } });
    }
    this.#open(playlist, index);
  }

  #open(playlist: Playlist, first: number): void {
    for (let index = first; index < playlist.items.length; index++) {
      const item = playlist.items[index];
      if (!item) continue;
      if (this.chance.happens(this.#conduct.unopenable)) {
        this.unopened.add(item.handle.path);
        continue;
      }
      this.#cursor = { playlist, index };
      this.playing = { handle: item.handle, item, playlist };
      const track = ++this.#track;
      if (playlist.name === "__webview_buffer__") this.startedPaths.push(item.handle.path);
      this.#signal({
        name: "signal.trackStarted",
        params: { handle: item.handle, playlist: this.playlists.indexOf(playlist), item: index },
      });
      this.#tick(track, 0, this.chance.whole(6, 90));
      return;
    }
    this.#halt("endOfFile");
  }

  /** A tick comes every ten seconds and at the end. */
  #tick(track: number, position: number, length: number): void {
    const next = Math.min(length, position + 10);
    this.after((next - position) * 1000, () => {
      if (track !== this.#track || !this.playing) return;
      if (next >= length) return this.#goOn(false);
      this.#signal({ name: "signal.playbackTime", params: { position: next, length } });
      this.#tick(track, next, length);
    });
  }

  #goOn(asked: boolean): void {
    const cursor = this.#cursor;
    if (!cursor || cursor.index + 1 >= cursor.playlist.items.length) return this.#halt("endOfFile");
    if (asked) this.#play(cursor.playlist, cursor.index + 1);
    else this.#open(cursor.playlist, cursor.index + 1);
  }

  #halt(reason: "user" | "endOfFile"): void {
    this.playing = null;
    this.#track++;
    this.#signal({ name: "signal.playbackStopped", params: { reason } });
  }
}

async function drained(): Promise<void> {
  for (let i = 0; i < 12; i++) await Promise.resolve();
}

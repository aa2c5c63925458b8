/**
 * A harness for `jitQueue` with a player that has playlists. The test starts and stops tracks, and can delay the
 * answer to any native action.
 */

import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { type ActionName, PLAYLIST_NOT_FOUND } from "../../../host_stdio/api/native_actions.ts";
import type { Handle } from "../../../host_stdio/api/shapes.ts";
import { Harness, PlayerFailure, type PlayerScript } from "../../support/harness.ts";

export interface ModelPlaylist {
  readonly id: string;
  name: string;
  items: Handle[];
  lock: string | null;
}

/** A native action whose answer the test holds back. */
export interface Held {
  /** Carries out the action and answers. */
  release(): void;
}

/** Makes a handle; by default of subsong 0. */
export function handle(path: string, subsong = 0): Handle {
  return { path, subsong };
}

/** Runs all pending microtasks. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 200; i++) await Promise.resolve();
}

type AnyAction = (params: never) => unknown;

export class JitHarness {
  readonly harness: Harness;
  /** The playlists. Initially two, both of the user. */
  playlists: ModelPlaylist[] = [
    { id: "default", name: "Default", items: [handle("/own/1"), handle("/own/2")], lock: null },
    { id: "other", name: "Other", items: [handle("/own/3")], lock: null },
  ];
  /** The id of the active playlist. */
  active: string | null = "other";
  order = 4;
  readonly #holding = new Set<ActionName>();
  readonly #held = new Map<ActionName, Held[]>();
  readonly #failing = new Map<ActionName, string>();
  #created = 0;

  constructor() {
    this.harness = new Harness({ player: this.#script() });
  }

  get shadow(): ModelPlaylist | undefined {
    return this.playlists.find(({ name }) => name === "__webview_buffer__");
  }

  /** The paths in the shadow playlist. */
  get paths(): string[] {
    return this.shadow?.items.map(({ path }) => path) ?? [];
  }

  /** The names of the native actions that the bridge has requested. */
  get asked(): string[] {
    return this.harness.asked.map(({ name }) => name.slice("player.".length));
  }

  /** Calls an operation of `jitQueue` and runs the pending microtasks. */
  async call(method: string, params?: unknown): Promise<Record<string, unknown>> {
    const result = await this.harness.call(`jitQueue.${method}`, params);
    await settle();
    return result;
  }

  /** Calls an operation and runs the pending microtasks, without waiting for its answer. */
  async begin(method: string, params: unknown): Promise<void> {
    void this.harness.call(`jitQueue.${method}`, params);
    await settle();
  }

  /** Calls `jitQueue.playNow` with the url `http://<id>`. */
  playNow(trackId: string): Promise<Record<string, unknown>> {
    return this.call("playNow", { trackId, url: urlOf(trackId), title: `Title ${trackId}` });
  }

  /** Calls `jitQueue.enqueueNext` with the url `http://<id>`. */
  enqueueNext(trackId: string): Promise<Record<string, unknown>> {
    return this.call("enqueueNext", { trackId, url: urlOf(trackId), title: `Title ${trackId}` });
  }

  /** Calls `jitQueue.playNow` and starts the track. */
  async playing(trackId: string): Promise<void> {
    assertEquals((await this.playNow(trackId))["success"], true);
    await this.started(trackId);
  }

  /** Starts a track at its place in the shadow playlist; outside all playlists when it is not there. */
  async started(trackId: string): Promise<void> {
    const path = urlOf(trackId);
    const item = this.shadow?.items.findIndex((item) => item.path === path) ?? -1;
    await this.startedAt(path, item < 0 ? null : this.shadow?.id ?? null, item < 0 ? null : item);
  }

  /** Starts a track at a given place. */
  async startedAt(path: string, playlist: string | null, item: number | null): Promise<void> {
    this.harness.signal("signal.trackStarted", { handle: handle(path), playlist, item });
    await settle();
  }

  /** Clears the recorded actions and events. */
  clearLog(): void {
    this.harness.asked.length = 0;
    this.harness.events.length = 0;
  }

  /** Returns the payloads of the events with a name. */
  sent(event: string): unknown[] {
    return this.harness.events.filter((sent) => sent.event === `jitQueue:${event}`).map(({ data }) => data);
  }

  /** Returns the parameters of each request of an action. */
  askedWith(action: string): unknown[] {
    return this.harness.asked.filter(({ name }) => name === `player.${action}`).map(({ params }) => params);
  }

  /** Holds back the answers to an action from now on, and returns the list of held actions. */
  hold(action: string): Held[] {
    const name = `player.${action}` as ActionName;
    this.#holding.add(name);
    const list: Held[] = [];
    this.#held.set(name, list);
    return list;
  }

  /** Stops holding back new answers to an action. Requests that are already held stay held. */
  unhold(action: string): void {
    this.#holding.delete(`player.${action}` as ActionName);
  }

  /** Makes an action fail from now on. */
  failing(action: string, message = "it broke"): void {
    this.#failing.set(`player.${action}` as ActionName, message);
  }

  /** Releases the held actions and ends the connection. */
  async close(): Promise<void> {
    for (const list of this.#held.values()) for (const { release } of list) release();
    this.#holding.clear();
    await settle();
    await this.harness.close();
    await settle();
  }

  #script(): PlayerScript {
    const script: Record<string, unknown> = {};
    for (const [name, act] of Object.entries(this.#actions)) {
      script[name] = (params: never) => this.#answer(name as ActionName, () => act(params));
    }
    return script as PlayerScript;
  }

  #answer(name: ActionName, act: () => unknown): unknown {
    const carryOut = () => {
      const message = this.#failing.get(name);
      if (message !== undefined) throw new PlayerFailure(message);
      return act();
    };
    if (!this.#holding.has(name)) return carryOut();
    return new Promise((resolve, reject) => {
      this.#held.get(name)?.push({
        release: () => {
          try {
            resolve(carryOut());
          } catch (error) {
            reject(error);
          }
        },
      });
    });
  }

  #at(id: string): ModelPlaylist {
    const playlist = this.playlists.find((each) => each.id === id);
    if (!playlist) throw new PlayerFailure(`no playlist ${id}`, PLAYLIST_NOT_FOUND);
    return playlist;
  }

  readonly #actions: Record<string, AnyAction> = {
    "player.playlist.list": () => ({
      active: this.active,
      playlists: this.playlists.map(({ id, name, items, lock }) => ({
        id,
        name,
        count: items.length,
        locked: lock !== null,
      })),
    }),
    "player.playlist.create": ({ name }: { name: string }) => {
      const id = this.#created++ === 0 ? "shadow" : `shadow${this.#created}`;
      this.playlists.push({ id, name, items: [], lock: null });
      return { playlist: id };
    },
    "player.playlist.append": ({ playlist, handles }: { playlist: string; handles: Handle[] }) => {
      const { items } = this.#at(playlist);
      const start = items.length;
      for (const each of handles) items.push(each);
      return { start, count: handles.length };
    },
    "player.playlist.remove": (params: { playlist: string; start: number; count: number }) => {
      const { items } = this.#at(params.playlist);
      if (params.start + params.count > items.length) throw new PlayerFailure("no such items");
      items.splice(params.start, params.count);
      return { count: items.length };
    },
    "player.playlist.lock": (params: { playlist: string; name: string; locked: boolean }) => {
      this.#at(params.playlist).lock = params.locked ? params.name : null;
      return {};
    },
    "player.playlist.activate": ({ playlist }: { playlist: string }) => {
      this.#at(playlist);
      this.active = playlist;
      return {};
    },
    "player.playback.setOrder": ({ order }: { order: number }) => {
      const previous = this.order;
      this.order = order;
      return { previous };
    },
    "player.playback.nowPlaying": () => ({ track: null, playlist: null, item: null }),
    "player.playback.play": () => ({}),
    "player.playback.stop": () => ({}),
    "player.playback.next": () => ({}),
    "player.media.resolve": ({ paths }: { paths: (string | Handle)[] }) => ({
      resolved: paths.map((entry) => [typeof entry === "string" ? handle(entry) : entry]),
    }),
  };
}

/** The url of a track in these tests. */
export function urlOf(trackId: string): string {
  return `http://${trackId}`;
}

/** Runs a test with a new harness. */
export function jitTest(name: string, body: (jit: JitHarness) => Promise<void>): void {
  Deno.test(name, async () => {
    const jit = new JitHarness();
    await body(jit);
    await jit.close();
  });
}

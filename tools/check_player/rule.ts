/** The rules' common interface, and the playlist and tracks that they work with. */

import type { ActionAnswer, ActionName } from "../../host_stdio/api/native_actions.ts";
import type { Handle } from "../../host_stdio/api/shapes.ts";
import { type BridgeSeat, type HeardSignal, RuleBroken } from "./bridge_seat.ts";

/**
 * What a rule changes: `own` only the check's own playlists; `user` also the user's queue, playback, selection and
 * clipboard, which are restored; `windows` also opens windows and dialogs, which a person has to close.
 */
export type Reach = "own" | "user" | "windows";

/** A rule for players. */
export interface Rule {
  /** What a correct player does, as a sentence. */
  readonly name: string;
  /** The sentence or table row of docs/native-actions.md that requires it. */
  readonly says: string;
  readonly reach: Reach;
  /**
   * @throws {RuleBroken} When the player breaks the rule.
   * @throws {ActionMissing} When it lacks an action that the rule needs.
   */
  check(check: Check): Promise<void>;
}

/** Makes a rule: the answer to these parameters matches the schema. */
export function answers(
  action: ActionName,
  params: Readonly<Record<string, unknown>>,
  what = "",
  reach: Reach = "own",
): Rule {
  return {
    name: `${action} answers what its schema says${what}`,
    says: "The bridge checks every answer against a schema.",
    reach,
    check: async ({ seat }) => void await seat.ask(action, params),
  };
}

/** The player has nothing with which the rule can be checked. */
export class NothingToCheck extends Error {
  override name = "NothingToCheck";
}

/** How long the player is watched after an answer, in milliseconds: nothing else may come. */
const WATCH_MS = 500;

/** How many tracks of each of the user's playlists are compared. */
const MAX_COMPARED = 20;

/** Number of tracks for the rules. */
export const TRACKS = 3;

/** The parts that all rules of one run share: the connection, media, playlists and assertions. */
export class Check {
  /** The name of the check's own playlists. */
  readonly ownName = "Tonearm check";
  /** The ids of the playlists that the check has created. A player may make their names unique. */
  readonly #own: string[] = [];
  #handles: Promise<Handle[]> | undefined;
  /** The playlist of the short tracks, once it is filled. */
  shortPlaylist: string | undefined;

  /**
   * @param media Paths of playable media.
   * @param panel The name of a panel; undefined when the user gave none.
   * @param short Paths of WAV files of two seconds.
   * @param shortSeconds The longest duration that a player may tell of them.
   */
  constructor(
    readonly seat: BridgeSeat,
    readonly media: readonly string[],
    readonly panel: string | undefined,
    readonly short: readonly string[] = [],
    readonly shortSeconds = 2.5,
    readonly watchMs = WATCH_MS,
  ) {}

  /** Creates a playlist, which is removed at the end. */
  async create(index?: number): Promise<string> {
    const { playlist } = await this.seat.ask("player.playlist.create", { name: this.ownName, index });
    this.#own.push(playlist);
    return playlist;
  }

  /** Returns the check's first playlist, empty and unlocked. */
  async emptyPlaylist(): Promise<string> {
    const { playlists } = await this.seat.ask("player.playlist.list", {});
    const own = playlists.find(({ id }) => id === this.#own[0]);
    if (!own) return await this.create();
    if (own.count > 0) await this.remove(own.id, 0, own.count);
    return own.id;
  }

  /** Deletes the check's playlists, or empties them if the player cannot. */
  async removePlaylists(): Promise<void> {
    if (this.#own.length === 0) return;
    const { playlists } = await this.seat.ask("player.playlist.list", {});
    for (const { id, count } of playlists.filter(({ id }) => this.#own.includes(id))) {
      if (this.seat.claims("player.playlist.delete")) {
        await this.seat.ask("player.playlist.delete", { playlist: id });
      } else if (count > 0) await this.remove(id, 0, count);
    }
  }

  /**
   * Describes the user's playlists, without those of the check: a name, the ids of tracks, and whether it is locked, by id.
   * Empty when the player does not list them.
   */
  async usersPlaylists(): Promise<ReadonlyMap<string, string>> {
    const { seat } = this;
    const described = new Map<string, string>();
    if (!seat.claims("player.playlist.list")) return described;
    const { playlists } = await seat.ask("player.playlist.list", {});
    const users = playlists.filter(({ id }) => !this.#own.includes(id));
    await Promise.all(users.map(async ({ id, name, count, locked }) => {
      const range = { playlist: id, start: 0, count: MAX_COMPARED };
      const items = seat.claimed?.has("player.playlist.items")
        ? (await seat.ask("player.playlist.items", range)).tracks.map(({ path, subsong }) => [path, subsong])
        : [];
      described.set(id, JSON.stringify({ name, count, locked, items }));
    }));
    return described;
  }

  /** Returns the check's own playlist with {@linkcode TRACKS} tracks in any order: those of the rule before when they are left. */
  async anyPlaylist(): Promise<string> {
    const { playlists } = await this.seat.ask("player.playlist.list", {});
    const own = playlists.find(({ id, count }) => id === this.#own[0] && count === TRACKS);
    return own?.id ?? await this.filledPlaylist();
  }

  /** Returns the check's own playlist with {@linkcode TRACKS} tracks. */
  async filledPlaylist(): Promise<string> {
    const playlist = await this.emptyPlaylist();
    await this.append(playlist, await this.handles());
    return playlist;
  }

  /** Selects different tracks of the check's own playlist, which becomes the active one. Returns their handles. */
  async selectOwn(): Promise<Handle[]> {
    const playlist = await this.filledPlaylist();
    if (this.seat.claims("player.playlist.activate")) {
      await this.seat.ask("player.playlist.activate", { playlist });
    }
    const handles = [...new Map((await this.handles()).map((handle) => [handle.path, handle])).values()];
    const { count } = await this.seat.ask("player.selection.set", { handles });
    this.same("count", count, handles.length);
    return handles;
  }

  /** Resolves the media to {@linkcode TRACKS} handles. */
  readonly handles = (): Promise<Handle[]> => this.#handles ??= this.#resolveMedia();

  /** Returns the panel, or throws {@linkcode NothingToCheck}. */
  requirePanel(): string {
    if (this.panel === undefined) throw new NothingToCheck("no panel is named with --panel");
    return this.panel;
  }

  /** Appends tracks to a playlist that the check has created. */
  append(playlist: string, handles: readonly Handle[]): Promise<ActionAnswer<"player.playlist.append">> {
    return this.seat.ask("player.playlist.append", { playlist, handles });
  }

  /** Removes items from a playlist that the check has created. */
  remove(playlist: string, start: number, count: number): Promise<ActionAnswer<"player.playlist.remove">> {
    return this.seat.ask("player.playlist.remove", { playlist, start, count });
  }

  /** Returns a playlist's entry in the list of playlists. */
  async listed(playlist: string): Promise<ActionAnswer<"player.playlist.list">["playlists"][number]> {
    const { playlists } = await this.seat.ask("player.playlist.list", {});
    const entry = playlists.find(({ id }) => id === playlist);
    if (!entry) throw new RuleBroken(`player.playlist.list does not have ${JSON.stringify(playlist)}`);
    return entry;
  }

  /** Runs with the default order and an empty queue, and restores the order. */
  async inOrder(run: () => Promise<void>): Promise<void> {
    const { count } = await this.seat.ask("player.queue.count", {});
    if (count > 0) throw new NothingToCheck("the user's queue is not empty, and would be played first");
    const { previous } = await this.seat.ask("player.playback.setOrder", { order: 0 });
    try {
      await run();
    } finally {
      await this.seat.ask("player.playback.setOrder", { order: previous });
    }
  }

  /** Plays an item and waits until it has started. Returns the position before. */
  async play(playlist: string, item: number): Promise<number> {
    const since = this.seat.position;
    await this.seat.ask("player.playback.play", { playlist, item });
    await this.started(since, playlist, item);
    return since;
  }

  /** Has a track of the check's own playlist play, the first unless one does. A player may take seconds to stop and start again. */
  async playing(): Promise<{ readonly playlist: string; readonly item: number }> {
    const { playlist, item } = await this.seat.ask("player.playback.nowPlaying", {});
    if (playlist !== null && playlist === this.#own[0] && item !== null) return { playlist, item };
    const filled = await this.anyPlaylist();
    await this.play(filled, 0);
    return { playlist: filled, item: 0 };
  }

  /** Waits for the start of an item. */
  started(since: number, playlist: string, item: number): Promise<HeardSignal> {
    return this.seat.signal(
      "signal.trackStarted",
      since,
      (place) => place.playlist === playlist && place.item === item,
    );
  }

  /** Waits, so that signals that must not come can come. */
  readonly watch = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, this.watchMs));

  /**
   * Compares two values as JSON.
   *
   * @throws {RuleBroken} When they differ.
   */
  readonly same = (what: string, actual: unknown, expected: unknown): void => {
    const [came, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (came !== wanted) throw new RuleBroken(`${what} is ${came}, and has to be ${wanted}`);
  };

  async #resolveMedia(): Promise<Handle[]> {
    const { resolved } = await this.seat.ask("player.media.resolve", { paths: this.media });
    const handles = resolved.flat();
    const [first] = handles;
    if (!first) {
      throw new NothingToCheck(
        `the player resolves ${this.media.join(", ")} to nothing; name its media with --media`,
      );
    }
    return Array.from({ length: TRACKS }, (_, at) => handles[at] ?? first);
  }
}

/**
 * The rules' common interface, and the playlist and tracks that they work with.
 *
 * @module
 */

import type { ActionAnswer, ActionName } from "../../host_stdio/api/native_actions.ts";
import type { Handle } from "../../host_stdio/api/shapes.ts";
import { type BridgeSeat, RuleBroken } from "./bridge_seat.ts";

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
  /** The native actions that the check needs. */
  readonly needs: readonly ActionName[];
  readonly reach: Reach;
  /** @throws {RuleBroken} When the player breaks the rule. */
  check(check: Check): Promise<void>;
}

/** The player has nothing with which the rule can be checked. */
export class NothingToCheck extends Error {
  override name = "NothingToCheck";
}

/** The name of the check's playlists. */
export const OWN_PLAYLIST = "Tonearm check";

/** Number of tracks for the rules. */
export const TRACKS = 3;

/** The parts that all rules of one run share: the connection, media, playlists and assertions. */
export class Check {
  readonly seat: BridgeSeat;
  /** Paths of playable media. */
  readonly media: readonly string[];
  /** Paths of WAV files of two seconds. */
  readonly short: readonly string[];
  /** The name of a panel; undefined when the user gave none. */
  readonly panel: string | undefined;
  /** The name of the check's own playlists. */
  readonly ownName = OWN_PLAYLIST;
  #handles: Promise<Handle[]> | undefined;
  #playlist: string | undefined;

  constructor(
    seat: BridgeSeat,
    { media, short, panel }: Pick<Check, "media" | "short"> & { readonly panel?: string | undefined },
  ) {
    this.seat = seat;
    this.media = media;
    this.short = short;
    this.panel = panel;
  }

  /** Returns the check's own playlist, empty and unlocked. */
  async emptyPlaylist(): Promise<string> {
    const { playlists } = await this.seat.ask("player.playlist.list", {});
    const own = playlists.find(({ id, name, locked }) =>
      this.#playlist === undefined ? name === OWN_PLAYLIST && !locked : id === this.#playlist
    );
    if (own) {
      this.#playlist = own.id;
      if (own.count > 0) await this.remove(own.id, 0, own.count);
      return own.id;
    }
    const { playlist } = await this.seat.ask("player.playlist.create", { name: OWN_PLAYLIST });
    return this.#playlist = playlist;
  }

  /** Returns the check's own playlist with {@linkcode TRACKS} tracks. */
  async filledPlaylist(): Promise<string> {
    const playlist = await this.emptyPlaylist();
    await this.append(playlist, await this.handles());
    return playlist;
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

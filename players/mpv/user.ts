/**
 * The person at mpv: what can be done by hand at the host, beside what is done in mpv itself.
 *
 * @module
 */

import { ActionError } from "../model/actions.ts";
import type { Overlay } from "../model/overlay.ts";
import type { Panels, PanelSettings } from "../model/panels.ts";
import type { PlayerUser } from "../model/player.ts";
import type { Playlist, Playlists } from "../model/playlists.ts";
import type { Queue } from "../model/queue.ts";
import type { Selection } from "../model/selection.ts";
import type { MpvLink } from "./ipc/mpv_link.ts";
import type { ScreenOverlay } from "./overlay.ts";
import type { MpvPlayback } from "./playback.ts";

/** What the person can reach. */
export interface MpvUserParts {
  readonly link: MpvLink;
  readonly playback: MpvPlayback;
  readonly playlists: Playlists;
  readonly queue: Queue;
  readonly selection: Selection;
  readonly panels: Panels;
  readonly overlay: Overlay | ScreenOverlay;
  /** Removes items from a playlist. */
  readonly remove: (playlist: Playlist, start: number, count: number) => Promise<void>;
}

/** The person at mpv. Whatever is not there throws an ActionError, and so does everything that needs mpv while it is gone. */
export class MpvUser implements PlayerUser {
  readonly #parts: MpvUserParts;

  /** @param parts What the person can reach. */
  constructor(parts: MpvUserParts) {
    this.#parts = parts;
  }

  // Playback

  /**
   * Double-clicks an item or, without one, presses Play: a paused track goes on; when nothing plays, the active playlist
   * begins with its first selected item or its first.
   *
   * @param playlist The playlist's index.
   * @param item The item.
   */
  async play(playlist?: number, item = 0): Promise<void> {
    const { playback, playlists, link } = this.#parts;
    if (playlist !== undefined) return await playback.playPlace({ playlist: playlists.at(playlist), item });
    if (playback.playing) return void await link.command("set_property", "pause", false);
    const active = this.#active();
    await playback.playPlace({
      playlist: active,
      item: active.selected.length > 0 ? active.selected.at(0) : 0,
    });
  }

  /** Presses Stop. */
  async stop(): Promise<void> {
    await this.#parts.playback.halt("user");
  }

  /** Presses Next: by the queue, the playlist and the order. */
  async next(): Promise<void> {
    await this.#parts.playback.next({}, undefined);
  }

  /** Presses Previous, which is mpv's own. */
  async previous(): Promise<void> {
    await this.#parts.link.command("playlist-prev");
  }

  /** Presses Pause: the track rests or goes on. */
  async pause(): Promise<void> {
    await this.#parts.link.command("cycle", "pause");
  }

  /**
   * Moves the seek bar.
   *
   * @param position Seconds from the track's beginning.
   */
  async seek(position: number): Promise<void> {
    await this.#parts.link.command("seek", position, "absolute");
  }

  /**
   * Chooses a playback order.
   *
   * @param order Its number, 0 to 6.
   */
  async setOrder(order: number): Promise<void> {
    await this.#parts.playback.setOrder({ order }, undefined);
  }

  // Playlists, queue and selection

  /**
   * Changes to another playlist.
   *
   * @param playlist Its index.
   */
  activatePlaylist(playlist: number): void {
    const { playlists } = this.#parts;
    playlists.makeActive(playlists.at(playlist));
  }

  /**
   * Removes items from a playlist.
   *
   * @param playlist The playlist's index.
   * @param start The first item.
   * @param count How many.
   */
  async removeItems(playlist: number, start: number, count = 1): Promise<void> {
    await this.#parts.remove(this.#parts.playlists.at(playlist), start, count);
  }

  /**
   * Queues items of a playlist.
   *
   * @param playlist Its index.
   * @param items The items.
   */
  queue(playlist: number, ...items: readonly number[]): void {
    const { playlists, queue, playback } = this.#parts;
    const origin = playlists.at(playlist);
    queue.add(items.map((item) => ({ playlist: origin, item })));
    playback.arrange();
  }

  /**
   * Removes an entry from the queue.
   *
   * @param index Where it stands.
   */
  unqueue(index: number): void {
    const { queue, playback } = this.#parts;
    queue.remove({ indices: [index] }, undefined);
    playback.arrange();
  }

  /**
   * Selects items of the active playlist.
   *
   * @param items The items; "all" for all of them.
   */
  selectItems(items: Iterable<number> | "all"): void {
    this.#parts.selection.selectItems(this.#active(), items);
  }

  /**
   * Selects whole playlists.
   *
   * @param playlists Their indices.
   */
  selectPlaylists(...playlists: readonly number[]): void {
    const chosen: Playlist[] = playlists.map((index) => this.#parts.playlists.at(index));
    this.#parts.selection.selectPlaylists(chosen);
  }

  /** Makes the selection follow the playing track. */
  followPlayback(): void {
    this.#parts.selection.followPlayback();
  }

  // Menus

  /**
   * Chooses a row of the open menu, which closes.
   *
   * @param itemId The row.
   * @param menuId Of which menu; of the open one by default, which may be mpv's context menu.
   * @returns Whether that menu is open and the row can be chosen.
   */
  async chooseRow(itemId: string, menuId?: string): Promise<boolean> {
    return this.#isOpen(menuId) && await this.#parts.overlay.choose(itemId);
  }

  /**
   * Changes the value of a rich row; the menu stays open.
   *
   * @param itemId The row.
   * @param value Stars, a slider's position or a segment's index.
   * @param menuId Of which menu; of the open one by default.
   * @returns Whether that menu is open and the row can have that value.
   */
  async changeRow(itemId: string, value: number, menuId?: string): Promise<boolean> {
    return this.#isOpen(menuId) && await this.#parts.overlay.change(itemId, value);
  }

  /**
   * Closes the open menu without a choice.
   *
   * @param reason How: `escape` by default.
   * @param menuId Of which menu; of the open one by default.
   * @returns Whether that menu was open.
   */
  async dismissMenu(reason?: string, menuId?: string): Promise<boolean> {
    return this.#isOpen(menuId) && await this.#parts.overlay.dismiss(reason ?? "escape");
  }

  // Panels

  /**
   * Opens a panel.
   *
   * @param name Its name.
   * @param settings Its settings; by default its configuration has its name.
   */
  openPanel(name: string, settings: PanelSettings = { config: { panelName: name } }): void {
    this.#parts.panels.open(name, settings);
  }

  /**
   * Closes a panel.
   *
   * @param name Its name.
   */
  closePanel(name: string): void {
    this.#parts.panels.close(name);
  }

  #isOpen(menuId: string | undefined): boolean {
    return menuId === undefined || this.#parts.overlay.open?.menuId === menuId;
  }

  #active(): Playlist {
    const { active } = this.#parts.playlists;
    if (!active) throw new ActionError("There is no active playlist");
    return active;
  }
}

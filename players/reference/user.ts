/**
 * The person at the player: what can be done by hand. Everything takes effect, and is signalled, before it returns,
 * but for a track that takes its time to open.
 *
 * @module
 */

import type { Handle } from "../../host_stdio/shapes.ts";
import type { ClipboardContent } from "../model/clipboard.ts";
import type { MenuParts } from "./menu/parts.ts";
import type { Overlay } from "../model/overlay.ts";
import type { Panels, PanelSettings } from "../model/panels.ts";
import type { PlayerUser } from "../model/player.ts";
import type { Playlist } from "../model/playlists.ts";
import type { Theme } from "./app.ts";
import { sequenceOf } from "../model/tracks.ts";

/** What the person can reach. */
export interface UserParts extends Omit<MenuParts, "ratings" | "settings"> {
  readonly overlay: Overlay;
  readonly panels: Panels;
}

/** The person at the player. Whatever is not there, or is locked, throws an ActionError. */
export class User implements PlayerUser {
  readonly #parts: UserParts;

  /**
   * Made by the player alone.
   *
   * @param parts What the person can reach.
   * @internal
   */
  constructor(parts: UserParts) {
    this.#parts = parts;
  }

  // Playback

  /**
   * Double-clicks an item or, without one, presses Play: a resting track goes on; when nothing plays, the active
   * playlist begins with its first selected item or its first.
   *
   * @param playlist The playlist's index.
   * @param item The item.
   */
  play(playlist?: number, item = 0): void {
    const { playback, playlists } = this.#parts;
    if (playlist === undefined) playback.playSelected();
    else playback.playPlace({ playlist: playlists.at(playlist), item });
  }

  /** Presses Stop. */
  stop(): void {
    this.#parts.playback.halt("user");
  }

  /** Presses Next. */
  next(): void {
    this.#parts.playback.playNext();
  }

  /** Presses Previous. */
  previous(): void {
    this.#parts.playback.playPrevious();
  }

  /** Presses Pause: the track rests or goes on. */
  pause(): void {
    this.#parts.playback.togglePause();
  }

  /**
   * Moves the seek bar.
   *
   * @param position Seconds from the track's beginning.
   */
  seek(position: number): void {
    this.#parts.playback.seek(position);
  }

  /**
   * Chooses a playback order.
   *
   * @param order Its number, 0 to 6.
   */
  setOrder(order: number): void {
    this.#parts.playback.useOrder(order);
  }

  // Playlists

  /**
   * Makes a new, empty playlist.
   *
   * @param name Its name.
   * @param index Where in the list; at the end when left out.
   */
  createPlaylist(name: string, index?: number): void {
    this.#parts.playlists.insert(name, index);
  }

  /**
   * Removes a playlist.
   *
   * @param playlist Its index.
   */
  removePlaylist(playlist: number): void {
    this.#parts.playlists.delete(playlist);
  }

  /**
   * Renames a playlist.
   *
   * @param playlist Its index.
   * @param name The new name.
   */
  renamePlaylist(playlist: number, name: string): void {
    this.#parts.playlists.rename(playlist, name);
  }

  /**
   * Drags playlists into another order.
   *
   * @param order order[new] = old.
   */
  reorderPlaylists(order: readonly number[]): void {
    this.#parts.playlists.reorder(order);
  }

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
   * Locks a playlist against every change.
   *
   * @param playlist Its index.
   */
  lockPlaylist(playlist: number): void {
    const { playlists } = this.#parts;
    playlists.lockAsUser(playlists.at(playlist));
  }

  /**
   * Takes a playlist's lock off, whoever has put it on.
   *
   * @param playlist Its index.
   */
  unlockPlaylist(playlist: number): void {
    this.#parts.playlists.at(playlist).lock = null;
  }

  /**
   * Drops tracks into a playlist.
   *
   * @param playlist Its index.
   * @param handles The tracks.
   * @param at Before which item; at the end when left out.
   */
  addTracks(playlist: number, handles: readonly Handle[], at?: number): void {
    const target = this.#parts.playlists.at(playlist);
    this.#parts.playlists.insertItems(target, at ?? target.tracks.length, handles);
  }

  /**
   * Removes items from a playlist.
   *
   * @param playlist Its index.
   * @param start The first item.
   * @param count How many.
   */
  removeItems(playlist: number, start: number, count = 1): void {
    this.#parts.playlists.removeItems(this.#parts.playlists.at(playlist), start, count);
  }

  /**
   * Queues items of a playlist.
   *
   * @param playlist Its index.
   * @param items The items.
   */
  queue(playlist: number, ...items: readonly number[]): void {
    const origin = this.#parts.playlists.at(playlist);
    this.#parts.queue.add(items.map((item) => ({ playlist: origin, item })));
  }

  /**
   * Removes an entry from the queue.
   *
   * @param index Its index.
   */
  unqueue(index: number): void {
    this.#parts.queue.remove({ indices: [index] }, undefined);
  }

  // Selection

  /**
   * Selects items of the active playlist.
   *
   * @param items The items; "all" for all of them.
   */
  selectItems(items: Iterable<number> | "all"): void {
    const { playlists, selection } = this.#parts;
    const { active } = playlists;
    if (active) selection.selectItems(active, items);
  }

  /**
   * Selects playlists in the playlist manager.
   *
   * @param playlists Their indices.
   */
  selectPlaylists(...playlists: readonly number[]): void {
    const chosen: Playlist[] = playlists.map((index) => this.#parts.playlists.at(index));
    this.#parts.selection.selectPlaylists(chosen);
  }

  /**
   * Selects tracks in a viewer of the media library.
   *
   * @param tracks The tracks; "all" for the whole large collection.
   */
  selectInLibrary(tracks: readonly Handle[] | "all"): void {
    const { library, selection } = this.#parts;
    selection.selectInLibrary(tracks === "all" ? library.collection : sequenceOf(tracks));
  }

  /** Makes the selection follow the playing track. */
  followPlayback(): void {
    this.#parts.selection.followPlayback();
  }

  // Menu overlay

  /**
   * Clicks a row of the open menu overlay, which closes.
   *
   * @param itemId The row.
   * @param menuId Of which menu; of the open one when left out.
   * @returns Whether that menu is open and the row can be chosen.
   */
  chooseRow(itemId: string, menuId?: string): boolean {
    return this.#sees(menuId) && this.#parts.overlay.choose(itemId);
  }

  /**
   * Changes the value of a rich row; the overlay stays open.
   *
   * @param itemId The row.
   * @param value Stars, a slider's position or a segment's index.
   * @param menuId Of which menu; of the open one when left out.
   * @returns Whether that menu is open and the row can have that value.
   */
  changeRow(itemId: string, value: number, menuId?: string): boolean {
    return this.#sees(menuId) && this.#parts.overlay.change(itemId, value);
  }

  /**
   * Closes the open menu overlay without a choice.
   *
   * @param reason How: `escape` when left out.
   * @param menuId Of which menu; of the open one when left out.
   * @returns Whether that menu was open.
   */
  dismissMenu(reason?: string, menuId?: string): boolean {
    return this.#sees(menuId) && this.#parts.overlay.dismiss(reason ?? "escape");
  }

  // The rest of the desktop

  /**
   * Copies something in another program.
   *
   * @param content What the clipboard then holds, and nothing else.
   */
  copy(content: Partial<ClipboardContent>): void {
    this.#parts.clipboard.replace(content);
  }

  /**
   * Lets another program hold the clipboard open, or let go of it.
   *
   * @param held Whether it is held.
   */
  holdClipboard(held: boolean): void {
    this.#parts.clipboard.heldByAnother = held;
  }

  /** Opens a dialog that waits for an answer: meanwhile no command runs and no page can take the selection. */
  openDialog(): void {
    this.#parts.app.modalDialogOpen = true;
  }

  /** Closes that dialog. */
  closeDialog(): void {
    this.#parts.app.modalDialogOpen = false;
  }

  /**
   * Changes the system's colours; those left out stay.
   *
   * @param change What changes.
   */
  changeTheme(change: Partial<Theme>): void {
    this.#parts.system.changeTheme(change);
  }

  /**
   * Changes the locale.
   *
   * @param locale A BCP 47 tag.
   */
  changeLocale(locale: string): void {
    this.#parts.system.currentLocale = locale;
  }

  /**
   * Adds a panel to the window.
   *
   * @param name Its name.
   * @param settings What it is made with.
   */
  openPanel(name: string, settings?: PanelSettings): void {
    this.#parts.panels.open(name, settings);
  }

  /**
   * Removes a panel from the window.
   *
   * @param name Its name.
   */
  closePanel(name: string): void {
    this.#parts.panels.close(name);
  }

  /**
   * Moves a panel to another display.
   *
   * @param name Its name.
   * @param dpi Dots per inch of the display.
   */
  movePanel(name: string, dpi: number): void {
    this.#parts.panels.move(name, dpi);
  }

  #sees(menuId: string | undefined): boolean {
    return menuId === undefined || this.#parts.overlay.open?.menuId === menuId;
  }
}

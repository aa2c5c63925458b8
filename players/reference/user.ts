import type { Handle } from "../../host_stdio/api/shapes.ts";
import type { ClipboardContent } from "../model/clipboard.ts";
import type { DialogAnswer, Dialogs } from "../model/dialogs.ts";
import type { Overlay } from "../model/overlay.ts";
import type { Panels, PanelSettings } from "../model/panels.ts";
import type { PlayerUser } from "../model/player.ts";
import type { Playlist } from "../model/playlists.ts";
import { sequenceOf } from "../model/tracks.ts";
import type { Theme } from "./app.ts";
import type { MenuParts } from "./menu/parts.ts";
import type { PanelWindows, WindowState } from "./panel_windows.ts";

export interface UserParts extends Omit<MenuParts, "ratings" | "settings"> {
  readonly dialogs: Dialogs;
  readonly overlay: Overlay;
  readonly panels: Panels;
  readonly windows: PanelWindows;
}

/**
 * What the user of the player can do. Every change is complete and signalled when the method returns, except
 * that a track may take time to open. A method throws an `ActionError` when an item does not exist or is
 * locked.
 */
export class User implements PlayerUser {
  readonly #parts: UserParts;

  /**
   * Creates the user. Called by the player only.
   *
   * @param parts The parts of the player.
   * @internal
   */
  constructor(parts: UserParts) {
    this.#parts = parts;
  }

  // Playback

  /**
   * Double-clicks an item. Without one, presses Play: resumes a paused track, or plays the first selected or
   * first item of the active playlist.
   *
   * @param playlist The index of the playlist.
   * @param item The index of the item; 0 by default.
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

  /** Presses Pause: pauses or resumes. */
  pause(): void {
    this.#parts.playback.togglePause();
  }

  /**
   * Moves the seek bar.
   *
   * @param position Seconds from the beginning of the track.
   */
  seek(position: number): void {
    this.#parts.playback.seek(position);
  }

  /**
   * Chooses a playback order.
   *
   * @param order Its number, an index of `playbackOrders`.
   */
  setOrder(order: number): void {
    this.#parts.playback.useOrder(order);
  }

  /**
   * Moves the volume slider, or presses Mute.
   *
   * @param change The volume (a linear amplitude from 0 to 1), the mute state, or both.
   */
  setVolume(change: { readonly level?: number; readonly muted?: boolean }): void {
    this.#parts.volume.set(change, undefined);
  }

  /**
   * Chooses whether playback stops at the end of the playing track.
   *
   * @param enabled Whether it stops.
   */
  setStopAfterCurrent(enabled: boolean): void {
    this.#parts.playback.stopAfter(enabled);
  }

  // Playlists

  /**
   * Creates an empty playlist.
   *
   * @param name Its name.
   * @param index Its index; at the end by default.
   */
  createPlaylist(name: string, index?: number): void {
    this.#parts.playlists.insert(name, index);
  }

  /**
   * Removes a playlist.
   *
   * @param playlist The index of the playlist.
   */
  removePlaylist(playlist: number): void {
    this.#parts.playlists.delete(playlist);
  }

  /**
   * Renames a playlist.
   *
   * @param playlist The index of the playlist.
   * @param name The new name.
   */
  renamePlaylist(playlist: number, name: string): void {
    this.#parts.playlists.rename(playlist, name);
  }

  /**
   * Reorders the playlists.
   *
   * @param order A permutation of all indices: order[new] = old.
   */
  reorderPlaylists(order: readonly number[]): void {
    this.#parts.playlists.reorder(order);
  }

  /**
   * Makes a playlist the active one.
   *
   * @param playlist The index of the playlist.
   */
  activatePlaylist(playlist: number): void {
    const { playlists } = this.#parts;
    playlists.makeActive(playlists.at(playlist));
  }

  /**
   * Locks a playlist.
   *
   * @param playlist The index of the playlist.
   */
  lockPlaylist(playlist: number): void {
    const { playlists } = this.#parts;
    playlists.lockAsUser(playlists.at(playlist));
  }

  /**
   * Removes the lock of a playlist, even if the bridge took it.
   *
   * @param playlist The index of the playlist.
   */
  unlockPlaylist(playlist: number): void {
    this.#parts.playlists.at(playlist).lock = null;
  }

  /**
   * Inserts tracks into a playlist.
   *
   * @param playlist The index of the playlist.
   * @param handles The tracks.
   * @param at The index of the item before which they are inserted; at the end by default.
   */
  addTracks(playlist: number, handles: readonly Handle[], at?: number): void {
    const target = this.#parts.playlists.at(playlist);
    this.#parts.playlists.insertItems(target, at ?? target.tracks.length, handles);
  }

  /**
   * Removes items from a playlist.
   *
   * @param playlist The index of the playlist.
   * @param start The index of the first item.
   * @param count The number of items; 1 by default.
   */
  removeItems(playlist: number, start: number, count = 1): void {
    this.#parts.playlists.removeItems(this.#parts.playlists.at(playlist), start, count);
  }

  /**
   * Appends items of a playlist to the queue.
   *
   * @param playlist The index of the playlist.
   * @param items The indices of the items.
   */
  queue(playlist: number, ...items: readonly number[]): void {
    const origin = this.#parts.playlists.at(playlist);
    this.#parts.queue.add(items.map((item) => ({ playlist: origin, item })));
  }

  /**
   * Removes an entry from the queue, if it is still there.
   *
   * @param entry The id of the entry.
   */
  unqueue(entry: string): void {
    this.#parts.queue.unqueue([entry]);
  }

  // Selection

  /**
   * Selects items of the active playlist.
   *
   * @param items The indices of the items; "all" for all.
   */
  selectItems(items: Iterable<number> | "all"): void {
    const { playlists, selection } = this.#parts;
    const { active } = playlists;
    if (active) selection.selectItems(active, items);
  }

  /**
   * Selects playlists in the playlist manager.
   *
   * @param playlists The indices of the playlists.
   */
  selectPlaylists(...playlists: readonly number[]): void {
    const chosen: Playlist[] = playlists.map((index) => this.#parts.playlists.at(index));
    this.#parts.selection.selectPlaylists(chosen);
  }

  /**
   * Selects tracks in a viewer of the media library.
   *
   * @param tracks The tracks; "all" for the large collection.
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
   * Chooses a row of the open menu overlay. The overlay closes.
   *
   * @param itemId The id of the row.
   * @param menuId The menu; the open one by default.
   * @returns Whether that menu is open and the row can be chosen.
   */
  chooseRow(itemId: string, menuId?: string): boolean {
    return this.#sees(menuId) && this.#parts.overlay.choose(itemId);
  }

  /**
   * Changes the value of a rich row; the overlay stays open.
   *
   * @param itemId The id of the row.
   * @param value Stars, a slider's position or a segment's index.
   * @param menuId The menu; the open one by default.
   * @returns Whether that menu is open and the row can have that value.
   */
  changeRow(itemId: string, value: number, menuId?: string): boolean {
    return this.#sees(menuId) && this.#parts.overlay.change(itemId, value);
  }

  /**
   * Closes the open menu overlay without a choice.
   *
   * @param reason The reason that is signalled; `escape` by default.
   * @param menuId The menu; the open one by default.
   * @returns Whether that menu was open.
   */
  dismissMenu(reason?: string, menuId?: string): boolean {
    return this.#sees(menuId) && this.#parts.overlay.dismiss(reason ?? "escape");
  }

  // Dialogs of panels

  /**
   * Answers an open dialog of a panel.
   *
   * @param answer The answer; nothing to cancel.
   * @param id The dialog; the oldest one by default.
   * @returns Whether it was open.
   */
  answerDialog(answer: DialogAnswer, id?: number): boolean {
    return this.#parts.dialogs.answer(answer, id);
  }

  // Other programs, windows and the system

  /**
   * Copies something as another program would.
   *
   * @param content The new content of the clipboard; formats left out are null.
   */
  copy(content: Partial<ClipboardContent>): void {
    this.#parts.clipboard.replace(content);
  }

  /**
   * Makes another program hold the clipboard open, or release it.
   *
   * @param held Whether it is held open.
   */
  holdClipboard(held: boolean): void {
    this.#parts.clipboard.heldByAnother = held;
  }

  /** Opens a dialog. Until it is closed, no command runs and no page can take the selection. */
  openDialog(): void {
    this.#parts.app.modalDialogOpen = true;
  }

  /** Closes the dialog. */
  closeDialog(): void {
    this.#parts.app.modalDialogOpen = false;
  }

  /**
   * Changes the system's colours.
   *
   * @param change The new colours; others stay.
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
   * Opens a panel in the window, or replaces the one of that name.
   *
   * @param name The name of the panel.
   * @param settings Its configuration and display.
   */
  openPanel(name: string, settings?: PanelSettings): void {
    this.#parts.panels.open(name, settings);
  }

  /**
   * Closes a panel.
   *
   * @param name The name of the panel.
   */
  closePanel(name: string): void {
    this.#parts.panels.close(name);
    this.#parts.dialogs.closePanel(name);
  }

  /**
   * Moves a panel into a window of its own.
   *
   * @param name The name of the panel.
   */
  detachPanel(name: string): void {
    this.#parts.windows.open(name);
  }

  /**
   * Changes the window of a panel: maximizes it, gives it the focus and so on.
   *
   * @param name The name of the panel.
   * @param change The new state; other parts stay.
   */
  changeWindow(name: string, change: Partial<WindowState>): void {
    this.#parts.windows.change(name, change);
  }

  /**
   * Moves a panel to another display.
   *
   * @param name The name of the panel.
   * @param dpi Dots per inch of the display.
   */
  movePanel(name: string, dpi: number): void {
    this.#parts.panels.move(name, dpi);
  }

  #sees(menuId: string | undefined): boolean {
    return menuId === undefined || this.#parts.overlay.open?.menuId === menuId;
  }
}

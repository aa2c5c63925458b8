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
 * locked. Playlists and items are given by their indices, panels by their names, and menu overlays by their
 * ids, by default the open one.
 */
export class User implements PlayerUser {
  readonly #parts: UserParts;

  /**
   * Creates the user. Called by the player only.
   *
   * @internal
   */
  constructor(parts: UserParts) {
    this.#parts = parts;
  }

  // Playback

  /**
   * Double-clicks an item. Without one, presses Play: resumes a paused track, or plays the first selected or
   * first item of the active playlist.
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

  /** Moves the seek bar to a position in seconds. */
  seek(position: number): void {
    this.#parts.playback.seek(position);
  }

  /** Chooses a playback order, an index of `playbackOrders`. */
  setOrder(order: number): void {
    this.#parts.playback.useOrder(order);
  }

  /** Moves the volume slider (a linear amplitude from 0 to 1), or presses Mute. */
  setVolume(change: { readonly level?: number; readonly muted?: boolean }): void {
    this.#parts.volume.set(change, undefined);
  }

  /** Chooses whether playback stops at the end of the playing track. */
  setStopAfterCurrent(enabled: boolean): void {
    this.#parts.playback.stopAfter(enabled);
  }

  // Playlists

  /** Creates an empty playlist, at the end by default. */
  createPlaylist(name: string, index?: number): void {
    this.#parts.playlists.insert(name, index);
  }

  /** Removes a playlist. */
  removePlaylist(playlist: number): void {
    this.#parts.playlists.delete(playlist);
  }

  /** Renames a playlist. */
  renamePlaylist(playlist: number, name: string): void {
    this.#parts.playlists.rename(playlist, name);
  }

  /** Reorders the playlists: order[new] = old. */
  reorderPlaylists(order: readonly number[]): void {
    this.#parts.playlists.reorder(order);
  }

  /** Makes a playlist the active one. */
  activatePlaylist(playlist: number): void {
    const { playlists } = this.#parts;
    playlists.makeActive(playlists.at(playlist));
  }

  /** Locks a playlist. */
  lockPlaylist(playlist: number): void {
    const { playlists } = this.#parts;
    playlists.lockAsUser(playlists.at(playlist));
  }

  /** Removes the lock of a playlist, even if the bridge took it. */
  unlockPlaylist(playlist: number): void {
    this.#parts.playlists.at(playlist).lock = null;
  }

  /** Inserts tracks into a playlist, before the item `at`; at the end by default. */
  addTracks(playlist: number, handles: readonly Handle[], at?: number): void {
    const target = this.#parts.playlists.at(playlist);
    this.#parts.playlists.insertItems(target, at ?? target.tracks.length, handles);
  }

  /** Removes items from a playlist. */
  removeItems(playlist: number, start: number, count = 1): void {
    this.#parts.playlists.removeItems(this.#parts.playlists.at(playlist), start, count);
  }

  /** Appends items of a playlist to the queue. */
  queue(playlist: number, ...items: readonly number[]): void {
    const origin = this.#parts.playlists.at(playlist);
    this.#parts.queue.add(items.map((item) => ({ playlist: origin, item })));
  }

  /** Removes an entry, by its id, from the queue, if it is still there. */
  unqueue(entry: string): void {
    this.#parts.queue.unqueue([entry]);
  }

  // Selection

  /** Selects items of the active playlist, or all. */
  selectItems(items: Iterable<number> | "all"): void {
    const { playlists, selection } = this.#parts;
    const { active } = playlists;
    if (active) selection.selectItems(active, items);
  }

  /** Selects playlists in the playlist manager. */
  selectPlaylists(...playlists: readonly number[]): void {
    const chosen: Playlist[] = playlists.map((index) => this.#parts.playlists.at(index));
    this.#parts.selection.selectPlaylists(chosen);
  }

  /** Selects tracks in a viewer of the media library; "all" for the large collection. */
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
   * @returns Whether that menu is open and the row can be chosen.
   */
  chooseRow(itemId: string, menuId?: string): boolean {
    return this.#sees(menuId) && this.#parts.overlay.choose(itemId);
  }

  /**
   * Changes the value of a rich row: stars, a slider's position or a segment's index. The overlay stays open.
   *
   * @returns Whether that menu is open and the row can have that value.
   */
  changeRow(itemId: string, value: number, menuId?: string): boolean {
    return this.#sees(menuId) && this.#parts.overlay.change(itemId, value);
  }

  /**
   * Closes the open menu overlay without a choice; the signalled reason is `escape` by default.
   *
   * @returns Whether that menu was open.
   */
  dismissMenu(reason?: string, menuId?: string): boolean {
    return this.#sees(menuId) && this.#parts.overlay.dismiss(reason ?? "escape");
  }

  // Dialogs of panels

  /**
   * Answers an open dialog of a panel, the oldest one by default; an empty answer cancels it.
   *
   * @returns Whether it was open.
   */
  answerDialog(answer: DialogAnswer, id?: number): boolean {
    return this.#parts.dialogs.answer(answer, id);
  }

  // Other programs, windows and the system

  /** Copies something as another program would; formats left out are null. */
  copy(content: Partial<ClipboardContent>): void {
    this.#parts.clipboard.replace(content);
  }

  /** Opens a dialog. Until it is closed, no command runs and no page can take the selection. */
  openDialog(): void {
    this.#parts.app.modalDialogOpen = true;
  }

  /** Closes the dialog. */
  closeDialog(): void {
    this.#parts.app.modalDialogOpen = false;
  }

  /** Changes some of the system's colours. */
  changeTheme(change: Partial<Theme>): void {
    this.#parts.system.changeTheme(change);
  }

  /** Changes the locale, a BCP 47 tag. */
  changeLocale(locale: string): void {
    this.#parts.system.currentLocale = locale;
  }

  /** Opens a panel in the window, or replaces the one of that name. */
  openPanel(name: string, settings?: PanelSettings): void {
    this.#parts.panels.open(name, settings);
  }

  /** Closes a panel. */
  closePanel(name: string): void {
    this.#parts.panels.close(name);
    this.#parts.dialogs.closePanel(name);
  }

  /** Moves a panel into a window of its own. */
  detachPanel(name: string): void {
    this.#parts.windows.open(name);
  }

  /** Changes the window of a panel: maximizes it, gives it the focus and so on. */
  changeWindow(name: string, change: Partial<WindowState>): void {
    this.#parts.windows.change(name, change);
  }

  #sees(menuId: string | undefined): boolean {
    return menuId === undefined || this.#parts.overlay.open?.menuId === menuId;
  }
}

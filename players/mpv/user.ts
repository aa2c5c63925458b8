import { ActionError } from "../model/actions.ts";
import type { DialogAnswer, Dialogs } from "../model/dialogs.ts";
import type { Overlay } from "../model/overlay.ts";
import type { Panels, PanelSettings } from "../model/panels.ts";
import type { PlayerUser } from "../model/player.ts";
import type { Playlist, Playlists } from "../model/playlists.ts";
import type { Queue } from "../model/queue.ts";
import type { Selection } from "../model/selection.ts";
import type { MpvLink } from "./ipc/mpv_link.ts";
import type { MpvVolume } from "./mpv_volume.ts";
import type { ScreenOverlay } from "./overlay.ts";
import type { MpvPlayback } from "./playback.ts";

export interface MpvUserParts {
  readonly link: MpvLink;
  readonly playback: MpvPlayback;
  readonly volume: MpvVolume;
  readonly playlists: Playlists;
  readonly queue: Queue;
  readonly selection: Selection;
  readonly panels: Panels;
  readonly dialogs: Dialogs;
  readonly overlay: Overlay | ScreenOverlay;
  readonly remove: (playlist: Playlist, start: number, count: number) => Promise<void>;
}

/**
 * What the user can do through the player, besides using mpv itself. A method rejects with an `ActionError` when
 * an item does not exist, or while there is no mpv.
 */
export class MpvUser implements PlayerUser {
  readonly #parts: MpvUserParts;

  constructor(parts: MpvUserParts) {
    this.#parts = parts;
  }

  async play(playlist?: number, item = 0): Promise<void> {
    const { playback, playlists } = this.#parts;
    if (playlist !== undefined) return await playback.playPlace({ playlist: playlists.at(playlist), item });
    await playback.playSelected();
  }

  async stop(): Promise<void> {
    await this.#parts.playback.halt("user");
  }

  async next(): Promise<void> {
    await this.#parts.playback.next({}, undefined);
  }

  /** Uses mpv's own command. */
  async previous(): Promise<void> {
    await this.#parts.link.command("playlist-prev");
  }

  async pause(): Promise<void> {
    await this.#parts.link.command("cycle", "pause");
  }

  async seek(position: number): Promise<void> {
    await this.#parts.playback.seek({ position }, undefined);
  }

  async setVolume(change: { readonly level?: number; readonly muted?: boolean }): Promise<void> {
    await this.#parts.volume.set({ ...change }, undefined);
  }

  async setStopAfterCurrent(enabled: boolean): Promise<void> {
    await this.#parts.playback.stopAfter(enabled);
  }

  async setOrder(order: number): Promise<void> {
    await this.#parts.playback.setOrder({ order }, undefined);
  }

  activatePlaylist(playlist: number): void {
    const { playlists } = this.#parts;
    playlists.makeActive(playlists.at(playlist));
  }

  async removeItems(playlist: number, start: number, count = 1): Promise<void> {
    await this.#parts.remove(this.#parts.playlists.at(playlist), start, count);
  }

  queue(playlist: number, ...items: readonly number[]): void {
    const { playlists, queue, playback } = this.#parts;
    const origin = playlists.at(playlist);
    queue.add(items.map((item) => ({ playlist: origin, item })));
    playback.arrange();
  }

  unqueue(entry: string): void {
    const { queue, playback } = this.#parts;
    queue.unqueue([entry]);
    playback.arrange();
  }

  selectItems(items: Iterable<number> | "all"): void {
    this.#parts.selection.selectItems(this.#active(), items);
  }

  selectPlaylists(...playlists: readonly number[]): void {
    const chosen: Playlist[] = playlists.map((index) => this.#parts.playlists.at(index));
    this.#parts.selection.selectPlaylists(chosen);
  }

  followPlayback(): void {
    this.#parts.selection.followPlayback();
  }

  /** Without a `menuId`, the menu may be mpv's context menu. */
  async chooseRow(itemId: string, menuId?: string): Promise<boolean> {
    return this.#isOpen(menuId) && await this.#parts.overlay.choose(itemId);
  }

  async changeRow(itemId: string, value: number, menuId?: string): Promise<boolean> {
    return this.#isOpen(menuId) && await this.#parts.overlay.change(itemId, value);
  }

  async dismissMenu(reason?: string, menuId?: string): Promise<boolean> {
    return this.#isOpen(menuId) && await this.#parts.overlay.dismiss(reason ?? "escape");
  }

  answerDialog(answer: DialogAnswer, id?: number): boolean {
    return this.#parts.dialogs.answer(answer, id);
  }

  /** Opens a panel. By default its configuration contains its name. */
  openPanel(name: string, settings: PanelSettings = { config: { panelName: name } }): void {
    this.#parts.panels.open(name, settings);
  }

  closePanel(name: string): void {
    this.#parts.panels.close(name);
    this.#parts.dialogs.closePanel(name);
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

/**
 * The reference player as the playground's player.
 *
 * @module
 */

import type { ActionTable } from "../client/action_table.ts";
import type { Handle } from "../host_stdio/shapes.ts";
import type { SignalInput } from "../host_stdio/signals.ts";
import { ReferencePlayer, type ReferencePlayerOptions } from "../players/reference/mod.ts";
import { version } from "../version.ts";
import type { PlaygroundPlayer } from "./playground_player.ts";
import type { NowPlayingState, PlayerCommand, PlayerState, TrackRow } from "./protocol.ts";
import { rowOf } from "./track_row.ts";

/** How much of long lists a page is shown. */
const SHOWN = { queue: 200, selection: 1000, console: 200, desktop: 20 } as const;

/** The reference player behind the playground. */
export class ReferenceHost implements PlaygroundPlayer {
  readonly name = "reference player";
  readonly version = version;
  readonly commands = [
    "play",
    "resume",
    "pause",
    "stop",
    "next",
    "previous",
    "seek",
    "activate",
    "select",
    "queue",
    "unqueue",
    "theme",
    "locale",
    "choose",
    "change",
    "dismiss",
  ] as const;
  readonly actions: ActionTable;
  readonly #player: ReferencePlayer;

  /** @param options What the player is made with. It begins without panels. */
  constructor(options: ReferencePlayerOptions = {}) {
    this.#player = new ReferencePlayer({ panels: {}, ...options });
    this.actions = this.#player.actions;
  }

  onSignal(listener: (signal: SignalInput) => void): () => void {
    return this.#player.onSignal(listener);
  }

  async state(): Promise<PlayerState> {
    const player = this.#player;
    const { clipboard, selection, playlists, activePlaylist, consoleLines, theme, locale, overlay } = player;
    const page = await player.actions["player.selection.get"](
      { offset: 0, limit: SHOWN.selection },
      undefined,
    );
    const within = playlists.findIndex(({ id }) => id === page.playlist);
    return {
      nowPlaying: await this.#nowPlaying(),
      playlists: {
        active: activePlaylist,
        list: playlists.map(({ name, count, lock }) => ({ name, count, locked: lock !== null })),
      },
      queue: await Promise.all(
        player.queue.slice(0, SHOWN.queue).map(async ({ handle, playlist, item }) => ({
          ...await this.#row(handle),
          playlist,
          item,
        })),
      ),
      selection: { ...selection, playlist: within < 0 ? null : within, items: page.items ?? [] },
      clipboard: { text: clipboard.text, files: clipboard.files, hasImage: clipboard.hasImage },
      console: consoleLines.slice(-SHOWN.console).map(({ level, line }) => ({ level, line })),
      theme,
      locale,
      overlay,
      desktop: this.#desktop().slice(-SHOWN.desktop),
    };
  }

  async tracks(playlist: number, offset: number, limit: number): Promise<readonly TrackRow[]> {
    const found = this.#player.playlists[playlist];
    if (!found) throw new RangeError(`There is no playlist ${playlist}`);
    return await Promise.all(found.tracks(offset, limit).map((handle) => this.#row(handle)));
  }

  async perform(command: PlayerCommand): Promise<void> {
    const { user, actions } = this.#player;
    switch (command.do) {
      case "play":
        return user.play(command.playlist, command.item);
      case "resume":
        return user.play();
      case "pause":
        return user.pause();
      case "stop":
        return user.stop();
      case "next":
        return user.next();
      case "previous":
        return user.previous();
      case "seek":
        return user.seek(command.position);
      case "activate":
        return user.activatePlaylist(command.playlist);
      case "select":
        return user.selectItems(command.items);
      case "queue":
        return user.queue(command.playlist, ...command.items);
      case "unqueue":
        await actions["player.queue.remove"]({ indices: [command.index] }, undefined);
        return;
      case "theme": {
        const { darkMode, accentColor } = command;
        return user.changeTheme({
          ...darkMode === undefined ? {} : { darkMode },
          ...accentColor === undefined ? {} : { accentColor },
        });
      }
      case "locale":
        return user.changeLocale(command.locale);
      case "choose":
        user.chooseRow(command.itemId, command.menuId);
        return;
      case "change":
        user.changeRow(command.itemId, command.value, command.menuId);
        return;
      case "dismiss":
        // Of another menu than the open one: the person was faster than the picture.
        if (this.#player.overlay?.menuId === command.menuId) user.dismissMenu(command.reason);
    }
  }

  panelOpened(name: string): void {
    this.#player.user.openPanel(name, { config: { panelName: name } });
  }

  panelClosed(name: string): void {
    this.#player.user.closePanel(name);
  }

  close(): Promise<void> {
    this.#player.close();
    return Promise.resolve();
  }

  async #nowPlaying(): Promise<NowPlayingState | null> {
    const playing = this.#player.nowPlaying;
    if (!playing) return null;
    const { handle, playlist, item, position, length, paused } = playing;
    return { ...await this.#row(handle), playlist, item, position, length, paused };
  }

  async #row(handle: Handle): Promise<TrackRow> {
    const { track } = await this.#player.actions["player.media.info"]({ handle }, undefined);
    return rowOf(handle, track);
  }

  /** The last of each kind, together: they have no common clock. */
  #desktop(): string[] {
    const { popupMessages, appCommands, librarySearches, commandsRun, contextPopups } = this.#player;
    return [
      ...popupMessages.slice(-5).map(({ title, message }) => `Message “${title}”: ${message}`),
      ...appCommands.slice(-5).map((command) => `Command: ${command}`),
      ...librarySearches.slice(-5).map((query) => `Library search: ${query}`),
      ...commandsRun.slice(-5).map(({ menu, label }) => `Command of the ${menu} menu: ${label}`),
      ...contextPopups.slice(-3).map(({ source }) => `Native context menu of: ${source}`),
    ];
  }
}

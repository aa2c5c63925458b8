/**
 * The reference player: a whole media player in memory, behind the native actions of native-actions.md.
 *
 * It is the default player of a TypeScript program, and the simplest example of a player that behaves as the
 * bridge expects. It makes no sound and opens no files or connections. Its albums, a collection of 200,000
 * tracks, and its streams are made up and always the same. Music plays in real time or faster, and the player
 * sends every signal that a native player would.
 *
 * `actions` has a function for each native action of the bridge. `onSignal` listens to the signals for the
 * bridge. `user` does what the player's user does: selects tracks, presses buttons and answers menus.
 * `facts` and the other properties are the player's state.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { ReferencePlayer } from "./mod.ts";
 *
 * const player = new ReferencePlayer({ speed: 1000 });
 * const signals: string[] = [];
 * player.onSignal(({ name }) => signals.push(name));
 *
 * await player.actions["player.clipboard.write"]({ formats: [{ format: "text", data: "Hello" }] }, "p1");
 * player.user.play(0, 2);
 * player.user.stop();
 *
 * assertEquals(player.clipboard.text, "Hello");
 * assertEquals(signals, ["signal.trackStarted", "signal.playbackStopped"]);
 * player.close();
 * ```
 *
 * Some names have a meaning. The hosts in `streamHosts`, such as `slow.example` and `broken.example`, are
 * streams that behave as their names say. `/music/unsorted/01 damaged.mp3` cannot be decoded. Nothing below a
 * folder `private` or ending in `.secret` may be read.
 *
 * @module
 */

import type { MenuContext } from "../../host_stdio/api/shapes.ts";
import type { SignalMessage } from "../../host_stdio/api/signals.ts";
import { systemClock } from "../../host_stdio/clock.ts";
import { version } from "../../host_stdio/version.ts";
import type { PlayerActions } from "../model/actions.ts";
import { Clipboard, type ClipboardContent } from "../model/clipboard.ts";
import { Dialogs } from "../model/dialogs.ts";
import { Overlay } from "../model/overlay.ts";
import { Panels, type PanelSettings } from "../model/panels.ts";
import type { Player, PlayerFacts } from "../model/player.ts";
import { Playlists } from "../model/playlists.ts";
import { type PluginMethods, Plugins } from "../model/plugins.ts";
import { Queue } from "../model/queue.ts";
import { Selection } from "../model/selection.ts";
import { SignalSender } from "../model/signal_sender.ts";
import { taggedTrack } from "../model/tags.ts";
import { Volume } from "../model/volume.ts";
import { App, type AppCommand, Console, defaultTheme, type PopupMessage, System, type Theme } from "./app.ts";
import { PlayerClock } from "./clock.ts";
import { ReferenceFacts } from "./facts.ts";
import { Library } from "./library/library.ts";
import { MediaLibrary } from "./library/media_library.ts";
import { Media } from "./media.ts";
import { type CommandRun, Menus } from "./menu/menus.ts";
import { MenuSettings, Ratings } from "./menu/parts.ts";
import type { ReferencePlayerOptions } from "./options.ts";
import { PanelWindows } from "./panel_windows.ts";
import { Playback } from "./playback.ts";
import { Sleeves } from "./sleeves.ts";
import { User } from "./user.ts";
import { usualPlaylists } from "./usual_playlists.ts";

export { ActionError, type ActionHandler, type PlayerActions } from "../model/actions.ts";
export type { AppCommand, AppPaths, ConsoleLine, PopupMessage, Theme } from "./app.ts";
export type { ClipboardContent } from "../model/clipboard.ts";
export type { SeededTrack } from "./library/sources.ts";
export { streamHosts } from "./library/streams.ts";
export type { CommandRun } from "./menu/menus.ts";
export type { ReferencePlayerOptions } from "./options.ts";
export type { DialogAnswer, DialogParams, DialogUser, OpenDialog } from "../model/dialogs.ts";
export type { OpenOverlay, OverlayStep, OverlayUser } from "../model/overlay.ts";
export type {
  NowPlaying,
  Player,
  PlayerFacts,
  PlayerUser,
  PlaylistView,
  QueuedPlace,
  TrackPlace,
} from "../model/player.ts";
export type { PanelSettings } from "../model/panels.ts";
export { playbackOrders } from "../model/playback_order.ts";
export type { PlaylistSeed } from "../model/playlists.ts";
export type { Plugin, PluginMaker, PluginMethod, PluginMethods, SendPluginEvent } from "../model/plugins.ts";
export type { SelectionType } from "../model/selection.ts";
export type { TrackSequence } from "../model/tracks.ts";
export type { User } from "./user.ts";
export type { WindowState } from "./panel_windows.ts";

const COLLECTION_SIZE = 200_000;
const SLOW_MILLISECONDS = 2000;
const SCAN_MILLISECONDS = 500;
const MAIN_DISPLAY_DPI = 96;

const usualPanels: Readonly<Record<string, PanelSettings>> = {
  p1: { config: { panelName: "Now Playing" } },
  p2: { config: { panelName: "Library", enableDragDrop: false, transparentBackground: true }, dpi: 144 },
};

/** A media player in memory. See {@linkcode ReferencePlayerOptions} for its defaults. */
export class ReferencePlayer implements Player {
  /** The name that `bridge.initialize` sends. */
  readonly name = "reference player";
  /** The version that `bridge.initialize` sends: the version of the package. */
  readonly version: string = version;
  /** The native actions, as functions. */
  readonly actions: PlayerActions;
  /** The player's user. */
  readonly user: User;
  /** The state that every {@linkcode Player} has. The properties below are those that only this player has. */
  readonly facts: PlayerFacts;
  readonly #app: App;
  readonly #clipboard: Clipboard;
  readonly #clock: PlayerClock;
  readonly #menus: Menus;
  readonly #plugins: Plugins;
  readonly #signals = new SignalSender();
  readonly #system: System;

  /**
   * Makes a player. Nothing plays yet.
   *
   * @param options All are optional.
   * @throws {RangeError} When the speed is not above 0.
   */
  constructor(options: ReferencePlayerOptions = {}) {
    const signals = this.#signals;
    const clock = new PlayerClock(options.clock ?? systemClock);
    const library = new Library(options.tracks ?? [], options.collectionSize ?? COLLECTION_SIZE);
    const console = new Console(clock, options.consoleLines);
    const dialogs = new Dialogs(options.dialogUser ?? (() => undefined));
    const media = new Media(
      library,
      dialogs,
      clock,
      options.slowMilliseconds ?? SLOW_MILLISECONDS,
    );
    const playlists = new Playlists(options.playlists ?? usualPlaylists(library), signals);
    const queue = new Queue(playlists, library, signals);
    const volume = new Volume(signals);
    const playback = new Playback({ playlists, queue, volume, library, media, console, signals, clock }, {
      speed: options.speed ?? 1,
      openingMilliseconds: options.openingMilliseconds ?? 0,
      seed: options.seed ?? 1,
    });
    const paths = {
      component: "/opt/reference-player/components/tonearm",
      installation: "/opt/reference-player",
      profile: "/opt/reference-player/profile",
      ...options.paths,
      ...(options.profile !== undefined && { profile: options.profile }),
    };
    const app = new App(paths, () => playback.halt("shutdown"));
    // Created last: it signals changes, which the queue and playback must have observed by then.
    const selection = new Selection({ playlists, playback, library, app, signals });
    const clipboard = new Clipboard();
    const system = new System(options.locale ?? "en-US", { ...defaultTheme, ...options.theme });
    const panels = new Panels(options.panels ?? usualPanels, options.dpi ?? MAIN_DISPLAY_DPI);
    const windows = new PanelWindows(signals);
    const sleeves = new Sleeves(library);
    const overlay = new Overlay(clock, signals, options.overlayUser ?? (() => undefined));
    const parts = { app, clipboard, library, playback, playlists, queue, selection, system, volume };
    const menuParts = { ...parts, ratings: new Ratings(), settings: new MenuSettings() };
    const menus = new Menus(menuParts, options.canBuildMainMenuTree ?? true);
    const plugins = new Plugins(options.plugins);
    const mediaLibrary = new MediaLibrary(
      library,
      signals,
      clock,
      options.scanMilliseconds ?? SCAN_MILLISECONDS,
    );

    this.#app = app;
    this.#clipboard = clipboard;
    this.#clock = clock;
    this.#menus = menus;
    this.#plugins = plugins;
    this.#system = system;
    this.user = new User({ ...parts, dialogs, overlay, panels, windows });
    this.facts = new ReferenceFacts({ ...parts, console, dialogs, menus, overlay, panels });
    this.actions = {
      "player.clipboard.read": clipboard.read,
      "player.clipboard.write": clipboard.write,
      "player.console.print": console.print,
      "player.media.authorize": media.authorize,
      "player.media.resolve": media.resolve,
      "player.media.info": media.info,
      "player.media.tags": async ({ handles }, panel) => ({
        tracks: await Promise.all(
          handles.map(async (handle) => taggedTrack((await media.info({ handle }, panel)).track)),
        ),
      }),
      "player.menu.build": menus.build,
      "player.menu.listMainCommands": menus.listMainCommands,
      "player.menu.runMain": menus.runMain,
      "player.menu.runContext": menus.runContext,
      "player.menu.popup": menus.popup,
      "player.overlay.open": overlay.show,
      "player.overlay.close": overlay.close,
      "player.ui.dialog": dialogs.show,
      "player.app.run": app.run,
      "player.app.paths": app.paths,
      "player.app.showLibrarySearch": app.showLibrarySearch,
      "player.app.showPopup": app.showPopup,
      "player.app.components": app.components,
      "player.artwork.get": sleeves.artwork,
      "player.media.lyrics": sleeves.lyrics,
      "player.window.run": windows.run,
      "player.window.state": windows.state,
      "player.panel.getConfig": panels.getConfig,
      "player.panel.setConfig": panels.setConfig,
      "player.system.display": panels.display,
      "player.system.locale": system.locale,
      "player.system.theme": system.theme,
      "player.playlist.list": playlists.list,
      "player.playlist.create": playlists.create,
      // Playlists hold canonical handles.
      "player.playlist.append": ({ playlist, handles }, panel) => {
        for (const handle of handles) media.requireAppendable(handle);
        return playlists.append(
          { playlist, handles: handles.map((handle) => library.canonical(handle)) },
          panel,
        );
      },
      "player.playlist.insert": ({ playlist, index, handles }, panel) => {
        for (const handle of handles) media.requireAppendable(handle);
        return playlists.insertTracks(
          { playlist, index, handles: handles.map((handle) => library.canonical(handle)) },
          panel,
        );
      },
      "player.playlist.remove": playlists.remove,
      "player.playlist.lock": playlists.lock,
      "player.playlist.activate": playlists.activate,
      "player.playlist.items": playlists.items(library),
      "player.playlist.rename": playlists.renameById,
      "player.playlist.delete": playlists.deleteById,
      "player.playlist.removeItems": playlists.removeSome,
      "player.playlist.reorder": playlists.reorderItems,
      "player.playlist.selection": playlists.selection,
      "player.playlist.select": playlists.select,
      "player.playback.nowPlaying": playback.nowPlaying,
      "player.playback.play": playback.play,
      "player.playback.stop": playback.stop,
      "player.playback.next": playback.next,
      "player.playback.setOrder": playback.setOrder,
      "player.playback.state": playback.state,
      "player.playback.start": playback.start,
      "player.playback.pause": playback.pause,
      "player.playback.previous": playback.previous,
      "player.playback.seek": playback.setPosition,
      "player.playback.setVolume": volume.set,
      "player.playback.setStopAfterCurrent": playback.setStopAfterCurrent,
      "player.queue.get": queue.get,
      "player.queue.ids": queue.ids,
      "player.queue.count": queue.count,
      "player.queue.append": queue.append,
      "player.queue.remove": queue.remove,
      "player.queue.reorder": queue.reorder,
      "player.queue.clear": queue.clear,
      "player.selection.get": selection.get,
      "player.selection.set": selection.set,
      "player.selection.track": selection.track,
      "player.library.tracks": mediaLibrary.tracks,
      "player.library.rescan": mediaLibrary.rescan,
      "player.plugin.invoke": plugins.invoke,
    };
  }

  /**
   * Calls a listener with each signal for the bridge, in order.
   *
   * @param listener What to call.
   * @returns A function that removes the listener.
   */
  onSignal(listener: (signal: SignalMessage) => void): () => void {
    return this.#signals.on(listener);
  }

  /** Ends the player and cancels all timers. Its state can still be read. */
  close(): void {
    this.#clock.close();
  }

  /**
   * Adds an external plugin, or replaces the one of that namespace. Tell the bridge too, with
   * `bridge.registerPlugin` (protocol.md).
   *
   * @param namespace The namespace of its operations.
   * @param methods The operations by their method names.
   */
  registerPlugin(namespace: string, methods: PluginMethods): void {
    this.#plugins.register(namespace, methods);
  }

  /**
   * Removes an external plugin. Tell the bridge too, with `bridge.unregisterPlugin` (protocol.md).
   *
   * @param namespace The namespace of its operations.
   * @returns Whether there was such a plugin.
   */
  unregisterPlugin(namespace: string): boolean {
    return this.#plugins.unregister(namespace);
  }

  /** The content of the clipboard. */
  get clipboard(): ClipboardContent {
    return this.#clipboard.content;
  }

  /** The latest standard commands, oldest first. */
  get appCommands(): readonly AppCommand[] {
    return this.#app.commands;
  }

  /** The latest queries of the library search window, oldest first. */
  get librarySearches(): readonly string[] {
    return this.#app.searches;
  }

  /** The latest popup messages, oldest first. */
  get popupMessages(): readonly PopupMessage[] {
    return this.#app.messages;
  }

  /** The latest menu commands, oldest first. */
  get commandsRun(): readonly CommandRun[] {
    return this.#menus.runs;
  }

  /** The contexts of the latest native context menus, oldest first. */
  get contextPopups(): readonly MenuContext[] {
    return this.#menus.popups;
  }

  /** The user's locale, a BCP 47 tag. */
  get locale(): string {
    return this.#system.currentLocale;
  }

  /** The system's colours. */
  get theme(): Theme {
    return this.#system.currentTheme;
  }
}

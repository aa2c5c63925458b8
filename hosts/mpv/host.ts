/**
 * A player made of mpv: the native actions of native-actions.md, carried out by a real one.
 *
 * What mpv has, it does: it plays, its playlist is one of the playlists, its bindings and commands are the menu. What it
 * has not, the host keeps: further playlists, the queue, the selection, the playback order.
 *
 * @module
 */

import { spawnBridge, type SpawnedBridge } from "../../client/spawn_bridge.ts";
import type { ActionTable } from "../../client/action_table.ts";
import type { Handle } from "../../host_stdio/shapes.ts";
import { ActionError } from "../../reference_player/action_error.ts";
import { Panels, type PanelSettings } from "../../reference_player/panels.ts";
import { Playlists } from "../../reference_player/playlists.ts";
import { Queue } from "../../reference_player/queue.ts";
import { Selection } from "../../reference_player/selection.ts";
import { SignalSender } from "../../reference_player/signal_sender.ts";
import { version } from "../../version.ts";
import { App, type Environment } from "./app.ts";
import { Deck } from "./deck.ts";
import { Desktop } from "./desktop.ts";
import type { MpvEvent } from "./ipc/mpv_client.ts";
import { type MpvChoice, MpvLink } from "./ipc/mpv_link.ts";
import { canonicalHandle, Media } from "./media.ts";
import { accessProblem } from "./media_access.ts";
import { Menus } from "./menu/menus.ts";
import { OsdMenu } from "./osd_menu.ts";
import { Overlay } from "./overlay.ts";
import { OwnPlaylist } from "./own_playlist.ts";
import { MpvPlayback } from "./playback.ts";
import { Probe } from "./probe.ts";
import { type ClipboardActions, clipboardOf } from "./system_clipboard.ts";
import { TrackStore } from "./track_store.ts";

/** The name of the playlist that is mpv's own. */
export const OWN_PLAYLIST = "mpv";

/** What a host is made with. */
export interface MpvHostOptions {
  /** Which mpv plays. */
  readonly mpv: MpvChoice;
  /** The program that looks into files: an mpv; `mpv` when left out. */
  readonly program?: string;
  /** The directory of the bridge's log files. */
  readonly directory: string;
  /** The panels by their names; none when left out. */
  readonly panels?: Readonly<Record<string, PanelSettings>>;
  /** Flags of the bridge. */
  readonly bridgeFlags?: readonly string[];
  /** Reads an environment variable; those of this process when left out. */
  readonly environment?: Environment;
  /** Hears what people may want to know. */
  readonly say?: (sentence: string) => void;
}

/**
 * How mpv has to behave: it stays there when nothing plays, and a track that has ended has ended. Both are settings of the
 * user's, which a started mpv never had and an attached one gets back.
 */
const behaviour: Readonly<Record<string, string>> = { idle: "yes", "keep-open": "no" };

/** mpv and a bridge, connected. */
export class MpvHost {
  /** The bridge, for the calls of panels. */
  readonly bridge: SpawnedBridge;
  /** The panels. */
  readonly panels: Panels;
  /** All playlists, the first of them mpv's own. */
  readonly playlists: Playlists;
  /** What plays. */
  readonly playback: MpvPlayback;
  /** The mpv. */
  readonly link: MpvLink;
  /** The actions that this player carries out. */
  readonly actions: ActionTable;
  /** Where the clipboard is. */
  readonly clipboardKind: string;
  readonly #deck: Deck;
  readonly #media: Media;
  readonly #own: OwnPlaylist;
  readonly #osd: OsdMenu;
  readonly #probe: Probe;
  readonly #restores: boolean;
  readonly #before = new Map<string, unknown>();
  readonly #say: (sentence: string) => void;

  private constructor(options: MpvHostOptions, clipboard: { actions: ClipboardActions; kind: string }) {
    const { mpv, program = "mpv", directory, environment = (name) => Deno.env.get(name) } = options;
    const say = options.say ?? (() => {});
    const signals = new SignalSender();
    this.#say = say;
    this.#restores = mpv.kind === "start";
    this.clipboardKind = clipboard.kind;

    const link = this.link = new MpvLink(mpv, {
      connected: (again) => this.#connected(again),
      event: (event) => this.#event(event),
      disconnected: () => this.#disconnected(),
      say,
    });
    const probe = this.#probe = new Probe(program);
    const tracks = new TrackStore(probe);
    const playlists = this.playlists = new Playlists([{ name: OWN_PLAYLIST }], signals);
    const own = this.#own = new OwnPlaylist(playlists, playlists.at(0));
    const deck = this.#deck = new Deck(link, own);
    const queue = new Queue(playlists, tracks);
    const playback = this.playback = new MpvPlayback({ link, deck, playlists, queue, tracks, signals, say });
    const library = { resolve: (entry: string | Handle) => typeof entry === "string" ? [] : [entry] };
    // Behind queue and playback: it signals, and by then they have to know of a change.
    const selection = new Selection({
      playlists,
      playback,
      library,
      app: { modalDialogOpen: false },
      signals,
    });
    const panels = this.panels = new Panels(options.panels ?? {}, 96);
    const osd = this.#osd = new OsdMenu(link);
    const overlay = new Overlay(osd, signals);
    const media = this.#media = new Media(tracks);
    const app = new App(link, program, environment);
    const desktop = new Desktop(link, environment);
    const menus = new Menus({
      link,
      playback,
      playlists,
      queue,
      selection,
      tracks,
      clipboard: clipboard.actions,
      append: async (playlist, handles) => void await this.#append(playlist, handles),
      remove: (playlist, start, count) => this.#remove(playlist, start, count),
      say,
    }, osd);

    this.actions = {
      ...clipboard.actions,
      "player.console.print": app.print,
      "player.media.authorize": media.authorize,
      "player.media.resolve": media.resolve,
      "player.media.info": media.info,
      "player.menu.build": menus.build,
      "player.menu.listMainCommands": menus.listMainCommands,
      "player.menu.runMain": menus.runMain,
      "player.menu.runContext": menus.runContext,
      "player.menu.popup": menus.popup,
      "player.overlay.open": overlay.open,
      "player.overlay.close": overlay.close,
      "player.app.run": app.run,
      "player.app.paths": app.paths,
      "player.app.showPopup": app.showPopup,
      "player.panel.getConfig": panels.getConfig,
      "player.panel.setConfig": panels.setConfig,
      "player.system.display": desktop.display,
      "player.system.locale": desktop.locale,
      "player.system.theme": desktop.theme,
      "player.playlist.list": playlists.list,
      "player.playlist.create": playlists.create,
      "player.playlist.append": ({ playlist, handles }) => this.#append(playlist, handles),
      "player.playlist.remove": async ({ playlist, start, count }) => {
        await this.#remove(playlist, start, count);
        return { count: playlists.at(playlist).tracks.length };
      },
      "player.playlist.lock": playlists.lock,
      "player.playlist.activate": playlists.activate,
      "player.playback.nowPlaying": playback.nowPlaying,
      "player.playback.play": playback.play,
      "player.playback.stop": playback.stop,
      "player.playback.next": playback.next,
      "player.playback.setOrder": playback.setOrder,
      "player.queue.get": async (params, panel) => {
        await tracks.look(queue.entries.map(({ handle }) => handle));
        return await queue.get(params, panel);
      },
      "player.queue.count": queue.count,
      "player.queue.append": (params, panel) => this.#afterwards(queue.append(params, panel)),
      "player.queue.remove": (params, panel) => this.#afterwards(queue.remove(params, panel)),
      "player.queue.reorder": (params, panel) => this.#afterwards(queue.reorder(params, panel)),
      "player.selection.get": selection.get,
      "player.selection.set": async ({ handles }, panel) => {
        const found = await Promise.all(handles.map((handle) => media.tracksOf(handle)));
        return await selection.set({ handles: found.flat() }, panel);
      },
      "player.selection.track": selection.track,
    };

    this.bridge = spawnBridge({
      directory,
      actions: this.actions,
      flags: options.bridgeFlags ?? [],
      onDiagnostic: (line) => say(line),
    });
    signals.on((signal) => {
      if (!this.bridge.client.gone.aborted) this.bridge.signal(signal);
    });
  }

  /**
   * Starts or finds mpv, starts a bridge under its sandbox, and connects the two.
   *
   * @param options See {@linkcode MpvHostOptions}.
   * @returns The running host.
   * @throws {Error} When mpv or the bridge cannot be started.
   */
  static async start(options: MpvHostOptions): Promise<MpvHost> {
    const environment = options.environment ?? ((name: string) => Deno.env.get(name));
    const host = new MpvHost(options, await clipboardOf(environment));
    try {
      await host.link.ready;
      const mpvVersion = await host.link.property("mpv-version");
      await host.bridge.initialize({ name: "mpv", version: `${mpvVersion} (host ${version})` });
      return host;
    } catch (error) {
      await host.close();
      throw error;
    }
  }

  /** Settles when it is over: mpv was quit, or the bridge has gone. */
  get ended(): Promise<void> {
    return Promise.race([this.link.ended, this.bridge.ended]);
  }

  /**
   * Puts tracks into mpv's own playlist and plays the first of them.
   *
   * @param entries Paths, folders, wildcards and URLs.
   * @returns Those in which there is nothing to play.
   */
  async load(entries: readonly string[]): Promise<string[]> {
    const found = await Promise.all(entries.map((entry) => this.#media.tracksOf(entry)));
    const handles = found.flat();
    if (handles.length > 0) {
      const { start } = await this.#append(0, handles);
      await this.playback.playPlace({ playlist: this.#own.playlist, item: start });
    }
    return entries.filter((_entry, index) => found[index]?.length === 0);
  }

  /** Ends everything that was started: the bridge first, so that what it still asks for is carried out. */
  async close(): Promise<void> {
    await this.bridge.close();
    if (!this.#restores) await this.#giveBack();
    await this.link.close();
    await this.#probe.close();
  }

  async #append(index: number, handles: readonly Handle[]): Promise<{ start: number; count: number }> {
    const playlist = this.playlists.at(index);
    const tracks = handles.map(canonicalHandle);
    for (const { path } of tracks) {
      const problem = accessProblem(path);
      if (problem !== undefined) throw new ActionError(problem);
    }
    const start = playlist.tracks.length;
    if (playlist === this.#own.playlist) await this.#deck.append(tracks);
    else this.playlists.insertItems(playlist, start, tracks);
    return { start, count: tracks.length };
  }

  async #remove(index: number, start: number, count: number): Promise<void> {
    const playlist = this.playlists.at(index);
    this.playlists.requireItems(playlist, start, count);
    if (playlist === this.#own.playlist) await this.#deck.remove(start, count);
    else this.playlists.removeItems(playlist, start, count);
  }

  /** Has what follows the playing track looked at again, because of a change of the queue. */
  #afterwards<Answer>(answer: Answer): Answer {
    this.playback.arrange();
    return answer;
  }

  async #connected(again: boolean): Promise<void> {
    for (const [name, value] of Object.entries(behaviour)) {
      if (!this.#before.has(name)) this.#before.set(name, await this.link.property(`options/${name}`));
      await this.link.command("set_property", `options/${name}`, value);
    }
    await this.#deck.begin(again && this.#restores);
    await this.playback.connected();
    if (again) this.#say("mpv is there again");
  }

  async #giveBack(): Promise<void> {
    for (const [name, value] of this.#before) {
      if (!this.link.connected || (typeof value !== "string" && typeof value !== "boolean")) continue;
      await this.link.command("set_property", `options/${name}`, value).catch(() => {
        // It has gone, and its settings with it.
      });
    }
  }

  async #event(event: MpvEvent): Promise<void> {
    await this.playback.event(event);
    await this.#osd.event(event);
  }

  #disconnected(): void {
    this.#deck.forget();
    this.playback.disconnected();
    this.#osd.disconnected();
  }
}

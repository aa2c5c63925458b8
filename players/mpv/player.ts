/**
 * A player made of mpv: the native actions of native-actions.md, carried out by a real one.
 *
 * What mpv has, it does: it plays, its playlist is one of the playlists, its bindings and commands are the menu. What it
 * has not, the host keeps: further playlists, the queue, the selection, the playback order.
 *
 * @module
 */

import type { ActionTable } from "../../client/action_table.ts";
import type { Handle } from "../../host_stdio/shapes.ts";
import { systemClock } from "../../host_stdio/clock.ts";
import type { SignalMessage } from "../../host_stdio/signals.ts";
import { plainText } from "../../text/unicode.ts";
import { ActionError, type PlayerActions } from "../model/actions.ts";
import { Overlay } from "../model/overlay.ts";
import { Panels, type PanelSettings } from "../model/panels.ts";
import type { Player } from "../model/player.ts";
import { type Playlist, Playlists } from "../model/playlists.ts";
import { Queue } from "../model/queue.ts";
import { Selection } from "../model/selection.ts";
import { SignalSender } from "../model/signal_sender.ts";
import { App, Desktop, type Environment } from "./app.ts";
import { MpvPlaylist } from "./mpv_playlist.ts";
import { MpvFacts, Notices } from "./facts.ts";
import type { MpvEvent } from "./ipc/mpv_client.ts";
import { type MpvChoice, MpvLink } from "./ipc/mpv_link.ts";
import { canonicalHandle, Media } from "./media.ts";
import { MediaAccess } from "./media_access.ts";
import { Menus } from "./menu/menus.ts";
import { OsdMenu } from "./osd_menu.ts";
import { ScreenOverlay } from "./overlay.ts";
import { PlaylistMirror } from "./playlist_mirror.ts";
import { MpvPlayback } from "./playback.ts";
import { Probe } from "./probe.ts";
import { type ClipboardActions, clipboardOf } from "./system_clipboard.ts";
import { TrackStore } from "./tracks.ts";
import { MpvUser } from "./user.ts";

/** The name of the playlist that is mpv's own. */
export const OWN_PLAYLIST = "mpv";

/** What the player is made with. */
export interface MpvPlayerOptions {
  /** Which mpv plays. */
  readonly mpv: MpvChoice;
  /** The directory of the bridge's log files; nothing in it is opened for a page. */
  readonly directory: string;
  /** The program that looks into files: an mpv; `mpv` when left out. */
  readonly program?: string;
  /** Where that one listens; in a directory of its own when left out. As `socket` of {@linkcode MpvChoice}'s program. */
  readonly probeSocket?: string;
  /** The panels by their names; none when left out. */
  readonly panels?: Readonly<Record<string, PanelSettings>>;
  /** Reads an environment variable; those of this process when left out. */
  readonly environment?: Environment;
  /** Gives up waiting for the first mpv. */
  readonly signal?: AbortSignal;
  /**
   * Who draws the menus of panels: mpv on its screen, or a page that reads them from the facts and knows style sheets.
   * mpv's screen by default.
   */
  readonly overlays?: "screen" | "page";
}

/**
 * The settings that the host needs: mpv stays when nothing plays, a track that has ended has ended, and a playlist from the
 * network names nothing but streams. An attached mpv gets the user's settings back.
 */
const behaviour: Readonly<Record<string, string>> = {
  idle: "yes",
  "keep-open": "no",
  "load-unsafe-playlists": "no",
};

/** How long an attached mpv may take to have its own settings back, in milliseconds: one that hangs is left alone. */
const GIVE_BACK_MS = 2000;

/** mpv as a player. */
export class MpvPlayer implements Player {
  readonly name = "mpv";
  /** The state of mpv as a player. */
  readonly facts: MpvFacts;
  /** The panels. */
  readonly panels: Panels;
  /** All playlists, the first of them mpv's own. */
  readonly playlists: Playlists;
  /** What plays. */
  readonly playback: MpvPlayback;
  /** What plays before the playlist goes on. */
  readonly queue: Queue;
  /** What is selected. */
  readonly selection: Selection;
  /** What is known of tracks. */
  readonly tracks: TrackStore;
  /** The mpv. */
  readonly link: MpvLink;
  /** The actions that this player carries out. */
  readonly actions: ActionTable;
  /** The person at it. */
  readonly user: MpvUser;
  /** Where the clipboard is. */
  readonly clipboardKind: string;
  readonly #mpvPlaylist: MpvPlaylist;
  readonly #access: MediaAccess;
  readonly #media: Media;
  readonly #mirror: PlaylistMirror;
  readonly #osd: OsdMenu;
  readonly #probe: Probe;
  readonly #givesUp: AbortSignal | undefined;
  readonly #restores: boolean;
  readonly #before = new Map<string, unknown>();
  readonly #signals = new SignalSender();
  /** Says a sentence to people, on one line. */
  protected readonly say: (sentence: string) => void;
  readonly #notices = new Notices();
  readonly #changeListeners = new Set<() => void>();
  #version = "unknown";

  /**
   * @param options See {@linkcode MpvPlayerOptions}.
   * @param clipboard The clipboard of the desktop.
   */
  protected constructor(
    options: MpvPlayerOptions,
    clipboard: { actions: ClipboardActions; kind: string },
  ) {
    const { mpv, program = "mpv" } = options;
    const environment = environmentOf(options);
    const notices = this.#notices;
    const say = (sentence: string): void => notices.say(plainText(sentence));
    const signals = this.#signals;
    this.say = say;
    this.#givesUp = options.signal;
    this.#restores = mpv.kind === "start";
    this.clipboardKind = clipboard.kind;

    const link = this.link = new MpvLink(mpv, {
      connected: (again) => this.#connected(again),
      arrived: (event) => {
        this.#mpvPlaylist.arrived(event);
        this.playback.arrived(event);
      },
      event: (event) => this.#event(event),
      disconnected: () => this.#disconnected(),
      say,
    });
    const probe = this.#probe = new Probe(program, options.probeSocket);
    const tracks = this.tracks = new TrackStore(probe);
    const access = this.#access = new MediaAccess(options.directory);
    const playlists = this.playlists = new Playlists([{ name: OWN_PLAYLIST }], signals);
    const mirror = this.#mirror = new PlaylistMirror(playlists, playlists.at(0));
    const mpvPlaylist = this.#mpvPlaylist = new MpvPlaylist(link, mirror, access);
    const queue = this.queue = new Queue(playlists, tracks);
    const playback = this.playback = new MpvPlayback({
      link,
      mpvPlaylist,
      playlists,
      queue,
      tracks,
      signals,
      say,
    });
    const library = { resolve: (entry: string | Handle) => typeof entry === "string" ? [] : [entry] };
    // Behind queue and playback: it signals, and by then they have to know of a change.
    const selection = this.selection = new Selection({
      playlists,
      playback,
      library,
      app: { modalDialogOpen: false },
      signals,
    });
    const panels = this.panels = new Panels(options.panels ?? {}, 96);
    const osd = this.#osd = new OsdMenu(link);
    const overlay = options.overlays === "page"
      ? new Overlay(systemClock, signals, () => undefined)
      : new ScreenOverlay(osd, signals);
    const media = this.#media = new Media(tracks, access);
    const app = new App(link, program, environment, notices);
    const desktop = new Desktop(link, environment);
    const remove = (playlist: Playlist, start: number, count: number) =>
      this.#removeItems(playlist, start, count);
    const menus = new Menus({
      link,
      playback,
      playlists,
      queue,
      selection,
      tracks,
      clipboard: clipboard.actions,
      append: async (playlist, handles) => void await this.#appendTracks(playlist, handles),
      remove,
      say,
    }, osd);
    this.user = new MpvUser({ link, playback, playlists, queue, selection, panels, overlay, remove });
    this.facts = new MpvFacts({
      playlists,
      queue,
      selection,
      panels,
      playback,
      app,
      link,
      notices,
      osd,
      overlay,
      tracks,
      clipboardKind: clipboard.kind,
    });
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
      "player.overlay.open": overlay.show,
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
      "player.playlist.append": this.#append,
      "player.playlist.remove": this.#remove,
      "player.playlist.lock": this.#lock,
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
        const found = await media.tracksOf(handles);
        return await selection.set({ handles: found.flat() }, panel);
      },
      "player.selection.track": selection.track,
    };
  }

  /**
   * Starts or finds mpv.
   *
   * @param options See {@linkcode MpvPlayerOptions}.
   * @returns The player.
   * @throws {Error} When mpv cannot be started or reached.
   */
  static async open(options: MpvPlayerOptions): Promise<MpvPlayer> {
    const player = new MpvPlayer(options, await clipboardOf(environmentOf(options)));
    await player.begun();
    return player;
  }

  /**
   * Listens to what it tells the bridge.
   *
   * @param listener What to call with each signal.
   * @returns A function that ends it.
   */
  onSignal(listener: (signal: SignalMessage) => void): () => void {
    return this.#signals.on(listener);
  }

  /** How mpv calls its version, such as `mpv 0.35.1`. */
  get version(): string {
    return this.#version;
  }

  onChange(listener: () => void): () => void {
    // An object of its own for each call: the same function may listen twice.
    const own = (): void => listener();
    this.#changeListeners.add(own);
    return () => void this.#changeListeners.delete(own);
  }

  onNotice(listener: (sentence: string) => void): () => void {
    return this.#notices.on(listener);
  }

  /** Settles when it is over: mpv was quit, or given up. */
  get ended(): Promise<void> {
    return this.link.ended;
  }

  /**
   * Puts tracks into mpv's own playlist and plays the first of them.
   *
   * @param entries Paths, folders, wildcards and URLs.
   * @returns Those in which there is nothing to play.
   */
  async load(entries: readonly string[]): Promise<string[]> {
    const found = await this.#media.tracksOf(entries);
    const handles = found.flat();
    if (handles.length > 0) {
      const start = await this.#appendTracks(this.#mirror.playlist, handles);
      await this.playback.playPlace({ playlist: this.#mirror.playlist, item: start });
    }
    return entries.filter((_entry, index) => found[index]?.length === 0);
  }

  /** Ends everything that was started; an mpv of somebody else is left alone. */
  async close(): Promise<void> {
    if (!this.#restores) {
      const patience = Promise.withResolvers<void>();
      const timer = setTimeout(patience.resolve, GIVE_BACK_MS);
      await Promise.race([this.#giveBack(), patience.promise]);
      clearTimeout(timer);
    }
    await this.link.close();
    await this.#probe.close();
  }

  /**
   * Waits for the first mpv. Without one, all is ended again.
   *
   * @throws {Error} When it cannot be started or reached. The reason of the signal, when that is aborted first.
   */
  protected async begun(): Promise<void> {
    const signal = this.#givesUp;
    const stop = (): void => void this.link.close();
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    try {
      await this.link.ready;
      signal?.throwIfAborted();
    } catch (error) {
      await this.close();
      throw signal?.aborted ? signal.reason : error;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  readonly #append: PlayerActions["player.playlist.append"] = async ({ playlist: id, handles }, panel) => {
    const tracks = await this.#judged(handles);
    if (this.playlists.find(id) === this.#mirror.playlist) {
      return { start: await this.#mpvPlaylist.append(tracks), count: tracks.length };
    }
    return await this.playlists.append({ playlist: id, handles: tracks }, panel);
  };

  readonly #remove: PlayerActions["player.playlist.remove"] = async (
    { playlist: id, start, count },
    panel,
  ) => {
    const playlist = this.playlists.find(id);
    if (playlist !== this.#mirror.playlist) {
      return await this.playlists.remove({ playlist: id, start, count }, panel);
    }
    this.playlists.requireItems(playlist, start, count);
    await this.#mpvPlaylist.remove(start, count);
    return { count: playlist.tracks.length };
  };

  readonly #lock: PlayerActions["player.playlist.lock"] = (params, panel) => {
    if (this.playlists.find(params.playlist) === this.#mirror.playlist) {
      throw new ActionError("mpv's own playlist cannot be locked: mpv refuses its user nothing");
    }
    return this.playlists.lock(params, panel);
  };

  /** Appends tracks as the user does, and gives the item that the first of them is. */
  async #appendTracks(playlist: Playlist, handles: readonly Handle[]): Promise<number> {
    const tracks = await this.#judged(handles);
    if (playlist === this.#mirror.playlist) return await this.#mpvPlaylist.append(tracks);
    const start = playlist.tracks.length;
    this.playlists.insertItems(playlist, start, tracks);
    return start;
  }

  /** Removes items as the user does. */
  async #removeItems(playlist: Playlist, start: number, count: number): Promise<void> {
    if (playlist !== this.#mirror.playlist) return this.playlists.removeItems(playlist, start, count);
    this.playlists.requireItems(playlist, start, count);
    await this.#mpvPlaylist.remove(start, count);
  }

  async #judged(handles: readonly Handle[]): Promise<Handle[]> {
    const tracks = handles.map(canonicalHandle);
    for (const { path } of tracks) {
      const problem = await this.#access.problem(path);
      if (problem !== undefined) throw new ActionError(problem);
    }
    return tracks;
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
    const version = await this.link.property("mpv-version");
    if (typeof version === "string") this.#version = version;
    await this.#mpvPlaylist.begin(again && this.#restores);
    await this.playback.connected();
    if (again) this.say("mpv is there again");
    this.#changed();
  }

  async #giveBack(): Promise<void> {
    for (const [name, value] of this.#before) {
      if (!this.link.connected || (typeof value !== "string" && typeof value !== "boolean")) continue;
      await this.link.command("set_property", `options/${name}`, value).catch(() => {
        // It has gone, and its settings with it.
      });
    }
  }

  #changed(): void {
    for (const listener of [...this.#changeListeners]) listener();
  }

  async #event(event: MpvEvent): Promise<void> {
    await this.playback.event(event);
    await this.#osd.event(event);
    // The time goes on all the while; it is signalled once a second.
    if (event["name"] !== "time-pos") this.#changed();
  }

  #disconnected(): void {
    this.#mpvPlaylist.forget();
    this.playback.disconnected();
    this.#osd.disconnected();
    this.#changed();
  }
}

/**
 * What environment variables are read by.
 *
 * @param options What a player is made with.
 * @returns The reader.
 */
export function environmentOf({ environment }: Pick<MpvPlayerOptions, "environment">): Environment {
  return environment ?? ((name) => Deno.env.get(name));
}

import type { ActionTable } from "../../client/actions.ts";
import type { Handle } from "../../host_stdio/shapes.ts";
import { systemClock } from "../../host_stdio/clock.ts";
import type { SignalMessage } from "../../host_stdio/signals.ts";
import { plainText } from "../../text/unicode.ts";
import { ActionError, type ActionHandler, type PlayerActions } from "../model/actions.ts";
import { IndexRanges } from "../model/index_ranges.ts";
import { Overlay } from "../model/overlay.ts";
import { Panels, type PanelSettings } from "../model/panels.ts";
import type { Player } from "../model/player.ts";
import { type Playlist, Playlists } from "../model/playlists.ts";
import { Queue } from "../model/queue.ts";
import { Selection } from "../model/selection.ts";
import { SignalSender } from "../model/signal_sender.ts";
import { slice } from "../model/tracks.ts";
import { App, Desktop, type Environment } from "./app.ts";
import { MpvPlaylist } from "./mpv_playlist.ts";
import { MpvVolume } from "./mpv_volume.ts";
import { MpvFacts, Notices } from "./facts.ts";
import type { MpvEvent } from "./ipc/mpv_client.ts";
import { type MpvChoice, MpvLink } from "./ipc/mpv_link.ts";
import { MpvLibrary } from "./library.ts";
import { canonicalHandle, Media } from "./media.ts";
import { MediaAccess } from "./media_access.ts";
import { Menus } from "./menu/menus.ts";
import { OsdMenu } from "./osd_menu.ts";
import { ScreenOverlay } from "./overlay.ts";
import { PlaylistMirror } from "./playlist_mirror.ts";
import { MpvPlayback } from "./playback.ts";
import { Probe } from "./probe.ts";
import { Sleeves } from "./sleeves.ts";
import { type ClipboardActions, clipboardOf } from "./system_clipboard.ts";
import { TrackStore } from "./tracks.ts";
import { MpvUser } from "./user.ts";

/** The name of the playlist that shows mpv's own. */
export const OWN_PLAYLIST = "mpv";

export interface MpvPlayerOptions {
  /** The mpv that plays. */
  readonly mpv: MpvChoice;
  /** The directory of the bridge's log files. Pages cannot play files in it. */
  readonly directory: string;
  /** The mpv executable that reads metadata of files; `mpv` by default. */
  readonly program?: string;
  /**
   * The socket of the mpv that reads metadata; by default in a new directory. See `socket` of {@linkcode
   * MpvChoice}'s program.
   */
  readonly probeSocket?: string;
  /** The panels by name; none by default. */
  readonly panels?: Readonly<Record<string, PanelSettings>>;
  /** Reads an environment variable; by default from this process. */
  readonly environment?: Environment;
  /** Aborts waiting for the first mpv. */
  readonly signal?: AbortSignal;
  /**
   * Who draws the menus of panels: mpv on its screen (the default), or a page, which reads them from the
   * facts and supports style sheets.
   */
  readonly overlays?: "screen" | "page";
}

/**
 * mpv options that the player requires: mpv keeps running when nothing plays, does not wait at the end of a
 * track, and opens only streams from a playlist on the network. An attached mpv gets the user's options back.
 */
const requiredOptions: Readonly<Record<string, string>> = {
  idle: "yes",
  "keep-open": "no",
  "load-unsafe-playlists": "no",
};

/** How long an attached mpv may take to accept its old options, in milliseconds. */
const RESTORE_MS = 2000;

/**
 * mpv as a player. mpv plays; its playlist is the first of the playlists; its bindings and commands are the
 * main menu. The model keeps what mpv lacks: further playlists, queue, selection and playback order.
 */
export class MpvPlayer implements Player {
  readonly name = "mpv";
  readonly facts: MpvFacts;
  readonly panels: Panels;
  /** The playlists. The first one shows mpv's own. */
  readonly playlists: Playlists;
  readonly playback: MpvPlayback;
  readonly queue: Queue;
  readonly selection: Selection;
  readonly tracks: TrackStore;
  /** The connection to mpv. */
  readonly link: MpvLink;
  readonly actions: ActionTable;
  readonly user: MpvUser;
  /** A description of the clipboard. */
  readonly clipboardKind: string;
  readonly #mpvPlaylist: MpvPlaylist;
  readonly #access: MediaAccess;
  readonly #media: Media;
  readonly #library: MpvLibrary;
  readonly #mirror: PlaylistMirror;
  readonly #osd: OsdMenu;
  readonly #probe: Probe;
  readonly #startSignal: AbortSignal | undefined;
  readonly #startsMpv: boolean;
  readonly #oldOptions = new Map<string, unknown>();
  readonly #signals = new SignalSender();
  /** Prints a message for the user on one line. */
  protected readonly say: (sentence: string) => void;
  readonly #notices = new Notices();
  readonly #changeListeners = new Set<() => void>();
  #version = "unknown";

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
    this.#startSignal = options.signal;
    this.#startsMpv = mpv.kind === "start";
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
    const queue = this.queue = new Queue(playlists, tracks, signals);
    const volume = new MpvVolume(link, signals);
    const playback = this.playback = new MpvPlayback({
      link,
      volume,
      mpvPlaylist,
      playlists,
      queue,
      tracks,
      signals,
      say,
    });
    const library = { resolve: (entry: string | Handle) => typeof entry === "string" ? [] : [entry] };
    // Created last: it signals changes, which the queue and playback must have observed by then.
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
    const sleeves = new Sleeves(media, access, probe);
    const mediaLibrary = this.#library = new MpvLibrary({ media, probe, signals, say });
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
    this.user = new MpvUser({ link, playback, volume, playlists, queue, selection, panels, overlay, remove });
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
      "player.app.components": app.components,
      "player.artwork.get": sleeves.artwork,
      "player.media.lyrics": sleeves.lyrics,
      "player.library.tracks": mediaLibrary.tracks,
      "player.library.rescan": mediaLibrary.rescan,
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
      "player.playlist.items": this.#items,
      "player.playlist.rename": playlists.renameById,
      "player.playlist.delete": this.#delete,
      "player.playlist.removeItems": this.#removeSome,
      "player.playlist.reorder": this.#reorder,
      "player.playback.nowPlaying": playback.nowPlaying,
      "player.playback.play": playback.play,
      "player.playback.stop": playback.stop,
      "player.playback.next": playback.next,
      "player.playback.setOrder": playback.setOrder,
      "player.playback.state": playback.state,
      "player.playback.start": playback.resume,
      "player.playback.pause": playback.pause,
      "player.playback.previous": playback.previous,
      "player.playback.seek": playback.seek,
      "player.playback.setVolume": volume.set,
      "player.playback.setStopAfterCurrent": playback.setStopAfterCurrent,
      "player.queue.get": async (params, panel) => {
        await tracks.look(queue.entries.map(({ handle }) => handle));
        return await queue.get(params, panel);
      },
      "player.queue.count": queue.count,
      "player.queue.append": (params, panel) => this.#thenArrange(queue.append(params, panel)),
      "player.queue.remove": (params, panel) => this.#thenArrange(queue.remove(params, panel)),
      "player.queue.reorder": (params, panel) => this.#thenArrange(queue.reorder(params, panel)),
      "player.selection.get": selection.get,
      "player.selection.set": async ({ handles }, panel) => {
        const found = await media.tracksOf(handles);
        return await selection.set({ handles: found.flat() }, panel);
      },
      "player.selection.track": selection.track,
    };
  }

  /**
   * Starts mpv or connects to one.
   *
   * @throws {Error} When mpv cannot be started or reached.
   */
  static async open(options: MpvPlayerOptions): Promise<MpvPlayer> {
    const player = new MpvPlayer(options, await clipboardOf(environmentOf(options)));
    await player.firstConnection();
    return player;
  }

  onSignal(listener: (signal: SignalMessage) => void): () => void {
    return this.#signals.on(listener);
  }

  /** mpv's own name for its version, such as `mpv 0.35.1`. */
  get version(): string {
    return this.#version;
  }

  onChange(listener: () => void): () => void {
    // Wrap each listener: the same function may be added twice.
    const own = (): void => listener();
    this.#changeListeners.add(own);
    return () => void this.#changeListeners.delete(own);
  }

  onNotice(listener: (sentence: string) => void): () => void {
    return this.#notices.on(listener);
  }

  /** Settles when the user has quit mpv, or mpv crashed too often. */
  get ended(): Promise<void> {
    return this.link.ended;
  }

  /**
   * Appends tracks to mpv's own playlist, plays the first one, and makes their files the media library.
   *
   * @param entries Paths, folders, wildcards and URLs.
   * @returns The entries without tracks.
   */
  async load(entries: readonly string[]): Promise<string[]> {
    const found = await this.#media.tracksOf(entries);
    const handles = found.flat();
    this.#library.use(entries, handles);
    if (handles.length > 0) {
      const start = await this.#appendTracks(this.#mirror.playlist, handles);
      await this.playback.playPlace({ playlist: this.#mirror.playlist, item: start });
    }
    return entries.filter((_entry, index) => found[index]?.length === 0);
  }

  /** Ends a started mpv. An attached one gets its options back and keeps running. */
  async close(): Promise<void> {
    if (!this.#startsMpv) {
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, RESTORE_MS);
      await Promise.race([this.#restoreOptions(), timeout.promise]);
      clearTimeout(timer);
    }
    this.#library.close();
    await this.link.close();
    await this.#probe.close();
  }

  /**
   * Waits for the first connection to mpv. When that fails, closes the player.
   *
   * @throws {Error} When mpv cannot be started or reached.
   * @throws The reason of the start signal, when that is aborted.
   */
  protected async firstConnection(): Promise<void> {
    const signal = this.#startSignal;
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
    const tracks = await this.#checked(handles);
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
    await this.#mpvPlaylist.remove(IndexRanges.from(start, count));
    return { count: playlist.tracks.length };
  };

  readonly #removeSome: ActionHandler<"player.playlist.removeItems"> = async (params, panel) => {
    const playlist = this.playlists.find(params.playlist);
    if (playlist !== this.#mirror.playlist) return await this.playlists.removeSome(params, panel);
    await this.#mpvPlaylist.remove(this.playlists.rangesOf(playlist, params.items));
    return { count: playlist.tracks.length };
  };

  readonly #reorder: ActionHandler<"player.playlist.reorder"> = async (params, panel) => {
    if (this.playlists.find(params.playlist) !== this.#mirror.playlist) {
      return await this.playlists.reorderItems(params, panel);
    }
    await this.#mpvPlaylist.reorder(params.order);
    return {};
  };

  readonly #delete: ActionHandler<"player.playlist.delete"> = (params, panel) => {
    if (this.playlists.find(params.playlist) === this.#mirror.playlist) {
      throw new ActionError("mpv's own playlist cannot be removed");
    }
    return this.playlists.deleteById(params, panel);
  };

  /** Opens new files among the requested items first, for a few seconds. */
  readonly #items: ActionHandler<"player.playlist.items"> = async (params, panel) => {
    const { tracks } = this.playlists.find(params.playlist);
    await this.tracks.look(slice(tracks, params.start, params.count));
    return await this.playlists.items(this.tracks)(params, panel);
  };

  readonly #lock: PlayerActions["player.playlist.lock"] = (params, panel) => {
    if (this.playlists.find(params.playlist) === this.#mirror.playlist) {
      throw new ActionError("mpv's own playlist cannot be locked: mpv's user can always change it");
    }
    return this.playlists.lock(params, panel);
  };

  /** Appends tracks as the user and returns the index of the first one. */
  async #appendTracks(playlist: Playlist, handles: readonly Handle[]): Promise<number> {
    const tracks = await this.#checked(handles);
    if (playlist === this.#mirror.playlist) return await this.#mpvPlaylist.append(tracks);
    const start = playlist.tracks.length;
    this.playlists.insertItems(playlist, start, tracks);
    return start;
  }

  /** Removes items as the user. */
  async #removeItems(playlist: Playlist, start: number, count: number): Promise<void> {
    if (playlist !== this.#mirror.playlist) return this.playlists.removeItems(playlist, start, count);
    this.playlists.requireItems(playlist, start, count);
    await this.#mpvPlaylist.remove(IndexRanges.from(start, count));
  }

  async #checked(handles: readonly Handle[]): Promise<Handle[]> {
    const tracks = handles.map(canonicalHandle);
    for (const { path } of tracks) {
      const problem = await this.#access.problem(path);
      if (problem !== undefined) throw new ActionError(problem);
    }
    return tracks;
  }

  /** Updates the next track after a change of the queue. */
  #thenArrange<Answer>(answer: Answer): Answer {
    this.playback.arrange();
    return answer;
  }

  async #connected(again: boolean): Promise<void> {
    for (const [name, value] of Object.entries(requiredOptions)) {
      if (!this.#oldOptions.has(name)) {
        this.#oldOptions.set(name, await this.link.property(`options/${name}`));
      }
      await this.link.command("set_property", `options/${name}`, value);
    }
    const version = await this.link.property("mpv-version");
    if (typeof version === "string") this.#version = version;
    await this.#mpvPlaylist.begin(again && this.#startsMpv);
    await this.playback.connected();
    if (again) this.say("mpv is running again");
    this.#changed();
  }

  async #restoreOptions(): Promise<void> {
    for (const [name, value] of this.#oldOptions) {
      if (!this.link.connected || (typeof value !== "string" && typeof value !== "boolean")) continue;
      await this.link.command("set_property", `options/${name}`, value).catch(() => {
        // mpv has ended, and its options with it.
      });
    }
  }

  #changed(): void {
    for (const listener of [...this.#changeListeners]) listener();
  }

  async #event(event: MpvEvent): Promise<void> {
    await this.playback.event(event);
    await this.#osd.event(event);
    // The time changes constantly; it is signalled once a second.
    if (event["name"] !== "time-pos") this.#changed();
  }

  #disconnected(): void {
    this.#mpvPlaylist.forget();
    this.playback.disconnected();
    this.#osd.disconnected();
    this.#changed();
  }
}

/** Returns the reader of environment variables. */
export function environmentOf({ environment }: Pick<MpvPlayerOptions, "environment">): Environment {
  return environment ?? ((name) => Deno.env.get(name));
}

import type { ActionTable } from "../../clients/typescript/actions.ts";
import type { Handle } from "../../host_stdio/api/shapes.ts";
import type { SignalMessage } from "../../host_stdio/api/signals.ts";
import { systemClock } from "../../host_stdio/clock.ts";
import { plainText } from "../../limits/unicode.ts";
import { ActionError, type ActionHandler, type PlayerActions } from "../model/actions.ts";
import { Dialogs } from "../model/dialogs.ts";
import { IndexRanges } from "../model/index_ranges.ts";
import { Overlay } from "../model/overlay.ts";
import { Panels, type PanelSettings } from "../model/panels.ts";
import type { Player } from "../model/player.ts";
import { type Playlist, Playlists } from "../model/playlists.ts";
import { Queue } from "../model/queue.ts";
import { Selection } from "../model/selection.ts";
import { SignalSender } from "../model/signal_sender.ts";
import { taggedTrack } from "../model/tags.ts";
import { slice } from "../model/tracks.ts";
import { App, Desktop, type Environment } from "./app.ts";
import { MpvFacts } from "./facts.ts";
import type { MpvEvent, MpvValue } from "./ipc/mpv_client.ts";
import { type MpvChoice, MpvLink } from "./ipc/mpv_link.ts";
import { MpvLibrary } from "./library.ts";
import { canonicalHandle, Media } from "./media.ts";
import { MediaAccess } from "./media_access.ts";
import { Menus } from "./menu/menus.ts";
import { MpvPlaylist } from "./mpv_playlist.ts";
import { MpvVolume } from "./mpv_volume.ts";
import { Notices } from "./notices.ts";
import { OsdMenu } from "./osd_menu.ts";
import { ScreenOverlay } from "./overlay.ts";
import { PicturesAndLyrics } from "./pictures_and_lyrics.ts";
import { MpvPlayback } from "./playback.ts";
import { PlaylistMirror } from "./playlist_mirror.ts";
import { Probe } from "./probe.ts";
import { ScreenDialogs } from "./screen_dialogs.ts";
import { StreamProxy } from "./stream_proxy.ts";
import { StreamRule } from "./stream_rule.ts";
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
  /** The panels by name; none by default. */
  readonly panels?: Readonly<Record<string, PanelSettings>>;
  /** Reads an environment variable; by default from this process. */
  readonly environment?: Environment;
  /**
   * The hosts from which mpv may open streams, for pages and for its user: names or addresses with or without a port, and
   * `*` for every host that has only public addresses; none by default.
   */
  readonly streams?: readonly string[];
  /** Whether pages may run mpv's key bindings and commands from the main menu; false by default. */
  readonly keyBindings?: boolean;
  /** Whether mpv opens the next stream before the playing track ends; true by default. */
  readonly prefetch?: boolean;
  /** Aborts waiting for the first mpv. */
  readonly signal?: AbortSignal;
  /**
   * Who draws the menus and dialogs of panels: mpv on its screen (the default), or a page, which reads them
   * from the facts and supports style sheets.
   */
  readonly overlays?: "screen" | "page";
}

/**
 * Protocols of ffmpeg that mpv needs for streams through the proxy. Files are not among them: mpv opens local files
 * itself, and a stream must not refer to one.
 */
const STREAM_PROTOCOLS = "http,https,httpproxy,tls,tcp,crypto,data";
const NO_PROTOCOLS = "data";

/** Returns the value of an option from the value that it had. */
type OptionChange = (old: unknown) => MpvValue;

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
  readonly #requiredOptions: Readonly<Record<string, OptionChange>>;
  /** The proxy through which mpv opens streams; null when it opens none. */
  readonly #proxy: StreamProxy | null;
  readonly #oldOptions = new Map<string, MpvValue>();
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
    const rule = new StreamRule(options.streams ?? [], say);
    const proxy = this.#proxy = rule.isOff ? null : new StreamProxy(rule);
    this.#requiredOptions = requiredOptions(options, proxy);

    const link = this.link = new MpvLink(throughProxy(mpv, proxy), {
      connected: (again) => this.#connected(again),
      arrived: (event) => {
        this.#mpvPlaylist.arrived(event);
        this.playback.arrived(event);
      },
      reported: (name, value) => this.playback.reported(name, value),
      event: (event) => this.#event(event),
      disconnected: () => this.#disconnected(),
      ended: () => this.playback.ended(),
      say,
    });
    const probe = this.#probe = new Probe(program);
    const tracks = this.tracks = new TrackStore(probe);
    const access = this.#access = new MediaAccess(options.directory, rule);
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
    const dialogs = new Dialogs(() => undefined);
    const media = this.#media = new Media(tracks, access);
    const picturesAndLyrics = new PicturesAndLyrics(media, access, probe);
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
      keyBindings: options.keyBindings ?? false,
      append: async (playlist, handles) => void await this.#appendTracks(playlist, handles),
      remove,
      say,
    }, osd);
    this.user = new MpvUser({
      link,
      playback,
      volume,
      playlists,
      queue,
      selection,
      panels,
      dialogs,
      overlay,
      remove,
    });
    this.facts = new MpvFacts({
      playlists,
      queue,
      selection,
      panels,
      playback,
      app,
      dialogs,
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
      "player.ui.dialog": options.overlays === "page" ? dialogs.show : new ScreenDialogs(osd, dialogs).show,
      "player.app.run": app.run,
      "player.app.paths": app.paths,
      "player.app.showPopup": app.showPopup,
      "player.app.components": app.components,
      "player.artwork.get": picturesAndLyrics.artwork,
      "player.media.lyrics": picturesAndLyrics.lyrics,
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
      "player.playlist.insert": this.#insert,
      "player.playlist.remove": this.#remove,
      "player.playlist.lock": this.#lock,
      "player.playlist.activate": playlists.activate,
      "player.playlist.items": this.#items,
      "player.playlist.rename": playlists.renameById,
      "player.playlist.delete": this.#delete,
      "player.playlist.removeItems": this.#removeSome,
      "player.playlist.reorder": this.#reorder,
      "player.playlist.selection": playlists.selection,
      "player.playlist.select": playlists.select,
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
      "player.queue.ids": queue.ids,
      "player.queue.count": queue.count,
      "player.queue.append": (params, panel) => this.#thenArrange(queue.append(params, panel)),
      "player.queue.remove": (params, panel) => this.#thenArrange(queue.remove(params, panel)),
      "player.queue.reorder": (params, panel) => this.#thenArrange(queue.reorder(params, panel)),
      "player.queue.clear": () => this.#thenArrange(queue.clear()),
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

  /** Settles when the user has quit mpv, or mpv has failed: with whether it has failed. */
  get ended(): Promise<boolean> {
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

  /** Loads tracks, and passes a sentence about each entry without tracks, or about mpv's refusal, to `say`. */
  async loadOrSay(entries: readonly string[], say: (sentence: string) => void): Promise<void> {
    try {
      for (const missing of await this.load(entries)) say(`nothing to play in ${missing}`);
    } catch (error) {
      // mpv has refused, or has ended and may come back, or there are too many tracks.
      if (!(error instanceof ActionError)) throw error;
      say(error.message);
    }
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
    await Promise.all([this.link.close(), this.#probe.close()]);
    await this.#proxy?.close();
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
      return { start: await this.#mpvPlaylist.add(tracks), count: tracks.length };
    }
    return await this.playlists.append({ playlist: id, handles: tracks }, panel);
  };

  readonly #insert: PlayerActions["player.playlist.insert"] = async (
    { playlist: id, index, handles },
    panel,
  ) => {
    const tracks = await this.#checked(handles);
    const playlist = this.playlists.find(id);
    if (playlist !== this.#mirror.playlist) {
      return await this.playlists.insertTracks({ playlist: id, index, handles: tracks }, panel);
    }
    this.playlists.requireItems(playlist, 0, index);
    await this.#mpvPlaylist.add(tracks, index);
    return { count: tracks.length };
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
    if (playlist === this.#mirror.playlist) return await this.#mpvPlaylist.add(tracks);
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
    for (const [name, change] of Object.entries(this.#requiredOptions)) {
      const old = await this.link.property(`options/${name}`);
      // An mpv without Lua has no option for yt-dlp.
      if (old === undefined) continue;
      if (!this.#oldOptions.has(name)) this.#oldOptions.set(name, old as MpvValue);
      await this.link.command("set_property", `options/${name}`, change(this.#oldOptions.get(name)));
    }
    const version = await this.link.property("mpv-version");
    if (typeof version === "string") this.#version = version;
    await this.#mpvPlaylist.begin(again && this.#startsMpv);
    await this.playback.connected(again && this.#startsMpv);
    if (again) this.say("mpv is running again");
    this.#changed();
  }

  async #restoreOptions(): Promise<void> {
    for (const [name, value] of this.#oldOptions) {
      if (!this.link.connected) continue;
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
    this.playback.disconnected(this.#startsMpv);
    this.#osd.disconnected();
    this.#changed();
  }
}

/** Returns the reader of environment variables. */
export function environmentOf({ environment }: Pick<MpvPlayerOptions, "environment">): Environment {
  return environment ?? ((name) => Deno.env.get(name));
}

/**
 * Returns the options of mpv that the player requires: mpv keeps running when nothing plays, does not wait at the end of a
 * track, opens the next stream before the playing track ends, opens only streams from a playlist on the network, and
 * reaches only what the proxy allows. An attached mpv gets the user's options back.
 */
function requiredOptions(
  { mpv, prefetch = true }: MpvPlayerOptions,
  proxy: StreamProxy | null,
): Readonly<Record<string, OptionChange>> {
  const withEntries = (entries: Readonly<Record<string, string>>): OptionChange => (old) => ({
    ...typeof old === "object" ? old : {},
    ...entries,
  });
  const protocols = { protocol_whitelist: proxy ? STREAM_PROTOCOLS : NO_PROTOCOLS };
  const address = proxy?.url ?? "";
  return {
    idle: () => "yes",
    "keep-open": () => "no",
    "prefetch-playlist": () => prefetch ? "yes" : "no",
    "load-unsafe-playlists": () => "no",
    "http-proxy": () => address,
    "stream-lavf-o": withEntries({ ...protocols, ...proxy && { http_proxy: address } }),
    "demuxer-lavf-o": withEntries(protocols),
    // A started mpv gives yt-dlp the proxy in its environment.
    ...(mpv.kind === "attach" || !proxy) && { ytdl: () => "no" },
  };
}

function throughProxy(mpv: MpvChoice, proxy: StreamProxy | null): MpvChoice {
  if (mpv.kind === "attach" || !proxy) return mpv;
  return { ...mpv, program: { ...mpv.program, proxy: proxy.url } };
}

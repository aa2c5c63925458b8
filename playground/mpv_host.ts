/**
 * mpv as the playground's player.
 *
 * @module
 */

import type { ActionTable } from "../client/action_table.ts";
import type { Environment } from "../players/mpv/app.ts";
import { MpvGone } from "../players/mpv/ipc/mpv_client.ts";
import { MpvPlayer } from "../players/mpv/player.ts";
import { systemClock } from "../host_stdio/clock.ts";
import type { Handle } from "../host_stdio/shapes.ts";
import type { SignalInput } from "../host_stdio/signals.ts";
import { formatTrackHandle } from "../limits/paths.ts";
import { ActionError } from "../players/model/action_error.ts";
import { Overlay } from "../players/model/overlay.ts";
import { SignalSender } from "../players/model/signal_sender.ts";
import { keyOf } from "../players/model/track_key.ts";
import { mpvSockets } from "./mpv_rights.ts";
import { NoSuchPlayer } from "./no_such_player.ts";
import { logDirectoryOf } from "./own_directory.ts";
import type { PlaygroundPlayer } from "./playground_player.ts";
import type { NowPlayingState, PlayerCommand, PlayerState, TrackRow } from "./protocol.ts";

/** How much of long lists a page is shown. */
const SHOWN = { queue: 200, selection: 1000, console: 200, desktop: 20 } as const;

/** So many files are looked into once at least, before it is forgotten which. */
const MANY = 10_000;

/** How old the picture of the desktop's clipboard may be, in milliseconds: each look starts programs. */
const CLIPBOARD_MS = 1000;

/** What mpv is opened with. */
export interface MpvPlaygroundOptions {
  /** The playground's own directory, with the sockets ({@linkcode mpvSockets}) and the bridge's log files. */
  readonly socketDirectory: string;
  /** Options for mpv in place of those that give it a window. */
  readonly args?: readonly string[];
  /** The program that is mpv; `mpv` when left out. */
  readonly program?: string;
  /** Reads an environment variable; those of this process when left out. */
  readonly environment?: Environment;
  /** Hears what people should know. */
  readonly say?: (sentence: string) => void;
}

/** mpv behind the playground. */
export class MpvPlaygroundPlayer implements PlaygroundPlayer {
  readonly name = "mpv";
  readonly version: string;
  // Without theme and locale: mpv has no such settings.
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
    "choose",
    "change",
    "dismiss",
  ] as const;
  readonly actions: ActionTable;
  /** mpv itself, for tests. */
  readonly player: MpvPlayer;
  readonly #news: News;
  readonly #signals = new SignalSender();
  readonly #overlay = new Overlay(systemClock, this.#signals, () => undefined);
  readonly #console: { readonly level: string; readonly line: string }[] = [];
  #clipboard: PlayerState["clipboard"] = { text: null, files: null, hasImage: false };
  #lastTheme: PlayerState["theme"] = { darkMode: true, accentColor: "#FFFFFF", transparency: false };
  readonly #lookedInto = new Set<string>();
  #clipboardReadAt = -Infinity;
  #readingClipboard: Promise<void> | undefined;

  private constructor(player: MpvPlayer, version: string, news: News) {
    this.player = player;
    this.version = version;
    this.#news = news;
    const {
      "player.console.print": print,
      "player.app.showPopup": popup,
      "player.clipboard.write": write,
    } = player.actions;
    this.actions = {
      ...player.actions,
      // Drawn by the page: an mpv that plays music may have no window, and knows nothing of style sheets.
      "player.overlay.open": this.#overlay.show,
      "player.overlay.close": this.#overlay.close,
      ...(print && {
        "player.console.print": (params, ...rest) => {
          keep(this.#console, { level: params.level, line: params.line }, SHOWN.console);
          return print(params, ...rest);
        },
      }),
      ...(popup && {
        "player.app.showPopup": (params, ...rest) => {
          news.tell(`Message “${params.title}”: ${params.message}`);
          return popup(params, ...rest);
        },
      }),
      ...(write && {
        "player.clipboard.write": async (...given) => {
          const answer = await write(...given);
          this.#clipboardReadAt = -Infinity;
          news.changed();
          return answer;
        },
      }),
    };
    void player.ended.then(() =>
      news.say("mpv has ended and is not started again; restart the playground to have it back")
    );
  }

  /**
   * Starts mpv.
   *
   * @param options See {@linkcode MpvPlaygroundOptions}.
   * @returns The player.
   * @throws {NoSuchPlayer} When there is no mpv, or it does not start.
   */
  static async open(options: MpvPlaygroundOptions): Promise<MpvPlaygroundPlayer> {
    const { socketDirectory, program = "mpv", args = ["--force-window=yes"], environment, say } = options;
    await requireMpv(program);
    const sockets = mpvSockets(socketDirectory);
    const news = new News(say ?? (() => {}));
    let player: MpvPlayer | undefined;
    try {
      player = await MpvPlayer.open({
        mpv: { kind: "start", program: { program, args, socket: sockets.player } },
        directory: logDirectoryOf(socketDirectory),
        program,
        probeSocket: sockets.probe,
        ...environment === undefined ? {} : { environment },
        say: (sentence) => news.say(sentence),
        changed: () => news.changed(),
      });
      return new MpvPlaygroundPlayer(player, await player.version() ?? "unknown", news);
    } catch (error) {
      news.end();
      await player?.close();
      throw new NoSuchPlayer(`${error instanceof Error ? error.message : error}; or use --player=reference`);
    }
  }

  onSignal(listener: (signal: SignalInput) => void): () => void {
    const ends = [this.player.onSignal(listener), this.#signals.on(listener)];
    return () => ends.forEach((end) => end());
  }

  onChange(listener: () => void): () => void {
    return this.#news.onChange(listener);
  }

  async state(): Promise<PlayerState> {
    const { playlists, queue, selection, link, actions } = this.player;
    const theme = await this.#theme();
    this.#lookAtClipboard();
    this.#lookInto(queue.entries.slice(0, SHOWN.queue).map(({ handle }) => handle));
    const page = await selection.get({ offset: 0, limit: SHOWN.selection }, undefined);
    const { playlists: list } = await playlists.list({}, undefined);
    const locale = await actions["player.system.locale"]?.({}, undefined, never);
    return {
      nowPlaying: this.#nowPlaying(),
      playlists: {
        active: playlists.active && playlists.indexOf(playlists.active),
        list: list.map(({ name, count, locked }) => ({ name, count, locked })),
      },
      queue: queue.entries.slice(0, SHOWN.queue).map(({ handle, origin }) => ({
        ...this.#row(handle),
        playlist: origin && playlists.indexOf(origin.playlist),
        item: origin && origin.item,
      })),
      selection: {
        type: page.type,
        total: page.total,
        playlist: page.playlist === undefined ? null : playlists.indexOf(playlists.find(page.playlist)),
        items: page.items ?? [],
      },
      clipboard: this.#clipboard,
      console: [...this.#console],
      theme,
      locale: locale?.locale ?? "",
      overlay: this.#overlay.open,
      desktop: [
        `The clipboard: ${this.player.clipboardKind}`,
        "Theme and locale: mpv has no settings for them",
        "Native context menus: on mpv's screen, chosen from by its keys",
        ...this.#news.sentences,
        ...link.connected ? [] : ["mpv is not running"],
      ],
    };
  }

  async tracks(playlist: number, offset: number, limit: number): Promise<readonly TrackRow[]> {
    const { tracks } = this.player.playlists.at(playlist);
    const end = Math.min(offset + limit, tracks.length);
    const handles = Array.from(
      { length: Math.max(0, end - offset) },
      (_item, step) => tracks.at(offset + step),
    );
    await this.player.tracks.look(handles);
    return handles.map((handle) => this.#row(handle));
  }

  async perform(command: PlayerCommand): Promise<void> {
    const { user } = this.player;
    switch (command.do) {
      case "play":
        return await user.play(command.playlist, command.item);
      case "resume":
        return await user.play();
      case "pause":
        return await user.pause();
      case "stop":
        return await user.stop();
      case "next":
        return await user.next();
      case "previous":
        return await user.previous();
      case "seek":
        return await user.seek(command.position);
      case "activate":
        return user.activatePlaylist(command.playlist);
      case "select":
        return user.selectItems(command.items);
      case "queue":
        return user.queue(command.playlist, ...command.items);
      case "unqueue":
        return user.unqueue(command.index);
      case "choose":
        if (this.#overlay.open?.menuId === command.menuId) this.#overlay.choose(command.itemId);
        return;
      case "change":
        if (this.#overlay.open?.menuId === command.menuId) {
          this.#overlay.change(command.itemId, command.value);
        }
        return;
      case "dismiss":
        // Of another menu than the open one: the person was faster than the picture.
        if (this.#overlay.open?.menuId === command.menuId) this.#overlay.dismiss(command.reason);
        return;
      case "theme":
      case "locale":
        throw new ActionError("mpv has no settings for theme and locale");
    }
  }

  panelOpened(name: string): void {
    this.player.user.openPanel(name);
  }

  panelClosed(name: string): void {
    this.player.user.closePanel(name);
  }

  async close(): Promise<void> {
    this.#news.end();
    await this.player.close();
    await this.#readingClipboard;
  }

  /** What mpv has in place of a theme; while there is no mpv, what it had. */
  async #theme(): Promise<PlayerState["theme"]> {
    try {
      this.#lastTheme = await this.player.actions["player.system.theme"]?.({}, undefined, never) ??
        this.#lastTheme;
    } catch (error) {
      if (!(error instanceof MpvGone)) throw error;
    }
    return this.#lastTheme;
  }

  #nowPlaying(): NowPlayingState | null {
    const { playback, playlists } = this.player;
    const { playing, position, length, paused } = playback;
    if (!playing) return null;
    const { handle, place } = playing;
    return {
      ...this.#row(handle),
      playlist: place && playlists.indexOf(place.playlist),
      item: place && place.item,
      position,
      length,
      paused,
    };
  }

  #row(handle: Handle): TrackRow {
    const { title, artist, duration } = this.player.tracks.describe(handle);
    return { title: title || handle.path, artist, duration, handle: formatTrackHandle(handle) };
  }

  /** Looks into queued files that nobody has opened; the page is told then. Each is looked into once: it may be broken. */
  #lookInto(handles: readonly Handle[]): void {
    const fresh = handles.filter((handle) => !this.#lookedInto.has(keyOf(handle)));
    if (fresh.length === 0 || this.#news.over) return;
    if (this.#lookedInto.size > MANY) this.#lookedInto.clear();
    for (const handle of fresh) this.#lookedInto.add(keyOf(handle));
    this.player.tracks.look(fresh).then(
      () => this.#news.changed(),
      (error: Error) => this.#news.tell(error.message),
    );
  }

  /** Looks what is on the clipboard by now; the page is told when it is another thing. Nobody waits for other programs. */
  #lookAtClipboard(): void {
    if (this.#readingClipboard || this.#news.over) return;
    if (performance.now() - this.#clipboardReadAt < CLIPBOARD_MS) return;
    this.#clipboardReadAt = performance.now();
    this.#readingClipboard = this.#readClipboard().finally(() => {
      this.#readingClipboard = undefined;
    });
  }

  async #readClipboard(): Promise<void> {
    let content = this.#clipboard;
    try {
      content = await this.player.actions["player.clipboard.read"]?.({}, undefined, never) ?? content;
    } catch (error) {
      // A program that owns the clipboard does not answer; a panel that reads it is told the same.
      this.#news.tell(error instanceof Error ? error.message : String(error));
      return;
    }
    if (JSON.stringify(content) === JSON.stringify(this.#clipboard)) return;
    this.#clipboard = content;
    this.#news.changed();
  }
}

/** What there is to tell people, and whoever has to look. */
class News {
  /** The last sentences. */
  readonly sentences: string[] = [];
  /** Whether nobody is told any more. */
  over = false;
  readonly #listeners = new Set<() => void>();
  readonly #say: (sentence: string) => void;

  constructor(say: (sentence: string) => void) {
    this.#say = say;
  }

  onChange(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** For the page. */
  tell(sentence: string): void {
    keep(this.sentences, sentence, SHOWN.desktop);
    this.changed();
  }

  /** For the page and the terminal. */
  say(sentence: string): void {
    if (this.over) return;
    this.#say(sentence);
    this.tell(sentence);
  }

  end(): void {
    this.over = true;
    this.#listeners.clear();
  }
}

/** For actions whose asker never goes. */
const never = new AbortController().signal;

function keep<Entry>(list: Entry[], entry: Entry, most: number): void {
  list.push(entry);
  if (list.length > most) list.shift();
}

async function requireMpv(program: string): Promise<void> {
  if (Deno.build.os === "windows") {
    throw new NoSuchPlayer("the host for mpv works on Linux and macOS; use --player=reference");
  }
  try {
    await new Deno.Command(program, { args: ["--version"], stdin: "null", stdout: "null", stderr: "null" })
      .output();
  } catch (error) {
    // No such program, now or when the rights to run it were given.
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable)) throw error;
    throw new NoSuchPlayer(
      `${program} is not installed, or not where PATH leads: get it with "apt install mpv", "dnf install mpv" or ` +
        '"brew install mpv" (https://mpv.io/installation), or use --player=reference',
    );
  }
}

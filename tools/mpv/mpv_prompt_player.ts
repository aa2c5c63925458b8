/**
 * mpv behind the prompt.
 *
 * @module
 */

import { MpvPlayer, type MpvPlayerOptions } from "../../players/mpv/player.ts";
import type { SignalInput } from "../../host_stdio/signals.ts";
import { ActionError } from "../../players/model/action_error.ts";
import { plainText } from "../../text/unicode.ts";
import type { Hands, OpenMenu, PlayerFacts, PromptPlayer } from "../play/prompt_player.ts";

/** The panel that calls at first. */
const FIRST_PANEL = "p1";

/** What mpv is opened with for the prompt. */
export interface MpvPromptOptions extends Pick<MpvPlayerOptions, "mpv" | "program" | "directory" | "signal"> {
  /** Files, folders, wildcards and URLs to play. */
  readonly files: readonly string[];
}

/** mpv, started or found, with files to play. */
export class MpvPromptPlayer implements PromptPlayer {
  readonly greeting: string;
  readonly directory: string;
  readonly #player: MpvPlayer;
  readonly #files: readonly string[];
  readonly #news: News;

  private constructor(
    player: MpvPlayer,
    version: string | undefined,
    options: MpvPromptOptions,
    news: News,
  ) {
    this.#player = player;
    this.directory = options.directory;
    this.#files = options.files;
    this.#news = news;
    this.greeting = `${plainText(version ?? "mpv")} and a bridge process, its log files in ${
      plainText(options.directory)
    }. Clipboard: ${player.clipboardKind}.`;
  }

  /**
   * Starts or finds mpv.
   *
   * @param options See {@linkcode MpvPromptOptions}.
   * @returns The player.
   * @throws {Error} When mpv cannot be started or reached.
   */
  static async open(options: MpvPromptOptions): Promise<MpvPromptPlayer> {
    const news = new News();
    const { files: _files, ...rest } = options;
    const player = await MpvPlayer.open({
      ...rest,
      panels: { [FIRST_PANEL]: { config: { panelName: "Prompt" } } },
      say: (sentence) => news.tell(sentence),
    });
    return new MpvPromptPlayer(player, await player.version(), options, news);
  }

  get actions(): PromptPlayer["actions"] {
    return this.#player.actions;
  }

  get hands(): Hands {
    return this.#player.user;
  }

  get panelNames(): readonly string[] {
    return Object.keys(this.#player.panels.configs);
  }

  get menu(): OpenMenu | null {
    return this.#player.user.menu;
  }

  get facts(): PlayerFacts {
    const { playback, playlists, queue, selection } = this.#player;
    const { playing, position, length, paused, order } = playback;
    return {
      playing: playing && { handle: playing.handle, position, length, paused },
      order,
      queue: queue.entries,
      selection: { type: selection.view.type, total: selection.view.tracks.length },
      playlists: playlists.all.map(({ name, tracks, lock }) => ({
        name,
        count: tracks.length,
        lock: lock && lock.name,
      })),
      activePlaylist: playlists.active && playlists.indexOf(playlists.active),
    };
  }

  get ended(): Promise<void> {
    return this.#player.ended;
  }

  onSignal(listener: (signal: SignalInput) => void): void {
    this.#player.onSignal(listener);
  }

  onNews(listener: (sentence: string) => void): void {
    this.#news.listen(listener);
  }

  async begin(): Promise<void> {
    try {
      for (const missing of await this.#player.load(this.#files)) {
        this.#news.tell(`nothing to play in ${missing}`);
      }
    } catch (error) {
      // mpv has refused, or has gone meanwhile; another one may come.
      if (!(error instanceof ActionError)) throw error;
      this.#news.tell(error.message);
    }
  }

  close(): Promise<void> {
    return this.#player.close();
  }
}

/** What there is to tell; it waits until somebody listens. */
class News {
  #waiting: string[] = [];
  #listener = (sentence: string): void => void this.#waiting.push(sentence);

  tell(sentence: string): void {
    this.#listener(sentence);
  }

  listen(listener: (sentence: string) => void): void {
    this.#listener = listener;
    for (const sentence of this.#waiting.splice(0)) listener(sentence);
  }
}

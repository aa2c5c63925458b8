/** A player as the page sees and uses it. */

import type { ActionTable } from "../clients/typescript/actions.ts";
import type { Handle } from "../host_stdio/api/shapes.ts";
import { formatTrackHandle } from "../limits/paths.ts";
import { ActionError } from "../players/model/actions.ts";
import { History } from "../players/model/history.ts";
import type { Player, PlayerUser } from "../players/model/player.ts";
import { keyOf } from "../players/model/tracks.ts";
import type { CommandName, PlayerCommand, PlayerState, TrackRow } from "./protocol.ts";

/** Maximum number of entries of each long list in the state. */
const SHOWN = { queue: 200, selection: 1000, console: 200 } as const;

/** Maximum number of remembered files whose tags were requested. */
const REMEMBERED_FILES = 10_000;

/** Maximum number of failure notices in the state. */
const KEPT_PROBLEMS = 5;

/** How long the clipboard is cached, in milliseconds: reading it may start programs. */
const CLIPBOARD_MS = 1000;

/** Performs each command that the user gives in the page. */
const commands: {
  [Name in CommandName]: (user: PlayerUser, command: PlayerCommand & { readonly do: Name }) => unknown;
} = {
  play: (user, { playlist, item }) => user.play(playlist, item),
  resume: (user) => user.play(),
  pause: (user) => user.pause(),
  stop: (user) => user.stop(),
  next: (user) => user.next(),
  previous: (user) => user.previous(),
  seek: (user, { position }) => user.seek(position),
  activate: (user, { playlist }) => user.activatePlaylist(playlist),
  select: (user, { items }) => user.selectItems(items),
  queue: (user, { playlist, items }) => user.queue(playlist, ...items),
  unqueue: (user, { entry }) => user.unqueue(entry),
  theme: (user, { do: _do, ...change }) => user.changeTheme?.(change),
  locale: (user, { locale }) => user.changeLocale?.(locale),
  // The menu id is checked, because another menu may have opened since the last update of the page.
  choose: (user, { itemId, menuId }) => user.chooseRow(itemId, menuId),
  change: (user, { itemId, value, menuId }) => user.changeRow(itemId, value, menuId),
  dismiss: (user, { reason, menuId }) => user.dismissMenu(reason, menuId),
  answerDialog: (user, { answer, dialog }) => user.answerDialog(answer, dialog),
};

/** A player as the page sees and uses it. */
export class PlayerView {
  /** The native actions for the bridge. */
  readonly actions: ActionTable;
  /** The commands that the player supports. */
  readonly commands: readonly CommandName[];
  readonly #player: Player;
  readonly #changed: () => void;
  readonly #stopChanges: (() => void) | undefined;
  readonly #closed = new AbortController();
  readonly #openedFiles = new Set<string>();
  readonly #problems = new History<string>(KEPT_PROBLEMS);
  #theme: PlayerState["theme"] = { darkMode: true, accentColor: "#FFFFFF", transparency: false };
  #clipboard: PlayerState["clipboard"] = { text: null, files: null, hasImage: false };
  #clipboardReadAt = -Infinity;
  #readingClipboard: Promise<void> | undefined;

  /**
   * @param player The player.
   * @param changed Called when the state may have changed without a signal, an action or a command.
   */
  constructor(player: Player, changed: () => void) {
    this.#player = player;
    this.#changed = () => {
      if (!this.#closed.signal.aborted) changed();
    };
    this.#stopChanges = player.onChange?.(this.#changed);
    this.commands = (Object.keys(commands) as CommandName[]).filter((name) =>
      name === "theme" ? player.user.changeTheme : name === "locale" ? player.user.changeLocale : true
    );
    const write = player.actions["player.clipboard.write"];
    this.actions = {
      ...player.actions,
      ...write && {
        "player.clipboard.write": async (...given) => {
          const answer = await write(...given);
          this.#clipboardReadAt = -Infinity;
          this.#changed();
          return answer;
        },
      },
    };
    void player.ended?.then(() => this.#tell(endedSentence(player)));
  }

  /** Returns the state for the pages. It is called often and does not wait for files or other programs. */
  async state(): Promise<PlayerState> {
    const { facts, actions } = this.#player;
    const { signal } = this.#closed;
    this.#lookAtClipboard();
    const locale = await actions["player.system.locale"]?.({}, undefined, signal);
    const theme = await this.theme();
    // The player looks when it is asked: the facts are of that moment, too.
    const asked = actions["player.selection.get"]?.({ offset: 0, limit: SHOWN.selection }, undefined, signal);
    const { nowPlaying, playlists, activePlaylist, queue, selection: { type, total } } = facts;
    const selection = await asked;
    const shown = queue.slice(0, SHOWN.queue);
    this.#lookInto(shown.map(({ handle }) => handle));
    const within = playlists.findIndex(({ id }) => id === selection?.playlist);
    return {
      nowPlaying: nowPlaying && { ...nowPlaying, ...this.#row(nowPlaying.handle) },
      playlists: {
        active: activePlaylist,
        list: playlists.map(({ name, count, lock }) => ({ name, count, locked: lock !== null })),
      },
      queue: shown.map(({ entry, handle, playlist, item }) => ({
        ...this.#row(handle),
        entry,
        playlist,
        item,
      })),
      queueCount: queue.length,
      selection: {
        type,
        total,
        playlist: within < 0 ? null : within,
        items: selection?.items ?? [],
      },
      clipboard: this.#clipboard,
      console: facts.consoleLines.slice(-SHOWN.console).map(({ level, line }) => ({ level, line })),
      theme,
      locale: locale?.locale ?? "",
      overlay: facts.overlay,
      dialogs: facts.dialogs,
      desktop: [...facts.desktop, ...this.#problems.entries],
    };
  }

  /**
   * Returns some tracks of a playlist.
   *
   * @throws {RangeError} When there is no such playlist.
   */
  async tracks(playlist: number, offset: number, limit: number): Promise<readonly TrackRow[]> {
    const { facts } = this.#player;
    const found = facts.playlists[playlist];
    if (!found) throw new RangeError(`There is no playlist ${playlist}`);
    const handles = found.tracks(offset, limit);
    await facts.look?.(handles);
    return handles.map((handle) => this.#row(handle));
  }

  /**
   * Performs a command that the user gave in the page.
   *
   * @throws {ActionError} When the player refuses.
   */
  async perform(command: PlayerCommand): Promise<void> {
    const perform: (user: PlayerUser, command: never) => unknown = commands[command.do];
    // The function belongs to the command of this name.
    await perform(this.#player.user, command as never);
  }

  /** Stops observing the player and ends it. */
  async close(): Promise<void> {
    this.#closed.abort();
    this.#stopChanges?.();
    await this.#player.close();
    await this.#readingClipboard;
  }

  #row(handle: Handle): TrackRow {
    const { title, artist, duration } = this.#player.facts.describe(handle);
    return { title: title || handle.path, artist, duration, handle: formatTrackHandle(handle) };
  }

  /** Returns the theme; the last known one when the action fails. */
  async theme(): Promise<PlayerState["theme"]> {
    try {
      const ask = this.#player.actions["player.system.theme"];
      this.#theme = await ask?.({}, undefined, this.#closed.signal) ?? this.#theme;
    } catch (error) {
      if (!(error instanceof ActionError)) throw error;
    }
    return this.#theme;
  }

  /** Reads the tags of files in the background. Tries each file only once, because it may be broken. */
  #lookInto(handles: readonly Handle[]): void {
    const { facts } = this.#player;
    const fresh = handles.filter((handle) => !this.#openedFiles.has(keyOf(handle)));
    if (!facts.look || fresh.length === 0 || this.#closed.signal.aborted) return;
    if (this.#openedFiles.size > REMEMBERED_FILES) this.#openedFiles.clear();
    for (const handle of fresh) this.#openedFiles.add(keyOf(handle));
    facts.look(fresh).then(this.#changed, (error: Error) => this.#tell(error.message));
  }

  /** Reads the clipboard in the background: the program that owns it may not answer. */
  #lookAtClipboard(): void {
    if (this.#readingClipboard || this.#closed.signal.aborted) return;
    if (performance.now() - this.#clipboardReadAt < CLIPBOARD_MS) return;
    this.#clipboardReadAt = performance.now();
    this.#readingClipboard = this.#readClipboard().finally(() => {
      this.#readingClipboard = undefined;
    });
  }

  #tell(problem: string): void {
    this.#problems.add(problem);
    this.#changed();
  }

  async #readClipboard(): Promise<void> {
    let content: PlayerState["clipboard"];
    try {
      const read = this.#player.actions["player.clipboard.read"];
      content = await read?.({}, undefined, this.#closed.signal) ?? this.#clipboard;
    } catch (error) {
      if (!(error instanceof ActionError)) throw error;
      // The clipboard's owner may not answer. Panels get the error when they read the clipboard.
      return this.#tell(error.message);
    }
    if (JSON.stringify(content) === JSON.stringify(this.#clipboard)) return;
    this.#clipboard = content;
    this.#changed();
  }
}

/** Returns the notice for a player that has ended by itself. */
export function endedSentence({ name }: Player): string {
  return `${name} has ended and is not started again; restart the playground to have it back`;
}

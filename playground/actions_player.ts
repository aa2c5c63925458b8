/**
 * Any player as the playground's, known by nothing but its native actions and signals: for a host that opens itself to the
 * playground (docs/playground.md, "Another player").
 *
 * @module
 */

import type { ActionReturn, ActionTable, CheckedActionParams } from "../client/action_table.ts";
import type { ActionName } from "../host_stdio/native_actions.ts";
import type { Handle } from "../host_stdio/shapes.ts";
import type { SignalInput } from "../host_stdio/signals.ts";
import type { PlaygroundPlayer } from "./playground_player.ts";
import type { CommandName, PlayerCommand, PlayerState, TrackRow } from "./protocol.ts";
import { rowOf } from "./track_row.ts";

/** How much of long lists a page is shown. */
const SHOWN = { queue: 200, selection: 1000, console: 200, desktop: 20 } as const;

/** What there is of a player. */
export interface PlayerParts {
  /** Its name. */
  readonly name: string;
  /** Its version. */
  readonly version: string;
  /** What it carries out. */
  readonly actions: ActionTable;
  /**
   * Listens to what it tells the bridge.
   *
   * @param listener What to call with each signal.
   * @returns A function that ends it.
   */
  onSignal(listener: (signal: SignalInput) => void): () => void;
  /**
   * Tells tracks of a playlist, which native actions do not; without it, only their number is shown.
   *
   * @param playlist Its index.
   * @param offset The first track.
   * @param limit How many at most.
   * @returns The tracks.
   */
  readonly tracks?: (playlist: number, offset: number, limit: number) => readonly Handle[];
  /** Is told of a panel that has opened. */
  readonly panelOpened?: (name: string) => void;
  /** Is told of a panel that has closed. */
  readonly panelClosed?: (name: string) => void;
  /** Ends it and all that it has started. */
  close(): Promise<void>;
}

/** What each command takes. */
const actionsOf = {
  play: ["player.playback.play"],
  stop: ["player.playback.stop"],
  next: ["player.playback.next"],
  activate: ["player.playlist.activate"],
  queue: ["player.queue.append"],
  unqueue: ["player.queue.remove"],
} as const satisfies Partial<Record<CommandName, readonly ActionName[]>>;

/** A player behind its native actions. */
export class ActionsPlayer implements PlaygroundPlayer {
  readonly name: string;
  readonly version: string;
  readonly actions: ActionTable;
  readonly commands: readonly CommandName[];
  readonly #parts: PlayerParts;
  readonly #closed = new AbortController();
  readonly #console: { readonly level: string; readonly line: string }[] = [];
  readonly #desktop: string[] = [];
  readonly #stop: () => void;
  #time = { position: 0, length: 0 };
  /** The ids of the playlists that the page was shown last: an index that it sends is one of these. */
  #shown: readonly string[] = [];

  /** @param parts What there is of the player. */
  constructor(parts: PlayerParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.version = parts.version;
    this.actions = { ...parts.actions, ...this.#watched(parts.actions) };
    this.commands = (Object.keys(actionsOf) as (keyof typeof actionsOf)[]).filter((command) =>
      actionsOf[command].every((name) => parts.actions[name] !== undefined)
    );
    this.#stop = parts.onSignal(({ name, params }) => {
      if (name === "signal.playbackTime") this.#time = params;
      else if (name === "signal.trackStarted") this.#time = { position: 0, length: 0 };
    });
  }

  onSignal(listener: (signal: SignalInput) => void): () => void {
    return this.#parts.onSignal(listener);
  }

  async state(): Promise<PlayerState> {
    const [now, playlists, queue, selection, clipboard, theme, locale] = await Promise.all([
      this.#ask("player.playback.nowPlaying", {}),
      this.#ask("player.playlist.list", {}),
      this.#ask("player.queue.get", {}),
      this.#ask("player.selection.get", { offset: 0, limit: SHOWN.selection }),
      this.#ask("player.clipboard.read", {}),
      this.#ask("player.system.theme", {}),
      this.#ask("player.system.locale", {}),
    ]);
    this.#shown = playlists?.playlists.map(({ id }) => id) ?? [];
    return {
      nowPlaying: now?.track
        ? { ...rowOf(now.track, now.track), ...this.#placeOf(now), ...this.#time, paused: false }
        : null,
      playlists: {
        active: this.#indexOf(playlists?.active),
        list: playlists?.playlists.map(({ name, count, locked }) => ({ name, count, locked })) ?? [],
      },
      queue: queue?.entries.slice(0, SHOWN.queue).map((entry) => ({
        ...rowOf(entry, entry),
        ...this.#placeOf(entry),
      })) ?? [],
      selection: {
        type: selection?.type ?? "unknown",
        total: selection?.total ?? 0,
        playlist: this.#indexOf(selection?.playlist),
        items: selection?.items ?? [],
      },
      clipboard: clipboard ?? { text: null, files: null, hasImage: false },
      console: this.#console.slice(-SHOWN.console),
      theme: theme ?? { darkMode: false, accentColor: "#808080", transparency: false },
      locale: locale?.locale ?? "",
      // It draws its menus itself.
      overlay: null,
      desktop: this.#desktop.slice(-SHOWN.desktop),
    };
  }

  async tracks(playlist: number, offset: number, limit: number): Promise<readonly TrackRow[]> {
    const handles = this.#parts.tracks?.(playlist, offset, limit) ?? [];
    return await Promise.all(handles.map(async (handle) => {
      const info = await this.#ask("player.media.info", { handle });
      return rowOf(handle, info?.track ?? null);
    }));
  }

  async perform(command: PlayerCommand): Promise<void> {
    switch (command.do) {
      case "play":
        await this.#carryOut("player.playback.play", {
          playlist: this.#idOf(command.playlist),
          item: command.item,
        });
        return;
      case "stop":
        await this.#carryOut("player.playback.stop", {});
        return;
      case "next":
        await this.#carryOut("player.playback.next", {});
        return;
      case "activate":
        await this.#carryOut("player.playlist.activate", { playlist: this.#idOf(command.playlist) });
        return;
      case "queue": {
        const playlist = this.#idOf(command.playlist);
        const entries = command.items.map((item) => ({ playlist, item }));
        await this.#carryOut("player.queue.append", { entries });
        return;
      }
      case "unqueue":
        await this.#carryOut("player.queue.remove", { indices: [command.index] });
        return;
      default:
        throw new Error(`${this.name} cannot do that: ${command.do}`);
    }
  }

  panelOpened(name: string): void {
    this.#parts.panelOpened?.(name);
  }

  panelClosed(name: string): void {
    this.#parts.panelClosed?.(name);
  }

  async close(): Promise<void> {
    this.#stop();
    this.#closed.abort();
    await this.#parts.close();
  }

  /** Actions of which the page shows what they were asked for, beside what the player does. */
  #watched(actions: ActionTable): ActionTable {
    const print = actions["player.console.print"];
    const popup = actions["player.app.showPopup"];
    return {
      ...print && {
        "player.console.print": (params, panel, signal) => {
          this.#console.push({ level: params.level, line: params.line });
          this.#console.splice(0, this.#console.length - SHOWN.console);
          return print(params, panel, signal);
        },
      },
      ...popup && {
        "player.app.showPopup": (params, panel, signal) => {
          this.#desktop.push(`Message “${params.title}”: ${params.message}`);
          this.#desktop.splice(0, this.#desktop.length - SHOWN.desktop);
          return popup(params, panel, signal);
        },
      },
    } satisfies ActionTable;
  }

  #idOf(index: number): string {
    const id = this.#shown[index];
    if (id === undefined) throw new Error(`There is no playlist ${index}`);
    return id;
  }

  #indexOf(id: string | null | undefined): number | null {
    const index = typeof id === "string" ? this.#shown.indexOf(id) : -1;
    return index < 0 ? null : index;
  }

  #placeOf(
    { playlist, item }: { readonly playlist: string | null; readonly item: number | null },
  ): { playlist: number | null; item: number | null } {
    return { playlist: this.#indexOf(playlist), item };
  }

  /** Asks for what is shown: what the player lacks, or cannot tell just now, is shown as nothing. */
  async #ask<Name extends ActionName>(
    name: Name,
    params: CheckedActionParams<Name>,
  ): Promise<ActionReturn<Name> | undefined> {
    if (!this.#parts.actions[name]) return undefined;
    try {
      return await this.#carryOut(name, params);
    } catch {
      // Such as a clipboard that another program holds open. The bridge is told of it when a panel asks.
      return undefined;
    }
  }

  async #carryOut<Name extends ActionName>(
    name: Name,
    params: CheckedActionParams<Name>,
  ): Promise<ActionReturn<Name>> {
    const action: ActionTable[Name] = this.#parts.actions[name];
    if (!action) throw new Error(`${this.name} lacks ${name}`);
    return await action(params, undefined, this.#closed.signal);
  }
}

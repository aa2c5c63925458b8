/**
 * The state that the operations of the extension `playlist` share on one connection, and the events of changed playlists,
 * made from the player's signals (extensions.md, "Events").
 *
 * Signals are handled one after the other: the name of a new playlist has to be requested, and the events of later
 * signals must not overtake it. While they wait, a newer signal takes the place of an older one about the same, and
 * several changes of one playlist's items become one `playlist:itemsReordered`.
 */

import type { SignalParams } from "../../../host_stdio/api/signals.ts";
import { NativeActionError } from "../../../host_stdio/player.ts";
import { type ChangeQueue, SerialQueue } from "../../core/change_queue.ts";
import type { ConnectionContext, Listeners, SignalListeners } from "../../core/namespace.ts";
import type { ListedPlaylist } from "../../core/playlists.ts";
import { SHADOW_NAME } from "../../jit_queue/items.ts";
import { Places } from "../shared/long_work.ts";
import { type MediaLibrary, mediaLibrary } from "../shared/media_library.ts";
import { playlistChanges } from "../shared/playlist_changes.ts";
import { SignalTasks } from "../shared/signal_tasks.ts";
import { MAX_ADDITIONS, playlistEvents } from "./events.ts";

/** Sends the events of changed playlists to all panels. */
export class ChangeEvents {
  readonly #connection: ConnectionContext;
  readonly #tasks = new SignalTasks();
  /** The ids of the playlists in the user's order; undefined until they are known. */
  #order: readonly string[] | undefined;
  /** The id of the active playlist; null for none. */
  #active: string | null = null;
  /** The ids of shadow playlists of jitQueue. */
  #shadows: ReadonlySet<string> = new Set();
  /** The focused items that are known, by playlist. */
  readonly #focus = new Map<string, number | null>();
  #closed = false;

  constructor(connection: ConnectionContext) {
    this.#connection = connection;
  }

  onInitialized(): void {
    this.#then(async () => {
      const { active, playlists } = await this.#connection.player.request("player.playlist.list", {});
      this.#order = playlists.map(({ id }) => id);
      this.#active = active;
      this.#shadows = shadowsAmong(playlists);
    }, "the playlists are unknown until the next signal");
  }

  readonly on: SignalListeners = {
    "signal.playlistsChanged": (params) =>
      // The signals behind it name playlists by id, whose index is known only with it.
      this.#tasks.addInPlace(
        this.#task(() => this.#listChanged(params), "a new playlist causes no event"),
        "list",
      ),
    "signal.playlistRenamed": (params) =>
      this.#then(() => this.#renamed(params), undefined, `name ${params.playlist}`),
    "signal.playlistActivated": (params) => this.#then(() => this.#activated(params), undefined, "active"),
    "signal.playlistItemsChanged": (params) =>
      this.#then(
        (isMerged) => this.#itemsChanged(isMerged ? { ...params, change: "reordered" } : params),
        undefined,
        `items ${params.playlist}`,
      ),
    "signal.playlistSelectionChanged": (params) =>
      this.#then(
        // What a dropped signal told of the selection still holds.
        (isMerged) => this.#selectionChanged({ ...params, selected: params.selected || isMerged }),
        undefined,
        `selection ${params.playlist}`,
      ),
  };

  close(): void {
    this.#closed = true;
  }

  /** Runs a task after all earlier ones, unless the extension is switched off by then. */
  #then(task: (isMerged: boolean) => Promise<void> | void, problem?: string, key?: string): void {
    this.#tasks.add(this.#task(task, problem), key);
  }

  #task(
    task: (isMerged: boolean) => Promise<void> | void,
    problem?: string,
  ): (isMerged: boolean) => Promise<void> {
    return async (isMerged) => {
      try {
        if (!this.#closed) await task(isMerged);
      } catch (error) {
        // A request that fails because the player has gone is not the player's fault.
        if (this.#closed) return;
        const { diagnostics } = this.#connection;
        if (error instanceof NativeActionError) {
          diagnostics.report("warning", `playlist: ${problem}: {error}`, { error: error.message });
        } else diagnostics.report("error", "a defect of the bridge: {error}", { error });
      }
    };
  }

  async #listChanged({ order }: SignalParams<"signal.playlistsChanged">): Promise<void> {
    const { player, emit } = this.#connection;
    const before = this.#order;
    this.#order = order;
    if (before === undefined) return;
    const isListed = new Set(order);
    for (const id of this.#focus.keys()) if (!isListed.has(id)) this.#focus.delete(id);
    const left = before.filter((id) => isListed.has(id)).length;
    if (left < before.length) {
      emit(playlistEvents.removed, { oldCount: before.length, newCount: left }, "all");
    }
    if (left === order.length) return;

    const { playlists } = await player.request("player.playlist.list", {});
    if (this.#closed) return;
    this.#shadows = shadowsAmong(playlists);
    const wasListed = new Set(before);
    const names = new Map(playlists.map(({ id, name }) => [id, name]));
    // Panels get no event for a playlist that was removed meanwhile.
    this.#order = order.filter((id) => wasListed.has(id) || names.has(id));
    for (const [index, id] of this.#order.entries()) {
      const name = names.get(id);
      if (name !== undefined && !wasListed.has(id)) emit(playlistEvents.created, { index, name }, "all");
    }
  }

  #renamed({ playlist, name }: SignalParams<"signal.playlistRenamed">): void {
    const others = [...this.#shadows].filter((id) => id !== playlist);
    this.#shadows = new Set(name === SHADOW_NAME ? [...others, playlist] : others);
    const index = this.#indexOf(playlist);
    if (index >= 0) this.#connection.emit(playlistEvents.renamed, { index, name }, "all");
  }

  #activated({ playlist }: SignalParams<"signal.playlistActivated">): void {
    const before = this.#active;
    this.#active = playlist;
    if (before === playlist || this.#order === undefined) return;
    const payload = { oldIndex: this.#indexOf(before), newIndex: this.#indexOf(playlist) };
    this.#connection.emit(playlistEvents.activated, payload, "all");
  }

  #itemsChanged(
    { playlist: id, change, start, count, total }: SignalParams<"signal.playlistItemsChanged">,
  ): void {
    const { emit } = this.#connection;
    const playlist = this.#indexOf(id);
    if (playlist < 0 || this.#shadows.has(id)) return;
    switch (change) {
      case "added":
        return emit(
          playlistEvents.itemsAdded,
          { playlist, start: start ?? Math.max(total - count, 0), count },
          "all",
        );
      case "removed":
        return emit(
          playlistEvents.itemsRemoved,
          { playlist, oldCount: total + count, newCount: total },
          "all",
        );
      case "reordered":
        return emit(playlistEvents.itemsReordered, { playlist, count: total }, "all");
    }
  }

  #selectionChanged(
    { playlist: id, selected, focus }: SignalParams<"signal.playlistSelectionChanged">,
  ): void {
    const { emit } = this.#connection;
    const playlist = this.#indexOf(id);
    const before = this.#focus.get(id) ?? null;
    this.#focus.set(id, focus);
    if (playlist < 0 || this.#shadows.has(id)) return;
    if (selected) emit(playlistEvents.selectionChanged, { playlist }, "all");
    if (focus !== before) {
      emit(playlistEvents.focusChanged, { playlist, from: before ?? -1, to: focus ?? -1 }, "all");
    }
  }

  /** Returns the index of a playlist; -1 when it is unknown, or null. */
  #indexOf(id: string | null): number {
    return id === null ? -1 : this.#order?.indexOf(id) ?? -1;
  }
}

function shadowsAmong(playlists: readonly ListedPlaylist[]): Set<string> {
  return new Set(playlists.filter(({ name }) => name === SHADOW_NAME).map(({ id }) => id));
}

export class PlaylistState implements Listeners {
  readonly changes: ChangeQueue;
  /** Autoplaylists are made one at a time. */
  readonly autoplaylists = new SerialQueue();
  /** Additions that continue after their answers. */
  readonly additions = new Places(MAX_ADDITIONS);
  readonly library: MediaLibrary;
  readonly connection: ConnectionContext;
  readonly #events: ChangeEvents;
  #additions = 0;
  #closed = false;

  constructor(connection: ConnectionContext) {
    this.connection = connection;
    this.changes = connection.part(playlistChanges);
    this.library = connection.part(mediaLibrary);
    this.#events = new ChangeEvents(connection);
  }

  /** Whether the extension was switched off, or the connection has ended. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Returns an id for an addition that continues after its answer. */
  newOperationId(): string {
    return `add-${++this.#additions}`;
  }

  onInitialized(): void {
    this.#events.onInitialized();
  }

  get on(): SignalListeners {
    return this.#events.on;
  }

  close(): void {
    this.#closed = true;
    this.#events.close();
  }
}

import type { PanelConfig } from "../../host_stdio/api/shapes.ts";
import type { Dialogs, OpenDialog } from "./dialogs.ts";
import type { OpenOverlay } from "./overlay.ts";
import type { Panels } from "./panels.ts";
import type { ChosenTrack, Place } from "./places.ts";
import type { NowPlaying, PlaylistView, QueuedPlace, TrackPlace } from "./player.ts";
import type { Playlists } from "./playlists.ts";
import type { Queue } from "./queue.ts";
import type { Selection, SelectionType } from "./selection.ts";
import { slice } from "./tracks.ts";

/** The parts of a player that {@linkcode SharedFacts} reads. */
export interface FactParts {
  readonly playlists: Playlists;
  readonly queue: Queue;
  readonly selection: Selection;
  readonly panels: Panels;
  readonly overlay: { readonly open: OpenOverlay | null };
  readonly dialogs: Dialogs;
  readonly playback: {
    readonly playing: ChosenTrack | null;
    readonly position: number;
    readonly length: number;
    readonly paused: boolean;
    readonly order: number;
  };
}

/** The facts that all players read from the model: playback, playlists, queue, selection, menu overlay, dialogs and panels. */
export class SharedFacts {
  readonly #parts: FactParts;

  constructor(parts: FactParts) {
    this.#parts = parts;
  }

  get nowPlaying(): NowPlaying | null {
    const { playing, position, length, paused } = this.#parts.playback;
    return playing && { handle: playing.handle, ...this.#numbers(playing.place), position, length, paused };
  }

  get playbackOrder(): number {
    return this.#parts.playback.order;
  }

  get queue(): readonly QueuedPlace[] {
    return this.#parts.queue.entries.map(({ id, handle, origin }) => ({
      entry: id,
      handle,
      ...this.#numbers(origin),
    }));
  }

  get selection(): { readonly type: SelectionType; readonly total: number } {
    const { type, tracks } = this.#parts.selection.view;
    return { type, total: tracks.length };
  }

  get playlists(): readonly PlaylistView[] {
    return this.#parts.playlists.all.map(({ id, name, tracks, lock }) => ({
      id,
      name,
      count: tracks.length,
      lock: lock && lock.name,
      tracks: (offset, limit) => slice(tracks, offset, limit),
    }));
  }

  get activePlaylist(): number | null {
    const { playlists } = this.#parts;
    return playlists.active && playlists.indexOf(playlists.active);
  }

  get overlay(): OpenOverlay | null {
    return this.#parts.overlay.open;
  }

  get dialogs(): readonly OpenDialog[] {
    return this.#parts.dialogs.open;
  }

  get panels(): Readonly<Record<string, PanelConfig>> {
    return this.#parts.panels.configs;
  }

  #numbers(place: Place | null): TrackPlace {
    return { playlist: place && this.#parts.playlists.indexOf(place.playlist), item: place && place.item };
  }
}

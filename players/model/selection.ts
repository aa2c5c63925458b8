import type { Handle } from "../../host_stdio/api/shapes.ts";
import { ActionError, type PlayerActions } from "./actions.ts";
import { IndexRanges } from "./index_ranges.ts";
import type { Place, PlayingTrack } from "./places.ts";
import type { Playlist, PlaylistChange, PlaylistObserver, Playlists } from "./playlists.ts";
import type { SignalSender } from "./signal_sender.ts";
import { joined, sequenceOf, slice, type TrackSequence } from "./tracks.ts";

/** The types of selection. */
export type SelectionType =
  | "now_playing"
  | "active_playlist_selection"
  | "active_playlist"
  | "playlist_manager"
  | "media_library_viewer"
  | "unknown";

/** The selected tracks. */
export interface SelectionView {
  readonly type: SelectionType;
  readonly tracks: TrackSequence;
  /** The playlist that contains all selected tracks, if there is one. */
  readonly playlist?: Playlist;
  /** Returns the item, in that playlist, of the selected track at an index. */
  itemAt?(index: number): number;
}

/** The parts of a player that the selection uses. */
export interface SelectionParts {
  readonly playlists: Playlists;
  readonly playback: PlayingTrack;
  /** Finds the tracks of a handle. */
  readonly library: { resolve(handle: Handle): readonly Handle[] };
  /** Whether a dialog is open. While one is open, no page can take the selection. */
  readonly app: { readonly modalDialogOpen: boolean };
  readonly signals: SignalSender;
}

/** What determines the selection. */
type Holder =
  | { readonly kind: "playingTrack" | "selectedItems" | "activePlaylist" }
  | { readonly kind: "playlists"; readonly playlists: readonly Playlist[] }
  | { readonly kind: "library" | "page"; readonly tracks: TrackSequence };

/** The selection, shared by all windows of the player. */
export class Selection implements PlaylistObserver {
  #holder: Holder = { kind: "selectedItems" };
  /** How many tracks were selected at the last signal. */
  #lastTotal = 0;
  readonly #playlists: Playlists;
  readonly #playback: SelectionParts["playback"];
  readonly #library: SelectionParts["library"];
  readonly #app: SelectionParts["app"];
  readonly #signals: SignalSender;

  constructor({ playlists, playback, library, app, signals }: SelectionParts) {
    this.#playlists = playlists;
    this.#playback = playback;
    this.#library = library;
    this.#app = app;
    this.#signals = signals;
    playlists.observe(this);
    playback.observe(() => {
      if (this.#holder.kind === "playingTrack") this.#changed();
    });
  }

  /** The selected tracks. */
  get view(): SelectionView {
    return this.#viewOf(this.#holder);
  }

  /** Reads only the requested tracks, however many are selected. */
  readonly get: PlayerActions["player.selection.get"] = ({ offset, limit }) => {
    const { view } = this;
    const handles = slice(view.tracks, offset, limit ?? Infinity);
    const page = { total: view.tracks.length, type: view.type, handles };
    const { playlist, itemAt } = view;
    if (!playlist || !itemAt) return page;
    return {
      ...page,
      playlist: playlist.id,
      items: handles.map((_handle, index) => itemAt(offset + index)),
    };
  };

  /** Selects the tracks that exist. If none exists, the selection does not change. */
  readonly set: PlayerActions["player.selection.set"] = ({ handles }) => {
    if (this.#app.modalDialogOpen) {
      throw new ActionError("The selection cannot be set while a dialog is open");
    }
    const known = handles.flatMap((handle) => this.#library.resolve(handle));
    if (known.length > 0) this.#hold({ kind: "page", tracks: sequenceOf(known) });
    return { count: known.length };
  };

  readonly track: PlayerActions["player.selection.track"] = ({ mode }) => {
    this.#hold({ kind: mode === "playlist" ? "activePlaylist" : "selectedItems" });
    return {};
  };

  /** Makes the selection follow the playing track. */
  followPlayback(): void {
    this.#hold({ kind: "playingTrack" });
  }

  /**
   * Selects items of the active playlist.
   *
   * @throws {ActionError} When an item does not exist.
   */
  selectItems(playlist: Playlist, items: IndexRanges | Iterable<number> | "all"): void {
    const selected = rangesOf(items, playlist.tracks.length);
    for (const { start, count } of selected.spans) this.#playlists.requireItems(playlist, start, count);
    this.#holder = { kind: "selectedItems" };
    const isSame = selected.equals(playlist.selected);
    const last = selected.length > 0 ? IndexRanges.of([selected.at(selected.length - 1)]) : undefined;
    this.#playlists.selectIn(playlist, selected, last);
    if (isSame || playlist !== this.#playlists.active) this.#changed();
  }

  selectPlaylists(playlists: readonly Playlist[]): void {
    this.#hold({ kind: "playlists", playlists });
  }

  selectInLibrary(tracks: TrackSequence): void {
    this.#hold({ kind: "library", tracks });
  }

  /** Signals a change of selected tracks, and forgets removed playlists. */
  playlistChanged(change: PlaylistChange): void {
    const holder = this.#holder;
    if (holder.kind === "playlists" && holder.playlists.includes(change.playlist)) {
      const left = holder.playlists.filter((playlist) => this.#playlists.indexOf(playlist) !== null);
      this.#hold({ kind: "playlists", playlists: left });
    } else if (change.kind !== "playlistRemoved" && change.playlist === this.#playlists.active) {
      // False when nothing was selected before and nothing is selected now.
      const concerned = this.#lastTotal > 0 || this.view.tracks.length > 0;
      if (concerned && this.#followsActivePlaylist()) this.#changed();
    }
  }

  activePlaylistChanged(): void {
    if (this.#followsActivePlaylist()) this.#changed();
  }

  selectedItemsChanged(playlist: Playlist): void {
    if (playlist === this.#playlists.active && this.#followsActivePlaylist()) this.#changed();
  }

  #viewOf(holder: Holder): SelectionView {
    switch (holder.kind) {
      case "playingTrack": {
        const { playing } = this.#playback;
        // Without a playing track, falls back to the selected items.
        if (!playing) return this.#selectedItems();
        const tracks = sequenceOf([playing.handle]);
        return playing.place
          ? inPlaylist("now_playing", playing.place, tracks)
          : { type: "now_playing", tracks };
      }
      case "selectedItems":
        return this.#selectedItems();
      case "activePlaylist":
        return wholePlaylists("active_playlist", this.#playlists.active ? [this.#playlists.active] : []);
      case "playlists":
        return wholePlaylists("playlist_manager", holder.playlists);
      case "library":
        return { type: "media_library_viewer", tracks: holder.tracks };
      case "page":
        return { type: "unknown", tracks: holder.tracks };
    }
  }

  #followsActivePlaylist(): boolean {
    const { kind } = this.#holder;
    return kind === "selectedItems" || kind === "activePlaylist" ||
      (kind === "playingTrack" && this.#playback.playing === null);
  }

  #hold(holder: Holder): void {
    this.#holder = holder;
    this.#changed();
  }

  #changed(): void {
    this.#lastTotal = this.view.tracks.length;
    this.#signals.send({ name: "signal.selectionChanged", params: {} });
  }

  #selectedItems(): SelectionView {
    const { active } = this.#playlists;
    const type = "active_playlist_selection";
    if (!active || active.selected.length === 0) return { type, tracks: sequenceOf([]) };
    const { tracks, selected } = active;
    return {
      type,
      tracks: { length: selected.length, at: (index) => tracks.at(selected.at(index)) },
      playlist: active,
      itemAt: (index) => selected.at(index),
    };
  }
}

function inPlaylist(type: SelectionType, { playlist, item }: Place, tracks: TrackSequence): SelectionView {
  return { type, tracks, playlist, itemAt: () => item };
}

function wholePlaylists(type: SelectionType, playlists: readonly Playlist[]): SelectionView {
  const tracks = joined(playlists.map((playlist) => playlist.tracks));
  const [playlist] = playlists;
  return playlist && playlists.length === 1
    ? { type, tracks, playlist, itemAt: (index) => index }
    : { type, tracks };
}

function rangesOf(items: IndexRanges | Iterable<number> | "all", length: number): IndexRanges {
  if (items === "all") return IndexRanges.below(length);
  return items instanceof IndexRanges ? items : IndexRanges.of(items);
}

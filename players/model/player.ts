import type { ActionTable } from "../../clients/typescript/actions.ts";
import type { Handle, OverlayRow, PanelConfig, Track } from "../../host_stdio/api/shapes.ts";
import type { SignalMessage } from "../../host_stdio/api/signals.ts";
import type { DialogAnswer, OpenDialog } from "./dialogs.ts";
import type { OpenOverlay } from "./overlay.ts";
import type { PanelSettings } from "./panels.ts";

/**
 * A media player behind a bridge. The prompt, the demo, the playground and the tests use players through this
 * interface.
 */
export interface Player {
  /** The name that `bridge.initialize` sends. */
  readonly name: string;
  /** The version that `bridge.initialize` sends. */
  readonly version: string;
  /** The native actions that the player carries out for the bridge. */
  readonly actions: ActionTable;
  /** The player's user. */
  readonly user: PlayerUser;
  /** The state of the player at this moment. */
  readonly facts: PlayerFacts;
  /** Settles when the player ends by itself: with whether it has failed. Optional: some players never do. */
  readonly ended?: Promise<boolean>;

  /**
   * Calls a listener with each signal for the bridge, in order.
   *
   * @param listener What to call.
   * @returns A function that removes the listener.
   */
  onSignal(listener: (signal: SignalMessage) => void): () => void;

  /**
   * Calls a listener when facts change for another reason than a signal, an action or the user. Optional:
   * the facts of some players never change in that way.
   *
   * @param listener What to call.
   * @returns A function that removes the listener.
   */
  onChange?(listener: () => void): () => void;

  /**
   * Calls a listener with each message for the user. The first listener also gets all earlier messages.
   * Optional: some players send none.
   *
   * @param listener What to call.
   * @returns A function that removes the listener.
   */
  onNotice?(listener: (sentence: string) => void): () => void;

  /** Ends the player and everything that it has started. */
  close(): void | Promise<void>;
}

/**
 * What the user of a player can do. A method throws, or rejects with, an `ActionError` when the player cannot
 * do it. Playlists are named by their indices in {@linkcode PlayerFacts.playlists}. Methods that some players
 * lack are optional.
 */
export interface PlayerUser {
  /**
   * Plays an item. Without a playlist, resumes a paused track; otherwise plays the first selected or first
   * item of the active playlist.
   */
  play(playlist?: number, item?: number): void | Promise<void>;
  /** Stops playback. */
  stop(): void | Promise<void>;
  /** Plays the next track. */
  next(): void | Promise<void>;
  /** Plays the previous track. */
  previous(): void | Promise<void>;
  /** Pauses or resumes. */
  pause(): void | Promise<void>;
  /** Seeks to a position, in seconds from the beginning of the track. */
  seek(position: number): void | Promise<void>;
  /** Chooses a playback order by its number. */
  setOrder(order: number): void | Promise<void>;
  /** Sets the volume (a linear amplitude from 0 to 1), the mute state, or both. */
  setVolume?(change: { readonly level?: number; readonly muted?: boolean }): void | Promise<void>;
  /** Chooses whether playback stops at the end of the playing track. */
  setStopAfterCurrent?(enabled: boolean): void | Promise<void>;
  /** Makes a playlist the active one. */
  activatePlaylist(playlist: number): void;
  /** Removes items of a playlist, one by default. */
  removeItems(playlist: number, start: number, count?: number): void | Promise<void>;
  /** Appends items of a playlist to the queue. */
  queue(playlist: number, ...items: readonly number[]): void;
  /** Removes an entry of the queue by its id, if it is still there. */
  unqueue(entry: string): void;
  /** Selects items of the active playlist. */
  selectItems(items: Iterable<number> | "all"): void;
  /** Selects whole playlists. */
  selectPlaylists(...playlists: readonly number[]): void;
  /** Makes the selection follow the playing track. */
  followPlayback(): void;
  /** Opens a panel in the player's window, or replaces the one of that name. */
  openPanel(name: string, settings?: PanelSettings): void;
  /** Closes a panel. */
  closePanel(name: string): void;
  /** Chooses a row of the open menu; false when that menu is not open or the row cannot be chosen. */
  chooseRow(itemId: string, menuId?: string): boolean | Promise<boolean>;
  /** Changes the value of a rich row; false when that menu is not open or the row cannot have the value. */
  changeRow(itemId: string, value: number, menuId?: string): boolean | Promise<boolean>;
  /** Closes the open menu without a choice; false when that menu is not open. The reason is `escape` by default. */
  dismissMenu(reason?: string, menuId?: string): boolean | Promise<boolean>;
  /** Answers an open dialog of a panel, the oldest one by default; `{}` cancels it. False when it is not open. */
  answerDialog(answer: DialogAnswer, id?: number): boolean;
  /** Copies text as another program would. */
  copy?(content: { readonly text: string }): void;
  /** Opens a dialog: until it is closed no menu command runs and no page can take the selection. */
  openDialog?(): void;
  /** Closes the dialog. */
  closeDialog?(): void;
  /** Changes the system's colours. */
  changeTheme?(change: { readonly darkMode?: boolean; readonly accentColor?: string }): void;
  /** Changes the locale, a BCP 47 tag. */
  changeLocale?(locale: string): void;
}

/** A track's place as indices; null when the playlist or the item is unknown or was removed. */
export interface TrackPlace {
  /** The playlist's index. */
  readonly playlist: number | null;
  /** The track's index in the playlist. */
  readonly item: number | null;
}

/** An entry of the playback queue. */
export interface QueuedPlace extends TrackPlace {
  /** Identifies the entry; never used again. */
  readonly entry: string;
  /** The track. */
  readonly handle: Handle;
}

/** The playing track. */
export interface NowPlaying extends TrackPlace {
  /** The track. */
  readonly handle: Handle;
  /** The position in seconds. */
  readonly position: number;
  /** The length in seconds; 0 when unknown. */
  readonly length: number;
  /** Whether it is paused. */
  readonly paused: boolean;
}

/** A playlist, as the user sees it. */
export interface PlaylistView {
  /** The id by which native actions and signals name it. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** How many tracks it has. */
  readonly count: number;
  /** The name of its lock; null when it is not locked. */
  readonly lock: string | null;
  /**
   * Returns some of its tracks.
   *
   * @param offset The index of the first track; 0 by default.
   * @param limit The maximum number of tracks; all by default.
   */
  tracks(offset?: number, limit?: number): Handle[];
}

/** The state of a player. Reading it never waits. */
export interface PlayerFacts {
  /** The playing track; null when nothing plays. */
  readonly nowPlaying: NowPlaying | null;
  /** The playback order, an index of `playbackOrders`. */
  readonly playbackOrder: number;
  /** The playback queue in order. */
  readonly queue: readonly QueuedPlace[];
  /** The kind of the selection, and how many tracks it has. */
  readonly selection: { readonly type: string; readonly total: number };
  /** The playlists in order. */
  readonly playlists: readonly PlaylistView[];
  /** The index of the active playlist; null for none. */
  readonly activePlaylist: number | null;
  /** The panels' configurations by their names. */
  readonly panels: Readonly<Record<string, PanelConfig>>;
  /** The open menu overlay as the bridge opened it, with the values that the user has changed since. */
  readonly overlay: OpenOverlay | null;
  /** The open dialogs of panels, oldest first. */
  readonly dialogs: readonly OpenDialog[];
  /** The rows of the player's own context menu, while it is on the screen. */
  readonly contextMenu?: readonly OverlayRow[] | null;
  /** The latest lines of the console, oldest first. */
  readonly consoleLines: readonly { readonly level: string; readonly line: string }[];
  /**
   * Sentences about the messages and windows that the player shows outside of its panels, and about menu
   * commands that it has run.
   */
  readonly desktop: readonly string[];

  /**
   * Returns the metadata that the player knows about a track. Does not open the file.
   *
   * @param handle The track.
   */
  describe(handle: Handle): Track;

  /**
   * Opens files to read their metadata for {@linkcode PlayerFacts.describe}, for a few seconds at most.
   * Optional: some players know all metadata.
   *
   * @param handles The tracks.
   */
  look?(handles: readonly Handle[]): Promise<void>;
}

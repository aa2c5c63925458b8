/**
 * What the commands of the host's menus act on.
 *
 * @module
 */

import type { Playlist, Playlists } from "../../model/playlists.ts";
import type { Queue } from "../../model/queue.ts";
import type { Selection } from "../../model/selection.ts";
import type { ClipboardActions } from "../system_clipboard.ts";
import type { MpvLink } from "../ipc/mpv_link.ts";
import type { MpvPlayback } from "../playback.ts";
import type { TrackStore } from "../track_store.ts";

/** The parts of the host that menu commands act on. */
export interface MenuParts {
  readonly link: MpvLink;
  readonly playback: MpvPlayback;
  readonly playlists: Playlists;
  readonly queue: Queue;
  readonly selection: Selection;
  readonly tracks: TrackStore;
  readonly clipboard: ClipboardActions;
  /**
   * Appends tracks to a playlist, mpv's own or another.
   *
   * @param playlist The playlist.
   * @param handles The tracks.
   */
  append(playlist: Playlist, handles: readonly { path: string; subsong: number }[]): Promise<void>;
  /**
   * Removes items of a playlist, mpv's own or another.
   *
   * @param playlist The playlist.
   * @param start The first item.
   * @param count How many.
   */
  remove(playlist: Playlist, start: number, count: number): Promise<void>;
  /** Says a sentence to people. */
  say(sentence: string): void;
}

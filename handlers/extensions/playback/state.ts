/** The state of the extension `playback` on one connection. */

import { ChangeQueue } from "../../core/change_queue.ts";
import type { ConnectionContext } from "../../core/namespace.ts";
import { playlistChanges } from "../shared/playlist_changes.ts";
import { PlaybackEvents } from "./playback_events.ts";

/** The events of playback, and the queues in which operations change the player. */
export class PlaybackState extends PlaybackEvents {
  /** Changes of playback, volume and settings: most read the state of the player first. */
  readonly changes: ChangeQueue;
  readonly playlistChanges: ChangeQueue;

  constructor(connection: ConnectionContext) {
    super(connection);
    this.changes = new ChangeQueue(connection.player);
    this.playlistChanges = connection.part(playlistChanges);
  }
}

/**
 * Extension `playback`: the transport, the volume, the playback order and the playing track (extensions.md,
 * "playback").
 */

import { defineNamespace } from "../../core/namespace.ts";
import { currentTrackOperations, positionOperations } from "./current_track.ts";
import { playbackEvents } from "./events.ts";
import { settingOperations, volumeOperations } from "./settings.ts";
import { PlaybackState } from "./state.ts";
import { pathOperations, transportOperations } from "./transport.ts";

export const playback = defineNamespace({
  name: "playback",
  operations: [
    ...transportOperations,
    ...positionOperations,
    ...volumeOperations,
    ...currentTrackOperations,
    ...settingOperations,
    ...pathOperations,
  ],
  events: Object.values(playbackEvents),
  createState: (connection) => new PlaybackState(connection),
  listeners: (state) => state,
});

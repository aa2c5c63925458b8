/** The states of playback, as operations and events name them. */

import * as v from "valibot";

/** The state of playback. */
export const playbackState = v.picklist(["playing", "paused", "stopped"]);

/** A state of playback. */
export type PlaybackStateName = v.InferOutput<typeof playbackState>;

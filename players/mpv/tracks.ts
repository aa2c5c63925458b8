/** Metadata of tracks, from the mpv that plays them and from the probe. */

import type { Handle, Track } from "../../host_stdio/api/shapes.ts";
import { isStreamUrl } from "../../limits/paths.ts";
import { keyOf } from "../model/tracks.ts";
import type { Probe } from "./probe.ts";
import { unopenedTrack } from "./tags.ts";

/** The maximum number of tracks in the store. */
const CAPACITY = 10_000;

/** How long one call may open new files, in milliseconds. */
const LOOKING_MS = 3000;

/** The metadata of tracks that mpv has opened. */
export class TrackStore {
  readonly #known = new Map<string, Track>();
  readonly #probe: Probe;

  constructor(probe: Probe) {
    this.#probe = probe;
  }

  /** Returns the metadata of a track; only its name when it was never opened. */
  describe(handle: Handle): Track {
    return this.#known.get(keyOf(handle)) ?? unopenedTrack(handle);
  }

  /** Stores the metadata of a track. */
  learn(track: Track): void {
    const key = keyOf(track);
    this.#known.delete(key);
    this.#known.set(key, track);
    if (this.#known.size <= CAPACITY) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  /** Opens new files for up to three seconds. Never opens streams: their servers would notice. */
  async look(handles: readonly Handle[]): Promise<void> {
    const deadline = performance.now() + LOOKING_MS;
    for (const handle of handles) {
      if (this.#known.has(keyOf(handle)) || isStreamUrl(handle.path)) continue;
      if (performance.now() > deadline) return;
      const track = await this.#probe.look(handle);
      if (track) this.learn(track);
    }
  }

  /** Opens a track again and returns its metadata; null when it is missing or cannot be played. */
  async find(handle: Handle): Promise<Track | null> {
    if (isStreamUrl(handle.path)) return this.describe(handle);
    const track = await this.#probe.look(handle);
    if (track) this.learn(track);
    return track;
  }
}

/**
 * What is known of tracks: what mpv told while they played, and what a second mpv finds when it opens them.
 *
 * @module
 */

import type { Handle, Track } from "../../host_stdio/shapes.ts";
import { isStreamUrl } from "../../limits/paths.ts";
import { keyOf } from "../model/track_key.ts";
import type { Probe } from "./probe.ts";
import { unknownTrack } from "./track_info.ts";

/** How many tracks are remembered. */
const CAPACITY = 10_000;

/** How long one question may open files that nobody has looked at yet, in milliseconds. */
const LOOKING_MS = 3000;

/** The metadata of tracks. */
export class TrackStore {
  readonly #known = new Map<string, Track>();
  readonly #probe: Probe;

  /** @param probe What opens files that do not play. */
  constructor(probe: Probe) {
    this.#probe = probe;
  }

  /**
   * What is known of a track at this moment.
   *
   * @param handle The track.
   * @returns Its metadata; nothing but its name when nobody has opened it.
   */
  describe(handle: Handle): Track {
    return this.#known.get(keyOf(handle)) ?? unknownTrack(handle);
  }

  /**
   * Remembers what is known of a track.
   *
   * @param track The metadata.
   */
  learn(track: Track): void {
    const key = keyOf(track);
    this.#known.delete(key);
    this.#known.set(key, track);
    if (this.#known.size <= CAPACITY) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  /**
   * Looks at files that are not known yet, as many as the time allows. Streams are never opened for that: somebody
   * would hear of it.
   *
   * @param handles The tracks.
   */
  async look(handles: readonly Handle[]): Promise<void> {
    const deadline = performance.now() + LOOKING_MS;
    for (const handle of handles) {
      if (this.#known.has(keyOf(handle)) || isStreamUrl(handle.path)) continue;
      if (performance.now() > deadline) return;
      const track = await this.#probe.look(handle);
      if (track) this.learn(track);
    }
  }

  /**
   * What is to be known of one track, which is looked at again.
   *
   * @param handle The track.
   * @returns Its metadata; null when there is no such file, or none that can be played.
   */
  async find(handle: Handle): Promise<Track | null> {
    if (isStreamUrl(handle.path)) return this.describe(handle);
    const track = await this.#probe.look(handle);
    if (track) this.learn(track);
    return track;
  }
}

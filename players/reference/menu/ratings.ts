/**
 * The stars that the user has given to tracks.
 *
 * @module
 */

import type { Handle } from "../../../host_stdio/shapes.ts";
import { keyOf } from "../../model/track_key.ts";

/** The most stars. */
export const MAX_STARS = 5;

/** Stars by track. */
export class Ratings {
  readonly #stars = new Map<string, number>();

  /**
   * How many stars a track has.
   *
   * @param handle The track.
   * @returns From 1 to {@linkcode MAX_STARS}; 0 when it was given none.
   */
  of(handle: Handle): number {
    return this.#stars.get(keyOf(handle)) ?? 0;
  }

  /**
   * Gives stars to a track.
   *
   * @param handle The track.
   * @param stars How many; 0 takes them away.
   */
  set(handle: Handle, stars: number): void {
    if (stars > 0) this.#stars.set(keyOf(handle), stars);
    else this.#stars.delete(keyOf(handle));
  }
}

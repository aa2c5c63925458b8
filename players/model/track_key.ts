/**
 * Tracks as keys of tables.
 *
 * @module
 */

import type { Handle } from "../../host_stdio/shapes.ts";

/**
 * A text that stands for a track in a table.
 *
 * @param handle The track.
 * @returns The text, different for different tracks.
 */
export function keyOf({ path, subsong }: Handle): string {
  return `${subsong}|${path}`;
}

/**
 * Namespace `selection`: what is selected in the player (specification, "selection").
 *
 * @module
 */

import { get } from "./get.ts";
import { set, setPlaylistTracking } from "./set.ts";
import { getType, getViewerMode, getViewingTrack } from "./viewing.ts";

/** The operations of the namespace `selection`. */
export const selectionOperations = [
  get,
  getType,
  getViewerMode,
  getViewingTrack,
  set,
  setPlaylistTracking,
] as const;

/**
 * Namespace `selection`: what is selected in the player (specification, "selection").
 *
 * @module
 */

import type { ConnectionContext } from "../context.ts";
import type { NamespaceServices } from "../services.ts";
import { SelectionChanges } from "./selection_changes.ts";
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

/** What the namespace `selection` keeps for a connection. */
export function selectionServices(connection: ConnectionContext) {
  return { selectionChanges: new SelectionChanges(connection) } satisfies NamespaceServices;
}

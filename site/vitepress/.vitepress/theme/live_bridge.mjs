/**
 * The bridge of the live examples. It is loaded and started when the reader runs the first one.
 *
 * @module
 */

let started;

/** Returns the bridge, and starts it if necessary. */
export function liveBridge() {
  return started ??= import("../live/bridge.js").then(({ LiveBridge }) => LiveBridge.start());
}

/** Forgets the bridge and its player: the next example gets new ones. */
export function startAgain() {
  started = undefined;
}

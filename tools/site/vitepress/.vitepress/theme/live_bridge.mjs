/**
 * The bridge of the live examples. It is loaded and started when the reader runs the first example.
 *
 * @module
 */

let started;

/** Returns the bridge, and starts it if necessary. */
export function liveBridge() {
  return started ??= import("../live/bridge.js").then(({ LiveBridge }) => LiveBridge.start());
}

/** Discards the bridge and its player. The next example gets new ones. */
export function startAgain() {
  started = undefined;
}

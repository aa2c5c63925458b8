/**
 * The names of all operations of the specification and the native actions that each needs, apart from the operations
 * themselves: `bridge.initialize` tells them before any namespace has been loaded. The compiler refuses an operation that is
 * not listed here.
 *
 * @module
 */

import type { ActionName } from "../../host_stdio/native_actions.ts";

/** A native action without which an operation cannot work; of several, one is enough. */
export type Need = ActionName | readonly ActionName[];

/** The full name of every built-in operation, `<namespace>.<method>`, and what it needs. */
export const operationNeeds = {
  "clipboard.read": ["player.clipboard.read"],
  "clipboard.write": ["player.clipboard.write"],
  "clipboard.writeFiles": ["player.media.authorize", "player.clipboard.write"],
  "clipboard.writeHTML": ["player.clipboard.write"],
  "console.log": ["player.console.print"],
  "console.warn": ["player.console.print"],
  "console.error": ["player.console.print"],
  "jitQueue.playNow": [
    "player.media.resolve",
    "player.playlist.list",
    "player.playlist.append",
    "player.playback.play",
  ],
  "jitQueue.enqueueNext": [
    "player.media.resolve",
    "player.playlist.list",
    "player.playlist.append",
    "player.playback.play",
  ],
  "jitQueue.skip": [
    "player.playlist.list",
    "player.playlist.append",
    "player.playback.play",
    "player.playback.next",
  ],
  "jitQueue.stop": ["player.playback.stop"],
  "jitQueue.clear": [],
  "jitQueue.notifyEmpty": [],
  "jitQueue.getState": [],
  "jitQueue.preloadBatch": ["player.playlist.list", "player.playlist.append", "player.playback.play"],
  "log.clear": [],
  "log.read": [],
  "log.write": [],
  "menu.close": [],
  "menu.getContextMenu": ["player.menu.build"],
  "menu.getMainMenu": [["player.menu.build", "player.menu.listMainCommands"]],
  "menu.runContextCommand": ["player.menu.runContext"],
  "menu.runContextCommandById": ["player.menu.build", "player.menu.runContext"],
  "menu.runMainMenuCommand": ["player.menu.runMain", ["player.menu.build", "player.menu.listMainCommands"]],
  "menu.show": ["player.overlay.open"],
  "menu.showNativePopup": ["player.menu.popup"],
  "misc.exit": ["player.app.run"],
  "misc.getComponentPath": ["player.app.paths"],
  "misc.getFoobarPath": ["player.app.paths"],
  "misc.getProfilePath": ["player.app.paths"],
  "misc.restart": ["player.app.run"],
  "misc.showConsole": ["player.app.run"],
  "misc.showLibrarySearch": ["player.app.showLibrarySearch"],
  "misc.showPopupMessage": [],
  "misc.showPreferences": ["player.app.run"],
  "panel.getConfig": ["player.panel.getConfig"],
  "panel.setConfig": ["player.panel.getConfig", "player.panel.setConfig"],
  "queue.add": ["player.playlist.list", "player.queue.append"],
  "queue.addPaths": [
    "player.playlist.list",
    "player.media.resolve",
    "player.playlist.append",
    "player.queue.append",
  ],
  "queue.clear": ["player.queue.count", "player.queue.remove"],
  "queue.flush": ["player.queue.count", "player.queue.remove"],
  "queue.get": ["player.queue.get"],
  "queue.getCount": ["player.queue.count"],
  "queue.moveToTop": ["player.queue.count", "player.queue.reorder"],
  "queue.remove": ["player.queue.count", "player.queue.remove"],
  "selection.get": ["player.selection.get"],
  "selection.getType": ["player.selection.get"],
  "selection.getViewerMode": ["player.selection.get"],
  "selection.getViewingTrack": [],
  "selection.set": ["player.selection.set"],
  "selection.setPlaylistTracking": ["player.selection.track"],
  "system.getApisByNamespace": [],
  "system.getApiStats": [],
  "system.getDPI": ["player.system.display"],
  "system.getLocale": ["player.system.locale"],
  "system.getRegisteredPlugins": [],
  "system.getTheme": ["player.system.theme"],
  "system.isPluginRegistered": [],
  "system.listAvailableApis": [],
  "system.searchApis": [],
  "test.echo": [],
  "test.ping": [],
} as const satisfies Readonly<Record<string, readonly Need[]>>;

/** The full name of a built-in operation. */
export type OperationName = keyof typeof operationNeeds;

/** The full name of every built-in operation. */
export const operationNames = Object.keys(operationNeeds) as readonly OperationName[];

/**
 * The operations that cannot work with a player.
 *
 * @param actions All native actions that the player carries out; unknown ones are ignored.
 * @returns For each such operation, by its name, the first action that is missing.
 */
export function unsupportedOperations(actions: readonly string[]): Map<string, ActionName> {
  const carriedOut = new Set(actions);
  const unsupported = new Map<string, ActionName>();
  for (const [name, needs] of Object.entries<readonly Need[]>(operationNeeds)) {
    const missing = needs.find((need) => ![need].flat().some((action) => carriedOut.has(action)));
    const [action] = missing === undefined ? [] : [missing].flat();
    if (action !== undefined) unsupported.set(name, action);
  }
  return unsupported;
}

/**
 * Parameters to begin with, where the empty form says little.
 *
 * @module
 */

const HEART =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><path d="M12 20 4 12a5 5 0 0 1 8-6 5 5 0 0 1 8 6z"/></svg>';
const COPY =
  '<rect x="8" y="8" width="12" height="12" rx="2" fill="none" stroke="currentColor" stroke-width="2"/><path d="M16 4H6a2 2 0 0 0-2 2v10" fill="none" stroke="currentColor" stroke-width="2"/>';

/** By the names of the operations. */
export const samples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "clipboard.write": { text: "Hello" },
  "clipboard.writeFiles": { paths: ["/music/a.flac"] },
  "clipboard.writeHTML": { html: "<b>Hello</b>", plainText: "Hello" },
  "console.log": { message: "Hello" },
  "console.warn": { message: "Mind the gap" },
  "console.error": { message: "Something is wrong" },
  "log.write": { message: "Hello", level: "info" },
  "menu.show": {
    items: [
      { type: "nowplaying", label: "Now playing", title: "Tidewater", subtitle: "Harbour Lights" },
      { type: "separator" },
      { id: "copy", label: "Copy", iconSvg: { viewBox: "0 0 24 24", content: COPY } },
      { id: "love", label: "Favourite", iconSvg: HEART, checked: true },
      {
        id: "add",
        label: "Add to",
        submenu: [
          { id: "add-queue", label: "Queue" },
          { id: "add-new", label: "New playlist", submenu: [{ id: "add-named", label: "Named…" }] },
          { id: "add-locked", label: "Favourites (locked)", enabled: false },
        ],
      },
      { type: "separator" },
      { id: "stars", type: "rating", label: "Rating", value: 3 },
      { id: "volume", type: "slider", label: "Volume", value: 40, min: 0, max: 100 },
      {
        id: "repeat",
        type: "segmented",
        label: "Repeat",
        value: 0,
        segments: [{ label: "Off" }, { label: "One" }, { label: "All" }, { label: "List", enabled: false }],
      },
      { type: "separator" },
      { id: "remove", label: "Remove", enabled: false },
    ],
  },
  "menu.runMainMenuCommand": { command: "Playback/Stop" },
  "menu.runContextCommand": { command: "Properties" },
  "menu.runContextCommandById": { id: 1 },
  "misc.showPopupMessage": { message: "Hello", title: "A message" },
  "misc.showLibrarySearch": { query: "harbour" },
  "panel.setConfig": { transparentBackground: true },
  "system.getApisByNamespace": { namespace: "queue" },
  "system.isPluginRegistered": { namespace: "lyrics" },
  "system.searchApis": { query: "queue" },
  "test.echo": { message: "Hello" },
  "jitQueue.enqueueNext": { trackId: "next", url: "http://radio.example:8000/live", title: "Next" },
  "jitQueue.playNow": { trackId: "first", url: "https://cdn.example/sessions/live.mp3", title: "First" },
  "jitQueue.preloadBatch": {
    urls: ["http://radio.example:8000/live", "https://cdn.example/sessions/live.mp3"],
  },
  "queue.add": { tracks: [0, 1] },
  "queue.addPaths": { paths: ["/music/Harbour Lights/Tidewater"] },
  "queue.moveToTop": { index: 1 },
  "queue.remove": { index: 0 },
  "selection.set": { handles: ["http://radio.example:8000/live"] },
};

/** The operations of docs/openrpc.json, the controls for their parameters, and sample parameters. */

/** The parts of a JSON Schema that the page reads. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $ref?: string;
}

export interface Parameter {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly name: string;
  readonly tags: readonly { readonly name: string }[];
  readonly summary: string;
  readonly params: readonly Parameter[];
  readonly "x-failures"?: readonly string[];
  readonly "x-events"?: readonly string[];
  /** Whether the operation accepts parameters with any name. */
  readonly "x-any-params"?: boolean;
}

/** The operations of docs/openrpc.json by name. */
export type Api = ReadonlyMap<string, Operation>;

/** Loads docs/openrpc.json. */
export async function loadApi(): Promise<Api> {
  const response = await fetch("./openrpc.json");
  if (!response.ok) throw new Error(`openrpc.json: ${response.status}`);
  const { methods } = await response.json() as { methods: readonly Operation[] };
  const operations = methods.filter(({ name }) => !/^(?:bridge|signal)\./.test(name));
  return new Map(operations.map((operation) => [operation.name, operation]));
}

/**
 * Returns the operations that a bridge offers. docs/openrpc.json does not describe the operations of plugins: only
 * their names are known.
 *
 * @param names The names of the offered operations; by default all in docs/openrpc.json.
 */
export function offered(api: Api, names: readonly string[] = [...api.keys()]): Operation[] {
  return names.map((name) =>
    api.get(name) ?? {
      name,
      tags: [],
      summary: "An operation of a plugin. Its parameters are JSON.",
      params: [],
      "x-any-params": true,
    }
  );
}

/** The control for a parameter. */
export type Control =
  | { readonly kind: "text" }
  | { readonly kind: "number"; readonly integer: boolean; readonly min?: number | undefined }
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  /** A list with one item per line. */
  | { readonly kind: "lines"; readonly of: "string" | "integer" }
  /** JSON. With `any`, text that is not JSON is a string. */
  | { readonly kind: "json"; readonly any: boolean };

/** Chooses the control for a schema. */
export function controlOf(schema: Schema): Control {
  const { type, enum: values, items, minimum } = valueSchema(schema);
  if (values?.every((value) => typeof value === "string")) return { kind: "choice", values };
  switch (type) {
    case "string":
      return { kind: "text" };
    case "boolean":
      return { kind: "boolean" };
    case "integer":
    case "number":
      return { kind: "number", integer: type === "integer", min: minimum };
    case "array":
      if (items?.type === "string" || items?.type === "integer") return { kind: "lines", of: items.type };
  }
  return { kind: "json", any: type === undefined };
}

/** Unwraps a schema that also allows null. The form omits the parameter instead of sending null. */
function valueSchema(schema: Schema): Schema {
  const [first, second] = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  return first && !second ? first : schema;
}

const HEART =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><path d="M12 20 4 12a5 5 0 0 1 8-6 5 5 0 0 1 8 6z"/></svg>';
const COPY =
  '<rect x="8" y="8" width="12" height="12" rx="2" fill="none" stroke="currentColor" stroke-width="2"/><path d="M16 4H6a2 2 0 0 0-2 2v10" fill="none" stroke="currentColor" stroke-width="2"/>';

const ALBUM = "/music/Harbour Lights/Tidewater";
const TRACK = `${ALBUM}/01 Low Water.flac`;

/** Sample parameters by operation. */
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
  "queue.addPaths": { paths: [ALBUM] },
  "queue.moveToTop": { index: 1 },
  "queue.remove": { index: 0 },
  "selection.set": { handles: ["http://radio.example:8000/live"] },
  "artwork.getByPath": { path: TRACK },
  "artwork.getForTrack": { path: TRACK },
  "artwork.getFb2kUrlByPath": { path: TRACK },
  "artwork.getFb2kUrlByPathBatch": { paths: [TRACK] },
  "discovery.searchCommands": { query: "play" },
  "discovery.executeMainMenuCommand": { guid: "{5A3C7E10-0401-4D2B-8F61-000000000000}" },
  "library.search": { query: 'artist HAS "harbour" AND length GREATER 200' },
  "library.getAlbumTracks": { album: "Tidewater" },
  "library.getArtistTracks": { artist: "Harbour Lights" },
  "lyrics.get": { path: TRACK },
  "playback.setPosition": { position: 30 },
  "playback.setVolume": { volume: 50 },
  "playback.setPlaybackOrder": { order: "repeat-playlist" },
  "playback.playPath": { path: TRACK },
  "playback.playPaths": { paths: [ALBUM] },
  "playlist.setActive": { playlist: 4 },
  "playlist.rename": { playlist: 0, name: "Harbour" },
  "playlist.addPathsAsync": { paths: [ALBUM] },
  "playlist.removeTracks": { items: [0] },
  "playlist.moveTracks": { items: [0], delta: 1 },
  "playlist.sort": { pattern: "%album% %tracknumber%" },
  "playlist.playPaths": { paths: [ALBUM] },
  "playlist.replaceAllAndPlay": { paths: [ALBUM] },
  "playlist.createAutoplaylist": { name: "Folk", query: "genre IS Folk" },
  "ui.showContextMenu": { items: [{ id: "a", label: "Alpha" }, { id: "b", label: "Beta" }] },
};

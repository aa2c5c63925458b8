/**
 * The names of the extensions: namespaces that a player switches on with `bridge.initialize` (extensions.md).
 */

/** Every extension. Most are the namespace of that name. */
export const extensionNames = [
  "artwork",
  "audio",
  "dialog",
  "discovery",
  "library",
  "lyrics",
  "metadata",
  "playback",
  "playlist",
  "port",
  "queue",
  "state",
  "ui",
  "window",
] as const;

/** The name of an extension (extensions.md, "Switching on"). */
export type ExtensionName = (typeof extensionNames)[number];

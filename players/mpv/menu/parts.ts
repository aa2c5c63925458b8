/** The parts of the player that menu commands use, and the GUIDs of the commands. */

import type { Playlist, Playlists } from "../../model/playlists.ts";
import type { Queue } from "../../model/queue.ts";
import type { Selection } from "../../model/selection.ts";
import type { MpvLink } from "../ipc/mpv_link.ts";
import type { MpvPlayback } from "../playback.ts";
import type { ClipboardActions } from "../system_clipboard.ts";
import type { TrackStore } from "../tracks.ts";

export interface MenuParts {
  readonly link: MpvLink;
  readonly playback: MpvPlayback;
  readonly playlists: Playlists;
  readonly queue: Queue;
  readonly selection: Selection;
  readonly tracks: TrackStore;
  readonly clipboard: ClipboardActions;
  /** Whether the main menu contains mpv's key bindings and commands. */
  readonly keyBindings: boolean;
  /** Appends tracks to a playlist, mpv's own or another. */
  append(playlist: Playlist, handles: readonly { path: string; subsong: number }[]): Promise<void>;
  /** Removes items of a playlist, mpv's own or another. */
  remove(playlist: Playlist, start: number, count: number): Promise<void>;
  /** Shows the user a message. */
  say(sentence: string): void;
}

/** The UUID namespace of these names. Fixed: another one would change all GUIDs. */
const NAMESPACE = "9d5a6a3e-3a64-4c0d-8c8e-8b6f4f2f1c57";

/** Cached GUIDs: a menu has about two hundred names, the same each time. */
const cache = new Map<string, string>();

/** The maximum number of cached GUIDs. */
const CAPACITY = 10_000;

/**
 * Returns the GUID of a name (RFC 9562, version 5), in braces and upper case. It is the same on every
 * machine.
 */
export async function nameGuid(name: string): Promise<string> {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const guid = await digest(name);
  if (cache.size >= CAPACITY) cache.clear();
  cache.set(name, guid);
  return guid;
}

async function digest(name: string): Promise<string> {
  const namespace = Uint8Array.from(
    NAMESPACE.replaceAll("-", "").match(/../g) ?? [],
    (pair) => parseInt(pair, 16),
  );
  const text = new TextEncoder().encode(name);
  const input = new Uint8Array(namespace.length + text.length);
  input.set(namespace);
  input.set(text, namespace.length);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-1", input)).subarray(0, 16);
  const digits = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x50 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  }).join("").toUpperCase();
  return `{${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${
    digits.slice(20)
  }}`;
}

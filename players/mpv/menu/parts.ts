/**
 * What menu commands act on, and their GUIDs.
 *
 * @module
 */

import type { Playlist, Playlists } from "../../model/playlists.ts";
import type { Queue } from "../../model/queue.ts";
import type { Selection } from "../../model/selection.ts";
import type { ClipboardActions } from "../system_clipboard.ts";
import type { MpvLink } from "../ipc/mpv_link.ts";
import type { MpvPlayback } from "../playback.ts";
import type { TrackStore } from "../tracks.ts";

/** The parts of the host that menu commands act on. */
export interface MenuParts {
  readonly link: MpvLink;
  readonly playback: MpvPlayback;
  readonly playlists: Playlists;
  readonly queue: Queue;
  readonly selection: Selection;
  readonly tracks: TrackStore;
  readonly clipboard: ClipboardActions;
  /**
   * Appends tracks to a playlist, mpv's own or another.
   *
   * @param playlist The playlist.
   * @param handles The tracks.
   */
  append(playlist: Playlist, handles: readonly { path: string; subsong: number }[]): Promise<void>;
  /**
   * Removes items of a playlist, mpv's own or another.
   *
   * @param playlist The playlist.
   * @param start The first item.
   * @param count How many.
   */
  remove(playlist: Playlist, start: number, count: number): Promise<void>;
  /** Says a sentence to people. */
  say(sentence: string): void;
}

/** The namespace of this host's names: a random UUID, fixed once and for all. */
const NAMESPACE = "9d5a6a3e-3a64-4c0d-8c8e-8b6f4f2f1c57";

/** The GUIDs made so far: a menu has two hundred names, and they are the same each time that it is built. */
const made = new Map<string, string>();

/** How many are kept. */
const CAPACITY = 10_000;

/**
 * The GUID of a name.
 *
 * @param name The name.
 * @returns The GUID, in braces and upper case.
 */
export async function nameGuid(name: string): Promise<string> {
  const known = made.get(name);
  if (known !== undefined) return known;
  const guid = await digest(name);
  if (made.size >= CAPACITY) made.clear();
  made.set(name, guid);
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

/**
 * Playlist files: lists of other files and streams, as `.m3u`, `.m3u8` and `.pls` hold them.
 *
 * @module
 */

import { basename, dirname, extname, join } from "@std/path";
import { ActionError } from "../model/action_error.ts";
import { canonicalPath } from "./media_access.ts";

/** What mpv takes for a playlist by its first characters. */
const heads = /^\uFEFF?(?:#EXTM3U|\[playlist\])/i;
const HEAD_BYTES = 32;

const extensions: ReadonlySet<string> = new Set([".m3u", ".m3u8", ".pls"]);

/** The size of the largest playlist file that is read, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Tells whether a file is a playlist, by its name or its first characters.
 *
 * @param path A regular file.
 * @returns Whether it is one.
 */
export async function isPlaylistFile(path: string): Promise<boolean> {
  if (extensions.has(extname(path).toLowerCase())) return true;
  const head = new Uint8Array(HEAD_BYTES);
  using file = await Deno.open(path);
  const count = await file.read(head) ?? 0;
  return heads.test(new TextDecoder().decode(head.subarray(0, count)));
}

/**
 * Reads a playlist file.
 *
 * @param path The file.
 * @returns The paths and URLs in it, in order; relative ones are relative to the file's folder.
 * @throws {ActionError} When it is too large.
 */
export async function entriesOf(path: string): Promise<string[]> {
  if ((await Deno.stat(path)).size > MAX_BYTES) {
    throw new ActionError(`${basename(path)} is larger than the ${MAX_BYTES >> 20} MiB of a playlist file`);
  }
  const lines = (await Deno.readTextFile(path)).split(/\r\n?|\n/).map((line) => line.trim());
  const isPls = /^\uFEFF?\[playlist\]/i.test(lines[0] ?? "");
  const entries = isPls
    ? lines.flatMap((line) => /^File\d+=(.+)$/i.exec(line)?.[1] ?? [])
    : lines.filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("\uFEFF#"));
  return entries.map((entry) => {
    const complete = entry.startsWith("/") || /^[a-z0-9+.-]+:\/\//i.test(entry);
    return canonicalPath(complete ? entry : join(dirname(path), entry));
  });
}

/**
 * The rule about files and URLs that mpv may open for a page. mpv itself opens much more: device files, file
 * descriptors of its own process, and URL schemes that combine files or run filters.
 */

import { normalize, SEPARATOR } from "@std/path";
import { isStreamUrl } from "../../limits/paths.ts";
import type { StreamRule } from "./stream_rule.ts";

/** System folders without media. */
const systemFolders = /^\/(?:dev|proc|sys|run)(?:\/|$)/;

/** Folders below them where desktops mount disks and shares of the user. */
const mounts = /^\/run\/(?:media|user\/\d+\/gvfs)\//;

/** First characters by which mpv recognises an edit decision list, whatever the file's name. */
const EDIT_LIST = new TextEncoder().encode("# mpv EDL");

/** The rule about files and URLs that mpv may open for a page. */
export class MediaAccess {
  readonly #logDirectory: string;
  readonly #streams: StreamRule;

  /**
   * @param logDirectory The directory of the bridge's log files. Pages write these files, so a page could
   * write a playlist and make mpv open it.
   * @param streams The hosts from which mpv may open streams.
   */
  constructor(logDirectory: string, streams: StreamRule) {
    this.#logDirectory = logDirectory;
    this.#streams = streams;
  }

  /**
   * Returns why a path or URL from `canonicalPath` may not be opened, in a sentence for panels; undefined
   * when it may. Symbolic links are followed: the rule applies to the real path and the file's first
   * characters too.
   */
  async problem(path: string): Promise<string | undefined> {
    // Local files have paths or `file://` URLs, which become paths.
    if (isUrl(path) || isStreamUrl(path)) return this.#streams.problem(path);
    const problem = textProblem(path);
    if (problem !== undefined) return problem;
    let real: string;
    try {
      real = await Deno.realPath(path);
    } catch (error) {
      // mpv reports a missing file itself.
      if (error instanceof Deno.errors.NotFound) real = path;
      else return "Access denied: the path cannot be read";
    }
    return textProblem(real) ?? await this.#logProblem(path, real) ?? await contentProblem(real);
  }

  async #logProblem(...paths: readonly string[]): Promise<string | undefined> {
    const folders = [this.#logDirectory];
    try {
      folders.push(await Deno.realPath(this.#logDirectory));
    } catch (error) {
      // The directory does not exist yet, so it has no other name.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    const inside = folders.some((folder) =>
      paths.some((path) => path === folder || path.startsWith(`${folder}${SEPARATOR}`))
    );
    return inside ? "Access denied: log files are not media" : undefined;
  }
}

/** Refuses edit decision lists: mpv would open any files that they name, without a check. */
async function contentProblem(path: string): Promise<string | undefined> {
  const head = new Uint8Array(EDIT_LIST.length);
  try {
    // Opening a pipe would wait for a writer.
    if (!(await Deno.stat(path)).isFile) return undefined;
    using file = await Deno.open(path);
    await file.read(head);
  } catch {
    // mpv reports an unreadable file itself.
    return undefined;
  }
  const isList = head.every((byte, index) => byte === EDIT_LIST[index]);
  return isList ? "Access denied: the file is made of other files" : undefined;
}

function isUrl(path: string): boolean {
  return /^[a-z0-9+.-]+:\/\//i.test(path);
}

function textProblem(path: string): string | undefined {
  if (!path.startsWith("/")) return "Access denied: not an absolute path";
  return systemFolders.test(path) && !mounts.test(path) ? "Access denied: not a folder for media" : undefined;
}

/** Returns the path by which mpv plays a path or URL: native instead of `file://`, normalized. */
export function canonicalPath(path: string): string {
  if (path.startsWith("/")) return normalize(path);
  if (!/^file:\/\//i.test(path)) return path;
  const plain = path.slice("file://".length);
  try {
    return normalize(decodeURIComponent(plain));
  } catch {
    // A lone % is not an escape: use the text as the path.
    return normalize(plain);
  }
}

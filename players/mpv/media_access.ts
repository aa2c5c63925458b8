/**
 * What mpv may be asked to open on behalf of a page. mpv itself opens far more: device files, descriptors of its own
 * process, and schemes that put files together from parts or run filters.
 *
 * @module
 */

import { normalize, SEPARATOR } from "@std/path";
import { isStreamUrl } from "../../limits/paths.ts";

/** Schemes of streams. A local file is a path, or a `file://` URL that becomes one. */
const schemes: ReadonlySet<string> = new Set([
  "http",
  "https",
  "rtsp",
  "rtsps",
  "rtmp",
  "rtmps",
  "mms",
  "mmsh",
  "ytdl",
]);

/** Folders of the system that hold no media. */
const systemFolders = /^\/(?:dev|proc|sys|run)(?:\/|$)/;

/** Folders below them where desktops mount the user's disks and shares. */
const mounts = /^\/run\/(?:media|user\/\d+\/gvfs)\//;

/** What mpv takes for an edit decision list by its first characters, whatever the file is called. */
const EDIT_LIST = new TextEncoder().encode("# mpv EDL");

/** Decides what mpv may open for a page. */
export class MediaAccess {
  readonly #logDirectory: string;

  /**
   * @param logDirectory The directory of the bridge's log files. Pages write these files, so a page could write a playlist
   * there and have mpv open it.
   */
  constructor(logDirectory: string) {
    this.#logDirectory = logDirectory;
  }

  /**
   * Tells why a path or URL may not be opened. Symbolic links are followed: the real path is judged as well, and
   * the file's first characters.
   *
   * @param path A path or URL from `canonicalPath`.
   * @returns The reason, fit for a panel; undefined when it may be opened.
   */
  async problem(path: string): Promise<string | undefined> {
    const problem = textProblem(path);
    if (problem !== undefined || isStreamUrl(path)) return problem;
    let real: string;
    try {
      real = await Deno.realPath(path);
    } catch (error) {
      // mpv reports a missing file when it opens it.
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
      // Not made yet: there is no other name for it.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    const inside = folders.some((folder) =>
      paths.some((path) => path === folder || path.startsWith(`${folder}${SEPARATOR}`))
    );
    return inside ? "Access denied: log files are not media" : undefined;
  }
}

/** An edit decision list names any other files, which mpv opens without a word: nobody could judge them. */
async function contentProblem(path: string): Promise<string | undefined> {
  const head = new Uint8Array(EDIT_LIST.length);
  try {
    // To open a pipe would wait for its other end.
    if (!(await Deno.stat(path)).isFile) return undefined;
    using file = await Deno.open(path);
    await file.read(head);
  } catch {
    // mpv reports what it cannot read when it opens it.
    return undefined;
  }
  const isList = head.every((byte, index) => byte === EDIT_LIST[index]);
  return isList ? "Access denied: the file is made of other files" : undefined;
}

function textProblem(path: string): string | undefined {
  const [, scheme] = /^([a-z0-9+.-]+):\/\//i.exec(path) ?? [];
  if (scheme !== undefined) {
    return schemes.has(scheme.toLowerCase())
      ? undefined
      : `Access denied: ${scheme}:// is not played on request`;
  }
  if (!path.startsWith("/")) return "Access denied: not an absolute path";
  return systemFolders.test(path) && !mounts.test(path) ? "Access denied: not a folder for media" : undefined;
}

/**
 * The one name of a path: a native one in place of `file://`, without detours.
 *
 * @param path A path or a URL.
 * @returns The path by which mpv plays it.
 */
export function canonicalPath(path: string): string {
  if (path.startsWith("/")) return normalize(path);
  if (!/^file:\/\//i.test(path)) return path;
  const plain = path.slice("file://".length);
  try {
    return normalize(decodeURIComponent(plain));
  } catch {
    // A lone % is not an escape: then the text is the path.
    return normalize(plain);
  }
}

/**
 * The files of an existing panel, and of nothing else.
 *
 * @module
 */

import { utf8Length } from "../text/unicode.ts";

/** The largest file that is served, in bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The longest name of a file, in bytes: no file system of today has longer ones. */
const MAX_NAME_BYTES = 255;

/** A folder of which the files are served. */
export class PanelFolder {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /**
   * Takes a folder.
   *
   * @param path Its path; it may be a symbolic link itself, nothing below it is followed.
   * @returns The folder.
   * @throws {Deno.errors.NotFound} When there is nothing.
   * @throws {Deno.errors.NotADirectory} When it is no folder.
   */
  static async open(path: string): Promise<PanelFolder> {
    const root = await Deno.realPath(path);
    if (!(await Deno.stat(root)).isDirectory) throw new Deno.errors.NotADirectory(`${path} is no folder`);
    return new PanelFolder(root);
  }

  /**
   * Reads a file. Refused are names that lead elsewhere or are hidden, symbolic links anywhere on the way, and all that is
   * no regular file.
   *
   * @param pathname The path of the address, as it came: with its percent signs. A folder stands for its `index.html`.
   * @returns The file's name and bytes; undefined when there is nothing to be had.
   */
  async read(pathname: string): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> } | undefined> {
    const segments = segmentsOf(pathname);
    if (!segments) return undefined;
    let path = this.#root;
    let found: Deno.FileInfo | undefined;
    for (const segment of segments) {
      path += `/${segment}`;
      found = await lstat(path);
      if (!found || found.isSymlink) return undefined;
    }
    if (!found?.isFile || found.size > MAX_FILE_BYTES) return undefined;
    return { name: segments.at(-1) ?? "", bytes: await readSame(path, found) };
  }
}

/** The names on the way to a file; undefined when one of them is not allowed. */
function segmentsOf(pathname: string): string[] | undefined {
  const parts = pathname.split("/").slice(1);
  if (parts.at(-1) === "") parts[parts.length - 1] = "index.html";
  const segments: string[] = [];
  for (const part of parts) {
    let segment: string;
    try {
      segment = decodeURIComponent(part);
    } catch {
      // URIError: no name that anybody has given a file.
      return undefined;
    }
    // Hidden files are secrets more often than parts of a panel; the rest leads elsewhere, on some system.
    // deno-lint-ignore no-control-regex -- control characters are what it looks for
    if (segment === "" || segment.startsWith(".") || /[\\/:\u0000-\u001f]/.test(segment)) return undefined;
    if (utf8Length(segment) > MAX_NAME_BYTES) return undefined;
    segments.push(segment);
  }
  return segments;
}

async function lstat(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

/** Reads a file, if it still is the one that was looked at. */
async function readSame(path: string, expected: Deno.FileInfo): Promise<Uint8Array<ArrayBuffer>> {
  using file = await Deno.open(path);
  const { dev, ino } = await file.stat();
  if (dev !== expected.dev || ino !== expected.ino) throw new Error(`${path} has just been replaced`);
  return new Uint8Array(await new Response(file.readable).arrayBuffer());
}

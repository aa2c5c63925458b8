/** The files of an existing panel in a frame, with the script that gives it `window.fb2k`. */

import { relative, SEPARATOR } from "@std/path";
import { Buffer } from "node:buffer";
import { utf8Length } from "../limits/unicode.ts";

/** The largest file that is served, in bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** How many bytes of a page are searched for its head. */
const SEARCHED_BYTES = 65_536;
/** The longest file name, in bytes. Common file systems allow no longer names. */
const MAX_NAME_BYTES = 255;
/** How long to wait for further changes of a folder, in milliseconds. */
const CHANGE_MS = 50;
/** How often to look whether the folder was removed, replaced or made again, in milliseconds. */
const LOOK_MS = 200;

/** The files that the panels of the tree share, beside their folders. */
const SHARED = ["base.css", "base.js", "list.css", "list.js"] as const;

/** A folder that is being watched. */
interface Watched {
  identity: string | undefined;
  watcher: Deno.FsWatcher;
}

/** A file while it is read: a page can request large files many times a second, and leave. */
export interface ReadFile {
  readonly name: string;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** A folder whose files are served. */
export class PanelFolder {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /**
   * Opens a folder.
   *
   * @param path May be a symbolic link. Links in the folder are not followed.
   * @throws {Deno.errors.NotFound} When the path does not exist.
   * @throws {Deno.errors.NotADirectory} When the path is not a folder.
   */
  static async open(path: string): Promise<PanelFolder> {
    const root = await Deno.realPath(path);
    if (!(await Deno.stat(root)).isDirectory) throw new Deno.errors.NotADirectory(`${path} is not a folder`);
    return new PanelFolder(root);
  }

  /**
   * Watches the folder until a signal is aborted. A folder that is removed or replaced, as many builds do, is watched again.
   *
   * @param changed Called once for several changes in quick succession.
   * @throws {Deno.errors.NotFound} When the folder does not exist.
   * @throws {Error} When the system cannot watch the folder.
   */
  async watch(changed: () => void, signal: AbortSignal): Promise<void> {
    let watched: Watched | undefined = this.#open();
    while (!signal.aborted) {
      if (watched) await this.#watchUntilReplaced(watched, changed, signal);
      else await pause(LOOK_MS, signal);
      if (signal.aborted) return;
      watched = this.#openIfThere();
      if (watched) changed();
    }
  }

  /** Starts to watch. The identity is read first: a folder that is replaced in between is noticed at the first look. */
  #open(): Watched {
    const identity = identityOf(Deno.lstatSync(this.#root));
    return { identity, watcher: Deno.watchFs(this.#root) };
  }

  #openIfThere(): Watched | undefined {
    try {
      return this.#open();
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }

  /**
   * The disk decides whether the folder is still the watched one. A removal comes as one kind of event or another, or as
   * none while a program works in the removed folder. A folder that is made again at once can have the number and the time
   * of the removed one, so after an event about the folder itself it is watched anew in any case.
   */
  async #watchUntilReplaced(
    { identity, watcher }: Watched,
    changed: () => void,
    signal: AbortSignal,
  ): Promise<void> {
    const ends = new AbortController();
    const either = AbortSignal.any([signal, ends.signal]);
    const reporting = this.#report(watcher, changed, () => ends.abort());
    try {
      do await pause(LOOK_MS, either); while (
        !either.aborted && identityOf(await lstat(this.#root)) === identity
      );
    } finally {
      watcher.close();
      await reporting;
    }
  }

  async #report(watcher: Deno.FsWatcher, changed: () => void, rootChanged: () => void): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    for await (const { kind, paths } of watcher) {
      if (kind !== "access" && paths.includes(this.#root)) rootChanged();
      // Editors write hidden files next to the files that they save.
      const isServed = paths.some((path) => relative(this.#root, path).split(SEPARATOR).every(isServedName));
      if (kind === "access" || !isServed) continue;
      clearTimeout(timer);
      timer = setTimeout(changed, CHANGE_MS);
    }
    clearTimeout(timer);
  }

  /**
   * Reads a file. Hidden files, names with separators, symbolic links in any part of the path and everything but regular
   * files are refused.
   *
   * @param pathname The path of the URL, percent-encoded. A path that ends in `/` means the folder's `index.html`.
   * @returns The file; undefined when it does not exist or is refused. It is open until the body is read or cancelled.
   */
  async read(pathname: string): Promise<ReadFile | undefined> {
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
    return { name: segments.at(-1) ?? "", body: await openSame(path, found) };
  }
}

/** Returns the names in a path; undefined when one of them is refused. */
function segmentsOf(pathname: string): string[] | undefined {
  const parts = pathname.split("/").slice(1);
  if (parts.at(-1) === "") parts[parts.length - 1] = "index.html";
  const segments: string[] = [];
  for (const part of parts) {
    let segment: string;
    try {
      segment = decodeURIComponent(part);
    } catch {
      // decodeURIComponent throws a URIError for invalid percent-encoding.
      return undefined;
    }
    if (!isServedName(segment)) return undefined;
    segments.push(segment);
  }
  return segments;
}

/** Whether a name is served. Hidden files may hold secrets; the other refused names can lead out of the folder. */
function isServedName(name: string): boolean {
  // deno-lint-ignore no-control-regex -- it looks for control characters
  if (name === "" || name.startsWith(".") || /[\\/:\u0000-\u001f]/.test(name)) return false;
  return utf8Length(name) <= MAX_NAME_BYTES;
}

async function lstat(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

/** Returns what tells a folder from another one of the same path: file systems use inode numbers again. */
function identityOf(found: Deno.FileInfo | undefined): string | undefined {
  return found && `${found.dev}:${found.ino}:${(found.birthtime ?? found.ctime)?.getTime()}`;
}

/** Waits for a time, or until a signal is aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const stop = () => resolve();
  signal.addEventListener("abort", stop, { once: true });
  if (!signal.aborted) await promise;
  clearTimeout(timer);
  signal.removeEventListener("abort", stop);
}

/** Opens a file if it is still the one that was checked. */
async function openSame(path: string, expected: Deno.FileInfo): Promise<ReadFile["body"]> {
  const file = await Deno.open(path);
  const { dev, ino } = await file.stat();
  if (dev === expected.dev && ino === expected.ino) return file.readable;
  file.close();
  throw new Error(`${path} has just been replaced`);
}

/**
 * Returns a stream that inserts a style sheet and a script before everything else that a page loads. The rest of the page
 * stays as it is, in any encoding that extends ASCII.
 *
 * @param style The address of the style sheet.
 * @param source The address of the script.
 */
export function withPlayer(
  style: string,
  source: string,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const link = `<link rel="stylesheet" id="tonearm-player" href="${style}">`;
  const script = new TextEncoder().encode(`${link}<script src="${source}"></script>`);
  let searched: Buffer<ArrayBuffer> | undefined = Buffer.alloc(0);
  const inserted = (beginning: Buffer): Uint8Array<ArrayBuffer> => {
    searched = undefined;
    // Each byte is one character, so that indexes in the text are byte offsets.
    const at = insertionPoint(beginning.toString("latin1", 0, SEARCHED_BYTES));
    return Buffer.concat([beginning.subarray(0, at), script, beginning.subarray(at)]);
  };
  return new TransformStream({
    transform(bytes, controller) {
      if (searched) searched = Buffer.concat([searched, bytes]);
      if (!searched) controller.enqueue(bytes);
      else if (searched.length >= SEARCHED_BYTES) controller.enqueue(inserted(searched));
    },
    flush(controller) {
      if (searched) controller.enqueue(inserted(searched));
    },
  });
}

const TAG_OR_COMMENT = /<!--|<(head|html)(?=[\s>])|<!(doctype)/gi;

/** Returns the index after `<head>`, `<html>` or the doctype, outside comments; 0 without them. Takes linear time. */
function insertionPoint(text: string): number {
  const ends = new Map<string, number>();
  for (let at = 0; at >= 0 && !ends.has("head");) {
    TAG_OR_COMMENT.lastIndex = at;
    const found = TAG_OR_COMMENT.exec(text);
    if (!found) break;
    const name = (found[1] ?? found[2])?.toLowerCase();
    const last = name === undefined ? "-->" : ">";
    const start = text.indexOf(last, TAG_OR_COMMENT.lastIndex);
    at = start < 0 ? -1 : start + last.length;
    if (name !== undefined && at >= 0 && !ends.has(name)) ends.set(name, at);
  }
  return ends.get("head") ?? ends.get("html") ?? ends.get("doctype") ?? 0;
}

/** Reads a file that the panels of the tree share, from beside a panel's folder; undefined when there is none of this name. */
export async function sharedFile(pathname: string): Promise<ReadFile | undefined> {
  const name = SHARED.find((each) => pathname === `/${each}`);
  return name && { name, body: (await Deno.open(new URL(`../panels/${name}`, import.meta.url))).readable };
}

/** Returns the player's style sheet: the variables of its theme, and panels/player.css. */
export async function playerStyle(
  { darkMode, accentColor }: { readonly darkMode: boolean; readonly accentColor: string },
): Promise<string> {
  const files = ["./frame/theme.css", "../panels/player.css"];
  const sheets = await Promise.all(files.map((file) => Deno.readTextFile(new URL(file, import.meta.url))));
  const own = `:root {\n  color-scheme: ${
    darkMode ? "dark" : "light"
  };\n  --player-accent: ${accentColor};\n}\n`;
  return own + sheets.join("");
}

/**
 * Returns panel.js and frame.js as one classic script, which runs before the panel's own scripts.
 *
 * @param operations The names of the bridge's operations; undefined when it has not reported them.
 */
export async function frameScript(operations: readonly string[] | undefined): Promise<string> {
  const files = ["../panels/panel.js", "./frame/frame.js"];
  const modules = await Promise.all(files.map((file) => Deno.readTextFile(new URL(file, import.meta.url))));
  return `(() => {\nconst operations = ${JSON.stringify(operations)};\n${
    modules.join("").replaceAll(/^(?:export |import .*$)/gm, "")
  }})();\n`;
}

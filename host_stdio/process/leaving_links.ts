/**
 * Links that lead out of the log directory. Deno follows them, so beside one its permission to write is no border: the
 * bridge gives that permission up before any other code is loaded (SECURITY.md, "The sandbox").
 */

import type { Diagnostics } from "../diagnostics.ts";

/** How many entries of folders in the log directory are looked at. The bridge makes no folders. */
const MAX_IN_FOLDERS = 1000;

/** The bridge has given up its permission to write. The code is for the answer. */
class LeavingLink extends Error {
  override name = "LeavingLink";
  readonly code = "LEAVING_LINK";
  /** Of no use to whoever reads the diagnostic. */
  override stack = "";

  constructor(link: string) {
    super(`the link ${JSON.stringify(link)} leads out of the log directory: remove it, and start again`);
  }
}

let leaving: LeavingLink | undefined;

/** Gives up the permission to write when a link in a directory leads out of it, unless it is one for all files. */
export function giveUpLeavingLinks(directory: string): void {
  const link = leaving ? undefined : leavingLinkIn(directory);
  if (link === undefined || Deno.permissions.querySync({ name: "write" }).state === "granted") return;
  Deno.permissions.revokeSync({ name: "write" });
  leaving = new LeavingLink(link);
}

/** Reports that nothing can be written, and why. */
export function reportLeavingLink(diagnostics: Diagnostics): void {
  if (leaving) diagnostics.report("warning", "no log is written: {reason}", { reason: leaving.message });
}

/** The file system of Deno. After {@linkcode giveUpLeavingLinks} found a link, it says why nothing can be written. */
export const disk = {
  lstat: Deno.lstat,
  open: (path: string, options: Deno.OpenOptions): Promise<Deno.FsFile> =>
    leaving && options.write !== false ? Promise.reject(leaving) : Deno.open(path, options),
};

/** Finds a link that leads out of a directory. */
function leavingLinkIn(directory: string): string | undefined {
  const folders = [""];
  let root: string | undefined;
  let left = MAX_IN_FOLDERS;
  for (const folder of folders) {
    for (const { name, isDirectory, isSymlink } of entriesOf(`${directory}/${folder}`)) {
      if (folder !== "" && left-- <= 0) return undefined;
      const path = folder + name;
      if (isDirectory) folders.push(`${path}/`);
      if (isSymlink && isLeaving(`${directory}/${path}`, root ??= rootOf(directory))) return path;
    }
  }
  return undefined;
}

/** Lists a directory. In one that cannot be listed, nothing can be found. */
function entriesOf(directory: string): Iterable<Deno.DirEntry> {
  try {
    return [...Deno.readDirSync(directory)];
  } catch {
    return [];
  }
}

/** The real path of a directory, without a separator at the end. */
function rootOf(directory: string): string {
  return Deno.realPathSync(directory).replace(/[\\/]$/, "");
}

function isLeaving(link: string, root: string): boolean {
  try {
    return !isBelow(Deno.realPathSync(link), root);
  } catch {
    return leadsNowhereOutside(link, root);
  }
}

/** Whether a link leads out, although there is nothing yet: injected code could write it. */
function leadsNowhereOutside(link: string, root: string): boolean {
  try {
    const target = Deno.readLinkSync(link);
    if (/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(target)) return true;
    return /^[\\/]|^[A-Za-z]:/.test(target) && !isBelow(target, root);
  } catch {
    // The link itself was removed meanwhile.
    return false;
  }
}

function isBelow(path: string, root: string): boolean {
  return path.startsWith(root) && /^(?:[\\/]|$)/.test(path.slice(root.length));
}

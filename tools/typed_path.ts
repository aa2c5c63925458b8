/** Paths as they were typed. */

import { isAbsolute, resolve } from "@std/path";

/**
 * Makes a path absolute that was typed where `deno task` was called: it changes the directory and tells which that was.
 */
export function typedPath(path: string): string {
  if (/^[a-z0-9+.-]{2,}:\/\//i.test(path) || isAbsolute(path)) return path;
  return resolve(Deno.env.get("INIT_CWD") ?? Deno.cwd(), path);
}

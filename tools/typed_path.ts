import { isAbsolute, resolve } from "@std/path";

/**
 * Resolves a path against the directory in which `deno task` was called; the task itself runs in the root. URLs stay as
 * they are.
 */
export function typedPath(path: string): string {
  if (/^[a-z0-9+.-]{2,}:\/\//i.test(path) || isAbsolute(path)) return path;
  return resolve(Deno.env.get("INIT_CWD") ?? Deno.cwd(), path);
}

/**
 * Which media the reference player lets be read.
 *
 * @module
 */

/**
 * A rule of media access.
 *
 * @param path The path asked for.
 * @returns Why it may not be read; undefined when it may.
 */
export type AccessRule = (path: string) => string | undefined;

/**
 * The rule of a player that was told nothing else: nothing below a folder `private`, nothing that ends in `.secret`.
 *
 * @param path The path asked for.
 * @returns Why it may not be read; undefined when it may.
 */
export function defaultAccessRule(path: string): string | undefined {
  const segments = path.toLowerCase().split(/[\\/]/);
  if (segments.slice(0, -1).includes("private")) return "Access denied: the folder is private";
  if (segments.at(-1)?.endsWith(".secret")) return "Access denied: files of this type are not media";
  return undefined;
}

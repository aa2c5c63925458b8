/**
 * Wildcards in paths: `*` stands for any characters of one segment, `?` for one.
 *
 * @module
 */

/** A path with wildcards, taken apart. */
export interface Wildcard {
  /** The folder above the first segment with a wildcard, ending in `/`. */
  readonly folder: string;
  /**
   * Whether a path fits.
   *
   * @param path A file's path.
   * @returns Whether every segment fits.
   */
  matches(path: string): boolean;
}

/**
 * Takes a path with wildcards apart.
 *
 * @param path The path.
 * @returns The wildcard; undefined when there is none in it.
 */
export function parseWildcard(path: string): Wildcard | undefined {
  const at = path.search(/[*?]/);
  if (at < 0) return undefined;
  const patterns = path.split("/");
  return {
    folder: path.slice(0, path.lastIndexOf("/", at) + 1),
    matches(candidate) {
      const segments = candidate.split("/");
      return segments.length === patterns.length &&
        segments.every((segment, index) => segmentMatches(segment, patterns[index] ?? ""));
    },
  };
}

/** No regular expression: a pattern such as `*a*a*a*a*a*b` comes from a page and must not take exponential time. */
function segmentMatches(segment: string, pattern: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let retry = 0;
  while (at < segment.length) {
    const sign = pattern[inPattern];
    if (sign === "*") {
      star = inPattern++;
      retry = at;
    } else if (sign !== undefined && (sign === "?" || sign === segment[at])) {
      at++;
      inPattern++;
    } else if (star >= 0) {
      // The last star takes one character more.
      inPattern = star + 1;
      at = ++retry;
    } else {
      return false;
    }
  }
  while (pattern[inPattern] === "*") inPattern++;
  return inPattern === pattern.length;
}

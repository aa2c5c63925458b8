/** A parsed path with wildcards: `*` stands for any characters of a segment, `?` for one. */
export interface Wildcard {
  /** The folder above the first segment with a wildcard, ending in `/`. */
  readonly folder: string;
  /** Whether the path of a file matches in every segment. */
  matches(path: string): boolean;
}

/** Parses a path; undefined when it has no wildcards. */
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

/** Uses no regular expression: a page's pattern such as `*a*a*a*a*a*b` must not take exponential time. */
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
      // Let the last star take one more character.
      inPattern = star + 1;
      at = ++retry;
    } else {
      return false;
    }
  }
  while (pattern[inPattern] === "*") inPattern++;
  return inPattern === pattern.length;
}

const MAX_LENGTH = 214;

/** Names that npm or an operating system refuses. */
const reserved = /^(?:node_modules|favicon\.ico|(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?)$/;

/**
 * Checks the name of a new panel, which is also the name of its folder and its npm package.
 *
 * @returns Why the name is refused; undefined when it is valid.
 */
export function nameFlaw(name: string): string | undefined {
  const shown = JSON.stringify(name);
  if (/[/\\]/.test(name) || name === "." || name === "..") {
    return `${shown} is a path: give the name of a folder, which is created in the current one`;
  }
  if (name.length > MAX_LENGTH) return `the name has ${name.length} characters; npm allows ${MAX_LENGTH}`;
  if (reserved.test(name)) return `${shown} is a reserved name: choose another`;
  if (/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/.test(name)) return undefined;
  return `${shown} is not a valid name: use a-z 0-9 - _ . with a letter or digit at both ends`;
}

/** The names of panels that Audacious and Quod Libet show: each is a host in the addresses of the panel's files. */
export const panelName = "(?!xn--)[a-z]([a-z0-9_-]{0,61}[a-z0-9])?";

const rule =
  "use 1 to 63 of a-z 0-9 - _, first a letter, last a letter or digit, and not xn-- at the beginning";

/** Names that npm or Windows refuses. */
const reserved = /^(?:node_modules|con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/**
 * Checks the name of a new panel, which is also the name of its folder and its npm package.
 *
 * @returns Why the name is refused; undefined when it is valid.
 */
export function nameFlaw(name: string): string | undefined {
  const shown = JSON.stringify(name);
  if (reserved.test(name)) return `${shown} is a reserved name: choose another`;
  return new RegExp(`^${panelName}$`).test(name) ? undefined : `${shown} is not the name of a panel: ${rule}`;
}

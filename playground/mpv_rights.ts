/**
 * What the playground needs of the machine to have mpv as its player.
 *
 * @module
 */

/** The environment variables by which desktop and locale are found. */
export const mpvEnvironment = [
  "PATH",
  "WAYLAND_DISPLAY",
  "DISPLAY",
  "LC_ALL",
  "LC_MESSAGES",
  "LANG",
] as const;

/** The programs that may be run for it: mpv, and the tools of desktops' clipboards. */
export const mpvPrograms = ["mpv", "wl-paste", "wl-copy", "xclip"] as const;

/**
 * Where the mpv that plays and the one that looks into files listen.
 *
 * @param directory A directory that only this user can enter.
 * @returns The paths of their sockets.
 */
export function mpvSockets(directory: string): { readonly player: string; readonly probe: string } {
  return { player: `${directory}/player`, probe: `${directory}/probe` };
}

/**
 * The GUIDs of the reference player's menu commands: they stay the same from one start to the next and from one version
 * to the next, so a number once given to a command is never given to another.
 *
 * @module
 */

/** Which commands a number belongs to. */
export type GuidFamily = keyof typeof families;

const families = { main: "5A3C7E10", context: "5A3C7E11", child: "5A3C7E12" } as const;

/**
 * The GUID of a command.
 *
 * @param family Whether it is a command of the main menu, of a context menu, or a child made up on demand.
 * @param owner The command's number, from 1 to 65535; for a child its owner's.
 * @param child The child's number, from 0 to 2^48−1; 0 for a command that is no child.
 * @returns The GUID, in braces and upper case.
 */
export function commandGuid(family: GuidFamily, owner: number, child = 0): string {
  return `{${families[family]}-${hexadecimal(owner, 4)}-4D2B-8F61-${hexadecimal(child, 12)}}`;
}

function hexadecimal(number: number, digits: number): string {
  return number.toString(16).toUpperCase().padStart(digits, "0");
}

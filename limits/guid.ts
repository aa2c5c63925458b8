/**
 * Command GUIDs (contract-decisions.md, "menu").
 *
 * @module
 */

const GUID =
  /^(?:\{([0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12})\}|([0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}))$/i;

/**
 * Reads a GUID, with or without braces, in any case.
 *
 * @param text Any text.
 * @returns Its canonical form `{XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}` in upper case; undefined for any other text.
 */
export function parseGuid(text: string): string | undefined {
  const [, inBraces, bare] = GUID.exec(text) ?? [];
  const digits = inBraces ?? bare;
  return digits === undefined ? undefined : `{${digits.toUpperCase()}}`;
}

/**
 * Comparing texts without regard to case (contract-decisions.md: menu labels, `system.searchApis`).
 *
 * @module
 */

/**
 * Folds the case of a text, the same in every locale. Two texts that differ only in case fold to the same one, as do
 * `ß` and `ss`, `ς` and `σ`, the Kelvin sign and `k`. Also `ı` folds to the same as `i`, which Unicode keeps apart.
 *
 * @param text Any text.
 * @returns A text to compare, not to show.
 */
export function foldCase(text: string): string {
  // toLowerCase alone keeps `ß` and has two forms of sigma, by their place in the word; toUpperCase alone keeps the
  // Kelvin sign. One after the other does neither.
  return text.toLowerCase().toUpperCase();
}

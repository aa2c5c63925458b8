/**
 * Comparing texts without regard to case (contract-decisions.md: menu labels, `system.searchApis`).
 *
 * @module
 */

const DOTLESS = "ı";

/**
 * Folds the case of a text, the same in every locale. Two texts that differ only in case fold to the same one, as do
 * `ß` and `ss`, `ς` and `σ`, the Kelvin sign and `k`. The dotless `ı` is no `i`, as in Unicode.
 *
 * @param text Any text.
 * @returns A text to compare, not to show.
 */
export function foldCase(text: string): string {
  // toLowerCase alone keeps `ß` and has two forms of sigma, by their place in the word; toUpperCase alone keeps the
  // Kelvin sign. One after the other does neither.
  const lower = text.toLowerCase();
  // Its only upper case is that of `i`.
  return lower.includes(DOTLESS)
    ? lower.split(DOTLESS).map((part) => part.toUpperCase()).join(DOTLESS)
    : lower.toUpperCase();
}

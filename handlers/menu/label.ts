/**
 * How menu labels are compared (contract-decisions.md, "menu": normal form, name and path forms).
 *
 * @module
 */

import { foldCase } from "../../text/unicode.ts";

const SEPARATOR = /[\\/]/;

/** Longer texts are compared as they are written: no label is as long, and the normal form of 60 MB takes 12 s. */
const MAX_COMPARED_UNITS = 65_536;

/** How menus mark an access key that the label itself does not hold, as in `打开(&O)`. */
const ACCESS_KEY = /[((]&[^&][))]/gu;

/**
 * The ellipsis at the end of a label, by which a menu says that a dialog follows.
 *
 * @param label A label as a host or a page writes it.
 * @returns `...` or `…`; "" when there is none.
 */
export function ellipsisOf(label: string): string {
  return endOf(wordsOf(label));
}

/**
 * A label as it is compared: access keys in brackets and every other `&` removed, one ellipsis at the end removed, blanks trimmed, case folded.
 *
 * @param label A label as a host or a page writes it.
 * @returns Its normal form; "" when nothing is left.
 */
export function normalForm(label: string): string {
  const words = wordsOf(label);
  const ellipsis = endOf(words);
  return foldCase(ellipsis === "" ? words : words.slice(0, -ellipsis.length).trimEnd());
}

function wordsOf(label: string): string {
  return (label.includes("&") ? label.replace(ACCESS_KEY, "").replaceAll("&", "") : label).trim();
}

function endOf(words: string): string {
  if (words.endsWith("...")) return "...";
  return words.endsWith("…") ? "…" : "";
}

/**
 * A name, a path or a label as names and paths are compared: the normal forms of its segments, empty ones dropped, joined
 * by `/`. A label that itself contains a separator has several segments, so that the path of every node leads back to it.
 *
 * @param text A name, a path whose segments `/` or `\` separates, or a label.
 * @returns The key; "" when no segment is left.
 */
export function pathKey(text: string): string {
  if (text.length > MAX_COMPARED_UNITS) return text;
  if (!SEPARATOR.test(text)) return normalForm(text);
  return text.split(SEPARATOR).map(normalForm).filter((segment) => segment !== "").join("/");
}

/**
 * Whether a key has several segments.
 *
 * @param key A key of {@linkcode pathKey}.
 */
export function isPath(key: string): boolean {
  return key.includes("/");
}

/**
 * Puts two keys of {@linkcode pathKey} together.
 *
 * @param parent The key of the menu above; "" at the top.
 * @param child The key of what lies in it.
 * @returns The key of the whole path.
 */
export function joinKeys(parent: string, child: string): string {
  return parent === "" || child === "" ? parent + child : `${parent}/${child}`;
}

/**
 * How menu labels are compared (contract-decisions.md, "menu": normal form, name and path forms).
 *
 * @module
 */

import { foldCase } from "../../limits/fold_case.ts";

const SEPARATOR = /[\\/]/;

/**
 * The ellipsis at the end of a label, by which a menu says that a dialog follows.
 *
 * @param label A label, blanks at its end cut.
 * @returns `...` or `…`; "" when there is none.
 */
export function ellipsisOf(label: string): string {
  if (label.endsWith("...")) return "...";
  return label.endsWith("…") ? "…" : "";
}

/**
 * A label as it is compared: every `&` removed, one ellipsis at the end removed, blanks trimmed, case folded.
 *
 * @param label A label as a host or a page writes it.
 * @returns Its normal form; "" when nothing is left.
 */
export function normalForm(label: string): string {
  const words = (label.includes("&") ? label.replaceAll("&", "") : label).trim();
  const ellipsis = ellipsisOf(words);
  return foldCase(ellipsis === "" ? words : words.slice(0, -ellipsis.length).trimEnd());
}

/**
 * A name, a path or a label as names and paths are compared: the normal forms of its segments, empty ones dropped, joined
 * by `/`. A label that itself contains a separator has several segments, so that the path of every node leads back to it.
 *
 * @param text A name, a path whose segments `/` or `\` separates, or a label.
 * @returns The key; "" when no segment is left.
 */
export function pathKey(text: string): string {
  if (!SEPARATOR.test(text)) return normalForm(text);
  return text.split(SEPARATOR).map(normalForm).filter((segment) => segment !== "").join("/");
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

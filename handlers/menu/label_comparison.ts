/** How menu labels are compared (decisions.md, "menu": normal form, name and path forms). */

import { foldCase } from "../../limits/unicode.ts";

const SEPARATOR = /[\\/]/;

/** Longer texts are not normalised: no label is that long, and the normal form of 60 MB takes 12 s. */
const MAX_COMPARED_UNITS = 65_536;

/** An access key in brackets, as in `打开(&O)`: a letter that the label itself does not contain. */
const ACCESS_KEY = /[((]&[^&][))]/gu;

/** Returns the ellipsis at the end of a label, `...` or `…`; "" without one. It says that a dialog follows. */
export function ellipsisOf(label: string): string {
  return endOf(wordsOf(label));
}

/**
 * Returns the normal form of a label: without access keys in brackets, `&`, a trailing ellipsis and surrounding blanks,
 * case folded. "" when nothing is left.
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
 * Returns the key by which names, paths and labels are compared: the normal forms of the segments joined by `/`,
 * without empty ones. `/` and `\` separate segments. A label that contains a separator has several segments too, so
 * that the path of every node leads back to it.
 */
export function pathKey(text: string): string {
  if (text.length > MAX_COMPARED_UNITS) return text;
  if (!SEPARATOR.test(text)) return normalForm(text);
  return text.split(SEPARATOR).map(normalForm).filter((segment) => segment !== "").join("/");
}

/** Whether a key of {@linkcode pathKey} has several segments. */
export function isPath(key: string): boolean {
  return key.includes("/");
}

/** Joins the keys of a menu ("" at the top) and of an item in it. */
export function joinKeys(parent: string, child: string): string {
  return parent === "" || child === "" ? parent + child : `${parent}/${child}`;
}

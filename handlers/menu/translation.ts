/**
 * Translation of menu labels (decisions.md, "menu": displayLabel). The labels are loaded when a menu is first
 * requested in another language.
 */

import { ellipsisOf, normalForm } from "./resolution.ts";

/** Translates a label; one that the table lacks stays as it is. */
export type Translate = (label: string) => string;

/** The language that labels are translated from. */
const ENGLISH = "en";

/** Normal forms of labels and their translations. */
type Table = ReadonlyMap<string, string>;
const tables = new Map<string, Table>();

/**
 * Finds the translation that a page asks for.
 *
 * @param i18n Whether labels are translated at all.
 * @param locale A language tag such as `de` or `pt-BR`, in any case; "" or `auto` keeps the player's own labels.
 * @returns The translation; undefined when labels stay as they are, also for a locale without a table.
 */
export async function findTranslation(i18n: boolean, locale: string): Promise<Translate | undefined> {
  const table = i18n ? await findTable(locale) : undefined;
  return table && translationBy(table);
}

/** The table of a tag's language. */
async function findTable(locale: string): Promise<Table | undefined> {
  const [language = ""] = locale.toLowerCase().split(/[-_]/, 1);
  const found = tables.get(language);
  if (found || language === "" || language === "auto") return found;
  const { labels, languages } = await import("./labels.ts");
  const table = new Map<string, string>();
  for (const [english, translations] of Object.entries(labels)) {
    for (const each of languages) {
      if (language === each) table.set(normalForm(english), translations[each]);
      else if (language === ENGLISH) table.set(normalForm(translations[each]), english);
    }
  }
  if (table.size === 0) return undefined;
  tables.set(language, table);
  return table;
}

/** Makes the function that translates the labels of one menu. It remembers them, because common labels are repeated. */
function translationBy(table: Table): Translate {
  const known = new Map<string, string>();
  return (label) => {
    let translation = known.get(label);
    if (translation === undefined) {
      const words = table.get(normalForm(label));
      if (words === undefined) return label;
      // Tables have no ellipsis: keep the one of the label, which says that a dialog follows.
      translation = words + ellipsisOf(label);
      known.set(label, translation);
    }
    return translation;
  };
}

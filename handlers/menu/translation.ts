/**
 * Translation of menu labels (contract-decisions.md, "menu": displayLabel). Each locale's table is a file of its own under
 * `locales/`, an object from the usual English label to its translation; the way back to English is made from all of
 * them. A table is loaded when a menu is first asked for in its locale: the start of the bridge reads none.
 *
 * @module
 */

import { ellipsisOf, normalForm } from "./label.ts";

/** Gives a label in another language, or as it is when the language's table does not hold it. */
export type Translate = (label: string) => string;

/** The files of the tables. Written out, because only imports that can be read off the source are bundled. */
const files: Readonly<Record<string, () => Promise<{ default: string }>>> = {
  de: () => import("./locales/de.jsonc", { with: { type: "text" } }),
  es: () => import("./locales/es.jsonc", { with: { type: "text" } }),
  fr: () => import("./locales/fr.jsonc", { with: { type: "text" } }),
  ja: () => import("./locales/ja.jsonc", { with: { type: "text" } }),
  ko: () => import("./locales/ko.jsonc", { with: { type: "text" } }),
  ru: () => import("./locales/ru.jsonc", { with: { type: "text" } }),
  zh: () => import("./locales/zh.jsonc", { with: { type: "text" } }),
};

/** The languages that labels can be translated into from English, as language tags. */
export const languages: readonly string[] = Object.keys(files);

/** The language of the labels that the tables start from. */
const ENGLISH = "en";

type Table = ReadonlyMap<string, string>;
const loaded = new Map<string, Promise<Table>>();

/**
 * Finds the translation that a page asks for.
 *
 * @param i18n Whether labels are to be translated at all.
 * @param locale A language tag such as `de` or `pt-BR`, in any case; "" or `auto` keeps the host's own labels.
 * @returns The translation; undefined when labels stay as they are, also for a locale that has no table.
 */
export async function findTranslation(i18n: boolean, locale: string): Promise<Translate | undefined> {
  const table = i18n ? await findTable(locale) : undefined;
  return table && translationBy(table);
}

/**
 * Reads a language's table as its file has it.
 *
 * @param language One of {@linkcode languages}.
 * @returns Pairs of English label and translation, in the file's order.
 * @throws {TypeError} When the file is no flat object of strings.
 */
export async function readLocale(language: string): Promise<readonly (readonly [string, string])[]> {
  const file = Object.hasOwn(files, language) ? files[language] : undefined;
  if (!file) throw new TypeError(`there is no table for ${language}`);
  // The parser comes when the first table does.
  const [{ default: text }, { parse }] = await Promise.all([file(), import("@std/jsonc")]);
  const content = parse(text);
  if (typeof content !== "object" || content === null) throw new TypeError(`${language} holds no object`);
  return Object.entries(content).map(([label, translation]) => {
    if (typeof translation !== "string") throw new TypeError(`${language} does not translate ${label}`);
    return [label, translation] as const;
  });
}

/** The table for the exact tag, else for its language. */
function findTable(locale: string): Promise<Table> | undefined {
  const tag = locale.toLowerCase();
  const [language = ""] = tag.split(/[-_]/, 1);
  const name = [tag, language].find((candidate) => candidate === ENGLISH || Object.hasOwn(files, candidate));
  if (name === undefined) return undefined;
  let table = loaded.get(name);
  if (!table) {
    table = name === ENGLISH ? readEnglish() : readTable(name);
    loaded.set(name, table);
  }
  return table;
}

async function readTable(language: string): Promise<Table> {
  const pairs = await readLocale(language);
  return new Map(pairs.map(([english, translation]) => [normalForm(english), translation]));
}

/** The way back: from every translation to the English label that it stands for. */
async function readEnglish(): Promise<Table> {
  const tables = await Promise.all(languages.map(readLocale));
  return new Map(tables.flat().map(([english, translation]) => [normalForm(translation), english]));
}

/** Translates the labels of one menu, in which the usual ones come again and again. */
function translationBy(table: Table): Translate {
  const known = new Map<string, string>();
  return (label) => {
    let translation = known.get(label);
    if (translation === undefined) {
      const words = table.get(normalForm(label));
      if (words === undefined) return label;
      // The table has words only: an ellipsis, which says that a dialog follows, is carried over.
      translation = words + ellipsisOf(label);
      known.set(label, translation);
    }
    return translation;
  };
}

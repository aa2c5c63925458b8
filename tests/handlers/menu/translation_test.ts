import { assert, assertEquals, assertRejects } from "@std/assert";
import { normalForm } from "../../../handlers/menu/label.ts";
import { findTranslation, languages, readLocale } from "../../../handlers/menu/translation.ts";

/** A label in a locale. */
async function translated(label: string, locale: string, i18n = true): Promise<string> {
  return (await findTranslation(i18n, locale))?.(label) ?? label;
}

Deno.test("there are tables for seven languages besides English", () => {
  assertEquals([...languages].sort(), ["de", "es", "fr", "ja", "ko", "ru", "zh"]);
});

Deno.test("every table file is one of the languages", async () => {
  const folder = new URL("../../../handlers/menu/locales/", import.meta.url);
  const files = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  assertEquals(files.sort(), languages.map((language) => `${language}.jsonc`).sort());
});

Deno.test("every table has at least 40 labels, and all have the same", async () => {
  const [first = [], ...others] = await Promise.all(languages.map(readLocale));
  const labels = first.map(([english]) => english);
  assert(labels.length >= 40);
  for (const table of others) assertEquals(table.map(([english]) => english), labels);
});

Deno.test("every table has the six menus of the menu bar and the usual commands of playback", async () => {
  const usual = "File Edit View Playback Library Help Play Pause Stop Previous Next Random Preferences Exit"
    .split(" ");
  for (const language of languages) {
    const labels = new Set((await readLocale(language)).map(([english]) => english));
    for (const label of usual) assert(labels.has(label), `${language}: ${label}`);
  }
});

Deno.test("no label and no translation is empty or carries accelerators, blanks around it or an ellipsis", async () => {
  for (const language of languages) {
    for (const texts of await readLocale(language)) {
      for (const text of texts) {
        assert(normalForm(text) !== "", `${language}: ${texts}`);
        assertEquals(text.replaceAll("&", "").trim().replace(/(?:\.\.\.|…)$/, ""), text, language);
      }
    }
  }
});

Deno.test("the labels of a table are distinct in their normal forms", async () => {
  for (const language of languages) {
    const forms = (await readLocale(language)).map(([english]) => normalForm(english));
    assertEquals(new Set(forms).size, forms.length, language);
  }
});

Deno.test("a translation stands for one English label only, in all tables together", async () => {
  const meanings = new Map<string, string>();
  for (const language of languages) {
    for (const [english, translation] of await readLocale(language)) {
      // An English label is a text that may arrive too, and stands for itself.
      for (const text of [english, translation]) {
        const form = normalForm(text);
        assertEquals(meanings.get(form) ?? english, english, `${language}: ${text}`);
        meanings.set(form, english);
      }
    }
  }
});

Deno.test("every label goes to every language and from there back to English", async () => {
  for (const language of languages) {
    for (const [english, translation] of await readLocale(language)) {
      assertEquals(await translated(english, language), translation);
      assertEquals(await translated(translation, "en"), english);
      assertEquals(await translated(english, "en"), english);
    }
  }
});

Deno.test("a label is looked up by its normal form", async () => {
  assertEquals(await translated(" &PLAYBACK ", "de"), "Wiedergabe");
});

Deno.test("a label keeps its ellipsis in translation, in the form it has", async () => {
  assertEquals(await translated("&Preferences...", "de"), "Einstellungen...");
  assertEquals(await translated("Preferences… ", "fr"), "Préférences…");
  assertEquals(await translated("Einstellungen...", "en"), "Preferences...");
});

Deno.test("a label that the table does not hold stays as it is", async () => {
  for (const label of ["&Frobnicate...", "", "constructor", "Wiedergabe"]) {
    assertEquals(await translated(label, "de"), label);
  }
});

Deno.test("a locale is found by its exact tag, else by its language, in any case", async () => {
  for (const locale of ["de", "DE", "de-AT", "de_CH", "de-Latn-DE-1996"]) {
    assertEquals(await translated("File", locale), "Datei", locale);
  }
  assertEquals(await translated("File", "zh-Hant-TW"), "文件");
  assertEquals(await translated("Datei", "en-GB"), "File");
});

Deno.test("a locale without a table keeps the host's labels", async () => {
  for (const locale of ["pt", "pt-BR", "deu", "d", "-de", "constructor", "__proto__", "toString", " de"]) {
    assertEquals(await translated("File", locale), "File", locale);
  }
});

Deno.test("the locale auto or an empty one keeps the host's labels", async () => {
  for (const locale of ["auto", ""]) assertEquals(await findTranslation(true, locale), undefined);
});

Deno.test("without i18n no label is translated, whatever the locale", async () => {
  assertEquals(await findTranslation(false, "de"), undefined);
});

Deno.test("a language without a file cannot be read", async () => {
  await assertRejects(() => readLocale("en"), TypeError);
  await assertRejects(() => readLocale("constructor"), TypeError);
});

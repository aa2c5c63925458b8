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

Deno.test("a language without a file cannot be read", async () => {
  await assertRejects(() => readLocale("en"), TypeError);
  await assertRejects(() => readLocale("constructor"), TypeError);
});

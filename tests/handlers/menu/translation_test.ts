import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import { labels, type Language, languages } from "../../../handlers/menu/labels.ts";
import { normalForm } from "../../../handlers/menu/resolution.ts";
import { findTranslation } from "../../../handlers/menu/translation.ts";

/** Returns the English labels and their translations. */
function pairsOf(language: Language): [english: string, translation: string][] {
  return Object.entries(labels).map(([english, translations]) => [english, translations[language]]);
}

async function translated(label: string, locale: string, i18n = true): Promise<string> {
  return (await findTranslation(i18n, locale))?.(label) ?? label;
}

Deno.test("labels can be translated into seven languages besides English", () => {
  assertEquals([...languages].sort(), ["de", "es", "fr", "ja", "ko", "ru", "zh"]);
});

Deno.test("the labels have the six menus of the menu bar and the usual commands of playback", () => {
  const usual = "File Edit View Playback Library Help Play Pause Stop Previous Next Random Preferences Exit"
    .split(" ");
  for (const label of usual) assert(Object.hasOwn(labels, label), label);
});

Deno.test("labels and translations are not empty and have no accelerators, outer blanks or ellipsis", () => {
  for (const language of languages) {
    for (const texts of pairsOf(language)) {
      for (const text of texts) {
        assert(normalForm(text) !== "", `${language}: ${texts}`);
        assertEquals(text.replaceAll("&", "").trim().replace(/(?:\.\.\.|…)$/, ""), text, language);
      }
    }
  }
});

Deno.test("the labels are distinct in their normal forms", () => {
  const forms = Object.keys(labels).map(normalForm);
  assertEquals(new Set(forms).size, forms.length);
});

Deno.test("a translation belongs to only one English label, across all languages", () => {
  const meanings = new Map<string, string>();
  for (const language of languages) {
    for (const [english, translation] of pairsOf(language)) {
      // The English label counts as its own translation.
      for (const text of [english, translation]) {
        const form = normalForm(text);
        assertEquals(meanings.get(form) ?? english, english, `${language}: ${text}`);
        meanings.set(form, english);
      }
    }
  }
});

Deno.test("every label translates to every language and back", async () => {
  for (const language of languages) {
    for (const [english, translation] of pairsOf(language)) {
      assertEquals(await translated(english, language), translation);
      assertEquals(await translated(translation, "en"), english);
      assertEquals(await translated(english, "en"), english);
    }
  }
});

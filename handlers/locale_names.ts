/**
 * The display names of a locale's language and country (contract-decisions.md, "misc, panel, system, test").
 *
 * @module
 */

/** The display names of a locale. */
export interface LocaleNames {
  /** The language, such as `English`; "" when unknown. */
  readonly language: string;
  /** The country, such as `United States`; "" when unknown. */
  readonly country: string;
}

/**
 * Names the language and the country of a locale in its own language, or in English where the runtime has no names in
 * that language (Welsh, for one): never in the language of the machine that the bridge happens to run on.
 *
 * @param tag A BCP 47 language tag; anything else has no names.
 * @returns The names.
 */
export function localeNames(tag: string): LocaleNames {
  const locale = parsed(tag);
  return {
    language: nameOf("language", locale?.language, tag),
    country: nameOf("region", locale?.region, tag),
  };
}

function parsed(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch (error) {
    // How Intl says that the player's text is no language tag, which is no failure: it has no names then.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function nameOf(type: "language" | "region", code: string | undefined, tag: string): string {
  // ZZ is the code for an unknown region, and Intl has a name even for that.
  if (code === undefined || code === "ZZ") return "";
  return new Intl.DisplayNames([tag, "en"], { type, fallback: "none" }).of(code) ?? "";
}

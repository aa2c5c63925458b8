import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { localeNames } from "../../handlers/system/mod.ts";

Deno.test("localeNames names language and country in the locale's own language", () => {
  assertEquals(localeNames("en-US"), { language: "English", country: "United States" });
  assertEquals(localeNames("de-DE"), { language: "Deutsch", country: "Deutschland" });
  assertEquals(localeNames("ja-JP"), { language: "日本語", country: "日本" });
});

Deno.test("localeNames looks at language and country only, in any case", () => {
  assertEquals(localeNames("zh-Hans-CN"), { language: "中文", country: "中国" });
  assertEquals(localeNames("EN-us-u-ca-buddhist"), { language: "English", country: "United States" });
});

Deno.test("localeNames has no country for a locale without one", () => {
  assertEquals(localeNames("fr"), { language: "français", country: "" });
});

Deno.test("localeNames has no names for what is unknown", () => {
  assertEquals(localeNames("xx-YY"), { language: "", country: "" });
  assertEquals(localeNames("und"), { language: "", country: "" });
  assertEquals(localeNames("en-ZZ"), { language: "English", country: "" });
});

Deno.test("localeNames falls back to English names, never to the machine's own language", () => {
  assertEquals(localeNames("xx-DE"), { language: "", country: "Germany" });
});

Deno.test("localeNames has no names for what is no language tag", () => {
  for (const tag of ["", " ", "en_US", "en_US.UTF-8", "C", "e", "en-", "🎵", "\u0000", "x".repeat(100_000)]) {
    assertEquals(localeNames(tag), { language: "", country: "" }, tag.slice(0, 20));
  }
});

Deno.test("localeNames never throws", () => {
  const subtag = fc.string({ unit: fc.constantFrom("a", "b", "Z", "1", "9"), maxLength: 9 });
  const tags = fc.oneof(fc.string(), fc.array(subtag).map((subtags) => subtags.join("-")));
  fc.assert(
    fc.property(tags, (tag) => {
      const { language, country } = localeNames(tag);
      assertEquals([typeof language, typeof country], ["string", "string"]);
    }),
    { numRuns: 300 },
  );
});

import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { normalForm, pathKey } from "../../../handlers/menu/resolution.ts";
import { anyCharacter } from "../../../tools/any_character.ts";

Deno.test("the normal form of a label is its own normal form", () => {
  const part = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom("&", "...", "…", " ", "ß", "ς", "İ", "ı", "ǰ", "ﬁ"),
  );
  fc.assert(fc.property(fc.array(part).map((parts) => parts.join("")), (label) => {
    const form = normalForm(label);
    // normalForm removes only one ellipsis, so a label that ends in two would change again.
    fc.pre(!form.endsWith("...") && !form.endsWith("…"));
    assertEquals(normalForm(form), form);
  }));
});

Deno.test("case, ampersands, surrounding blanks and an ellipsis never change the normal form of a label", () => {
  const ornament = fc.constantFrom("", "...", "…");
  const blanks = fc.constantFrom("", " ", "\t", "  ");
  fc.assert(fc.property(fc.string(), ornament, blanks, fc.nat(), (label, ellipsis, blank, at) => {
    const bare = label.replaceAll("&", "").trim();
    fc.pre(!/[((].[))]/u.test(bare));
    fc.pre(!bare.endsWith("...") && !bare.endsWith("…") && !(bare.endsWith(".") && ellipsis === "..."));
    const position = at % (bare.length + 1);
    const withAccelerator = `${bare.slice(0, position)}&${bare.slice(position)}`;
    const expected = normalForm(bare);
    assertEquals(normalForm(`${blank}${withAccelerator}${blank}${ellipsis}${blank}`), expected);
    assertEquals(normalForm(bare.toUpperCase()), expected);
  }));
});

Deno.test("a path drops segments whose normal form is empty", () => {
  for (const path of ["/Playback/Order", "Playback//Order/", "Playback\\/ /&/.../Order"]) {
    assertEquals(pathKey(path), pathKey("Playback/Order"));
  }
  assertEquals(pathKey("//\\ /"), "");
});

Deno.test("the path key of a text that is longer than any label is the text itself", () => {
  const longest = `${"a/".repeat(32_767)}b `;
  assertEquals(pathKey(longest), `${"A/".repeat(32_767)}B`);
  for (const longer of [` ${longest}`, "/".repeat(60_000_000), "(&".repeat(30_000_000)]) {
    assert(pathKey(longer) === longer);
  }
});

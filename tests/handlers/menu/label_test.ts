import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { ellipsisOf, joinKeys, normalForm, pathKey } from "../../../handlers/menu/label.ts";

Deno.test("the normal form of a label has no ampersand", () => {
  assertEquals(normalForm("&Play"), normalForm("Play"));
  assertEquals(normalForm("Cut && &paste"), normalForm("Cut  paste"));
});

Deno.test("the normal form of a label lacks an access key in brackets, wherever the ellipsis stands", () => {
  for (const label of ["打开(&O)", "打开(&O)...", "打开 (&O)…", "打开...(&O)", "打开(&O)", "打开"]) {
    assertEquals(normalForm(label), "打开", label);
    assertEquals(ellipsisOf(label), /\.\.\.|…/.exec(label)?.[0] ?? "", label);
  }
  for (const label of ["打开(O)", "打开(&&)", "打开(&Op)", "打开(&)"]) {
    assertNotEquals(normalForm(label), "打开", label);
  }
});

Deno.test("the normal form of a label lacks one ellipsis at the end, in either form", () => {
  assertEquals(normalForm("Open..."), normalForm("Open"));
  assertEquals(normalForm("Open…"), normalForm("Open"));
  assertEquals(normalForm("Open ..."), normalForm("Open"));
  assertEquals(normalForm("Open... "), normalForm("Open"));
});

Deno.test("the normal form of a label keeps a second ellipsis and one that is not at the end", () => {
  assertEquals(normalForm("Open......"), normalForm("Open...") + "...");
  assertEquals(normalForm("Open……"), normalForm("Open") + "…");
  assertNotEquals(normalForm("Op...en"), normalForm("Open"));
  assertNotEquals(normalForm("Open.."), normalForm("Open"));
});

Deno.test("the normal form of a label has no blanks around it but keeps those inside", () => {
  assertEquals(normalForm("\t  Stop after \u00a0"), normalForm("Stop after"));
  assertNotEquals(normalForm("Stop after"), normalForm("Stopafter"));
});

Deno.test("the normal form of a label folds case beyond ASCII", () => {
  assertEquals(normalForm("ÉDITION"), normalForm("édition"));
  assertEquals(normalForm("ФАЙЛ"), normalForm("файл"));
  assertEquals(normalForm("STRASSE"), normalForm("Straße"));
});

Deno.test("the normal form of nothing but ornaments is empty", () => {
  for (const label of ["", " ", "&", "...", "…", " &... "]) assertEquals(normalForm(label), "");
});

Deno.test("the normal form of a label is its own normal form", () => {
  const part = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("&", "...", "…", " ", "ß", "ς", "İ", "ı", "ǰ", "ﬁ"),
  );
  fc.assert(fc.property(fc.array(part).map((parts) => parts.join("")), (label) => {
    const form = normalForm(label);
    // Only one ellipsis is ever removed: a label that ends in two is not yet at its end.
    fc.pre(!form.endsWith("...") && !form.endsWith("…"));
    assertEquals(normalForm(form), form);
  }));
});

Deno.test("case, ampersands, blanks around it and an ellipsis never change the normal form of a label", () => {
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

Deno.test("a path is separated by slashes and backslashes alike", () => {
  assertEquals(pathKey("Playback/Order"), pathKey("Playback\\Order"));
  assertEquals(pathKey("playback/ORDER..."), pathKey("&Playback\\Order"));
});

Deno.test("a path drops empty segments, also those that are empty in their normal form", () => {
  for (const path of ["/Playback/Order", "Playback//Order/", "Playback\\/ /&/.../Order"]) {
    assertEquals(pathKey(path), pathKey("Playback/Order"));
  }
  assertEquals(pathKey("//\\ /"), "");
});

Deno.test("the key of a path is that of its menu joined with that of its end", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "B", "/", "\\", "&", ".", " ") });
  fc.assert(fc.property(text, text, (menu, end) => {
    assertEquals(joinKeys(pathKey(menu), pathKey(end)), pathKey(`${menu}/${end}`));
  }));
});

Deno.test("a path key of a text longer than any label is the text", () => {
  const longest = `${"a/".repeat(32_767)}b `;
  assertEquals(pathKey(longest), `${"A/".repeat(32_767)}B`);
  for (const longer of [` ${longest}`, "/".repeat(60_000_000), "(&".repeat(30_000_000)]) {
    assert(pathKey(longer) === longer);
  }
});

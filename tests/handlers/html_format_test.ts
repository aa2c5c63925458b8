import { assert, assertEquals, assertMatch } from "@std/assert";
import * as fc from "fast-check";
import { htmlFormat } from "../../handlers/clipboard/mod.ts";

/** A payload taken apart by its own offsets, as a program that pastes does it. */
function parts(payload: string): { html: string; fragment: string; toTheEnd: boolean; headerEnd: string } {
  const bytes = new TextEncoder().encode(payload);
  const offset = (name: string) => {
    const digits = new RegExp(`^${name}:(\\d{10})\\r$`, "m").exec(payload)?.[1];
    assert(digits !== undefined, `${name} has ten digits`);
    return Number(digits);
  };
  const slice = (from: number, to: number) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.slice(from, to));
  return {
    html: slice(offset("StartHTML"), offset("EndHTML")),
    fragment: slice(offset("StartFragment"), offset("EndFragment")),
    toTheEnd: offset("EndHTML") === bytes.length,
    headerEnd: slice(0, offset("StartHTML")).slice(-2),
  };
}

Deno.test("htmlFormat writes version, four offsets and the fragment between its comments, with CRLF", () => {
  assertEquals(
    htmlFormat("<b>é</b>"),
    "Version:0.9\r\n" +
      "StartHTML:0000000105\r\n" +
      "EndHTML:0000000186\r\n" +
      "StartFragment:0000000141\r\n" +
      "EndFragment:0000000150\r\n" +
      "<html>\r\n<body>\r\n" +
      "<!--StartFragment--><b>é</b><!--EndFragment-->\r\n" +
      "</body>\r\n</html>",
  );
});

Deno.test("htmlFormat counts bytes of UTF-8, not characters", () => {
  for (const html of ["a", "é", "日本", "🎵", "\ud800", "x\udc00\ud800y", "\ufeff"]) {
    const { fragment, html: document } = parts(htmlFormat(html));
    assertEquals(fragment, html.toWellFormed());
    assert(document.includes(`<!--StartFragment-->${html.toWellFormed()}<!--EndFragment-->`));
  }
});

Deno.test("htmlFormat keeps the html as it is, comments, line ends and all", () => {
  const html =
    "<html>\n<body>\r<!--StartFragment-->x<!--EndFragment-->\u0000</body>$& $1 StartHTML:9\r\n</html>";
  assertEquals(parts(htmlFormat(html)).fragment, html);
});

Deno.test("htmlFormat gives the offsets of any html", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (html) => {
    const payload = htmlFormat(html);
    const { fragment, html: document, toTheEnd, headerEnd } = parts(payload);
    assertEquals(fragment, html);
    assertMatch(document, /^<html>\r\n<body>\r\n<!--StartFragment-->/);
    assertMatch(document, /<!--EndFragment-->\r\n<\/body>\r\n<\/html>$/);
    assert(toTheEnd);
    assertEquals(headerEnd, "\r\n");
  }));
});

import "../support/deadline.ts";
import { assert, assertEquals, assertMatch } from "@std/assert";
import * as fc from "fast-check";
import { htmlFormat } from "../../handlers/clipboard/mod.ts";
import { anyCharacter } from "../../tools/any_character.ts";
import { callOnce } from "../support/call_once.ts";

Deno.test("clipboard.writeHTML succeeds exactly when a format that it asked for was written", async () => {
  const formats = fc.array(fc.constantFrom("text" as const, "html" as const, "files" as const));
  await fc.assert(fc.asyncProperty(formats, async (written) => {
    const { result } = await callOnce({ "player.clipboard.write": { written } }, "clipboard.writeHTML", {
      html: "h",
    });
    const htmlWritten = written.includes("html");
    const textWritten = written.includes("text");
    assertEquals(
      result,
      htmlWritten || textWritten
        ? { success: true, htmlWritten, textWritten }
        : { success: false, error: "Failed to write any clipboard format" },
    );
  }));
});

/** Splits a payload by its offsets, as a program that pastes it does. */
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

Deno.test("htmlFormat has correct offsets for any html", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (html) => {
    const payload = htmlFormat(html);
    const { fragment, html: document, toTheEnd, headerEnd } = parts(payload);
    assertEquals(fragment, html);
    assertMatch(document, /^<html>\r\n<body>\r\n<!--StartFragment-->/);
    assertMatch(document, /<!--EndFragment-->\r\n<\/body>\r\n<\/html>$/);
    assert(toTheEnd);
    assertEquals(headerEnd, "\r\n");
  }));
});

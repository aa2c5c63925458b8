import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { textOn } from "../../playground/page/overlay_style.ts";
import { contentText, shortJson } from "../../playground/page/short_text.ts";

Deno.test("only a text that is cut ends in an ellipsis", () => {
  assertEquals(shortJson("x".repeat(8), 10), `"${"x".repeat(8)}"`);
  assertEquals(shortJson("x".repeat(9), 10), `"${"x".repeat(8)}…`);
  assertEquals(contentText('{"params":{"a":1}}', true), '{"a":1}');
  // The beginning of a longer body.
  assertEquals(contentText('{"id":1,"params":{"a":"xy', false), '{"a":"xy…');
  assertEquals(contentText(`{"params":{"a":"${"x".repeat(1000)}`, false), `{"a":"${"x".repeat(293)}…`);
  assertEquals(contentText("no JSON", true), "no JSON");
  assertEquals(contentText("x".repeat(300), true), "x".repeat(300));
  assertEquals(contentText("x".repeat(301), true), `${"x".repeat(299)}…`);
});

Deno.test("text on a colour is black or white, by contrast", () => {
  const texts = ["#000000", "#1E88E5", "#1e88e5", "#757575", "#777777", "#b00020", "#ffffff"].map(textOn);
  assertEquals(texts, ["#ffffff", "#000000", "#000000", "#ffffff", "#000000", "#ffffff", "#000000"]);
});

import { assertEquals } from "@std/assert";
import { withScript } from "../../playground/frame_html.ts";

const script = '<script src="/s.js"></script>';

function served(html: string): string {
  return new TextDecoder().decode(withScript(new TextEncoder().encode(html), "/s.js"));
}

Deno.test("the script comes first in the head, in front of the panel's own", () => {
  assertEquals(served("<head><script>1</script></head>"), `<head>${script}<script>1</script></head>`);
  assertEquals(
    served("<!DOCTYPE html><HTML><HEAD lang=en>\n"),
    `<!DOCTYPE html><HTML><HEAD lang=en>${script}\n`,
  );
});

Deno.test("the script does not take a header or a comment for a head", () => {
  assertEquals(served("<html><header></header>"), `<html>${script}<header></header>`);
  assertEquals(served("<!-- <head> --><html><body>"), `<!-- <head> --><html>${script}<body>`);
});

Deno.test("without a head the script comes behind the document type, so that the page stays in standards mode", () => {
  assertEquals(served("<!doctype html><p>x"), `<!doctype html>${script}<p>x`);
  assertEquals(served("<p>x"), `${script}<p>x`);
  assertEquals(served(""), script);
});

Deno.test("bytes of any encoding stay as they are", () => {
  const html = Uint8Array.from({ length: 9000 }, (_, index) => index % 256);
  const result = withScript(html, "/s.js");
  assertEquals(result.subarray(script.length), html);
});

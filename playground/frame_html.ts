/**
 * The pages of an existing panel, with the script in place that gives them the API.
 *
 * @module
 */

/**
 * Puts a script in front of everything else that a page loads. Nothing else of the page is changed, whatever its encoding
 * is: what is looked for is ASCII.
 *
 * @param html The page.
 * @param source The address of the script.
 * @returns The page with the script.
 */
export function withScript(html: Uint8Array, source: string): Uint8Array<ArrayBuffer> {
  const at = placeOf(latin1(html));
  const script = new TextEncoder().encode(`<script src="${source}"></script>`);
  const result = new Uint8Array(html.length + script.length);
  result.set(html.subarray(0, at));
  result.set(script, at);
  result.set(html.subarray(at), at + script.length);
  return result;
}

/** Behind `<head>`, else behind `<html>`, else behind the document type, else at the beginning; not in a comment. */
function placeOf(text: string): number {
  const visible = text.replaceAll(/<!--[\s\S]*?-->/g, (comment) => " ".repeat(comment.length));
  for (const tag of [/<head(?:\s[^>]*)?>/i, /<html(?:\s[^>]*)?>/i, /<!doctype[^>]*>/i]) {
    const found = tag.exec(visible);
    if (found) return found.index + found[0].length;
  }
  return 0;
}

/** One character a byte, so that places in the text are places in the bytes. */
function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096) {
    text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  }
  return text;
}

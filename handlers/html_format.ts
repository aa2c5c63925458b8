/**
 * The "HTML Format" of the Windows clipboard (contract-decisions.md, "clipboard").
 *
 * @module
 */

import { utf8Length } from "../limits/utf8_length.ts";

const BEFORE = "<html>\r\n<body>\r\n<!--StartFragment-->";
const AFTER = "<!--EndFragment-->\r\n</body>\r\n</html>";

/**
 * Puts a fragment of HTML into a complete "HTML Format" payload: a header with the version and four offsets, then a
 * document with the fragment between its two comments. The offsets are in bytes of UTF-8 from the beginning of the
 * payload; the document reaches to its end.
 *
 * @param html The fragment; it stands in the payload as it is.
 * @returns The payload.
 */
export function htmlFormat(html: string): string {
  const startHtml = header(0, 0, 0, 0).length;
  const startFragment = startHtml + BEFORE.length;
  const endFragment = startFragment + utf8Length(html);
  const endHtml = endFragment + AFTER.length;
  return header(startHtml, endHtml, startFragment, endFragment) + BEFORE + html + AFTER;
}

/** Ten digits each, so that its length does not depend on what the offsets are. */
function header(startHtml: number, endHtml: number, startFragment: number, endFragment: number): string {
  const offsets = Object.entries({
    StartHTML: startHtml,
    EndHTML: endHtml,
    StartFragment: startFragment,
    EndFragment: endFragment,
  });
  const lines = offsets.map(([name, offset]) => `${name}:${String(offset).padStart(10, "0")}\r\n`);
  return `Version:0.9\r\n${lines.join("")}`;
}

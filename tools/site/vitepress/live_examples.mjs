/**
 * A markdown-it plugin that adds a button to the examples of the operation pages, so that the reader can edit and run
 * them in the page.
 */

import { existsSync } from "node:fs";
import { root } from "./pages.mjs";

/** A printed example: a call, and its result as a comment. */
const example = /^await fb2k\.([\w.]+)\((\{.*?\})?\);\n(\/\/ .*)$/ms;

/**
 * Shows each example of an operation with a `LiveExample` (theme/LiveExample.vue) below it.
 *
 * @param md The markdown-it instance.
 * @param options `onSource` is called with the path of each file that the examples need, which the site serves as text.
 */
export function liveExamples(md, { onSource }) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, at, options, env, self) => {
    const shown = fence(tokens, at, options, env, self);
    if (!env.relativePath.startsWith("docs/operations/")) return shown;
    const [, name, params = "{}", comment = ""] = example.exec(tokens[at].content.trimEnd()) ?? [];
    if (name === undefined) return shown;
    // The paragraph before names the fixture.
    const [fixture] = /fixtures\/[\w/.]+/.exec(tokens[at - 2].content);
    const named = fixture.replace(/[^/]*$/, "steps.jsonc");
    const files = existsSync(root + named) ? [fixture, named] : [fixture];
    files.forEach(onSource);
    const given = { name, params, result: comment.replaceAll(/^\/\/ /gm, ""), files };
    const attributes = Object.entries(given).map(([key, value]) =>
      `:${key}="${md.utils.escapeHtml(JSON.stringify(value))}"`
    );
    return `${shown}<LiveExample ${attributes.join(" ")} />\n`;
  };
}

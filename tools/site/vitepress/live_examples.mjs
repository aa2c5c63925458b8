/**
 * A markdown-it plugin that adds a button to the examples of the operation pages, so that the reader can edit and run
 * them in the page.
 *
 * @module
 */

const example = /^await invoke\("([\w.]+)"(?:, (\{.*?\}))?\);$/ms;

/**
 * Shows each example of an operation with a `LiveExample` (theme/LiveExample.vue) below it.
 *
 * @param md The markdown-it instance.
 */
export function liveExamples(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, at, options, env, self) => {
    const shown = fence(tokens, at, options, env, self);
    if (!env.relativePath.startsWith("docs/operations/")) return shown;
    const [, name, params = "{}"] = example.exec(tokens[at].content) ?? [];
    if (name === undefined) return shown;
    const attribute = (text) => md.utils.escapeHtml(JSON.stringify(text));
    return `${shown}<LiveExample :name="${attribute(name)}" :params="${attribute(params)}" />\n`;
  };
}

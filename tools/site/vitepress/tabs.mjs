/**
 * Turns consecutive code blocks between `<!-- tabs -->` and `<!-- end of tabs -->` into tabs on
 * the site. The paragraph before a block is its title, such as "**C++**, `player.cpp`:".
 *
 * @module
 */

const tabs = /^<!-- tabs -->\n(.*?)^<!-- end of tabs -->$/gms;
const titled = /^\*\*([^*]+)\*\*(?:, `([^`]+)`)?:\n\n```(\w+).*$/gm;

/** Returns a document with the code groups of VitePress in place of the tabs. */
export function withCodeGroups(source) {
  return source.replaceAll(tabs, (_, blocks) => {
    const group = blocks.replaceAll(
      titled,
      (_, language, file, kind) => `\`\`\`${kind} [${file ? `${language}: ${file}` : language}]`,
    );
    return `::: code-group\n${group}:::`;
  });
}

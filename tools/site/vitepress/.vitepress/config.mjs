/**
 * The configuration of the site, which is built from the documents of the tree. `deno task site` builds it.
 */

import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { defineConfig } from "vitepress";
import { liveExamples } from "../live_examples.mjs";
import { copyPages, groups, operations, placeOf, root, treeLinks, writeForModels } from "../pages.mjs";
import { withCodeGroups } from "../tabs.mjs";

const { version } = JSON.parse(readFileSync(`${root}deno.json`, "utf8"));
/** The path of the site on its server, with a slash at both ends. */
const base = process.env.TONEARM_SITE_BASE ?? "/";

/** Returns the same anchor as GitHub, because the documents are also read there. */
function slugify(heading) {
  return heading.trim().toLowerCase().replace(
    /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu,
    "",
  ).replaceAll(" ", "-");
}

/** Returns a group of the sidebar. It cannot be folded: VitePress nests the button of a folded group in another. */
function sidebarGroup({ text, pages }) {
  const items = pages.map((page) => ({
    text: page.text,
    link: `/${placeOf(page.file).replace(/(?:index)?\.md$/, "")}`,
  }));
  return { text, items };
}

/** How pages are indexed. The function also runs in the reader's browser, without the rest of this file. */
const searchTerms = {
  // moveToTop is also found by its parts. The first part is found as a prefix.
  processTerm: (term) => [term, ...(term.match(/(?<=.)[A-Z][a-z]+/g) ?? [])].map((each) => each.toLowerCase()),
};

/** How the index is searched. */
const searchOptions = {
  processTerm: (term) => term.toLowerCase(),
  combineWith: "AND",
  boostDocument: (id) => id.includes("/docs/operations/") ? 2 : 1,
};

/** Files of the tree that pages link to. The site serves them as text. */
const sources = new Set();

export default defineConfig({
  title: "Tonearm",
  titleTemplate: ":title · Tonearm",
  description: "The scripting bridge of desktop media players",
  lang: "en",
  base,
  srcDir: copyPages(),
  outDir: process.env.TONEARM_SITE_OUT ?? `${root}dist/site`,
  cacheDir: `${root}tools/site/vitepress/.vitepress/cache`,
  metaChunk: true,
  // Pages do not prefetch the pages that they link to.
  router: { prefetchLinks: false },
  head: [["link", { rel: "icon", href: "data:," }]],
  markdown: {
    image: { lazyLoading: true },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify },
    config(md) {
      // Comments are the only HTML in the documents. Anything else that looks like a tag is text.
      md.set({ html: false });
      md.core.ruler.before("normalize", "comments", (state) => {
        state.src = withCodeGroups(state.src).replaceAll(/^<!--.*?-->$/gms, "");
      });
      md.use(treeLinks, { base, onSource: (path) => sources.add(path) });
      md.use(liveExamples, { onSource: (path) => sources.add(path) });
      // Allow line breaks after the dots in names, so that tables need less width.
      const { code_inline } = md.renderer.rules;
      md.renderer.rules.code_inline = (...args) =>
        code_inline(...args).replaceAll(/(?<=\w)\.(?=\w)/g, ".<wbr>");
    },
  },
  themeConfig: {
    siteTitle: `Tonearm ${version}`,
    search: { provider: "local", options: { miniSearch: { options: searchTerms, searchOptions } } },
    outline: [2, 3],
    notFound: {
      title: "There is no such page",
      quote: "The search finds operations, rules and guides.",
      linkText: "Go to the first page",
      linkLabel: "Go to the first page",
    },
    nav: [
      { text: "Panels", link: "/docs/panels" },
      { text: "Players", link: "/docs/players" },
      { text: "Operations", link: "/docs/operations/" },
    ],
    sidebar: {
      "/": groups.map(sidebarGroup),
      "/docs/operations/": operations.map(sidebarGroup),
    },
  },
  buildEnd({ outDir }) {
    writeForModels(outDir, base);
    for (const path of sources) {
      const copy = `${outDir}/source/${path}.txt`;
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(`${root}${path}`, copy);
    }
  },
});

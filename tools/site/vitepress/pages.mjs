/**
 * The pages of the site: which Markdown files it shows, in which groups, and where the links in documents lead.
 */

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the tree, with a separator at its end. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The folder with the pages of operations, which `deno task --cwd tools site` writes before. */
const generated = fileURLToPath(new URL("generated/", import.meta.url));

/** The folder of the pages of operations in the site. */
const operationsFolder = "docs/operations";

const contents = readFileSync(`${generated}${operationsFolder}/README.md`, "utf8");
const [core = "", extensions = ""] = contents.split("\n## Extensions\n");

/** Returns the pages of the namespaces below a heading of the table of contents. */
const namespacesIn = (part) =>
  [...part.matchAll(/^###? \[(\w+)\]/gm)].map(([, name]) => ({
    text: name,
    file: `${operationsFolder}/${name}.md`,
  }));

/** The sidebar of the operation pages: those of the specification, and the extensions. */
export const operations = [
  {
    text: "Operations",
    pages: [{ text: "All operations", file: `${operationsFolder}/README.md` }, ...namespacesIn(core)],
  },
  { text: "Extensions", pages: namespacesIn(extensions) },
];

/** The sidebar of all other pages: groups of pages, each with its text and its file in the tree. */
export const groups = [
  {
    text: "Begin",
    pages: [
      { text: "What Tonearm is", file: "README.md" },
      { text: "Panels", file: "docs/panels.md" },
      { text: "Players", file: "docs/players.md" },
      { text: "Faults", file: "docs/faults.md" },
      { text: "Operations, with examples", file: "docs/operations/README.md" },
      { text: "Operations in one table", file: "docs/operations.md" },
    ],
  },
  {
    text: "Rules",
    pages: [
      { text: "Specification", file: "docs/specification.md" },
      { text: "Extensions", file: "docs/extensions.md" },
      { text: "Decisions", file: "docs/decisions.md" },
      { text: "Protocol", file: "docs/protocol.md" },
      { text: "Native actions", file: "docs/native-actions.md" },
      { text: "The jitQueue session", file: "docs/jit_queue.md" },
      { text: "Security", file: "SECURITY.md" },
    ],
  },
  {
    text: "Players",
    pages: [
      { text: "C++ library", file: "clients/cpp/README.md" },
      { text: "Python library", file: "clients/python/README.md" },
      { text: "A player in C", file: "clients/c/README.md" },
      { text: "Audacious", file: "players/audacious/README.md" },
      { text: "mpv", file: "players/mpv/README.md" },
      { text: "Quod Libet", file: "players/quodlibet/README.md" },
    ],
  },
  {
    text: "Work on Tonearm",
    pages: [
      { text: "Architecture", file: "docs/architecture.md" },
      { text: "Sizes, times and systems", file: "docs/performance.md" },
      { text: "Tools for maintainers", file: "tools/README.md" },
      { text: "Changes", file: "CHANGELOG.md" },
    ],
  },
];

/** Returns the path of a page in the site: a README.md is the index of its folder. */
export function placeOf(file) {
  return file.replace(/(^|\/)README\.md$/, "$1index.md");
}

/** The documents of the pages, by their paths in the site. */
const documents = new Map(
  [...groups, ...operations].flatMap(({ pages }) => pages.map(({ file }) => [placeOf(file), file])),
);

/** The titles of the pages, by their files. */
const titles = new Map(
  [...operations, ...groups].flatMap(({ pages }) => pages.map(({ text, file }) => [file, text])),
);

/** Returns the path of a document on this machine. */
const pathOf = (file) => (file.startsWith(`${operationsFolder}/`) ? generated : root) + file;

/**
 * Writes llms.txt (https://llmstxt.org), which lists the documents as Markdown for language models, and the documents.
 *
 * @param outDir The folder of the site.
 * @param base The folder of the site on its server.
 */
export function writeForModels(outDir, base) {
  const lines = ["# Tonearm", "", "> The scripting bridge of desktop media players.", ""];
  for (const { text, pages } of [...groups, ...operations]) {
    lines.push(`## ${text}`, "");
    for (const { text, file } of pages) {
      lines.push(`- [${text}](${base}${file})`);
      mkdirSync(posix.dirname(`${outDir}/${file}`), { recursive: true });
      cpSync(pathOf(file), `${outDir}/${file}`);
    }
    lines.push("");
  }
  lines.push("## Descriptions for programs", "");
  for (const file of ["docs/openrpc.json", "docs/openrpc-player.json"]) {
    lines.push(`- [${file}](${base}${file})`);
    cpSync(root + file, `${outDir}/${file}`);
  }
  writeFileSync(`${outDir}/llms.txt`, `${lines.join("\n")}\n`);
}

/** The folders of images in the tree. */
const images = ["docs/images"];

/**
 * Copies the documents into the source folder of the site, because pages must be below the folder of the npm packages.
 *
 * @returns The source folder.
 */
export function copyPages() {
  const folder = `${root}tools/site/vitepress/pages`;
  rmSync(folder, { recursive: true, force: true });
  for (const [place, file] of documents) {
    mkdirSync(posix.dirname(`${folder}/${place}`), { recursive: true });
    cpSync(pathOf(file), `${folder}/${place}`);
  }
  for (const path of images) {
    cpSync(root + path, `${folder}/${path}`, { recursive: true });
  }
  return folder;
}

/**
 * A markdown-it plugin for links between documents: a link to a document leads to its page, and a link to another file
 * leads to a text copy. A link to a folder becomes plain text.
 *
 * @param md The markdown-it instance.
 * @param options `base` is the folder of the site on its server. `onSource` is called with the path of
 * each file that is linked as text.
 * @throws {Error} When the target of a link is not in the tree.
 */
export function treeLinks(md, { base, onSource }) {
  md.core.ruler.push("tree_links", ({ tokens, env }) => {
    const file = documents.get(env.relativePath);
    const inline = tokens.flatMap(({ children }) => children ?? []);
    for (const [at, token] of inline.entries()) {
      if (token.type !== "link_open") continue;
      const target = targetOf(token.attrGet("href"), file);
      if (target?.isFolder) {
        makeText(token);
        makeText(
          inline.find(({ type }, each) => each > at && type === "link_close"),
        );
      } else if (target?.source) {
        onSource(target.source);
        token.attrSet("href", `${base}source/${target.source}.txt`);
        token.attrSet("target", "_self");
      } else if (target) {
        token.attrSet("href", target.page);
        // In the tree a link may have the name of the file as its text.
        const text = inline[at + 1];
        if (text?.type === "text" && text.content.endsWith(".md")) text.content = target.title;
      }
    }
  });
}

const image = /\.(?:png|svg|webp|gif|jpe?g)$/;

/** Turns the opening or closing token of a link into empty text. */
function makeText(token) {
  Object.assign(token, { type: "text", tag: "", nesting: 0, content: "" });
}

/** Returns the page, the other file or the folder to which a link leads; undefined for a link that stays as it is. */
function targetOf(href, file) {
  if (/^(?:[a-z]+:|#)/i.test(href)) return undefined;
  const [path, hash = ""] = href.split(/(?=#)/);
  const target = posix.join(posix.dirname(file), decodeURIComponent(path))
    .replace(/\/$/, "");
  if (image.test(target)) return undefined;
  for (const page of [target, posix.join(target, "README.md")]) {
    const place = placeOf(page);
    if (documents.get(place) === page) return { page: `/${place}${hash}`, title: titles.get(page) };
  }
  if (!existsSync(root + target)) {
    throw new Error(`${file} links to ${href}, which is not in the tree`);
  }
  return statSync(root + target).isFile() ? { source: target } : { isFolder: true };
}

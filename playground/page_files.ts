/**
 * The files of the page. TypeScript modules are served without types, at their paths in the tree. Libraries are
 * served unchanged from their packages.
 */

import levenshteinDistance from "@std/text/levenshtein-distance" with { type: "text" };
import { stripTypeScriptTypes } from "node:module";
import preact from "preact" with { type: "text" };
import preactHooks from "preact/hooks" with { type: "text" };

/** The root of the tree. */
const root = new URL("../", import.meta.url);

/** The libraries, by import specifier, with the paths at which they are served. */
const libraries = {
  preact: { path: "/vendor/preact.js", text: preact },
  "preact/hooks": { path: "/vendor/preact_hooks.js", text: preactHooks },
  "@std/text/levenshtein-distance": { path: "/vendor/levenshtein_distance.js", text: levenshteinDistance },
} as const;

/** The import map of the page. */
const importMap = JSON.stringify({
  imports: Object.fromEntries(
    Object.entries(libraries).map(([name, { path }]) => [name, `.${path}`]),
  ),
});

/** The digest with which the Content-Security-Policy allows the import map. */
const importMapDigest = new Uint8Array(
  await crypto.subtle.digest("SHA-256", new TextEncoder().encode(importMap)),
).toBase64();

/** The paths of the page's modules. The server and the bridge use some of them too. */
const PAGE_MODULES = /^\/(?:playground\/(?:page\/[a-z_]+|protocol)|limits\/names)\.ts$/;

/** The placeholder of the import map. */
const IMPORT_MAP_MARK = "<!-- import map -->";

export interface ServedFile {
  /** The media type. */
  readonly type: string;
  readonly body: string;
}

/** Files of the tree that are served unchanged. */
const plainFiles: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  "/playground/page/style.css": { file: "playground/page/style.css", type: "text/css" },
  "/panels/panel.js": { file: "panels/panel.js", type: "text/javascript" },
  "/openrpc.json": { file: "docs/openrpc.json", type: "application/json" },
};

/**
 * Finds a file of the page.
 *
 * @param path The path after the token.
 */
export async function pageFile(path: string): Promise<ServedFile | undefined> {
  if (path === "/") {
    const html = await Deno.readTextFile(new URL("playground/page/index.html", root));
    return {
      type: "text/html",
      body: html.replace(IMPORT_MAP_MARK, `<script type="importmap">${importMap}</script>`),
    };
  }
  const library = Object.values(libraries).find((each) => each.path === path);
  if (library) return { type: "text/javascript", body: library.text };
  const plain = Object.hasOwn(plainFiles, path) ? plainFiles[path] : undefined;
  if (plain) return { type: plain.type, body: await Deno.readTextFile(new URL(plain.file, root)) };
  if (!PAGE_MODULES.test(path)) return undefined;
  const source = await readIfExists(new URL(`.${path}`, root));
  return source === undefined ? undefined : { type: "text/javascript", body: stripTypeScriptTypes(source) };
}

/**
 * Returns the Content-Security-Policy of the page: only files of this server, no inline script except the import map,
 * and no strings that become markup.
 *
 * @param host The host of the page, with its port.
 */
export function pagePolicy(host: string, port: number): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${importMapDigest}'`,
    "style-src 'self'",
    // The icons of menus are data: URLs.
    "img-src 'self' data:",
    `connect-src 'self' ws://${host}`,
    `frame-src http://*.localhost:${port}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

async function readIfExists(file: URL): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

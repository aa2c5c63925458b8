/**
 * The files of the page itself. Its modules are TypeScript of which only the types are taken out, and served at the paths
 * that they have in the tree; libraries come out of their packages as they are.
 *
 * @module
 */

import { stripTypeScriptTypes } from "node:module";
import preact from "preact" with { type: "text" };
import preactHooks from "preact/hooks" with { type: "text" };
import levenshteinDistance from "@std/text/levenshtein-distance" with { type: "text" };

/** The root of the tree. */
const root = new URL("../", import.meta.url);

/** What the page's modules call its libraries, and where those are served. */
const libraries = {
  preact: { path: "/vendor/preact.js", text: preact },
  "preact/hooks": { path: "/vendor/preact_hooks.js", text: preactHooks },
  "@std/text/levenshtein-distance": { path: "/vendor/levenshtein_distance.js", text: levenshteinDistance },
} as const;

/** The import map, as it stands in the page. */
const importMap = JSON.stringify({
  imports: Object.fromEntries(
    Object.entries(libraries).map(([name, { path }]) => [name, `.${path}`]),
  ),
});

/** The paths of the page's modules. */
const PAGE_MODULES = /^\/(?:playground\/(?:page\/[a-z_]+|protocol)|text\/names)\.ts$/;

/** Where the import map goes in the page. */
const IMPORT_MAP_MARK = "<!-- import map -->";

/** A file as it is served. */
export interface ServedFile {
  /** Its media type. */
  readonly type: string;
  /** What is in it. */
  readonly body: string;
}

/** Other files of the tree that the page gets as they are. */
const plainFiles: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  "/playground/page/style.css": { file: "playground/page/style.css", type: "text/css" },
  "/panel/panel.js": { file: "panel/panel.js", type: "text/javascript" },
  "/openrpc.json": { file: "docs/openrpc.json", type: "application/json" },
};

/**
 * Finds a file of the page.
 *
 * @param path Its path after the token.
 * @returns The file; undefined when there is none.
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
  // The modules of the page, and of the rest what they share with the server and the bridge.
  if (!PAGE_MODULES.test(path)) return undefined;
  const source = await readIfThere(new URL(`.${path}`, root));
  return source === undefined ? undefined : { type: "text/javascript", body: stripTypeScriptTypes(source) };
}

/**
 * The policy of the page: nothing but this server's own files, no inline script but the import map, no text that becomes
 * markup.
 *
 * @param port The server's port.
 * @returns The value of Content-Security-Policy.
 */
export async function pagePolicy(port: number): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(importMap));
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${new Uint8Array(digest).toBase64()}'`,
    "style-src 'self'",
    // Icons of menus are pictures.
    "img-src 'self' data:",
    `connect-src 'self' ws://127.0.0.1:${port}`,
    `frame-src http://*.localhost:${port}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/**
 * The script that gives an existing panel its `window.fb2k`: panel.js as a classic script, which runs before the panel's
 * own.
 *
 * @param socketPath Where the panel's socket is.
 * @returns The script.
 */
export async function frameScript(socketPath: string): Promise<string> {
  const module = await Deno.readTextFile(new URL("panel/panel.js", root));
  const classic = module.replaceAll(/^export /gm, "");
  return `(() => {
${classic}
const socket = new WebSocket("ws://" + location.host + ${JSON.stringify(socketPath)});
window.fb2k = connectPanel(socket);
})();
`;
}

async function readIfThere(file: URL): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

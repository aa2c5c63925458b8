import "../../support/deadline.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { allOperations } from "../../../handlers/all.ts";
import { errorTexts } from "../../../handlers/core/error_texts.ts";
import type { Operation } from "../../../handlers/core/operation.ts";
import { events, namespaceNames, operations } from "../../../handlers/mod.ts";
import { nativeActions } from "../../../host_stdio/api/native_actions.ts";
import { signals } from "../../../host_stdio/api/signals.ts";
import { generatedFiles, sitePages } from "../../../tools/docs/generated_files.ts";
import { anchorOf } from "../../../tools/docs/markdown.ts";
import type { OpenRpcDocument } from "../../../tools/docs/open_rpc.ts";
import { root } from "../../../tools/tree.ts";

const all: readonly Operation[] = operations;
const files = await generatedFiles();
const pages = await sitePages();

/** Returns the section of a page below a heading. */
function section(page: string, heading: string): string {
  const [, found = ""] = `\n${page}`.split(`\n## ${heading}\n`);
  return found.split("\n## ")[0] ?? "";
}

function page(name: string): string {
  const text = pages.get(`docs/operations/${name}.md`);
  assert(text !== undefined, name);
  return text;
}

Deno.test("the generated files are up to date", async () => {
  for (const [path, text] of files) {
    const written = await Deno.readTextFile(new URL(path, root));
    assertEquals(written.replaceAll("\r\n", "\n"), text, `${path} is out of date: run \`deno task docs\``);
  }
});

Deno.test("docs/operations.md has every operation, event and shape of docs/openrpc.json in a row", () => {
  const text = files.get("docs/operations.md") ?? "";
  const document: OpenRpcDocument = JSON.parse(files.get("docs/openrpc.json") ?? "");
  const rows = new Set(text.matchAll(/^\| `([^`]+)` \|/gm).map(([, name]) => name));
  const operations = document.methods.map(({ name }) => name).filter((name) =>
    !/^(?:bridge|signal)\./.test(name)
  );
  const events = Object.keys(document["x-events"] ?? {});
  assertEquals(rows, new Set([...operations, ...events, ...Object.keys(document.components.schemas)]));
  assertStringIncludes(
    text,
    "\n| `queue.moveToTop` | `index: integer` | `{ success: true; movedIndex: integer; queueCount: integer }` | Moves an entry of the playback queue to the top; the others keep their order. |\n",
  );
});

Deno.test("docs/openrpc.json has an example for every operation, and each succeeds", () => {
  const { methods }: OpenRpcDocument = JSON.parse(files.get("docs/openrpc.json") ?? "");
  // They count all operations, or tell the version or the time, so no fixture has their whole results.
  const withoutExample = ["config.getVersionInfo", "library.invalidateCache", "system.getApiStats"];
  for (const { name } of allOperations) {
    const { examples = [] } = methods.find((method) => method.name === name) ?? {};
    assertEquals(examples.length, withoutExample.includes(name) ? 0 : 1, name);
    for (const { result } of examples) assert(!Object.hasOwn(Object(result?.value), "error"), name);
  }
});

Deno.test("docs/openrpc.json has each operation, shape and event in a line", () => {
  const lines = new Set(
    (files.get("docs/openrpc.json") ?? "").split("\n").map((line) => line.replace(/,$/, "")),
  );
  for (const { name } of all) {
    assertEquals([...lines].filter((line) => line.startsWith(`{"name":"${name}",`)).length, 1, name);
  }
  for (const { name } of events) assert([...lines].some((line) => line.startsWith(`"${name}": {`)), name);
});

Deno.test("every operation has a section with parameters, error texts and events", () => {
  for (const operation of allOperations as readonly Operation[]) {
    const { name, description, events = [] } = operation;
    const [namespace = ""] = name.split(".");
    const text = section(page(namespace), name);
    assertStringIncludes(text, description);
    for (const error of errorTexts(operation)) assertStringIncludes(text, `\n- \`${error}\`\n`);
    for (const event of events) assertStringIncludes(text, `[${event.name}](`);
    assertStringIncludes(text, "\nResult:\n");
    assert(text.includes("\nNo parameters.\n") || text.includes("\n| parameter | type | default |"), name);
    assertStringIncludes(page("README"), `[${name}](`);
  }
});

Deno.test("every event has a section, every native action and signal a method", () => {
  for (const { name, description } of events) {
    const [namespace = ""] = name.split(":");
    assertStringIncludes(section(page(namespace), name), description);
    assertStringIncludes(page("README"), `[${name}](`);
  }
  for (const [path, names] of [["openrpc-player", nativeActions], ["openrpc", signals]] as const) {
    const text = files.get(`docs/${path}.json`) ?? "";
    for (const name of Object.keys(names)) assertStringIncludes(text, `"name":"${name}"`);
  }
});

Deno.test("all links of generated pages are valid", async () => {
  const all = new Map([...files, ...pages]);
  for (const [path, text] of all) {
    if (!path.endsWith(".md")) continue;
    for (const [, target = ""] of text.matchAll(/\]\(([^)]+)\)/g)) {
      const [file, anchor] = target.split("#");
      const url = new URL(file || new URL(path, root), new URL(path, root));
      if (anchor === undefined) {
        if (!all.has(url.href.slice(root.href.length))) await Deno.stat(url);
        continue;
      }
      const linked = all.get(url.href.slice(root.href.length)) ?? await Deno.readTextFile(url);
      const anchors = [...linked.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
      assert(anchors.includes(anchor), `${path} links to ${target}`);
    }
  }
});

Deno.test("every namespace has a page that defines the shapes it uses", () => {
  for (const namespace of namespaceNames) {
    const text = page(namespace);
    for (const [, shape = ""] of text.matchAll(/: ([A-Z]\w+)(?:\[\])?;/g)) {
      assert(section(text, shape).includes(`type ${shape} = `), `${namespace}: ${shape}`);
    }
  }
});

/**
 * The site's pages of operations: one for each namespace and a table of contents. They are made from the OpenRPC
 * document, so that both agree.
 */

import { extensionOperations } from "../../handlers/extensions/mod.ts";
import { type NamespaceName, namespaceNames } from "../../handlers/mod.ts";
import type { ExtensionName } from "../../host_stdio/api/extension_names.ts";
import { onOneLine } from "../fixtures/print_json.ts";
import type { Example } from "./examples.ts";
import type { JsonSchema } from "./json_schema.ts";
import { code, list, page, table } from "./markdown.ts";
import type { ContentDescriptor, Method, OpenRpcDocument } from "./open_rpc.ts";
import { rulesForAll } from "./operations_table.ts";
import { shapeName } from "./shape_name.ts";
import { typeText, withoutNull } from "./type_text.ts";

/** Width of a line of an example, in characters. */
const LINE_WIDTH = 110;

const subjects: Readonly<
  Record<NamespaceName | ExtensionName | "config" | "rating" | "titleformat", string>
> = {
  artwork: "Pictures of tracks and albums.",
  audio: "The format of the playing track.",
  config: "Versions and components of the player, with the extension `discovery`.",
  clipboard: "The operating system's clipboard.",
  console: "Lines in the player's console.",
  dialog: "The player's own dialogs.",
  discovery: "The components of the player and its commands.",
  jitQueue:
    "A just-in-time queue: the page adds tracks one at a time, and the bridge plays them from a playlist " +
    "of its own. How it works: [jit_queue.md](../jit_queue.md).",
  library: "The media library: search, albums, artists, genres.",
  log: "Log files in the log directory.",
  lyrics: "The lyrics of a track.",
  menu: "Context menus, main menus, and the menu overlay that the player draws.",
  metadata: "All tags of tracks.",
  misc: "Commands, dialogs and directories of the player.",
  panel: "The calling panel's configuration.",
  playback: "Playback, its position, volume and order.",
  playlist: "Playlists and their tracks.",
  port: "Messages between panels.",
  queue: "The playback queue.",
  rating: "The rating of a track, with the extension `metadata`.",
  selection: "The selection, and the track that a viewer shows.",
  state: "Values that the panels share.",
  system: "The list of operations, and facts about the system.",
  test: "Diagnostics.",
  titleformat: "Texts made of the fields of a track, with the extension `metadata`.",
  ui: "Context menus of the page.",
  window: "The window that contains the calling panel.",
};

/** A namespace that has a page. */
type PageName = keyof typeof subjects;

/** The namespaces that only extensions have, in alphabetical order. */
const extensionsHere = [...new Set(extensionOperations.map(({ name }) => namespaceOf(name)))].filter(
  isPageName,
)
  .filter((name) => !namespaceNames.some((each) => each === name)).sort();

/** Writes all pages. Returns their texts by their paths from the root. */
export function operationPages(
  document: OpenRpcDocument,
  examples: ReadonlyMap<string, Example>,
): ReadonlyMap<string, string> {
  return new Map([
    ["docs/operations/README.md", contentsPage(document)],
    ...[...namespaceNames, ...extensionsHere].map((namespace): [string, string] => [
      `docs/operations/${namespace}.md`,
      namespacePage(namespace, document, examples),
    ]),
  ]);
}

function contentsPage(document: OpenRpcDocument): string {
  const tableOf = (namespace: PageName, heading: string) =>
    [
      `${heading} [${namespace}](${namespace}.md)`,
      subjects[namespace],
      table(
        ["operation", "description"],
        methodsOf(document, namespace).map(({ name, summary }) => [linkTo(name), summary]),
      ),
    ].join("\n\n");
  const events = Object.entries(document["x-events"] ?? {});
  return page([
    "# Operations",
    "The operations that panels can call, one page for each namespace.",
    ...rulesForAll.map((text) => text.replaceAll(/\]\((?=\w)/g, "](../")),
    ...namespaceNames.map((namespace) => tableOf(namespace, "##")),
    "## Extensions",
    "Namespaces for pages that show a whole player. They exist only where the player switches them on: " +
    "[extensions.md](../extensions.md).",
    ...extensionsHere.map((namespace) => tableOf(namespace, "###")),
    "## Events",
    table(
      ["event", "when"],
      events.map(([name, { summary }]) => [linkTo(name), summary]),
    ),
  ]);
}

function namespacePage(
  namespace: PageName,
  document: OpenRpcDocument,
  examples: ReadonlyMap<string, Example>,
): string {
  const methods = methodsOf(document, namespace);
  const events = Object.entries(document["x-events"] ?? {}).filter(([name]) =>
    name.startsWith(`${namespace}:`)
  );
  const shapes = shapesUsed([methods, events], document.components.schemas);
  return page([
    `# ${namespace}`,
    subjects[namespace],
    ...isExtension(namespace) ? ["An extension: rules in [extensions.md](../extensions.md)."] : [],
    "Rules for all operations: [README.md](README.md).",
    ...methods.flatMap((method) => methodSection(method, examples.get(method.name))),
    ...events.flatMap((
      [name, { summary, payload }],
    ) => [`## ${name}`, `Event. ${summary}`, typeBlock(payload)]),
    ...shapes.flatMap((
      [name, shape],
    ) => [`## ${name}`, shape.description ?? "", typeBlock(shape, `type ${name} = `)]),
  ]);
}

function methodSection(method: Method, example: Example | undefined): string[] {
  const { name, summary, params, result, "x-failures": failures = [], "x-events": events = [] } = method;
  return [
    `## ${name}`,
    summary,
    params.length === 0
      ? "No parameters."
      : table(["parameter", "type", "default", "description"], params.map(parameterRow)),
    "Result:",
    typeBlock(result?.schema ?? {}),
    ...(failures.length > 0 ? [`Texts of \`error\`:\n\n${list(failures.map(code))}`] : []),
    ...(events.length > 0 ? [`Events: ${events.map((event) => linkTo(event)).join(", ")}.`] : []),
    ...(example ? [`Example ([${example.file}](../../${example.file})):`, exampleBlock(example)] : []),
  ];
}

function parameterRow({ name, description = "", required = false, schema }: ContentDescriptor): string[] {
  const type = typeText(withoutNull(schema)).replace(/\s+/g, " ");
  const usual = required
    ? "required"
    : schema.default === undefined
    ? ""
    : code(JSON.stringify(schema.default));
  return [code(name), code(type), usual, description];
}

function exampleBlock({ method, params, result }: Example): string {
  const before = `await fb2k.${method}(`;
  const given = Object.keys(params).length === 0 ? "" : printed(params, before.length + 2);
  return block("js ignore", `${before}${given});\n// ${printed(result, 3).replaceAll("\n", "\n// ")}`);
}

/** Prints JSON on one line if it fits beside some other characters. */
function printed(value: unknown, beside: number): string {
  const line = onOneLine(value);
  return beside + line.length <= LINE_WIDTH ? line : JSON.stringify(value, undefined, 2);
}

function typeBlock(schema: JsonSchema, before = ""): string {
  // `ignore`, because the notation is not valid TypeScript.
  return block("ts ignore", before + typeText(schema));
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Links the section of an operation or event on the page of its namespace. */
function linkTo(name: string): string {
  const [namespace = ""] = name.split(/[.:]/);
  return `[${name}](${namespace}.md#${name.toLowerCase().replace(/[.:]/g, "")})`;
}

function isExtension(namespace: string): boolean {
  return extensionsHere.some((name) => name === namespace);
}

function namespaceOf(name: string): string {
  return name.slice(0, name.indexOf("."));
}

function isPageName(name: string): name is PageName {
  return Object.hasOwn(subjects, name);
}

function methodsOf({ methods }: OpenRpcDocument, namespace: PageName): Method[] {
  return methods.filter(({ name }) => name.startsWith(`${namespace}.`)).toSorted((a, b) =>
    a.name < b.name ? -1 : 1
  );
}

/** Lists the shapes that a page refers to, directly or through other shapes. */
function shapesUsed(
  something: unknown,
  schemas: Readonly<Record<string, JsonSchema>>,
): [string, JsonSchema][] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("$ref" in value && typeof value.$ref === "string" && value.$ref.includes("/schemas/")) {
      const name = shapeName(value.$ref);
      if (names.has(name)) return;
      names.add(name);
      visit(schemas[name]);
    }
    Object.values(value).forEach(visit);
  };
  visit(something);
  return Object.entries(schemas).filter(([name]) => names.has(name));
}

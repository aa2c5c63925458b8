/** Tests of fb2k.d.ts, the types of a page: the pages of the tree compile with it, strictly. */

import { assert, assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import type { OpenRpcDocument } from "../../tools/docs/open_rpc.ts";
import { pageTypes } from "../../tools/docs/page_types.ts";
import { runProgram } from "../../tools/support/process.ts";
import { filesOf, root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";
import { tempDirectory } from "../support/temp_directory.ts";
import { blocksOf, sectionOf } from "../support/tutorial.ts";

setDeadline(120_000);

const document: OpenRpcDocument = JSON.parse(
  await Deno.readTextFile(new URL("docs/openrpc.json", root)),
);
const types = pageTypes(document, await Deno.readTextFile(new URL("panels/panel.d.ts", root)));

/** The settings of an editor that checks a page strictly. */
const settings = {
  compilerOptions: {
    strict: true,
    checkJs: true,
    lib: ["es2022", "dom", "dom.iterable"],
    types: ["./fb2k.d.ts"],
  },
};

const textOf = (path: string) => Deno.readTextFile(new URL(path, root));

/** Compiles the files of a page in a folder beside fb2k.d.ts. Returns what the compiler says. */
async function compiled(files: ReadonlyMap<string, string>): Promise<string> {
  await using temporary = await tempDirectory();
  const folder = temporary.path;
  const all = new Map([["deno.json", JSON.stringify(settings)], ["fb2k.d.ts", types], ...files]);
  for (const [path, text] of all) {
    await Deno.mkdir(`${folder}/${path.slice(0, path.lastIndexOf("/") + 1)}`, { recursive: true });
    await Deno.writeTextFile(`${folder}/${path}`, text);
  }
  const checked = [...files.keys()].filter((path) => path.endsWith("js"));
  const env = { NO_COLOR: "1" };
  const { code, stderr } = await runProgram(Deno.execPath(), ["check", "--quiet", ...checked], {
    cwd: folder,
    env,
  });
  return code === 0 ? "" : stderr;
}

Deno.test("fb2k.d.ts has less than 200 kB, and a sentence for each operation, parameter and event", () => {
  assertLess(new TextEncoder().encode(types).length, 200_000);
  const operations = document.methods.filter(({ name }) => !/^(?:bridge|signal)\./.test(name));
  for (const { name, summary, params } of operations) {
    const [namespace = "", method = ""] = name.split(".");
    const [, api = ""] = types.split(
      `export interface ${namespace.charAt(0).toUpperCase()}${namespace.slice(1)}Api {\n`,
    );
    const [before = "", after = ""] = api.split(`\n  ${method}(`);
    assertStringIncludes(before.slice(-1500), summary, name);
    const [given = ""] = after.split("Promise<");
    for (const param of params) {
      const { schema, description = schema.description } = param;
      assert(description, `${name}: ${param.name}`);
      const line = new RegExp(`/\\*\\* (.*) \\*/\n +${param.name}\\??: `).exec(given);
      assertStringIncludes(line?.[1] ?? "", description, `${name}: ${param.name}`);
    }
  }
  for (const [name, { summary }] of Object.entries(document["x-events"] ?? {})) {
    assertStringIncludes(types, `  /** ${summary} */\n  "${name}": `);
  }
});

const page = `
const { playlists, count, error } = await fb2k.playlist.getAll();
/** @type {number | undefined} */
export const total = count;
for (const { name } of playlists ?? []) name.toUpperCase();
const { addedCount, queueCount } = await fb2k.queue.add({ tracks: [1] });
const { found, title = "" } = await fb2k.playback.getCurrentTrack();
const track = await fb2k.invoke("playback.getCurrentTrack");
if (track.found) track.title.slice(0);
fb2k.on("menu:select", ({ itemId }) => itemId.toUpperCase());
addEventListener("fb2k:menu:select", ({ detail }) => detail.itemId.toUpperCase());
for (const name of ["paused", "seeked"]) fb2k.on("playback:" + name, (data) => console.log(data.position));
if (fb2k.artwork?.getCurrent) (await fb2k.artwork.getCurrent()).dataUrl?.slice(0);
console.log(error, addedCount, queueCount, found, title);
`;

Deno.test("a page destructures results and asks for what a player may lack", async () => {
  assertEquals(await compiled(new Map([["page.js", page]])), "");
});

Deno.test("a wrong event is named with those that it may mean, a wrong member and parameter at all", async () => {
  const wrong = [
    ['fb2k.on("menu:selct", () => {})', "There is no event menu:selct. Did you mean menu:select?"],
    ['fb2k.once("playback:statechanged", () => {})', "Did you mean playback:stateChanged?"],
    [
      'fb2k.off("menu:chosen", () => {})',
      'Did you mean menu:select?" | "There is no event menu:chosen. Did you mean menu:dismiss?',
    ],
    ["fb2k.queue.nothing()", "Property 'nothing' does not exist on type 'QueueApi'."],
    ['fb2k.queue.add({ tracks: ["1"] })', "Type 'string' is not assignable to type 'number'."],
    ["fb2k.playlist.rename({ playlist: 1 })", "Property 'name' is missing"],
    [
      'fb2k.on("menu:select", ({ itemId }) => itemId.toFixed())',
      "Property 'toFixed' does not exist on type 'string'.",
    ],
  ] as const;
  const told = await compiled(new Map([["page.js", wrong.map(([line]) => `${line};\n`).join("")]]));
  for (const [line, reason] of wrong) {
    const [before = ""] = told.split(`\n${line};\n`);
    assertStringIncludes(before.slice(before.lastIndexOf("[ERROR]")), reason, told);
  }
});

Deno.test("each page of the tree and of the documents compiles", async () => {
  const files = new Map<string, string>();
  for await (const path of filesOf(".js", "panels/")) {
    // The script of the player, which is no page.
    if (path !== "panels/panel.js") files.set(path, await textOf(path));
  }
  const guide = await textOf("docs/panels.md");
  for (const heading of ["Your first panel", "A radio"]) {
    for (const { kind, file, text } of blocksOf(sectionOf(guide, heading))) {
      if (kind === "js") files.set(`${heading}/${file}`, text);
    }
  }
  const [shown] = blocksOf(await textOf("README.md")).filter(({ kind }) => kind === "js");
  files.set("README.js", `${shown?.text}export {};\n`);
  assert(files.has("panels/radio/panel.js") && files.has("A radio/supply.js"));
  assertEquals(await compiled(files), "");
});

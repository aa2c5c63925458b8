import "../support/deadline.ts";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { sandboxFlags } from "../../clients/typescript/spawn_bridge.ts";
import config from "../../deno.json" with { type: "json" };
import { usage } from "../../host_stdio/process/flags.ts";
import { defaultWireLimits } from "../../limits/wire.ts";
import { embedBridge } from "../../mod.ts";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { runDeno } from "../../tools/support/process.ts";
import { tempDirectory } from "../support/temp_directory.ts";
import { sectionOf } from "../support/tutorial.ts";

async function textOf(path: string): Promise<string> {
  return await Deno.readTextFile(new URL(`../../${path}`, import.meta.url));
}

const readme = await textOf("README.md");
const players = await textOf("docs/players.md");
const running = sectionOf(players, "Running the bridge");

Deno.test("docs/players.md lists the flags that --help lists, with their defaults", () => {
  const flagsIn = (text: string) => [...new Set(text.match(/--[a-z][a-z-]{2,}/g))].toSorted();
  const table = running.slice(running.indexOf("| flag"), running.indexOf("The bridge ends"));
  const help = usage.slice(usage.indexOf("Flags, written"), usage.indexOf("Exit codes"));
  const own = flagsIn(help).filter((flag) => !flag.startsWith("--flag") && !flag.startsWith("--allow"));
  assertEquals(flagsIn(table), own);
  for (const value of Object.values(defaultWireLimits)) assertStringIncludes(table, String(value));
});

Deno.test("README.md names existing commands, and CI runs its test command", async () => {
  assertStringIncludes(running, `DENO_NO_UPDATE_CHECK=1 deno run ${sandboxFlags.join(" ")} `);
  for (const [, task = ""] of `${readme}${players}`.matchAll(/deno(?:@2\.9\.6)? task (\w+)/g)) {
    assert(task in config.tasks, task);
  }
  const ci = await textOf(".ci/run");
  const test = "npx --yes deno@2.9.6 task test";
  assertStringIncludes(readme, test);
  assertStringIncludes(ci, `${test} 2>&1`);
});

Deno.test("the panel and the program of README.md do what it says", async () => {
  const [, panel = ""] = /```js ignore\n(.*?)```/s.exec(readme) ?? [];
  const [, program = ""] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  assert(panel.trim().split("\n").length <= 5 && program.trim().split("\n").length <= 10);

  await using temporary = await tempDirectory();
  const directory = temporary.path;
  await Deno.writeTextFile(`${directory}/program.ts`, program);
  const config = fromFileUrl(new URL("../../deno.json", import.meta.url));
  const output = await runDeno(["run", "--quiet", "-A", `--config=${config}`, "program.ts"], {
    cwd: directory,
  });
  assertEquals([output.code, output.stderr], [0, ""]);
  assertMatch(output.stdout, /success: true/);

  const player = new ReferencePlayer();
  await using bridge = await embedBridge({ directory: ".", actions: player.actions });
  const invoke = (name: "queue.add" | "queue.getCount") => (params: never) =>
    bridge.invoke(name, params, { panel: "p1" });
  const fb2k = { queue: { getCount: invoke("queue.getCount"), add: invoke("queue.add") } };
  const button = { onclick: async () => {}, textContent: "" };
  new Function("fb2k", "document", panel)(fb2k, { getElementsByTagName: () => [button] });
  await button.onclick();
  assertEquals(button.textContent, "Queued: 1");
  player.close();
});

Deno.test("every command line that starts the bridge disables the update check", async () => {
  const paths = ["docs/players.md", "SECURITY.md", "clients/c/README.md", "docs/faults.md"];
  const texts = [usage, ...await Promise.all(paths.map(textOf))];
  for (const text of texts.map((text) => text.replaceAll(/ \\\n +/g, " "))) {
    const starts = text.split("\n\n").filter((block) =>
      // player.c disables it itself.
      block.includes(`deno run ${sandboxFlags.join(" ")} `) && !block.includes("./player ")
    );
    assert(starts.length > 0);
    for (const start of starts) assertStringIncludes(start, "DENO_NO_UPDATE_CHECK=1");
  }
});

Deno.test("README.md has at most 650 words and links existing documents", async () => {
  assert(readme.split(/\s+/).length <= 650);
  for (const [, path = ""] of readme.matchAll(/\]\((?!https:)([^)]+)\)/g)) {
    assert((await textOf(path)).length > 0, path);
  }
});

/** The items of the lists in a section, each on one line. */
function itemsOf(section: string): string[] {
  return [...section.matchAll(/^(?:-|\d+\.) (.*(?:\n {2,}.*)*)/gm)].map(([, item = ""]) =>
    item.replaceAll(/\s+/g, " ")
  );
}

Deno.test("docs/architecture.md describes exactly the parts of the import table", async () => {
  const { importTable } = await import("../../tools/import_table.ts");
  const text = await textOf("docs/architecture.md");
  const rows = itemsOf(sectionOf(text, "Parts")).flatMap((item) =>
    [...item.split(": ")[0]?.matchAll(/`([^`]+)`/g) ?? []].map(([, place]) => place)
  );
  // deno.json has settings; it is not a part of the tree.
  const places = Object.keys(importTable).filter((place) => place !== "deno.json");
  // The import table omits these parts, because they contain no TypeScript.
  const others = [
    "clients/c/",
    "clients/cpp/",
    "clients/python/",
    "docs/",
    "fixtures/",
    "players/audacious/",
    "players/quodlibet/",
  ];
  assertEquals(rows.filter((row) => !others.includes(row ?? "")).toSorted(), places.toSorted());
});

Deno.test("docs/architecture.md draws every part of the product", async () => {
  const [, drawing = ""] = /```text\n([^`]*)```/.exec(await textOf("docs/architecture.md")) ?? [];
  for (
    const place of [
      "main.ts",
      "mod.ts",
      "host_stdio/process/",
      "handlers/",
      "host_stdio/",
      "limits/",
      "clients/typescript/",
      "players/",
    ]
  ) assertStringIncludes(drawing, place);
});

Deno.test("docs/architecture.md names functions that exist for each step of a call", async () => {
  const document = await textOf("docs/architecture.md");
  const steps = itemsOf(sectionOf(document, "One call, from bytes to bytes"));
  assert(steps.length > 10);
  for (const where of steps) {
    let source = "";
    for (const [, name = ""] of where.matchAll(/`([^`]+)`/g)) {
      if (name.endsWith(".ts")) source = await textOf(name);
      else assertMatch(source, new RegExp(`(?<![\\w.#])${name}(?:<[^(]*>)?\\(|const ${name} = `), where);
    }
  }
});

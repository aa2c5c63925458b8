import "../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { runDeno } from "../../tools/support/process.ts";
import { filesOf, root } from "../../tools/tree.ts";
import { tempDirectory } from "../support/temp_directory.ts";

/** All documents, by path. */
const documents = new Map<string, string>();
for await (const path of filesOf(".md")) documents.set(path, await Deno.readTextFile(new URL(path, root)));

/** Documents formatted by `deno fmt`; the others are wrapped by hand. */
const formatted = [...documents].filter(([path]) =>
  !config.fmt.exclude.some((excluded) => path.startsWith(excluded))
);

/** Returns the fenced blocks that contain text, diagrams or commands, which `deno fmt` does not format. */
function fencesIn(text: string): string[] {
  return [...text.matchAll(/^```(?:text|mermaid|sh)\n(.*?)^```$/gms)].map(([, content = ""]) => content);
}

/** Replaces fenced blocks with empty lines. */
function proseOf(text: string): string {
  return text.replaceAll(/^ *```[^\n]*\n.*?^ *```$/gms, (fence) => fence.replaceAll(/[^\n]/g, ""));
}

/** Returns the lines of a drawing whose box sides are not below the corners. */
function flawsOf(drawing: string): string[] {
  const lines = drawing.split("\n");
  const borders = lines.flatMap((line, at) => /^\+-+\+/.test(line) ? [at] : []);
  const [first, last] = [borders[0], borders.at(-1)];
  if (first === undefined || last === undefined) return [];
  const border = lines[first] ?? "";
  const corners = [...border.matchAll(/\+/g)].map(({ index }) => index);
  return lines.slice(first, last + 1).filter((line) =>
    line.length !== border.length || corners.some((column) => !"|+".includes(line[column] ?? ""))
  );
}

Deno.test("the sides of boxes in drawings are below their corners", () => {
  const drawings = [...documents].flatMap(([path, text]) =>
    fencesIn(text).filter((fence) => fence.includes("+--")).map((fence) => ({ path, fence }))
  );
  assert(drawings.some(({ path }) => path === "docs/architecture.md"));
  for (const { path, fence } of drawings) assertEquals(flawsOf(fence), [], path);
  const collapsed = "+----+  +--+\n| a | | b |\n+----+  +--+\n";
  assertEquals(flawsOf(collapsed), ["| a | | b |"]);
});

Deno.test("all rows of a table have the same number of cells", () => {
  const cells = (row: string): number => row.replaceAll(/\\\||`[^`]*`/g, "").split("|").length - 2;
  let tables = 0;
  for (const [path, text] of documents) {
    for (const [table] of proseOf(text).matchAll(/(?:^\|.*\|$\n?){2,}/gm)) {
      const [head = "", ...rows] = table.trimEnd().split("\n");
      tables++;
      for (const row of rows) assertEquals(cells(row), cells(head), `${path}: ${row}`);
    }
  }
  assert(tables > 20, `${tables} tables`);
});

Deno.test("no code span in a formatted document has a line break", () => {
  for (const [path, text] of formatted) {
    for (const line of proseOf(text).split("\n")) {
      assertEquals((line.match(/`/g)?.length ?? 0) % 2, 0, `${path}: ${line}`);
    }
  }
});

Deno.test("`deno fmt` keeps drawings and code spans at two widths", async () => {
  for (const lineWidth of [config.fmt.lineWidth, 60]) {
    await using temporary = await tempDirectory();
    const folder = temporary.path;
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ fmt: { lineWidth } }));
    for (const [index, [, text]] of formatted.entries()) {
      await Deno.writeTextFile(`${folder}/${index}.md`, text);
    }
    assertEquals((await runDeno(["fmt", "--quiet"], { cwd: folder })).code, 0);
    for (const [index, [path, text]] of formatted.entries()) {
      const after = await Deno.readTextFile(`${folder}/${index}.md`);
      const spans = (each: string) => proseOf(each).match(/`[^`]*`/g);
      assertEquals(fencesIn(after), fencesIn(text), path);
      assertEquals(spans(after), spans(text), path);
    }
  }
});

Deno.test("the parts of documents that the code refers to exist", async () => {
  const text = (path: string) => Deno.readTextFile(new URL(path, root));
  const missing: string[] = [];
  let references = 0;
  for (const extension of [".ts", ".js", ".hpp", ".cpp", ".py"]) {
    for await (const path of filesOf(extension)) {
      const code = (await text(path)).replaceAll(/\n\s*(?:\*|\/\/|#) /g, " ");
      for (const [, name = "", part = ""] of code.matchAll(/(\w[\w-]*\.md), "([^"]+)"/g)) {
        const document = documents.get(name === "SECURITY.md" ? name : `docs/${name}`);
        references++;
        const starts = document?.split("\n").map((line) => line.replace(/^(?:#+ |\*\*|- )/, ""));
        if (!starts?.some((line) => line.startsWith(part))) missing.push(`${path}: ${name}, "${part}"`);
      }
    }
  }
  assertEquals(missing, []);
  assert(references > 30, `${references} references`);
});

import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { filesOf, root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";
import { gaps, promises } from "./promises.ts";

setDeadline(120_000);

const text = await Deno.readTextFile(new URL("SECURITY.md", root));
const named = [...Object.values(promises), gaps].flatMap((files) => Object.entries(files));

Deno.test("every promise of SECURITY.md has tests, which exist", async () => {
  const made = [...text.matchAll(/^- \*\*(.+?)\.\*\* /gm)].map(([, name]) => name);
  assertEquals(Object.keys(promises), made);
  for (const [name, files] of Object.entries(promises)) assert(Object.keys(files).length > 0, name);
  for (const [file, names] of named) {
    const source = await Deno.readTextFile(new URL(file, root));
    // A test may prepend the name of a class.
    for (const name of names) {
      assert(source.includes(`"${name.replace(/^LogFiles /, "")}"`), `${file}: ${name}`);
    }
  }
});

Deno.test("SECURITY.md has at most 1,500 words", () => {
  assertLessOrEqual(text.split(/\s+/).length, 1500);
});

Deno.test("every test of tests/security belongs to a promise", async () => {
  const all = new Set(named.flatMap(([, names]) => names));
  const missing: string[] = [];
  for await (const path of filesOf("_test.ts", "tests/security/")) {
    // This file tests the document, not the bridge.
    if (path.endsWith("/document_test.ts")) continue;
    const source = await Deno.readTextFile(new URL(path, root));
    for (const [, name = ""] of source.matchAll(/Deno\.test\((?:\{\s*name:\s*)?"([^"]+)"/g)) {
      if (!all.has(name)) missing.push(name);
    }
  }
  assertEquals(missing, [
    "the search finds regular expressions that take more than linear time",
    "regular expressions are found by the syntax",
  ]);
});

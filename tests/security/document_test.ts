import { assert, assertEquals, assertGreater } from "@std/assert";
import { filesOf, root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";

setDeadline(120_000);

const text = await Deno.readTextFile(new URL("SECURITY.md", root));

/** A test that the document names. */
interface NamedTest {
  readonly name: string;
  readonly file: string | undefined;
}

/** Nested list items name tests. */
function namedTests(): NamedTest[] {
  const items = text.split(/\n(?= *- |\n)/).filter((item) => item.startsWith("  - "));
  return items.map((item) => {
    const [name, file] = [...item.matchAll(/`([^`]+)`/g)].map(([, quoted]) => quoted);
    return { name: name ?? "", file: file?.endsWith("_test.ts") ? file : undefined };
  });
}

/** The sources of the test files of a folder, by path. */
async function sources(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const path of filesOf("_test.ts", folder)) {
    found.set(path, await Deno.readTextFile(new URL(path, root)));
  }
  return found;
}

Deno.test("every test that SECURITY.md names exists in the file that it names", async () => {
  const all = await sources("tests/");
  const named = namedTests();
  assertGreater(named.length, 50);
  for (const { name, file } of named) {
    const places = [...all].filter(([path]) =>
      file === undefined ? path.startsWith("tests/security/") : path === file
    );
    // A test may prepend the name of a class.
    const rest = name.replace(/^LogFiles /, "");
    assert(
      places.some(([, source]) => source.includes(`"${rest}"`)),
      `${name} in ${file ?? "tests/security/"}`,
    );
  }
});

Deno.test("every line of the threat model has a test", () => {
  const [, model = ""] = /\n## A hostile page\n(.*)\n## What the player has to do\n/s.exec(text) ?? [];
  const defended = model.replace(/\nNot defended:.*?(?=\n## )/gs, "");
  const items = defended.split(/\n(?=- )/).slice(1);
  assertGreater(items.length, 25);
  for (const item of items) assert(item.includes("\n  - `"), item);
});

Deno.test("SECURITY.md names every test of tests/security", async () => {
  const named = new Set(namedTests().map(({ name }) => name));
  const missing: string[] = [];
  for (const [path, source] of await sources("tests/security/")) {
    // This file tests the document, not the bridge.
    if (path.endsWith("/document_test.ts")) continue;
    for (const [, name = ""] of source.matchAll(/Deno\.test\((?:\{\s*name:\s*)?"([^"]+)"/g)) {
      if (!named.has(name)) missing.push(name);
    }
  }
  assertEquals(missing, [
    "the search finds regular expressions that take more than linear time",
    "regular expressions are found by the syntax",
  ]);
});

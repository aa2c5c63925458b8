import { assert, assertEquals } from "@std/assert";
import { documents, flawsOf, ProseLinter } from "../../lab/prose/prose.ts";

Deno.test("the spelling and prose of all documents are right", async () => {
  const paths = await documents();
  for (const path of ["README.md", "docs/panels.md", "cpp/README.md"]) assert(paths.includes(path), path);
  assert(!paths.some((path) => path.startsWith("docs/operations/")));
  assertEquals(await flawsOf(paths), []);
});

Deno.test("the linter finds wrong words and sentences at their places, and accepts names in code", async () => {
  await using linter = await ProseLinter.open();
  const places = async (text: string) =>
    (await linter.flaws(text)).map((flaw) => flaw.replace(/": .*/s, '"'));
  assertEquals(await places("A frame, `recieve`, queue.add, preloadBatch, SIGTERM and mpv.\n"), []);
  assertEquals(await places("# 🎵 Panels\n\nThe bridge does not recieve it.\n"), ['3:21: "recieve"']);
  assertEquals(await places("The player sends the the frame.\n"), ['1:18: "the the"']);
  assertEquals(await places("The bridge is a operation.\n"), ['1:15: "a"']);
  assertEquals((await places(`It ${"waits and ".repeat(30)}ends.\n`)).length, 1);
});

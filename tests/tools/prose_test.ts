import { assert, assertEquals } from "@std/assert";
import { documents, flawsIn, textsOf } from "../../tools/prose/prose.ts";
import { setDeadline } from "../support/deadline.ts";
import { slowTest } from "../support/test_all.ts";

setDeadline(300_000);

const name =
  "the linter of the documents finds wrong words and sentences at their places, and none in the documents";
slowTest(name, "it reads all documents", async () => {
  const paths = await documents();
  for (const path of ["README.md", "docs/panels.md", "clients/cpp/README.md"]) {
    assert(paths.includes(path), path);
  }
  assert(!paths.includes("docs/operations.md"));
  const texts = await textsOf(paths);
  texts.set("right", "A frame, `recieve`, queue.add, preloadBatch, SIGTERM and mpv.\n");
  texts.set("spelling", "# 🎵 Panels\n\nThe bridge does not recieve it.\n");
  texts.set("repeated", "The player sends the the frame.\n");
  texts.set("article", "The bridge is a operation.\n");
  texts.set("long", `It ${"waits and ".repeat(30)}ends.\n`);
  const flaws = await flawsIn(texts);
  assertEquals(flaws.filter((flaw) => paths.some((path) => flaw.startsWith(`${path}:`))), []);
  assertEquals(flaws.map((flaw) => flaw.replace(/": .*/s, '"').slice(0, 29)), [
    'spelling:3:21: "recieve"',
    'repeated:1:18: "the the"',
    'article:1:15: "a"',
    `long:1:1: "It waits and waits`,
  ]);
});

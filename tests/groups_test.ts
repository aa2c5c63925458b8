import { assertEquals } from "@std/assert";
import { groups } from "./support/groups.ts";
import { filesOf } from "../tools/tree.ts";

Deno.test("every group of tests has a module that imports it", async () => {
  const found: string[] = [];
  for await (const path of filesOf(".ts")) if (path.startsWith("tests/groups/")) found.push(path);
  assertEquals(found.toSorted(), Object.keys(groups).map((name) => `tests/groups/${name}.test.ts`));
});

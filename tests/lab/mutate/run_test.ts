import { assert, assertEquals, assertRejects } from "@std/assert";
import { equivalentFile, readEquivalent } from "../../../lab/mutate/equivalent.ts";
import { linkTree } from "../../../lab/mutate/linked_tree.ts";
import { FixtureFails, tryMutations, type Verdict } from "../../../lab/mutate/run.ts";

Deno.test("mutations of the whole tree are noticed by the fixtures that run them", async (test) => {
  const tree = await linkTree();

  await test.step("their names are all different, and the listed ones are there", async () => {
    const names = new Set(tree.mutations.map(({ name }) => name));
    assertEquals(names.size, tree.mutations.length);
    const listed = readEquivalent(await Deno.readTextFile(equivalentFile));
    assertEquals([...listed.keys()].filter((name) => !names.has(name)), []);
  });

  const run = async (names: readonly string[], fixtures: readonly string[]): Promise<Verdict[]> => {
    const mutations = tree.mutations.filter(({ name }) => names.some((part) => name.includes(part)));
    assertEquals(mutations.length, names.length);
    return (await Array.fromAsync(tryMutations({ tree, fixtures, mutations, hands: 1 }))).flat();
  };
  const moveToTop = "fixtures/queue/moveToTop.jsonc";

  await test.step("also those of what is made when a file is loaded", async () => {
    const [verdict] = await run([`text: "Invalid index or already at top"`], [
      "fixtures/test/echo.jsonc",
      "fixtures/queue/moveToTop_refused.jsonc",
    ]);
    assertEquals(verdict?.noticed?.fixture, 1);
  });

  await test.step("and one that no fixture runs survives", async () => {
    const [verdict] = await run(["handlers/queue/mod.ts moveToTop.handle: condition"], [
      "fixtures/test/echo.jsonc",
    ]);
    assert(verdict);
    assertEquals([verdict.noticed, verdict.reaching], [undefined, 0]);
  });

  await test.step("a fixture that does not hold against the whole bridge is told of", async () => {
    const directory = await Deno.makeTempDir();
    try {
      const wrong = (await Deno.readTextFile(moveToTop)).replace(`"success": true`, `"success": 1`);
      await Deno.writeTextFile(`${directory}/wrong.jsonc`, wrong);
      await assertRejects(
        () => run([], [`${directory}/wrong.jsonc`]),
        FixtureFails,
        "wrong.jsonc does not hold",
      );
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  });
});

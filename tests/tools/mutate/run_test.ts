import { assert, assertEquals, assertRejects } from "@std/assert";
import { equivalentFile, readEquivalent } from "../../../tools/mutate/equivalent.ts";
import { linkTree } from "../../../tools/mutate/linked_tree.ts";
import { FixtureFails, tryMutations, type Verdict } from "../../../tools/mutate/run.ts";
import { setDeadline } from "../../support/deadline.ts";
import { leftOut, TEST_ALL } from "../../support/test_all.ts";

setDeadline(300_000);

Deno.test({
  name: "mutations are noticed by fixtures that run their code" +
    leftOut("it runs mutated copies of the tree"),
  ignore: !TEST_ALL,
  fn: async (test) => {
    const tree = await linkTree();

    await test.step("names are unique, and the equivalent ones exist", async () => {
      const names = new Set(tree.mutations.map(({ name }) => name));
      assertEquals(names.size, tree.mutations.length);
      const listed = readEquivalent(await Deno.readTextFile(equivalentFile));
      assertEquals([...listed.keys()].filter((name) => !names.has(name)), []);
    });

    const run = async (names: readonly string[], fixtures: readonly string[]): Promise<Verdict[]> => {
      const mutations = tree.mutations.filter(({ name }) => names.some((part) => name.includes(part)));
      assertEquals(mutations.length, names.length);
      return (await Array.fromAsync(tryMutations({ tree, fixtures, mutations, workers: 1 }))).flat();
    };
    const moveToTop = "fixtures/queue/moveToTop.jsonc";

    await test.step("a mutation of a constant that is made at load is noticed", async () => {
      const [verdict] = await run([`text: "Invalid index or already at top"`], [
        "fixtures/test/echo.jsonc",
        "fixtures/queue/moveToTop_refused.jsonc",
      ]);
      assertEquals(verdict?.noticed?.fixture, 1);
    });

    await test.step("a mutation that no fixture runs survives", async () => {
      const [verdict] = await run(["handlers/queue/mod.ts moveToTop.handle: condition"], [
        "fixtures/test/echo.jsonc",
      ]);
      assert(verdict);
      assertEquals([verdict.noticed, verdict.reaching], [undefined, 0]);
    });

    await test.step("a fixture that fails with the unbroken bridge is reported", async () => {
      const directory = await Deno.makeTempDir();
      try {
        const wrong = (await Deno.readTextFile(moveToTop)).replace(`"success": true`, `"success": 1`);
        await Deno.writeTextFile(`${directory}/wrong.jsonc`, wrong);
        await assertRejects(
          () => run([], [`${directory}/wrong.jsonc`]),
          FixtureFails,
          "wrong.jsonc fails",
        );
      } finally {
        await Deno.remove(directory, { recursive: true });
      }
    });
  },
});

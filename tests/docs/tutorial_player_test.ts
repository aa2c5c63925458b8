import { assertEquals } from "@std/assert";
import { versionOf } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";
import { blocksOf, runTutorial } from "../support/tutorial.ts";

setDeadline(300_000);

const path = "docs/tutorials/player.md";

/** For each language, the programs that the tutorial needs and the reason why it takes long. */
const languages = {
  "C++": { needs: ["cmake", "g++"], takes: "it compiles the C++ library" },
  TypeScript: { needs: ["npm"], takes: "it builds and installs the npm packages" },
  Python: { needs: ["python3"], takes: "it checks the player" },
} as const;

for (const [language, { needs, takes }] of Object.entries(languages)) {
  const versions = await Promise.all(
    ["bash", ...needs].map(async (program) => [program, await versionOf(program)]),
  );
  const [missing] = versions.find(([, version]) => version === undefined) ?? [];
  const why = missing === undefined ? leftOut(takes) : ` [left out: there is no ${missing}]`;
  Deno.test({
    name: `docs/tutorials/player.md works as printed in ${language}${why}`,
    ignore: !TEST_ALL || missing !== undefined,
    fn: () => runTutorial(path, language),
  });
}

Deno.test("docs/tutorials/player.md has every step in every language", async () => {
  const blocks = blocksOf(await Deno.readTextFile(new URL(path, root)));
  const inTabs = (wanted: string) =>
    blocks.filter(({ language, kind }) => language === wanted && kind === "sh").length;
  assertEquals(Object.keys(languages).map(inTabs), [3, 4, 3]);
});

import { assertEquals, assertMatch } from "@std/assert";
import { toFileUrl } from "@std/path";
import { stampOf } from "../../../tools/build/stamp.ts";
import { version } from "../../../version.ts";
import { inFolder, run } from "./support.ts";

/** Where there is no Git, nobody can make a clone to ask for its commit. */
const hasGit = await run("git", ["--version"]).then(({ code }) => code === 0, () => false);

Deno.test({
  name: "a stamp names the commit, tells changes, and has the commit's time",
  ignore: !hasGit,
  fn: () =>
    inFolder(async (folder) => {
      const git = (...args: string[]) =>
        run("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
          cwd: folder,
          env: { GIT_COMMITTER_DATE: "2026-02-03T04:05:06Z" },
        });
      await Deno.writeTextFile(`${folder}/file`, "one");
      await git("init", "--quiet");
      await git("add", ".");
      await git("commit", "--quiet", "--message=first");
      const clean = await stampOf(toFileUrl(`${folder}/`));
      assertEquals([clean.version, clean.time], [version, new Date("2026-02-03T04:05:06Z")]);
      assertMatch(clean.commit ?? "", /^[0-9a-f]{12}$/);

      await Deno.writeTextFile(`${folder}/file`, "two");
      assertEquals((await stampOf(toFileUrl(`${folder}/`))).commit, `${clean.commit}-modified`);
    }),
});

Deno.test("outside of a Git clone a stamp has the version alone", async () => {
  await inFolder(async (folder) => {
    assertEquals(await stampOf(toFileUrl(`${folder}/`)), { version, commit: undefined, time: new Date(0) });
  });
});

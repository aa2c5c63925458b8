import { assertEquals, assertMatch } from "@std/assert";
import { toFileUrl } from "@std/path";
import { version } from "../../../host_stdio/version.ts";
import { stampOf } from "../../../tools/build/stamp.ts";
import { runProgram } from "../../../tools/support/process.ts";
import { setDeadline } from "../../support/deadline.ts";
import { inFolder } from "./support.ts";

setDeadline(300_000);

/** Without Git there is no clone with a commit. */
const hasGit = await runProgram("git", ["--version"]).then(({ code }) => code === 0, () => false);

Deno.test({
  name: "a stamp has the commit, its time, and whether there are changes",
  ignore: !hasGit,
  fn: () =>
    inFolder(async (folder) => {
      const git = (...args: string[]) =>
        runProgram("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
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

Deno.test("outside a Git clone a stamp has only the version", async () => {
  await inFolder(async (folder) => {
    assertEquals(await stampOf(toFileUrl(`${folder}/`)), { version, commit: undefined, time: new Date(0) });
  });
});

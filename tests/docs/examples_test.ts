import { assertEquals, assertMatch } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { runDeno } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";

setDeadline(300_000);

Deno.test("the examples in the documents and in the comments of the sources run", async () => {
  // With --ignore, Deno forgets the folders that deno.json excludes. CMake writes files that end with .ts into dist/.
  const ignored = ["tests", ...config.exclude].join();
  const args = ["test", "--doc", "--no-check", "--allow-all", `--ignore=${ignored}`];
  const { code, stdout, stderr } = await runDeno(args, { cwd: root });
  assertEquals(code, 0, `${stdout}${stderr}`);
  assertMatch(stdout, /\d{2} passed/);
});

import { assert, assertEquals } from "@std/assert";
import { existsSync } from "node:fs";
import { runDeno, runProgram, versionOf } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut } from "../support/test_all.ts";
import { blocksOf, sectionOf } from "../support/tutorial.ts";

setDeadline(600_000);

/** The edits of docs/architecture.md: the first two are one patch. */
const edits = ["docs/decisions.md", "fixtures/queue/isEmpty.jsonc", "handlers/queue/mod.ts"];
/** What `deno task docs` derives from them. */
const derived = ["docs/openrpc.json", "docs/operations.md", "panels/panel.js"];

/** The tests that look at all operations, documents or fixtures. */
const tests = [
  "tests/docs/readme_test.ts",
  "tests/docs/tables_test.ts",
  "tests/fixtures_test.ts",
  "tests/handlers/every_operation_test.ts",
  "tests/handlers/operations_test.ts",
  "tests/handlers/system_test.ts",
  "tests/handlers/unknown_params_test.ts",
  "tests/handlers/unsupported_operations_test.ts",
  "tests/panels/panel_test.ts",
  "tests/security/prototype_test.ts",
  "tests/tools/conformance_test.ts",
  "tests/tools/demo_test.ts",
  "tests/tools/docs/",
];

// The test works in a clone, so it tests the last commit of this tree.
const why = await versionOf("git") === undefined || !existsSync(new URL(".git", root))
  ? " [left out: there is no git or no repository]"
  : leftOut("it runs a part of the tests in a clone");

Deno.test({
  name: `a new operation is its sentence, its definition and its fixture, and all tests pass${why}`,
  ignore: why !== "",
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "tonearm-operation-" });
    const cwd = `${folder}/tree`;
    const run = async (program: Promise<{ code: number; stdout: string; stderr: string }>) => {
      const { code, stdout, stderr } = await program;
      assertEquals(code, 0, stdout + stderr);
      return stdout;
    };
    const task = (...args: string[]) => run(runDeno(["task", "--quiet", ...args], { cwd }));
    try {
      await run(runProgram("git", ["clone", "--quiet", root.pathname, cwd], {}));
      const tutorial = await Deno.readTextFile(new URL("docs/architecture.md", root));
      for (const { kind, file, text } of blocksOf(sectionOf(tutorial, "Add an operation"))) {
        if (kind === "diff" || kind === "jsonc") await Deno.writeTextFile(`${cwd}/${file}`, text);
      }
      await run(runProgram("git", ["apply", "define.patch"], { cwd }));
      await Deno.remove(`${cwd}/define.patch`);
      await runDeno(["task", "--quiet", "replay", "--update", "fixtures/queue/isEmpty.jsonc"], { cwd });
      await task("docs");
      const status = await run(
        runProgram("git", ["status", "--porcelain", "--untracked-files=all"], { cwd }),
      );
      const changed = status.split("\n").filter((line) => line !== "").map((line) => line.slice(3));
      assertEquals(changed.sort(), [...edits, ...derived].sort());
      const deno = [Deno.execPath(), "test", "--parallel", "--no-check", "--allow-all", ...tests];
      // The slow tests have been run on the tree itself.
      const { code, stdout, stderr } = await runProgram("env", ["-u", "TONEARM_TEST_ALL", ...deno], { cwd });
      assert(code === 0, stdout.slice(-10_000) + stderr);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

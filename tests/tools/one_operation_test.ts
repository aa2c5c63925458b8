import { assert, assertEquals } from "@std/assert";
import { existsSync } from "node:fs";
import { runDeno, runProgram, versionOf } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, whyLong } from "../support/test_all.ts";
import { blocksOf, sectionOf } from "../support/tutorial.ts";

/** Why the whole suite does not run; undefined when it does. */
const whyPart = whyLong("operation", "the whole suite runs in a clone");
/** The suite's own, in milliseconds. Beside other work it has taken 18 minutes. */
const SUITE_MS = 3_000_000;

setDeadline(whyPart === undefined ? SUITE_MS + 600_000 : 600_000);

/** The edits of docs/architecture.md: the first two are one patch. */
const edits = ["docs/decisions.md", "fixtures/queue/isEmpty.jsonc", "handlers/queue/mod.ts"];
/** What `deno task docs` derives from them. */
const derived = ["docs/openrpc.json", "docs/operations.md", "panels/panel.js"];

/**
 * The tests that a new operation can break, by folder, and what they look at: all others would not notice it.
 * `deno task long operation` runs the whole suite.
 */
const tests = {
  // All fixtures.
  "tests/": ["fixtures"],
  // Every operation, its texts, its needs and its parameters.
  "tests/handlers/": [
    "error_texts",
    "every_operation",
    "operations",
    "params",
    "plugins",
    "system",
    "unknown_params",
    "unsupported_operations",
  ],
  // The tables and lengths of the documents.
  "tests/docs/": ["layout", "players", "profiles", "readme", "tables"],
  // What is generated from the operations, and the types of pages and clients.
  "tests/tools/docs/": ["examples", "generated_files", "json_schema", "openrpc", "type_text"],
  "tests/panels/": ["page_types", "panel", "types"],
  "tests/clients/typescript/": ["types"],
  // The names that are near to a mistyped one.
  "tests/limits/": ["nearest_name"],
  // What an operation gives away.
  "tests/security/": ["plugin", "prototype", "secrets"],
  // Every statement of the documents and who names it, the prompt, and the rules of the source.
  "tests/tools/": ["check_imports", "check_tests", "conformance", "demo", "play", "prose"],
};

// The test works in a clone, so it tests the last commit of this tree.
const why = await versionOf("git") === undefined || !existsSync(new URL(".git", root))
  ? " [left out: there is no git or no repository]"
  : leftOut("it runs a part of the tests in a clone");
const which = whyPart === undefined
  ? "the whole suite passes"
  : `all checks pass [a part of the suite; ${whyPart}]`;

Deno.test({
  name: `a new operation is its sentence, its definition and its fixture, and ${which}${why}`,
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
      await task("docs");
      const status = await run(
        runProgram("git", ["status", "--porcelain", "--untracked-files=all"], { cwd }),
      );
      const changed = status.split("\n").filter((line) => line !== "").map((line) => line.slice(3));
      assertEquals(changed.sort(), [...edits, ...derived].sort());
      // The examples in the source and the documents have been checked on the tree itself.
      for (const args of [["fmt", "--check"], ["lint"], ["check", "main.ts", "mod.ts"]]) {
        await run(runDeno(args, { cwd }));
      }
      const files = Object.entries(tests).flatMap(([folder, names]) =>
        names.map((name) => `${folder}${name}_test.ts`)
      );
      // The slow tests and those of deno task long have been run on the tree itself.
      const unset = ["-u", "TONEARM_TEST_ALL", "-u", "TONEARM_TEST_LONG"];
      const deno = [Deno.execPath(), "task", "--quiet", "test", ...whyPart === undefined ? [] : files];
      const { code, stdout, stderr } = await runProgram("env", [...unset, ...deno], {
        cwd,
        deadlineMs: SUITE_MS,
      });
      assert(code === 0, stdout.slice(-10_000) + stderr);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

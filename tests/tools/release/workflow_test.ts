import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/yaml";
import * as v from "valibot";
import config from "../../../deno.json" with { type: "json" };
import { processTests } from "../../../tools/release/process_tests.ts";
import { targets } from "../../../tools/release/targets.ts";
import { root } from "../../../tools/tree.ts";

const step = v.strictObject({
  name: v.optional(v.string()),
  uses: v.optional(v.pipe(v.string(), v.regex(/^[a-z]+\/[a-z-]+@v\d+$/))),
  if: v.optional(v.string()),
  with: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
  run: v.optional(v.string()),
  shell: v.optional(v.string()),
  env: v.optional(v.record(v.string(), v.string())),
  "working-directory": v.optional(v.string()),
});
const rights = v.record(v.string(), v.picklist(["read", "write"]));
const job = v.strictObject({
  if: v.optional(v.string()),
  needs: v.optional(v.string()),
  strategy: v.optional(v.strictObject({
    "fail-fast": v.boolean(),
    matrix: v.strictObject({ include: v.array(v.strictObject({ target: v.string(), runner: v.string() })) }),
  })),
  "runs-on": v.string(),
  environment: v.optional(v.string()),
  permissions: v.optional(rights),
  steps: v.array(step),
});
const workflow = v.parse(
  v.strictObject({
    name: v.string(),
    on: v.strictObject({ push: v.strictObject({ tags: v.array(v.string()) }), workflow_dispatch: v.null() }),
    permissions: rights,
    defaults: v.strictObject({ run: v.strictObject({ shell: v.string() }) }),
    jobs: v.strictObject({ build: job, test: job, publish: job }),
  }),
  parse(await Deno.readTextFile(new URL(".github/workflows/release.yml", root))),
);
const { build, test, publish } = workflow.jobs;
const steps = [build, test, publish].flatMap((each) => each.steps);
const commands = steps.map(({ run = "" }) => run).join("\n");

Deno.test("the release workflow tests the binary of every target on a system of its own, and publishes after that", () => {
  const tested = test.strategy?.matrix.include ?? [];
  assertEquals(tested.map(({ target }) => target), targets.map(({ name }) => name));
  assertEquals(new Set(tested.map(({ runner }) => runner)).size, targets.length);
  assertEquals([build.needs, test.needs, publish.needs], [undefined, "build", "test"]);
  assertEquals(publish.if, "github.ref_type == 'tag'");
});

Deno.test("the release workflow gives only the job that publishes a right to write, and secrets to no other", () => {
  assertEquals(workflow.permissions, { contents: "read" });
  assertEquals([build.permissions, test.permissions], [undefined, undefined]);
  const isTold = (each: typeof build) => /\bsecrets\.|github\.token/.test(JSON.stringify(each));
  assertEquals([build, test, publish].map(isTold), [false, false, true]);
  for (const { uses, with: settings } of steps) {
    if (uses?.startsWith("actions/checkout@")) assertEquals(settings?.["persist-credentials"], false);
  }
});

Deno.test("the release workflow calls tasks that there are, with the Deno that everything is tested with", async () => {
  const tasks = [...commands.matchAll(/deno task ([\w:]+)/g)].map(([, task = ""]) => task);
  assertEquals(new Set(tasks), new Set(["publish:check", "compile:all", "npm", "test:bridge"]));
  for (const task of tasks) assert(task in config.tasks, task);
  const ci = await Deno.readTextFile(new URL(".ci/run", root));
  for (const { uses, with: settings } of steps) {
    if (!uses?.startsWith("denoland/setup-deno@")) continue;
    assert(ci.includes(`npx --yes deno@${settings?.["deno-version"]} task test`), ci);
  }
  for (const [, path = ""] of commands.matchAll(/^(\.ci\/\w+)$/gm)) await Deno.stat(new URL(path, root));
});

Deno.test("the whole-process tests that a release runs are there", async () => {
  for (const path of [...processTests.everyRun, ...processTests.release]) {
    await Deno.stat(new URL(path, root));
  }
});

import { assert, assertEquals, assertMatch } from "@std/assert";
import { parse } from "@std/yaml";
import * as v from "valibot";
import config from "../../../deno.json" with { type: "json" };
import { processTests } from "../../../tools/build/process_tests.ts";
import { targets } from "../../../tools/build/targets.ts";
import lab from "../../../tools/deno.json" with { type: "json" };
import { root } from "../../../tools/tree.ts";
import { setDeadline } from "../../support/deadline.ts";

setDeadline(300_000);

const step = v.strictObject({
  name: v.optional(v.string()),
  uses: v.optional(v.pipe(v.string(), v.regex(/^[a-z]+\/[a-z-]+@[0-9a-f]{40}$/))),
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
const text = await Deno.readTextFile(new URL(".github/workflows/release.yml", root));
const workflow = v.parse(
  v.strictObject({
    name: v.string(),
    on: v.strictObject({ push: v.strictObject({ tags: v.array(v.string()) }), workflow_dispatch: v.null() }),
    permissions: v.strictObject({}),
    defaults: v.strictObject({ run: v.strictObject({ shell: v.string() }) }),
    jobs: v.strictObject({ build: job, test: job, jsr: job, npm: job, archives: job, site: job }),
  }),
  parse(text),
);
const { build, test, jsr, npm, archives, site } = workflow.jobs;
const publishing = [jsr, npm, archives, site];
const steps = [build, test, ...publishing].flatMap((each) => each.steps);
const commands = steps.map(({ run = "" }) => run).join("\n");

Deno.test("the release workflow tests every binary on its own system before it publishes", () => {
  const tested = test.strategy?.matrix.include ?? [];
  assertEquals(tested.map(({ target }) => target), targets.map(({ name }) => name));
  assertEquals(new Set(tested.map(({ runner }) => runner)).size, targets.length);
  assertEquals([build.needs, test.needs], [undefined, "build"]);
  for (const job of publishing) {
    assertEquals([job.needs, job.if, job.environment], ["test", "github.ref_type == 'tag'", "release"]);
  }
});

Deno.test("each job of the release workflow has the permissions it needs; only publishing has secrets", () => {
  assertEquals([build, test, jsr, npm, archives, site].map(({ permissions }) => permissions), [
    { contents: "read" },
    { contents: "read" },
    { contents: "read", "id-token": "write" },
    { "id-token": "write" },
    { contents: "write" },
    { contents: "write" },
  ]);
  const isTold = (each: typeof build) => /\bsecrets\.|github\.token/.test(JSON.stringify(each));
  assertEquals([build, test, jsr, npm, archives, site].map(isTold), [false, false, false, true, true, true]);
  for (const { uses, with: settings } of steps) {
    if (uses?.startsWith("actions/checkout@")) assertEquals(settings?.["persist-credentials"], false);
  }
});

Deno.test("the release workflow calls existing tasks with the tested version of Deno", async () => {
  const calls = [...commands.matchAll(/deno task (--cwd tools )?([\w:]+)/g)];
  for (const [, inLab, task = ""] of calls) assert(task in (inLab ? lab : config).tasks, task);
  assertEquals(
    new Set(calls.map(([, , task]) => task)),
    new Set(["publish:check", "build", "test:bridge", "site"]),
  );
  const ci = await Deno.readTextFile(new URL(".ci/run", root));
  for (const { uses, with: settings } of steps) {
    if (!uses?.startsWith("denoland/setup-deno@")) continue;
    assert(ci.includes(`npx --yes deno@${settings?.["deno-version"]} task test`), ci);
  }
  for (const [, path = ""] of commands.matchAll(/^(\.ci\/\w+)$/gm)) await Deno.stat(new URL(path, root));
});

Deno.test("the container for development has the Deno and the packages of .ci/run", async () => {
  const ci = await Deno.readTextFile(new URL(".ci/run", root));
  const { onCreateCommand } = JSON.parse(
    await Deno.readTextFile(new URL(".devcontainer/devcontainer.json", root)),
  );
  // The command runs with programs that only print what they are given.
  const stubs = "npm() { echo npm $*; }; sudo() { echo $*; }";
  const { stdout } = await new Deno.Command("bash", {
    args: ["-c", `${stubs}; ${onCreateCommand}`],
    cwd: root,
  })
    .output();
  const [npm = "", , apt = ""] = new TextDecoder().decode(stdout).split("\n");
  assert(ci.includes(`npx --yes ${npm.split(" ").at(-1)} task test`), npm);
  const packages = [...ci.matchAll(/^install_missing (\S+)/gm)].map(([, name]) => name);
  assert(packages.includes("chromium") && packages.includes("quodlibet"), ci);
  assertEquals(apt, `apt-get install --yes --no-install-recommends ${packages.join(" ")}`);
});

Deno.test("the whole-process tests of a release exist", async () => {
  for (const path of [...processTests.everyRun, ...processTests.release]) {
    await Deno.stat(new URL(path, root));
  }
});

Deno.test("every action of the release workflow is pinned by commit with its version", () => {
  const lines = text.split("\n").filter((line) => /\buses:/.test(line));
  assert(lines.length > 5);
  for (const line of lines) assertMatch(line, /^ +- uses: [a-z]+\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  // The same action has the same commit everywhere.
  const actions = new Set(lines.map((line) => line.trim()));
  assertEquals(new Set([...actions].map((line) => line.replace(/@.*/, ""))).size, actions.size);
});

Deno.test("the published files have checksums, and the npm packages have provenance", () => {
  const commandsOf = (job: typeof build) => job.steps.map(({ run = "" }) => run).join("\n");
  assertMatch(commandsOf(build), /deno task build release\n[^]*sha256sum \*\.tgz >> SHA256SUMS/);
  for (const job of [npm, archives]) assertMatch(commandsOf(job), /sha256sum --check --strict SHA256SUMS/);
  assertMatch(commandsOf(npm), /in Get-Item dist\/\*\.tgz\) \{\n +npm publish .* --provenance\n/);
  assertMatch(commandsOf(archives), /dist\/\*\.tar\.gz, dist\/\*\.zip, dist\/\*\.tgz, dist\/SHA256SUMS/);
});

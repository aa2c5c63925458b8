import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import lab from "../../tools/deno.json" with { type: "json" };
import { runProgram } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";

setDeadline(300_000);

/** The public modules. */
const modules = Object.values(config.exports);
/** Those whose types are all public. The helper types of panel.d.ts are not. */
const documented = modules.filter((path) => path !== config.exports["./panel"]);

Deno.test("`deno doc --lint` accepts the public modules", async () => {
  const { code, stdout, stderr } = await runProgram(Deno.execPath(), ["doc", "--lint", ...documented], {
    cwd: root,
  });
  assertEquals(code, 0, stdout + stderr);
});

Deno.test("`deno publish --dry-run` passes with exactly the files of the library", async () => {
  // Slow types are allowed: most types are inferred from schemas.
  const flags = ["--dry-run", "--allow-dirty", "--allow-slow-types", "--no-check"];
  const { code, stderr } = await runProgram(Deno.execPath(), ["publish", ...flags], { cwd: root });
  assertEquals(code, 0, stderr);
  assertStringIncludes(stderr, "Success");
  assert(!stderr.includes("warning["), stderr);
  const listed = [...stderr.matchAll(/^ +(file:\S+) \(/gm)].map(([, url = ""]) =>
    url.slice(root.href.length)
  );
  const include: readonly string[] = config.publish.include;
  const places = new Set(listed.map((path) => include.find((place) => path.startsWith(place)) ?? path));
  assertEquals([...places].toSorted(), include.toSorted());
  for (const path of modules) assert(listed.includes(path.slice(2)), path);
});

Deno.test("`deno task --cwd tools publish:check` runs both, and the test of the package for Node.js", () => {
  const command = lab.tasks["publish:check"].command;
  assertStringIncludes(command, `deno doc --lint ${documented.map((path) => path.slice(2)).join(" ")} `);
  assertStringIncludes(command, "deno publish --dry-run ");
  assertStringIncludes(command, "TONEARM_TEST_ALL=1 deno test --allow-all tests/tools/build/npm_test.ts");
});

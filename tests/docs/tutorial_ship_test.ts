import { assertGreater, assertStringIncludes } from "@std/assert";
import { versionOf } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut } from "../support/test_all.ts";
import { runTutorial } from "../support/tutorial.ts";

setDeadline(300_000);

const path = "docs/tutorials/ship.md";
const missing = await versionOf("bash") === undefined
  ? " [left out: there is no bash]"
  : leftOut("it builds the bundle");

Deno.test({
  name: `docs/tutorials/ship.md works as printed${missing}`,
  ignore: missing !== "",
  fn: () => runTutorial(path),
});

Deno.test("the sizes in docs/tutorials/ship.md are those of docs/performance.md", async () => {
  const [tutorial, numbers] = await Promise.all(
    [path, "docs/performance.md"].map((each) => Deno.readTextFile(new URL(each, root))),
  );
  const sizes = (tutorial ?? "").match(/[\d,.]+ [kM]B/g) ?? [];
  assertGreater(sizes.length, 2);
  for (const size of sizes) assertStringIncludes(numbers ?? "", ` ${size}`);
});

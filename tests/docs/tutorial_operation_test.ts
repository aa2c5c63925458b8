import { existsSync } from "node:fs";
import { versionOf } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut } from "../support/test_all.ts";
import { runSections } from "../support/tutorial.ts";

setDeadline(300_000);

// The reader works in a clone, so it tests the last commit of this tree.
const versions = await Promise.all(["bash", "git"].map(versionOf));
const missing = versions.includes(undefined) || !existsSync(new URL(".git", root));
const why = missing
  ? " [left out: there is no bash, no git or no repository]"
  : leftOut("it clones the tree");

Deno.test({
  name: `docs/architecture.md adds an operation as printed${why}`,
  ignore: why !== "",
  fn: () => runSections([["docs/architecture.md", "Add an operation"]]),
});

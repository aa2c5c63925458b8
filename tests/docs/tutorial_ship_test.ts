import { versionOf } from "../../tools/support/process.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut } from "../support/test_all.ts";
import { runSections } from "../support/tutorial.ts";

setDeadline(300_000);

const missing = await versionOf("bash") === undefined
  ? " [left out: there is no bash]"
  : leftOut("it builds the bundle");

Deno.test({
  name: `the packaging of docs/players.md works as printed${missing}`,
  ignore: missing !== "",
  fn: () => runSections([["docs/players.md", "Packaging"]]),
});

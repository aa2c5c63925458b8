import { versionOf } from "../../tools/support/process.ts";
import { setDeadline } from "../support/deadline.ts";
import { Display, hasXvfb } from "../support/display.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";
import { runSection } from "../support/tutorial.ts";

setDeadline(300_000);

const versions = await Promise.all(
  ["bash", "python3"].map(async (program) => [program, await versionOf(program)]),
);
const [missing] = versions.find(([, version]) => version === undefined) ?? [];
const why = missing === undefined ? leftOut("it checks a player") : ` [left out: there is no ${missing}]`;

Deno.test({
  name: `docs/tutorials/fault.md works as printed${why}`,
  ignore: !TEST_ALL || missing !== undefined,
  fn: () => runSection("docs/tutorials/fault.md", undefined),
});

Deno.test({
  name: `docs/tutorials/fault.md works as printed at a display${why}`,
  ignore: !TEST_ALL || missing !== undefined || !hasXvfb,
  async fn() {
    await using display = await Display.open();
    await runSection("docs/tutorials/fault.md", undefined, { display: display.name });
  },
});

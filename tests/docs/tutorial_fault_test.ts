import { versionOf } from "../../tools/support/process.ts";
import { setDeadline } from "../support/deadline.ts";
import { Display, hasXvfb } from "../support/display.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";
import { runSections } from "../support/tutorial.ts";

setDeadline(300_000);

const versions = await Promise.all(
  ["bash", "python3"].map(async (program) => [program, await versionOf(program)]),
);
const [missing] = versions.find(([, version]) => version === undefined) ?? [];
const why = missing === undefined ? leftOut("it checks a player") : ` [left out: there is no ${missing}]`;

/** The fault is in the player that the reader has written. */
const sections = [["docs/players.md", "Your first player"], ["docs/faults.md", "Find a fault"]] as const;
const language = "Python";

Deno.test({
  name: `docs/faults.md finds a fault as printed${why}`,
  ignore: !TEST_ALL || missing !== undefined,
  fn: () => runSections(sections, { language }),
});

Deno.test({
  name: `docs/faults.md finds a fault as printed at a display${why}`,
  ignore: !TEST_ALL || missing !== undefined || !hasXvfb,
  async fn() {
    await using display = await Display.open();
    await runSections(sections, { language, display: display.name });
  },
});

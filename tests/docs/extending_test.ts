import { assertEquals } from "@std/assert";
import { runProgram } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";
import { blocksOf, sectionOf } from "../support/tutorial.ts";

setDeadline(120_000);

const example = new URL("clients/typescript/examples/scrobbler/", root);
const document = await Deno.readTextFile(new URL("docs/players.md", root));

Deno.test("the player with a namespace of its own prints the event and both results", async () => {
  const { stdout, stderr } = await runProgram(Deno.execPath(), [
    "run",
    "--allow-all",
    new URL("player.ts", example).pathname,
  ]);
  const lines = [
    'event { title: "Tidewater", count: 1 } for all panels',
    "result { success: true, count: 1 }",
    'result { success: false, error: "title is required" }',
  ];
  assertEquals(stdout, `${lines.join("\n")}\n`, stderr);
});

Deno.test("the prompt loads the example with --plugins and shows what docs/players.md shows", async () => {
  const section = blocksOf(sectionOf(document, "Operations of your own"));
  const shown = section.find(({ kind }) => kind === "text")?.text ?? "";
  const lines = [...shown.matchAll(/^p1> (.*)$/gm)].map(([, line]) => line);
  const { stdout, stderr } = await runProgram(Deno.execPath(), [
    "run",
    "--allow-all",
    new URL("tools/play.ts", root).pathname,
    // With extensions, the event that the library is ready could appear between any two lines.
    "--no-extensions",
    "--plugins",
    new URL("scrobbler.ts", example).pathname,
  ], {
    input: `${lines.join("\n")}\n`,
  });
  assertEquals(stdout, shown, stderr);
});

import { assertEquals, assertStringIncludes } from "@std/assert";
import { runProgram } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";

setDeadline(120_000);

const read = async (path: string) => (await Deno.readTextFile(new URL(path, root))).replaceAll("\r\n", "\n");
const document = await read("docs/extending.md");

/** Returns the first text block after a line of the document. */
function printedAfter(line: string): string {
  return document.slice(document.indexOf(line)).split("```text\n")[1]?.split("```")[0] ?? "";
}

Deno.test("docs/extending.md has the example in TypeScript and C++ exactly as in the tree", async () => {
  for (
    const path of [
      "clients/typescript/examples/scrobbler/scrobbler.ts",
      "clients/typescript/examples/scrobbler/player.ts",
      "clients/cpp/examples/scrobbler.cpp",
    ]
  ) {
    const source = (await read(path)).replace(/^\/\/ deno-lint-ignore-file.*\n/, "");
    assertStringIncludes(document, `\n${source}\`\`\`\n`, path);
  }
});

Deno.test("the example in TypeScript prints what docs/extending.md shows", async () => {
  const { stdout, stderr } = await runProgram(Deno.execPath(), [
    "run",
    "--allow-all",
    new URL("clients/typescript/examples/scrobbler/player.ts", root).pathname,
  ]);
  assertEquals(
    stdout,
    printedAfter("`deno run --allow-all clients/typescript/examples/scrobbler/player.ts`"),
    stderr,
  );
});

Deno.test("the prompt loads the example with --plugins and shows what docs/extending.md shows", async () => {
  const shown = printedAfter("deno task play --plugins clients/typescript/examples/scrobbler/scrobbler.ts");
  const lines = [...shown.matchAll(/^p1> (.*)$/gm)].map(([, line]) => line);
  const tool = new URL("tools/play.ts", root).pathname;
  const plugins = new URL("clients/typescript/examples/scrobbler/scrobbler.ts", root).pathname;
  const { stdout, stderr } = await runProgram(Deno.execPath(), [
    "run",
    "--allow-all",
    tool,
    // With extensions, the event that the library is ready could appear between any two lines.
    "--no-extensions",
    "--plugins",
    plugins,
  ], {
    input: `${lines.join("\n")}\n`,
  });
  assertEquals(stdout, shown, stderr);
});

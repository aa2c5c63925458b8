import "../../support/deadline.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { runDeno } from "../../../tools/support/process.ts";
import { tempDirectory } from "../../support/temp_directory.ts";

/** Returns the stderr of a process that reports diagnostics. */
async function said(code: string): Promise<string> {
  const diagnostics = new URL("../../../host_stdio/process/stderr_diagnostics.ts", import.meta.url).href;
  const script = `import { StderrDiagnostics } from ${JSON.stringify(diagnostics)};
    const diagnostics = new StderrDiagnostics("debug");
    ${code}
    await diagnostics.flush();`;
  const config = new URL("../../../deno.json", import.meta.url);
  await using temporary = await tempDirectory();
  const directory = temporary.path;
  await Deno.writeTextFile(`${directory}/script.ts`, script);
  const args = ["run", "--no-prompt", "--no-check", "--config", fromFileUrl(config), "script.ts"];
  const { stdout, stderr } = await runDeno(args, { cwd: directory });
  assertEquals(stdout, "");
  return stderr;
}

Deno.test("diagnostics cut long texts and messages of errors", async () => {
  const text = await said(`
    diagnostics.report("error", "a: {text}", { text: "x".repeat(5000) });
    diagnostics.report("error", "b: {text}", { text: "y".repeat(1000) });
    await diagnostics.flush();
    diagnostics.report("error", "c: {error}", { error: new RangeError("z".repeat(5000)) });
    diagnostics.report("error", "d: {error}", { error: new RangeError("short") });
  `);
  assertStringIncludes(text, `a: "${"x".repeat(1000)}…"`);
  assertStringIncludes(text, `b: "${"y".repeat(1000)}"`);
  assertStringIncludes(text, `c: "RangeError: ${"z".repeat(1000)}…"`);
  assertStringIncludes(text, "d: RangeError: short");
  // A short error keeps its stack.
  assertStringIncludes(text, "script.ts");
});

Deno.test("each diagnostic is one line without control characters", async () => {
  // One of each kind: line breaks, terminal commands in 7 and 8 bits, separators, bidirectional controls.
  const signs = [
    ..."\n\r\t\u0007\u001b\u007f\u0085\u009b\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069",
  ];
  const text = await said(`
    const signs = ${JSON.stringify(signs)}.join("x");
    diagnostics.report("error", "a: {text}", { text: signs });
    diagnostics.report("error", "b: {error}", { error: new Error(signs, { cause: new Error(signs) }) });
    diagnostics.report("error", "c: {error}", { error: new Error(signs.repeat(100)) });
    diagnostics.report("error", "d: {error}", { error: { message: signs, [signs]: [signs] } });
    diagnostics.report("error", "e: " + signs);
  `);
  assertEquals(text.trimEnd().split("\n").map((line) => / ([a-z]): /.exec(line)?.[1]), [
    "a",
    "b",
    "c",
    "d",
    "e",
  ]);
  for (const sign of signs.slice(1)) assert(!text.includes(sign), JSON.stringify(sign));
});

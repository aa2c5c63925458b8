import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";

/** What a process says that reports something, as the bridge does. */
async function said(code: string): Promise<string> {
  const diagnostics = new URL("../../process/stderr_diagnostics.ts", import.meta.url).href;
  const script = `import { StderrDiagnostics } from ${JSON.stringify(diagnostics)};
    const diagnostics = new StderrDiagnostics("debug");
    ${code}
    await diagnostics.flush();`;
  const config = new URL("../../deno.json", import.meta.url);
  const directory = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${directory}/script.ts`, script);
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-prompt",
        "--no-check",
        "--config",
        fromFileUrl(config),
        "script.ts",
      ],
      cwd: directory,
      env: { NO_COLOR: "1" },
    }).output();
    assertEquals(stdout.length, 0);
    return new TextDecoder().decode(stderr);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("diagnostics show no more than the beginning of a long text, of an error's message too", async () => {
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
  // Of a short error people also want to know where it came from.
  assertStringIncludes(text, "script.ts");
});

Deno.test("diagnostics keep to one line each and send the terminal no signs of its own", async () => {
  const text = await said(`
    diagnostics.report("error", "a: {text}", { text: "one\\ntwo\\r\\u001b[31mred\\u0007\\u009b2J" });
    diagnostics.report("error", "b: {error}", { error: "\\u001b]0;title\\u0007" });
  `);
  assertEquals(text.trimEnd().split("\n").length, 2);
  // deno-lint-ignore no-control-regex -- they are what must not be there
  assert(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(text), JSON.stringify(text));
});

/** `deno task docs`: writes the generated files and lists the rules without a fixture. */

import { gaps, readConformance } from "./conformance/conformance.ts";
import { generatedFiles } from "./docs/generated_files.ts";
import { PlacedError } from "./fixtures/jsonc.ts";
import { optionsOrExit } from "./support/options.ts";
import { root } from "./tree.ts";

const EXIT_INCOMPLETE = 1;

optionsOrExit({
  name: "docs",
  usage: `Writes the generated documents and C++ files, and lists the rules without a fixture.

Usage: deno task docs

Exit codes:
  0  every rule has a fixture
  1  stderr lists what is missing, or why a file cannot be read
  2  the command line is wrong
`,
  options: {},
});

try {
  for (const [path, text] of await generatedFiles()) {
    const file = new URL(path, root);
    await Deno.mkdir(new URL(".", file), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
  finish(gaps(await readConformance()));
} catch (error) {
  if (!(error instanceof PlacedError)) throw error;
  finish([error.message]);
}

function finish(problems: readonly string[]): void {
  const bytes = new TextEncoder().encode(problems.map((problem) => `${problem}\n`).join(""));
  for (let at = 0; at < bytes.length;) at += Deno.stderr.writeSync(bytes.subarray(at));
  if (problems.length > 0) Deno.exitCode = EXIT_INCOMPLETE;
}

/** `deno task docs`: writes the generated files and lists what fixtures and documents leave out. */

import { gaps, readConformance, unnamedStatements } from "./conformance/conformance.ts";
import { generatedFiles } from "./docs/generated_files.ts";
import { PlacedError } from "./fixtures/jsonc.ts";
import { optionsOrExit, switchOption } from "./support/options.ts";
import { root } from "./tree.ts";

const EXIT_INCOMPLETE = 1;

const { unnamed } = optionsOrExit({
  name: "docs",
  usage: `Writes the generated documents, and lists what fixtures and documents leave out.

Usage: deno task docs [--unnamed]

Options:
  --unnamed  also print the sentences and rows of the normative documents that no
             fixture and no test names

Exit codes:
  0  no fixture names what no document has, and every message is in a fixture
  1  stderr lists what is missing, or why a file cannot be read
  2  the command line is wrong
`,
  options: { unnamed: switchOption() },
});

try {
  for (const [path, text] of await generatedFiles()) {
    const file = new URL(path, root);
    await Deno.mkdir(new URL(".", file), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
  const conformance = await readConformance();
  if (unnamed) write(Deno.stdout, unnamedStatements(conformance));
  finish(gaps(conformance));
} catch (error) {
  if (!(error instanceof PlacedError)) throw error;
  finish([error.message]);
}

function finish(problems: readonly string[]): void {
  write(Deno.stderr, problems);
  if (problems.length > 0) Deno.exitCode = EXIT_INCOMPLETE;
}

function write(stream: typeof Deno.stdout | typeof Deno.stderr, lines: readonly string[]): void {
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
}

/**
 * Writes docs/conformance.md anew from docs/rules/ and fixtures/, and tells what is missing: `deno task docs`.
 *
 * @module
 */

import { gaps, readConformance } from "./conformance/conformance.ts";
import { conformanceDocument, DOCUMENT } from "./conformance/document.ts";
import { PlacedError } from "./fixtures/jsonc.ts";
import { root } from "./tree.ts";

const EXIT_INCOMPLETE = 1;
const encoder = new TextEncoder();

function print(lines: readonly string[]): void {
  const bytes = encoder.encode(lines.map((line) => `${line}\n`).join(""));
  for (let at = 0; at < bytes.length;) at += Deno.stderr.writeSync(bytes.subarray(at));
}

try {
  const conformance = await readConformance();
  await Deno.writeTextFile(new URL(DOCUMENT, root), conformanceDocument(conformance));
  const missing = gaps(conformance);
  print(missing);
  if (missing.length > 0) Deno.exitCode = EXIT_INCOMPLETE;
} catch (error) {
  if (!(error instanceof PlacedError)) throw error;
  print([error.message]);
  Deno.exitCode = EXIT_INCOMPLETE;
}

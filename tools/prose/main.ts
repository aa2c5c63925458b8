/** `deno task --cwd tools prose [FILES]`: checks the spelling and prose of the documents, or of those named. */

import { exitWithUsageError, optionsOrExit } from "../support/options.ts";
import { documents, flawsIn, textsOf } from "./prose.ts";

const usage = `Checks the spelling and prose of the documents.

  deno task --cwd tools prose [FILES]

FILES are documents, by their paths from the root of the tree; without them, all are checked.

Exit code: 0 without flaws, 1 with some, 2 when the command line is wrong.
`;

const { operands } = optionsOrExit({ name: "prose", usage, options: {}, operands: true });
const paths = operands.length > 0 ? operands : await documents();
const texts = await textsOf(paths).catch((error) => {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
  exitWithUsageError("prose", `one of the files does not exist in the tree: ${paths.join(", ")}`);
});
const flaws = await flawsIn(texts);
const advice = "Correct the text, or add a name or a word of the field to tools/prose/words.txt.";
const lines = flaws.length > 0 ? [...flaws, advice] : [`${paths.length} documents: no flaws`];
Deno.stdout.writeSync(new TextEncoder().encode(`${lines.join("\n")}\n`));
if (flaws.length > 0) Deno.exit(1);

/** `deno task --cwd tools prose [FILES]`: checks the spelling and prose of the documents, or of those named. */

import { documents, flawsIn, textsOf } from "./prose.ts";

const paths = Deno.args.length > 0 ? Deno.args : await documents();
const flaws = await flawsIn(await textsOf(paths));
const advice = "Correct the text, or add a name or a word of the field to tools/prose/words.txt.";
const lines = flaws.length > 0 ? [...flaws, advice] : [`${paths.length} documents: no flaws`];
Deno.stdout.writeSync(new TextEncoder().encode(`${lines.join("\n")}\n`));
if (flaws.length > 0) Deno.exit(1);

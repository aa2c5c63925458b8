/**
 * Runs the benchmarks, one after the other: `deno task bench`, or `deno task bench queue menu` for some of them.
 *
 * @module
 */

import { filesOf, root } from "./tree.ts";

const encoder = new TextEncoder();
const ENDING = "_bench.ts";
const FOLDER = "bench/";

const all = (await Array.fromAsync(filesOf(ENDING, FOLDER))).map((path) =>
  path.slice(FOLDER.length, -ENDING.length)
);
const names = Deno.args.length > 0 ? Deno.args : all.toSorted();
for (const name of names) {
  if (!all.includes(name)) {
    say(`bench: there is no ${JSON.stringify(name)}; there are ${all.toSorted().join(", ")}\n`);
    Deno.exit(2);
  }
}
for (const name of names) {
  say(`\n== ${name}\n`);
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", `${FOLDER}${name}${ENDING}`],
    cwd: root,
  }).spawn().status;
  if (code !== 0) Deno.exit(code);
}

function say(text: string): void {
  Deno.stderr.writeSync(encoder.encode(text));
}

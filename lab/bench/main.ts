/**
 * Runs benchmarks: `deno task --cwd lab bench` the table that compares the bridge with others, `deno task --cwd lab bench queue menu` those
 * named, one after the other. Flags are the table's: `deno task --cwd lab bench --rounds=5`.
 *
 * @module
 */

import { filesOf, root } from "../../tools/tree.ts";

const encoder = new TextEncoder();
const ENDING = "_bench.ts";
const FOLDER = "lab/bench/";
const TABLE = "table";

const all = (await Array.fromAsync(filesOf(ENDING, FOLDER))).map((path) =>
  path.slice(FOLDER.length, -ENDING.length)
);
// What `deno task` takes to separate its own flags comes through to here.
const given = Deno.args.filter((argument) => argument !== "--");
const flags = given.filter((argument) => argument.startsWith("-"));
const named = given.filter((argument) => !argument.startsWith("-"));
if (flags.includes("--help")) {
  say(`usage: deno task --cwd lab bench [NAME...] [--rounds=N] [--write]

  NAME        ${all.toSorted().join(", ")}; ${TABLE} when left out
  --rounds=N  how many rounds the table is measured in
  --write     puts the table into docs/performance.md as well
`);
  Deno.exit(0);
}
const names = named.length > 0 ? named : [TABLE];
for (const name of names) {
  if (!all.includes(name)) {
    say(`bench: there is no ${JSON.stringify(name)}; there are ${all.toSorted().join(", ")}\n`);
    Deno.exit(2);
  }
}
if (flags.length > 0 && !names.includes(TABLE)) {
  say(`bench: ${flags.join(" ")} is for ${TABLE}\n`);
  Deno.exit(2);
}
for (const name of names) {
  say(`\n== ${name}\n`);
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", `${FOLDER}${name}${ENDING}`, ...(name === TABLE ? flags : [])],
    cwd: root,
  }).spawn().status;
  if (code !== 0) Deno.exit(code);
}

function say(text: string): void {
  Deno.stderr.writeSync(encoder.encode(text));
}

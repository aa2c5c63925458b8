/**
 * Calls `log` operations in a process with the bridge's permissions and prints each result as a line of JSON. The
 * working directory is the log directory.
 */

import { Harness } from "../../support/harness.ts";

const harness = new Harness({ logDirectory: Deno.cwd() });
const output: unknown[] = [];
for (const [name, params] of JSON.parse(Deno.args[0] ?? "[]")) output.push(await harness.call(name, params));
await harness.close();
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(output)));

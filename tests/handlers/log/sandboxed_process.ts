/**
 * A process with the bridge's permissions whose working directory is the log directory: calls `log` operations and
 * prints their results as JSON, one a line.
 *
 * @module
 */

import { Harness } from "../../support/harness.ts";

const harness = new Harness({ logDirectory: Deno.cwd() });
const output: unknown[] = [];
for (const [name, params] of JSON.parse(Deno.args[0] ?? "[]")) output.push(await harness.call(name, params));
await harness.close();
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(output)));

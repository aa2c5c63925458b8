/**
 * The test modules in groups. Deno gives each module that it runs an isolate of its own: 0.1 s of CPU time, and as
 * much again to load and compile what the module imports. So `deno task test` runs groups: the modules in
 * `tests/groups/`, which import the others.
 *
 * @module
 */

import { filesOf, root } from "../../tools/tree.ts";

/** Folders and modules in `tests/`, by group. The longest path that fits wins; `others` has the rest. */
export const groups = {
  audacious: ["players/audacious/"],
  browser: ["playground/page_test.ts"],
  builds: ["tools/build/"],
  checks: [
    "tools/check_imports_test.ts",
    "tools/check_player_test.ts",
    "tools/conformance_test.ts",
    "tools/first_run_test.ts",
  ],
  commands: ["tools/"],
  cpp: ["cpp/", "examples/"],
  documents: ["docs/", "site/"],
  faults: ["faults/"],
  fixtures: ["fixtures_test.ts"],
  host_stdio: ["client/", "host_stdio/", "process/"],
  mpv: ["players/mpv/"],
  namespaces: ["handlers/"],
  operations: ["handlers/every_operation_test.ts", "tools/docs/"],
  others: [""],
  panels: ["panels/"],
  playground: ["playground/"],
  security: ["security/"],
  tools: ["tools/fixtures/", "tools/play/", "tools/support/"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type GroupName = keyof typeof groups;

const prefixes = (Object.keys(groups) as GroupName[])
  .flatMap((group) => groups[group].map((prefix) => ({ group, prefix: `tests/${prefix}` })))
  .toSorted((one, other) => other.prefix.length - one.prefix.length);

/** Imports the modules of a group, so that their tests are registered. */
export async function importTests(group: GroupName): Promise<void> {
  const paths: string[] = [];
  for await (const path of filesOf("_test.ts")) {
    if (prefixes.find(({ prefix }) => path.startsWith(prefix))?.group === group) paths.push(path);
  }
  for (const path of paths.toSorted()) await import(new URL(path, root).href);
}

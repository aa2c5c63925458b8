import { assertEquals } from "@std/assert";
import { stripAnsiCode } from "@std/fmt/colors";
import { evidenceOf } from "../tools/conformance/evidence.ts";
import { showDifferences } from "../tools/fixtures/diff.ts";
import type { Fixture } from "../tools/fixtures/fixture.ts";
import { findFixtures, fixturesFolder } from "../tools/fixtures/load_fixtures.ts";
import { readFixtures, replay, replayAll } from "../tools/fixtures/replay.ts";
import { TEST_ALL } from "./support/test_all.ts";

const { fixtures, errors } = await readFixtures(await findFixtures([fixturesFolder]));

Deno.test("every fixture can be read", () => {
  assertEquals(errors.map(({ message }) => message), []);
});

for (const fixture of fixtures) {
  Deno.test(`${fixture.document.file} in process: ${fixture.title}`, async () => {
    const differences = await replay(fixture, "in process");
    if (differences.length === 0) return;
    throw new Error(stripAnsiCode(showDifferences(fixture, "in process", differences).join("\n")));
  });
}

/** The folder of a fixture. */
function folderOf({ document: { file } }: Fixture): string {
  return file.slice(0, file.lastIndexOf("/"));
}

/** Whether a fixture tests flags, files or an exit code, which only a process has. */
function needsProcess({ flags, exit, files, filesAfter }: Fixture): boolean {
  return flags.length > 0 || exit !== 0 || files.size > 0 || filesAfter !== undefined;
}

/**
 * Chooses the fixtures that need a process, and a few others that together use all operations, native actions, signals,
 * events and diagnostics. A process takes 140 ms of CPU time, and a replay in process runs the same code.
 */
function chooseForProcess(): Fixture[] {
  const seen = new Set<string>();
  const chosen = fixtures.filter(needsProcess);
  const others = fixtures.filter((fixture) => !chosen.includes(fixture));
  for (const fixture of [...chosen, ...others]) {
    const { calls, names } = evidenceOf(fixture.document.file, fixture);
    const used = [...calls, ...names, ...fixture.reported.map((line) => JSON.stringify(line))];
    if (!needsProcess(fixture) && used.some((name) => !seen.has(name))) chosen.push(fixture);
    for (const name of used) seen.add(name);
  }
  return chosen;
}

const replayed = TEST_ALL ? fixtures : chooseForProcess();

const folders = Map.groupBy(fixtures, folderOf);

for (const [folder, inside] of Map.groupBy(replayed, folderOf)) {
  const count = `${inside.length} of ${folders.get(folder)?.length}`;
  Deno.test(`${folder} against the process: ${count} fixtures`, async () => {
    const lines: string[] = [];
    for await (const { fixture, outcome } of replayAll(inside, "process")) {
      if (outcome.kind !== "different") continue;
      lines.push(...showDifferences(fixture, "against the process", outcome.differences).map(stripAnsiCode));
    }
    if (lines.length > 0) throw new Error(lines.join("\n"));
  });
}

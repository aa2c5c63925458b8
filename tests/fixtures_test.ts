import { assertEquals } from "@std/assert";
import { stripAnsiCode } from "@std/fmt/colors";
import { evidenceOf } from "../tools/conformance/evidence.ts";
import { showDifferences } from "../tools/fixtures/diff.ts";
import type { Fixture } from "../tools/fixtures/fixture.ts";
import { findFixtures, fixturesFolder, readFixtures } from "../tools/fixtures/load_fixtures.ts";
import { reasonToSkip, replay, replayAll } from "../tools/fixtures/replay.ts";
import { filesOf, root } from "../tools/tree.ts";
import { setDeadline } from "./support/deadline.ts";
import { leftOut, TEST_ALL } from "./support/test_all.ts";

setDeadline(600_000);

const { fixtures, errors } = await readFixtures(await findFixtures([fixturesFolder]));

Deno.test("every fixture can be read", () => {
  assertEquals(errors.map(({ message }) => message), []);
});

Deno.test("each step of a fixture is on a line of its own", async () => {
  const others: string[] = [];
  for await (const path of filesOf(".jsonc", "fixtures/")) {
    const text = await Deno.readTextFile(new URL(path, root));
    const lists = [...text.matchAll(/^ {2}"(.+)": \[\n([^]*?)\n {2}\],?$/gmu)];
    if (!path.endsWith("/steps.jsonc") && !lists.some(([, key]) => key === "steps")) others.push(path);
    for (const line of lists.flatMap(([, , lines = ""]) => lines.split("\n"))) {
      if (/^ {4}\/[/*]/u.test(line)) continue;
      try {
        JSON.parse(line.replace(/,$/u, ""));
      } catch {
        others.push(`${path}: ${line}`);
      }
    }
  }
  assertEquals(others, []);
});

for (const fixture of fixtures) {
  Deno.test(`${fixture.document.file} in process: ${fixture.title}`, async () => {
    const differences = await replay(fixture, "in process");
    if (differences.length === 0) return;
    throw new Error(stripAnsiCode(showDifferences(fixture, "in process", differences).join("\n")));
  });
}

function folderOf({ document: { file } }: Fixture): string {
  return file.slice(0, file.lastIndexOf("/"));
}

/** Returns what a fixture shows of a process: the namespaces, diagnostics, flags, exit code and files. */
function shownBy(fixture: Fixture): Set<string> {
  const { flags, exit, reported, files, filesAfter, document } = fixture;
  const { calls } = evidenceOf(document.file, fixture);
  return new Set([
    ...[...calls].map((call) => call.replace(/\..*/, "")),
    ...reported.map((line) => `a diagnostic: ${/\w+: /.exec(JSON.stringify(line))}`),
    ...flags,
    `exit code ${exit}`,
    `${Object.keys(files).length > 0 ? "files" : "no files"} before, ${
      filesAfter ? "others" : "the same"
    } after`,
  ]);
}

/**
 * Chooses a few fixtures that together use all namespaces, flags, exit codes and diagnostic levels. A process takes
 * 140 ms of CPU time, and an in-process replay runs the same code.
 */
function chooseForProcess(): Fixture[] {
  const chosen: Fixture[] = [];
  const left = new Map(
    fixtures.filter((fixture) => reasonToSkip(fixture, "process") === undefined)
      .map((fixture) => [fixture, shownBy(fixture)]),
  );
  while (left.size > 0) {
    const [best, names] = [...left].reduce((most, each) => each[1].size > most[1].size ? each : most);
    chosen.push(best);
    const shown = new Set(names);
    for (const [fixture, others] of left) {
      const more = others.difference(shown);
      if (more.size > 0) left.set(fixture, more);
      else left.delete(fixture);
    }
  }
  return chosen;
}

const replayed = TEST_ALL ? fixtures : chooseForProcess();

const folders = Map.groupBy(fixtures, folderOf);

for (const [folder, inside] of Map.groupBy(replayed, folderOf)) {
  const count = `${inside.length} of ${folders.get(folder)?.length}`;
  const fewer = inside.length === folders.get(folder)?.length ? "" : leftOut("the others");
  Deno.test(`${folder} against the process: ${count} fixtures${fewer}`, async () => {
    const lines: string[] = [];
    for await (const { fixture, differences } of replayAll(inside, "process")) {
      if (differences.length === 0) continue;
      lines.push(...showDifferences(fixture, "against the process", differences).map(stripAnsiCode));
    }
    if (lines.length > 0) throw new Error(lines.join("\n"));
  });
}
